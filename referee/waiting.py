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
COARSE_S: Final = 5 / TICKS  # by which they may seem more than the threads' own counts
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
        self._before: dict[str, tuple[int, ...]] = {}  # what each thread had at the last look
        self._families = families
        self._proc = proc

    def read(self) -> Usage | None:
        """Return the sums over all threads so far; None where the host does not tell."""
        cpu = waited = 0.0
        seen, starving, longest = 0, False, 0
        before, self._before = self._before, {}
        for pid in self._families.tree(self._leader):
            folder = f"{self._proc}/{pid}"
            try:
                threads = os.listdir(f"{folder}/task")
            except OSError:
                continue
            worked = 0.0
            for thread in threads[: MOST_THREADS - seen]:
                had = tuple(_numbers(f"{folder}/task/{thread}/schedstat")[:2])
                if len(had) == 2:
                    self._before[thread] = had
                    worked += had[0] / 1e9
                    waited += had[1] / 1e9
                    seen += 1
                    last = before.get(thread, had)
                    longest = max(longest, had[1] - last[1])
                    starving = starving or (
                        last is not had and last == had and _is_runnable(f"{folder}/task/{thread}/stat")
                    )
            # Threads and children that have ended are in these counts alone, which are coarse.
            ended = sum(_numbers(f"{folder}/stat")[11:15]) / TICKS - worked
            cpu += worked + max(0.0, ended - COARSE_S)
        return Usage(cpu, waited, starving, longest / 1e9) if seen else None


def _is_runnable(stat: str) -> bool:
    """Return whether a thread, by its file in /proc, has a processor or waits for one."""
    try:
        with open(stat, "rb", buffering=0) as file:
            return file.read(1000).rpartition(b")")[2].split()[:1] == [b"R"]
    except OSError:
        return False


def _numbers(path: str) -> list[int]:
    """Return the numbers in a file of /proc, those behind the name of the program; none where it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:
            words = file.read(1000).rpartition(b")")[2].split()
    except OSError:
        return []
    return [int(word) if word.lstrip(b"-").isdigit() else 0 for word in words]
