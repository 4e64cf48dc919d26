"""How long the threads of a bot waited for a processor, where the host tells it (Linux: /proc/*/task/*/schedstat)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from referee.clock import Usage

PROC: Final = Path("/proc")
FAMILY_S: Final = 1.0  # how long what is known of the children of all processes is good
TICKS: Final = os.sysconf("SC_CLK_TCK")
MOST_THREADS: Final = 512  # of one bot that are looked at


class Families:
    """Which processes are the children of which. One look at the host serves all bots for a second."""

    def __init__(self, proc: Path = PROC, clock: Callable[[], float] = time.monotonic) -> None:
        self._proc = proc
        self._clock = clock
        self._until = float("-inf")
        self._children: dict[int, list[int]] = {}

    def tree(self, leader: int) -> Iterator[int]:
        """Yield the process and all below it."""
        if self._clock() >= self._until:
            self._children = self._look()
            self._until = self._clock() + FAMILY_S
        left = [leader]
        while left:
            pid = left.pop()
            yield pid
            left += self._children.get(pid, ())

    def _look(self) -> dict[int, list[int]]:
        children: dict[int, list[int]] = {}
        try:
            names = os.listdir(self._proc)
        except OSError:
            return children
        for name in filter(str.isdecimal, names):
            if told := _numbers(f"{self._proc}/{name}/stat"):
                children.setdefault(told[1], []).append(int(name))
        return children


class WaitMeter:
    """Reads what the threads of a bot's processes have had. `leader`: the process that the arena started."""

    def __init__(self, leader: int, families: Families, proc: Path = PROC) -> None:
        self._leader = leader
        self._families = families
        self._proc = proc

    def read(self) -> Usage | None:
        """Return the sums over all threads so far; None where the host does not tell."""
        cpu = waited = 0.0
        seen = 0
        for pid in self._families.tree(self._leader):
            folder = f"{self._proc}/{pid}"
            try:
                threads = os.listdir(f"{folder}/task")
            except OSError:
                continue
            worked = 0.0
            for thread in threads[: MOST_THREADS - seen]:
                had = _numbers(f"{folder}/task/{thread}/schedstat")
                if len(had) >= 2:
                    worked += had[0] / 1e9
                    waited += had[1] / 1e9
                    seen += 1
            # Threads and children that have ended are in these counts alone, which are coarse.
            cpu += max(worked, sum(_numbers(f"{folder}/stat")[11:15]) / TICKS)
        return Usage(cpu, waited) if seen else None


def _numbers(path: str) -> list[int]:
    """Return the numbers in a file of /proc, those behind the name of the program; none where it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:
            words = file.read(1000).rpartition(b")")[2].split()
    except OSError:
        return []
    return [int(word) if word.lstrip(b"-").isdigit() else 0 for word in words]
