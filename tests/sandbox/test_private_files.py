"""While a tournament runs its files are for its owner alone; no memory is dumped, no folder of a referee stays."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from referee.secrecy import closed_files, open_files
from tests.e2e.runs import BOTS, start, wait_for_games
from tests.runtime.test_serve import said, serve
from tests.sandbox.test_clean_up import below

pytestmark = pytest.mark.slow


def modes(folder: Path) -> set[tuple[str, int]]:
    """Return which modes folders and files have."""
    found = {("folder", folder.stat().st_mode & 0o777)}
    for path in folder.rglob("*"):
        try:
            found.add(("folder" if path.is_dir() else "file", path.stat().st_mode & 0o777))
        except FileNotFoundError:
            continue  # it was only there for a moment
    return found


def core_limit(pid: int) -> str:
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return next(line.split()[4] for line in lines if line.startswith("Max core file size"))


def test_a_run_is_closed_until_it_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    flags = ("--variant", "auction[seats=2]", "--bouts", 8, "--games", 4, "--max-deals", 2, "--seed", "open later")
    with start("run", "--bot", BOTS / "random", "--bot", BOTS / "greedy", *flags, "-j", 1, "--out", folder) as process:
        wait_for_games(process, folder, 2)
        assert modes(folder) == {("folder", 0o700), ("file", 0o600)}
        assert {core_limit(pid) for pid in below(process.pid)} == {"0"}
        _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    umask = os.umask(0)
    os.umask(umask)
    opened = {("folder", 0o777 & ~umask), ("file", 0o666 & ~umask), ("file", 0o600)}
    assert modes(folder) == opened
    assert (folder / "seed.secret").stat().st_mode & 0o777 == 0o600


def test_files_made_meanwhile_are_closed(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("")
    (tmp_path / "link").symlink_to("/etc/passwd")
    before = os.umask(0o022)
    try:
        with closed_files(tmp_path):
            (tmp_path / "new").mkdir()
            (tmp_path / "new" / "file").write_text("")
            assert {path.stat().st_mode & 0o077 for path in (tmp_path, *tmp_path.rglob("[no]*"))} == {0}
        open_files(tmp_path, but=frozenset(("old",)))
        assert [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "new" / "file", tmp_path / "old")] == [
            0o755, 0o644, 0o600,
        ]  # fmt: skip
    finally:
        os.umask(before)


def test_a_referee_that_is_killed_leaves_no_folder() -> None:
    with serve("--variant", "auction", "--json") as process:
        socket = Path(said(process)["address"].removeprefix("unix:"))
        assert socket.parent.parent == Path(tempfile.gettempdir()) and core_limit(process.pid) == "0"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
    end = time.monotonic() + 20
    while socket.parent.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not socket.parent.exists()
