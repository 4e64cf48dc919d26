"""How long the threads of a bot waited for a processor, where the host tells it (Linux: /proc/*/task/*/schedstat)."""

from __future__ import annotations

import os
import resource
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from referee.clock import Usage

PROC: Final = Path("/proc")
FAMILY_S: Final = 1.0  # how long what is known of the children of all processes is good
TICKS: Final = os.sysconf("SC_CLK_TCK")
COARSE_S: Final = 5 / TICKS  # by which they may seem more than the threads' own counts
MOST_THREADS: Final = 512  # of one bot that are looked at
MOST_KEPT: Final = 48  # of them whose files stay open
FILES_A_THREAD: Final = 2
LOOKS_KEPT: Final = 8  # for evidence
SURE_S: Final = 0.02  # a thread that is runnable so long without getting on waits: those that run are counted before


class Families:
    """Which processes are the children of which. One look at the host serves all bots for a second.

    `spare` is how many more files of /proc may stay open for all of them: half of those that we may have.
    """

    def __init__(self, proc: Path = PROC, clock: Callable[[], float] = time.monotonic) -> None:
        self.spare = resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2
        self._proc = proc
        self._clock = clock
        self._until = float("-inf")
        self._children: dict[int, list[int]] = {}

    def forget(self) -> None:
        """Look again next time: a process has come that must be known with its children."""
        self._until = float("-inf")

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


class _Thread(NamedTuple):
    """A thread at a look: its counts in nanoseconds, and since when it has been seen runnable with just these."""

    cpu: int
    waited: int
    runnable_since: float | None


class _Files:
    """What the host tells of one thread. The files stay open: to open them costs several times what reading them does.

    Made for the threads that are looked at again and again; OSError when it has ended, or no more files may be open.
    """

    __slots__ = ("_counts", "_state")

    def __init__(self, folder: str) -> None:
        self._counts = os.open(f"{folder}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        try:
            self._state = os.open(f"{folder}/stat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            os.close(self._counts)
            raise

    def close(self) -> None:
        """Close them."""
        os.close(self._counts)
        os.close(self._state)

    def counts(self) -> list[int]:
        """Return what it has had of processors and what it has waited, in nanoseconds; OSError when it has ended."""
        return _as_numbers(os.pread(self._counts, 100, 0))

    def can_run(self) -> bool:
        """Return whether it has a processor or waits for one."""
        try:
            return os.pread(self._state, 1000, 0).rpartition(b")")[2].split(maxsplit=1)[:1] == [b"R"]
        except OSError:
            return False


class WaitMeter:
    """Reads what the threads of a bot's processes have had. `leader`: the process that the arena started."""

    def __init__(
        self, leader: int, families: Families, proc: Path = PROC, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._leader = leader
        self._looks: deque[tuple[float, Usage]] = deque(maxlen=LOOKS_KEPT)
        self._before: dict[str, _Thread] = {}  # at the last look
        self._files: dict[str, _Files] = {}
        self._waited = 0  # counted so far, of threads that have ended too, in nanoseconds
        self._families = families
        self._proc = proc
        self._clock = clock

    def read(self) -> Usage | None:
        """Return the sums over all threads so far; None where the host does not tell."""
        cpu, pending, longest = 0.0, 0.0, 0
        runnable = starving = False
        now, before, self._before = self._clock(), self._before, {}
        for pid in self._families.tree(self._leader):
            folder = f"{self._proc}/{pid}"
            try:
                threads = os.listdir(f"{folder}/task")
            except OSError:
                continue
            worked = 0.0
            for thread in threads[: MOST_THREADS - len(self._before)]:
                place, last = f"{folder}/task/{thread}", before.get(thread)
                counts = self._counts(place, thread)
                if len(counts) < 2:
                    continue
                same = last is not None and (last.cpu, last.waited) == (counts[0], counts[1])
                # Of threads that got on since the last look it is enough to know whether any could run now.
                can_run = (same or not runnable) and self._files[thread].can_run()
                if same and not can_run and last is not None and last.runnable_since is not None:
                    # It had its turn between our two reads: what it waited for it is told now, and must not be lost.
                    counts, same = self._counts(place, thread) or counts, False
                worked += counts[0] / 1e9
                since = (last.runnable_since if same and last is not None else None) or now
                self._before[thread] = _Thread(counts[0], counts[1], since if can_run else None)
                more = counts[1] - (last.waited if last is not None else 0)
                self._waited += max(0, more)
                longest = max(longest, more if last is not None else 0)
                if len(self._files) > MOST_KEPT or self._families.spare < 0:
                    self._forget(thread)
                runnable = runnable or can_run
                starving = starving or (same and can_run)
                if can_run and now - since > SURE_S:
                    pending += now - since
            # Threads and children that have ended are in these counts alone, which are coarse.
            ended = sum(_numbers(f"{folder}/stat")[11:15]) / TICKS - worked
            cpu += worked + max(0.0, ended - COARSE_S)
        for thread in self._files.keys() - self._before.keys():
            self._forget(thread)
        if not self._before:
            return None
        usage = Usage(cpu, self._waited / 1e9 + pending, runnable=runnable, starving=starving, longest=longest / 1e9)
        self._looks.append((now, usage))
        return usage

    def looks(self) -> list[dict[str, object]]:
        """Return the last looks as evidence, oldest first: `ago_ms`, what the threads did then, and their time since.

        They were `asleep`, `could run` or `starving`; the time is that of processors and of waiting since the oldest.
        """
        now = self._clock()
        return [
            {
                "ago_ms": round(1000 * (now - at), 1),
                "threads": "starving" if seen.starving else "could run" if seen.runnable else "asleep",
                "cpu_ms": round(1000 * (seen.cpu - self._looks[0][1].cpu), 1),
                "waited_ms": round(1000 * (seen.waited - self._looks[0][1].waited), 1),
            }
            for at, seen in self._looks
        ]

    def _counts(self, folder: str, thread: str) -> list[int]:
        """Return the counts of a thread; none where the host does not tell."""
        if thread in self._files:
            try:
                return self._files[thread].counts()
            except OSError:  # it has ended: another one may have its number
                self._forget(thread)
        try:
            self._files[thread] = _Files(folder)
            self._families.spare -= FILES_A_THREAD
            return self._files[thread].counts()
        except OSError:
            return []

    def _forget(self, thread: str) -> None:
        if files := self._files.pop(thread, None):
            files.close()
            self._families.spare += FILES_A_THREAD

    def close(self) -> None:
        """Close what is open. A later look opens it again."""
        for thread in list(self._files):
            self._forget(thread)


def stolen(proc: Path = PROC) -> float:
    """Return how long the processors of this machine were taken away from it so far, in seconds: of the one that lost
    most. In steps of 10 ms; 0 where the system does not tell."""
    try:
        with open(f"{proc}/stat", "rb", buffering=0) as file:
            lines = file.read(1 << 16).split(b"\n")
    except OSError:
        return 0.0
    found = [line.split() for line in lines if line.startswith(b"cpu") and line[3:4].isdigit()]
    return max((int(words[8]) for words in found if len(words) > 8 and words[8].isdigit()), default=0) / TICKS


def _numbers(path: str) -> list[int]:
    """Return the numbers in a file of /proc, those behind the name of the program; none where it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:
            return _as_numbers(file.read(1000).rpartition(b")")[2])
    except OSError:
        return []


def _as_numbers(text: bytes) -> list[int]:
    return [int(word) if word.lstrip(b"-").isdigit() else 0 for word in text.split()]
