"""What the host tells of the threads of a bot: waiting for a processor, and having one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee import waiting
from referee.waiting import LOOKS_KEPT, MOST_KEPT, SURE_S, TICKS, Families, WaitMeter, _Files, stolen

BUSY = "import os, sys, time\nos.sched_setaffinity(0, {int(sys.argv[1])})\nend = time.monotonic() + 0.8\n"
SPIN = BUSY + "while time.monotonic() < end: pass\n"
BESIDE = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', sys.argv[2], sys.argv[1]])\n"

linux = pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the host keeps no such counts")


def task(folder: Path, pid: int, *, parent: int, ticks: int = 0, threads: dict[int, str] | None = None) -> None:
    """Write what /proc has of a process."""
    for thread, counts in (threads or {}).items():
        place = folder / str(pid) / "task" / str(thread)
        place.mkdir(parents=True)
        (place / "schedstat").write_text(counts)
        (place / "stat").write_text(f"{thread} (a) S 1")
    (folder / str(pid)).mkdir(exist_ok=True)
    fields = ["S", parent, *[0] * 9, ticks, 0, 0, 0, *[0] * 20]
    (folder / str(pid) / "stat").write_text(f"{pid} (a) 1 (b)) " + " ".join(map(str, fields)))


def test_all_threads_of_the_whole_tree_count(tmp_path: Path) -> None:
    task(tmp_path, 10, parent=1, threads={10: "1000000000 2000000000 7\n", 11: "500000000 250000000 1\n"})
    task(tmp_path, 20, parent=10, threads={20: "0 1000000000 3\n"})
    task(tmp_path, 30, parent=1, threads={30: "9000000000 9000000000 3\n"})
    usage = WaitMeter(10, Families(tmp_path), tmp_path).read()
    assert usage is not None
    assert usage.cpu == pytest.approx(1.5)
    assert usage.waited == pytest.approx(3.25)


def test_threads_that_have_ended_still_count_as_work(tmp_path: Path) -> None:
    task(tmp_path, 10, parent=1, ticks=3 * TICKS + 5, threads={10: "1000000000 0 7\n"})
    usage = WaitMeter(10, Families(tmp_path), tmp_path).read()
    assert usage is not None
    assert usage.cpu == pytest.approx(3.0)


def meter_at(folder: Path, now: list[float]) -> WaitMeter:
    return WaitMeter(10, Families(folder), folder, lambda: now[0])


def state(folder: Path, thread: int, letter: str, counts: str) -> None:
    """Write what a thread does, and what it had."""
    place = folder / "10" / "task" / str(thread)
    place.mkdir(parents=True, exist_ok=True)
    (place / "schedstat").write_text(counts)
    (place / "stat").write_text(f"{thread} (a) {letter} 1")


def test_a_thread_that_could_run_and_gets_nowhere_waits(tmp_path: Path) -> None:
    now = [5.0]
    task(tmp_path, 10, parent=1)
    meter = meter_at(tmp_path, now)
    state(tmp_path, 11, "S", "0 0 1")
    state(tmp_path, 12, "R", "1000000000 0 1")
    usage = meter.read()
    assert usage is not None and usage.runnable and not usage.starving, "the first look"
    now[0] += SURE_S
    usage = meter.read()
    assert usage is not None and usage.starving and usage.waited == 0.0, "it may run: that is counted late"
    now[0] += SURE_S
    usage = meter.read()
    assert usage is not None and usage.waited == pytest.approx(2 * SURE_S), "nobody runs so long without a count"
    state(tmp_path, 12, "R", "1000000000 200000000 2")
    usage = meter.read()
    assert usage is not None and usage.runnable and not usage.starving
    assert usage.waited == pytest.approx(0.2), "the host has counted it now"
    assert usage.longest == pytest.approx(0.2)
    state(tmp_path, 12, "S", "1000000000 200000000 2")
    usage = meter.read()
    assert usage is not None and not usage.runnable and not usage.starving


def test_the_last_looks_are_kept_as_evidence(tmp_path: Path) -> None:
    now = [5.0]
    task(tmp_path, 10, parent=1)
    meter = meter_at(tmp_path, now)
    for number in range(LOOKS_KEPT + 2):
        state(tmp_path, 12, "RRS"[number % 3], f"{1 + number // 3}000000 {number // 3}500000 1")
        meter.read()
        now[0] += 0.01
    looks = meter.looks()
    assert len(looks) == LOOKS_KEPT
    assert looks[0] == {"ago_ms": 80.0, "threads": "asleep", "cpu_ms": 0.0, "waited_ms": 0.0}
    assert looks[-1] == {"ago_ms": 10.0, "threads": "could run", "cpu_ms": 3.0, "waited_ms": 3.0}
    assert [look["threads"] for look in looks[1:4]] == ["could run", "starving", "asleep"]


class Between(_Files):
    """A thread that has its turn, and sleeps again, after its counts were read and before its state is."""

    def can_run(self) -> bool:
        """Return whether it can, after its turn."""
        if BETWEEN:
            state(*BETWEEN.pop())
        return super().can_run()


class Ending(_Files):
    """A thread that ends after its counts were read and before its state is."""

    ended = False

    def can_run(self) -> bool:
        """Return whether it can: no more."""
        self.ended = True
        shutil.rmtree(self.folder, ignore_errors=True)
        return False

    def counts(self) -> list[int]:
        """Return what it had, while it lives."""
        if self.ended:
            raise ProcessLookupError
        return super().counts()

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.folder = folder


BETWEEN: list[tuple[Path, int, str, str]] = []


def test_a_turn_between_the_two_reads_of_a_look_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_Files", Between)
    now = [5.0]
    task(tmp_path, 10, parent=1)
    meter = meter_at(tmp_path, now)
    state(tmp_path, 12, "R", "1000000000 0 1")
    meter.read()
    now[0] += 2 * SURE_S
    usage = meter.read()
    assert usage is not None and usage.waited == pytest.approx(2 * SURE_S)
    BETWEEN.append((tmp_path, 12, "S", "1001000000 200000000 2"))
    usage = meter.read()
    assert not BETWEEN
    assert usage is not None and not usage.runnable and not usage.starving
    assert usage.waited == usage.longest == pytest.approx(0.2)
    assert usage.cpu == pytest.approx(1.001)


def test_a_thread_that_ends_between_the_two_reads_of_a_look_keeps_what_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task(tmp_path, 10, parent=1)
    meter = meter_at(tmp_path, [5.0])
    state(tmp_path, 12, "R", "1000000000 200000000 1")
    meter.read()
    monkeypatch.setattr(waiting, "_Files", Ending)
    meter.close()
    meter._families.spare = -10  # so that none stays open
    usage = meter.read()
    assert usage is not None and not usage.runnable
    assert (usage.cpu, usage.waited) == pytest.approx((1.0, 0.2))


def test_what_a_thread_waited_that_has_ended_stays_counted(tmp_path: Path) -> None:
    task(tmp_path, 10, parent=1)
    meter = meter_at(tmp_path, [5.0])
    state(tmp_path, 11, "S", "0 1000000000 1")
    state(tmp_path, 12, "S", "0 2000000000 1")
    first = meter.read()
    shutil.rmtree(tmp_path / "10" / "task" / "12")
    state(tmp_path, 13, "S", "0 500000000 1")
    second = meter.read()
    assert first is not None and first.waited == pytest.approx(3.0)
    assert second is not None and second.waited == pytest.approx(3.5)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@linux
def test_files_stay_open_for_as_many_threads_as_a_bot_may_have_and_are_closed(tmp_path: Path) -> None:
    task(tmp_path, 10, parent=1)
    for thread in range(100, 100 + MOST_KEPT + 5):
        state(tmp_path, thread, "S", "0 1000000000 1")
    meter, before = meter_at(tmp_path, [5.0]), open_files()
    for _ in range(2):
        usage = meter.read()
        assert usage is not None and usage.waited == pytest.approx(MOST_KEPT + 5)
        assert open_files() == before + 2 * MOST_KEPT
    shutil.rmtree(tmp_path / "10" / "task" / "100")
    assert meter.read() is not None
    meter.close()
    assert open_files() == before


@linux
def test_no_file_stays_open_where_there_are_too_few(tmp_path: Path) -> None:
    task(tmp_path, 10, parent=1)
    families, before = Families(tmp_path), open_files()
    assert families.spare > 0
    families.spare = 3
    for thread in range(100, 104):
        state(tmp_path, thread, "S", "0 1000000000 1")
    meter = WaitMeter(10, families, tmp_path)
    usage = meter.read()
    assert usage is not None and usage.waited == pytest.approx(4)
    assert open_files() == before + 2
    meter.close()
    assert families.spare == 3 and open_files() == before


@linux
def test_who_has_ended_keeps_no_files() -> None:
    before = open_files()
    bot = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
    meter = WaitMeter(bot.pid, Families())
    try:
        assert meter.read() is not None
        assert open_files() == before + 2
    finally:
        bot.kill()
        bot.wait()
    assert meter.read() is None
    assert open_files() == before


def test_what_was_stolen_of_the_processor_that_lost_most(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text(
        "cpu  1 2 3 4 5 6 7 90 0\ncpu0 1 2 3 4 5 6 7 30 0\ncpu1 1 2 3 4 5 6 7 60 0\nintr 5\n"
    )
    assert stolen(tmp_path) == pytest.approx(60 / TICKS)
    assert stolen(tmp_path / "no") == 0.0


def test_a_family_can_be_looked_for_again_at_once(tmp_path: Path) -> None:
    families = Families(tmp_path, lambda: 0.0)
    task(tmp_path, 10, parent=1)
    assert list(families.tree(10)) == [10]
    task(tmp_path, 20, parent=10)
    families.forget()
    assert list(families.tree(10)) == [10, 20]


def test_children_are_looked_for_again_after_a_second(tmp_path: Path) -> None:
    now = 0.0
    families = Families(tmp_path, lambda: now)
    task(tmp_path, 10, parent=1)
    assert list(families.tree(10)) == [10]
    task(tmp_path, 20, parent=10)
    now = 0.9
    assert list(families.tree(10)) == [10]
    now = 1.0
    assert list(families.tree(10)) == [10, 20]


def test_where_the_host_tells_nothing(tmp_path: Path) -> None:
    assert WaitMeter(10, Families(tmp_path), tmp_path).read() is None
    assert WaitMeter(10, Families(tmp_path / "no"), tmp_path / "no").read() is None
    task(tmp_path, 10, parent=1, threads={10: "garbage"})
    assert WaitMeter(10, Families(tmp_path), tmp_path).read() is None


@linux
def test_a_crowd_on_one_processor_waits_and_works() -> None:
    cpu = str(min(os.sched_getaffinity(0)))
    spin = [sys.executable, "-c", SPIN, cpu]
    crowd = [subprocess.Popen(spin) for _ in range(2)]
    bot = subprocess.Popen([sys.executable, "-c", BESIDE, cpu, SPIN])
    try:
        time.sleep(0.7)
        usage = WaitMeter(bot.pid, Families()).read()
    finally:
        for process in (*crowd, bot):
            process.wait()
    assert usage is not None
    assert usage.waited > 0.1, "the child of the bot shares a processor with two others"
    assert 0.02 < usage.cpu < 0.7
