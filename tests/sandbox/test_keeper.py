"""A keeper: limits on the whole tree, nothing left at the end, also when it is killed itself."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import trio

from arena.running.launch import Ended, Job, Output, describe_end, run_process
from arena.sandbox.limits import Resources
from tests.e2e.runs import processes_with

NONE = Resources(memory_mib=0, cpu_s=0, processes=0, open_files=0, file_mib=0)
FORK = "import os, time\nfor _ in range({count}):\n    if not os.fork(): time.sleep(60); os._exit(0)\n"
AWAY = (
    "import os, sys\n"
    "if not os.fork():\n"
    "    os.setsid()\n"
    "    if not os.fork(): os.execvp('sleep', ['sleep', sys.argv[1]])\n"
    "    os._exit(0)\n"
    "os.wait()\n"
)


def run(tmp_path: Path, code: str, resources: Resources, *args: str) -> tuple[Ended, Output]:
    output = Output(path=tmp_path / "out.log", limit=10_000)
    job = Job(argv=(sys.executable, "-c", code, *args), folder=str(tmp_path), variables={}, resources=resources)
    return trio.run(run_process, job, output), output


def marker() -> str:
    return f"8{time.monotonic_ns() % 10**9}"


def test_what_is_used_is_told(tmp_path: Path) -> None:
    code = "import time\nx = bytearray(80 << 20)\nwhile time.process_time() < 0.4: pass\ntime.sleep(0.4)"
    ended, _ = run(tmp_path, code, NONE)
    assert ended.status == 0
    assert 0.4 <= ended.used.cpu_s < 1.5
    assert 80 < ended.used.peak_mib < 140
    assert (ended.used.processes, ended.used.stopped) == (1, "")


def test_memory_of_the_whole_tree(tmp_path: Path) -> None:
    """Two processes, each below the limit."""
    code = "import os, time\nos.fork()\nx = bytearray(os.urandom(1)) * (120 << 20)\ntime.sleep(30)"
    limits = Resources(memory_mib=200)
    ended, _ = run(tmp_path, code, limits)
    assert (ended.status, ended.used.stopped) == (-signal.SIGKILL, "memory")
    assert describe_end(ended, limits) == "was killed: it used more than 200 MiB of memory"


def test_shared_memory_is_counted_once(tmp_path: Path) -> None:
    code = "import os, time\nx = bytearray(120 << 20)\nfor _ in range(3):\n    if not os.fork(): break\ntime.sleep(1)"
    ended, _ = run(tmp_path, code, Resources(memory_mib=200))
    assert (ended.status, ended.used.stopped) == (0, "")


def test_processor_time_of_the_whole_tree(tmp_path: Path) -> None:
    """Children one after the other, each below the limit."""
    code = (
        "import os, time\n"
        "for _ in range(100):\n"
        "    if not os.fork():\n"
        "        while time.process_time() < 0.2: pass\n"
        "        os._exit(0)\n"
        "    os.wait()\n"
    )
    ended, _ = run(tmp_path, code, Resources(cpu_s=1))
    assert ended.used.stopped == "cpu"
    assert 1 <= ended.used.cpu_s < 2


def test_processes(tmp_path: Path) -> None:
    ended, _ = run(tmp_path, FORK.format(count=200) + "time.sleep(60)", Resources(processes=50))
    assert ended.used.stopped == "processes"
    ended, _ = run(tmp_path, FORK.format(count=20), Resources(processes=50))
    assert ended.used.stopped == ""


def test_files(tmp_path: Path) -> None:
    limits = Resources(open_files=30, file_mib=1)
    _, output = run(tmp_path, "import os\nwhile True: os.open('/dev/null', 0)", limits)
    assert "Too many open files" in output.last_line()
    _, output = run(tmp_path, "open('long', 'wb').write(bytes(2 << 20))", limits)
    assert "File too large" in output.last_line()


def test_grandchildren_in_sessions_of_their_own_end_too(tmp_path: Path) -> None:
    mark = marker()
    ended, _ = run(tmp_path, AWAY, NONE, mark)
    assert ended.status == 0
    assert processes_with(mark) == []


def test_a_bomb_of_processes_is_cleared_away(tmp_path: Path) -> None:
    mark = marker()
    code = "import os\nfor _ in range(9): os.fork()\nos.execvp('sleep', ['sleep', os.sys.argv[1]])"
    ended, _ = run(tmp_path, code, Resources(processes=60), mark)
    assert ended.used.stopped == "processes"
    assert processes_with(mark) == []


def test_when_the_keeper_is_killed_its_bot_ends(tmp_path: Path) -> None:
    mark = marker()
    ended, _ = run(tmp_path, "import os, time; os.kill(os.getppid(), 9); time.sleep(60)", NONE, mark)
    assert ended.status == -signal.SIGKILL
    assert ended.used.stopped == "its keeper was killed"
    time.sleep(0.1)
    assert processes_with(mark) == []


def test_output_without_end_is_slowed_down(tmp_path: Path) -> None:
    code = (
        "import os, time\nend, n = time.monotonic() + 1, 0\n"
        "while time.monotonic() < end: n += os.write(2, bytes(65536))\nos.write(1, b'\\n%d' % n)"
    )
    _, output = run(tmp_path, code, NONE)
    assert int(output.last_line()) < 20 << 20
    assert output.path.stat().st_size < 11_000


def test_zombies_are_not_left(tmp_path: Path) -> None:
    run(tmp_path, AWAY, NONE, marker())
    try:
        pid, _ = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        pid = 0
    assert pid == 0
