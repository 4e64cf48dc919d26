"""What a run costs: processor time and memory of arena, referees and bots."""

from __future__ import annotations

import resource
import sys


class CpuClock:
    """Processor time and memory of arena, referees and bots, from what the system says of this process's children."""

    def __init__(self) -> None:
        self._self = self._used(resource.RUSAGE_SELF)
        self._start = self._bots = self._used(resource.RUSAGE_CHILDREN)
        self._bot_peak = 0

    @staticmethod
    def _used(who: int) -> float:
        usage = resource.getrusage(who)
        return usage.ru_utime + usage.ru_stime

    def bots_have_ended(self) -> None:
        """Note that from here on only referees end."""
        self._bots = self._used(resource.RUSAGE_CHILDREN)
        self._bot_peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss

    def read(self) -> dict[str, object]:
        """Return seconds and MiB."""
        children = self._used(resource.RUSAGE_CHILDREN)
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        mine, other = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return {
            "cpu_s": {
                "arena": round(self._used(resource.RUSAGE_SELF) - self._self, 3),
                "referees": round(children - self._bots, 3),
                "bots": round(self._bots - self._start, 3),
            },
            "peak_mib": {"arena": mine // unit, "largest_bot": self._bot_peak // unit, "largest_child": other // unit},
        }
