"""Nothing is left of a run: no process, socket, folder or zombie, however it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.sandbox.temporary import OWNER, PREFIX, run_folder, sweep
from tests.e2e.runs import BOTS, processes_with, start, wait_for_games

pytestmark = pytest.mark.slow

GAMES = ("--variant", "auction[seats=3]", "--bouts", 40, "--games", 6, "--max-deals", 4, "-j", 2)


@pytest.fixture
def place() -> Iterator[Path]:
    """An own place for temporary files, to tell this run's from others'; its path is short because of the sockets."""
    with tempfile.TemporaryDirectory(prefix="place-", dir="/tmp") as folder:
        yield Path(folder)


def begin(tmp_path: Path, place: Path, *flags: object) -> tuple[subprocess.Popen[str], Path]:
    """Start a tournament and wait until it plays."""
    folder = tmp_path / "run"
    bots = [flag for name in ("random", "greedy", "counter") for flag in ("--bot", BOTS / name)]
    env = {**os.environ, "TMPDIR": str(place)}
    process = start("run", *bots, *GAMES, *flags, "--out", folder, env=env)
    wait_for_games(process, folder, 2)
    return process, folder


def below(pid: int) -> list[int]:
    """Return the process and all below it."""
    found = [pid]
    for one in found:
        for thread in Path(f"/proc/{one}/task").iterdir() if Path(f"/proc/{one}/task").exists() else ():
            with suppress(FileNotFoundError):  # the thread has ended
                found += map(int, (thread / "children").read_text().split())
    return found


def is_referee(pid: int) -> bool:
    with suppress(FileNotFoundError):
        return b"referee" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[2:4]
    return False


def gone(pids: list[int], place: Path, within_s: float) -> list[str]:
    """Wait until the processes and what is in the place are gone; return what is not."""
    end = time.monotonic() + within_s
    while True:
        left = [f"process {pid}" for pid in pids if Path(f"/proc/{pid}").exists()]
        left += [str(path) for path in place.iterdir()]
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.05)


@pytest.mark.parametrize("isolation", ["sandbox", "process", "trusted"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_when_the_arena_is_killed(
    tmp_path: Path, place: Path, how: signal.Signals, isolation: str, request: pytest.FixtureRequest
) -> None:
    if isolation == "sandbox":
        request.getfixturevalue("tools")
    process, _ = begin(tmp_path, place, "--isolation", isolation)
    pids = below(process.pid)
    assert len(pids) > 5 and len(list(place.iterdir())) >= 1
    process.send_signal(how)
    process.communicate(timeout=30)
    assert gone(pids, place, 10) == []
    assert processes_with(str(place)) == []


def test_when_a_referee_is_killed(tmp_path: Path, place: Path) -> None:
    process, folder = begin(tmp_path, place, "--referees", 2)
    pids = below(process.pid)
    referee = next(pid for pid in pids if is_referee(pid))
    os.kill(referee, signal.SIGKILL)
    time.sleep(1)
    later = below(process.pid)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert gone([*pids, *later], place, 10) == []
    assert json.loads((folder / "results.json").read_text())["games"] >= 0


def test_stale_folders_are_swept(tmp_path: Path) -> None:
    """As after a power cut, which no janitor survives."""
    dead = subprocess.Popen(["true"])
    dead.wait()
    for name, owner in (("dead", f"{dead.pid} 1 x"), ("reused", f"{os.getpid()} 1 x")):
        (tmp_path / f"{PREFIX}{name}").mkdir()
        (tmp_path / f"{PREFIX}{name}" / OWNER).write_text(owner)
    (tmp_path / f"{PREFIX}other").mkdir()  # somebody else's: it has no owner's note
    with run_folder(str(tmp_path)) as mine:
        assert {path.name for path in tmp_path.iterdir()} == {mine.name, f"{PREFIX}other"}
        assert sweep(tmp_path) == []
        assert mine.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in tmp_path.iterdir()] == [f"{PREFIX}other"]


def sockets(place: Path) -> list[str]:
    """Return the sockets that anybody has open in the place."""
    return [line for line in Path("/proc/net/unix").read_text().splitlines() if str(place) in line]


def new_in_shared_memory(before: set[str]) -> set[str]:
    return {path.name for path in Path("/dev/shm").iterdir() if path.name.startswith("pitch")} - before


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("killed", ["nobody", "a referee", "the arena"])
def test_forty_bots(tmp_path: Path, place: Path, killed: str) -> None:
    """Each of 40 bots plays against one other; nothing is left when they have, nor after kill -9."""
    folder, shared = tmp_path / "run", new_in_shared_memory(set())
    bots = [
        flag
        for number in range(40)
        for flag in ("--bot", f"name=b{number},folder={BOTS / 'random'},cmd={{python}} main.py")
    ]
    flags = ("--variant", "auction[seats=2]", "--most-lineups", 20, "--games", 1, "--max-deals", 1, "-j", 4)
    env = {**os.environ, "TMPDIR": str(place)}
    process = start("run", *bots, *flags, "--referees", 2, "--out", folder, env=env)
    seen = set[int]()
    wait_for_games(process, folder, 4)
    seen.update(below(process.pid))
    assert len(seen) > 5 and sockets(place)
    if killed == "a referee":
        os.kill(next(pid for pid in seen if is_referee(pid)), signal.SIGKILL)
    elif killed == "the arena":
        process.send_signal(signal.SIGKILL)
    while process.poll() is None:
        seen.update(below(process.pid))
        time.sleep(0.2)
    process.communicate(timeout=30)
    assert gone(sorted(seen), place, 10) == []  # a zombie is still in /proc
    assert processes_with(str(place)) == sockets(place) == []
    assert new_in_shared_memory(shared) == set()
    if killed != "the arena":
        assert json.loads((folder / "results.json").read_text())["games"] == 40
    if killed == "a referee":
        assert (folder / "journal").read_bytes().count(b'"kind":"game"') == 40
