"""What a run costs: processor time and memory of arena, referees and bots."""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass, field

from arena.sandbox.limits import Used


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


class Spent:
    """What each bot used, over all its processes, with what ended them."""

    def __init__(self) -> None:
        self._by_bot: dict[str, _Sum] = {}

    def add(self, name: str, used: Used) -> None:
        """Count a process that has ended."""
        one = self._by_bot.setdefault(name, _Sum())
        one.started += 1
        one.cpu_s += used.cpu_s
        one.peak_mib = max(one.peak_mib, used.peak_mib)
        one.most_processes = max(one.most_processes, used.processes)
        if used.stopped:
            one.stopped[used.stopped] = one.stopped.get(used.stopped, 0) + 1

    def read(self) -> dict[str, object]:
        """Return the sums by the bots' names: seconds over all processes, and the peaks of a single one's tree."""
        return {
            name: {
                "started": one.started,
                "cpu_s": round(one.cpu_s, 3),
                "peak_mib": one.peak_mib,
                "most_processes": one.most_processes,
                "stopped": one.stopped,
            }
            for name, one in sorted(self._by_bot.items())
        }


@dataclass(slots=True)
class _Sum:
    started: int = 0
    cpu_s: float = 0.0
    peak_mib: float = 0.0
    most_processes: int = 0
    stopped: dict[str, int] = field(default_factory=dict)
