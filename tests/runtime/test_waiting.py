"""What the host tells of the threads of a bot: waiting for a processor, and having one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.waiting import TICKS, Families, WaitMeter

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
