"""Where and how the commands are run: long folders, closed terminals, Ctrl-C before anything is loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import arena.__main__ as arena_command
import arena.cli
import referee.__main__ as referee_command
import referee.commands
from tests.e2e.runs import SAMPLES, interrupt_after
from tests.e2e.runs import arena as run_arena

TINY = ("run", *SAMPLES[:4], "--variant", "auction[seats=2]", "--bouts", 1, "--games", 2, "--max-deals", 1)


def test_a_long_folder_for_temporary_files_is_no_obstacle(tmp_path: Path) -> None:
    long = tmp_path / ("l" * 120)
    long.mkdir()
    status, _, err = run_arena(*TINY, "--out", tmp_path / "run", env={**os.environ, "TMPDIR": str(long)})
    assert status == 0, err
    assert list(long.iterdir()) == [], "nothing is left behind"


def test_a_closed_terminal_stops_like_ctrl_c(tmp_path: Path) -> None:
    long_run = ("run", *SAMPLES[:4], "--variant", "auction[seats=2]", "--bouts", 50, "--max-deals", 1)
    run = tmp_path / "run"
    status, _, err = interrupt_after(run, 2, *long_run, "--out", run, how=signal.SIGHUP)
    assert status == 1
    assert f"arena resume {run}" in err


@pytest.mark.parametrize(
    ("module", "command", "name"),
    [(arena.cli, arena_command, "arena"), (referee.commands, referee_command, "pitch-referee")],
)
def test_ctrl_c_while_loading_is_told_in_a_line(
    module: object, command: object, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "main", interrupted)
    assert command.main([]) == 1  # type: ignore[attr-defined]
    assert capsys.readouterr().err == f"{name}: interrupted\n"


def test_a_referee_that_cannot_write_its_replay_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "serve", "--variant", "auction", "--out", f"{tmp_path}/{'x' * 300}"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "cannot be written: File name too long" in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


def test_a_referee_makes_no_folders(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "serve", "--variant", "auction", "--listen", f"unix:{tmp_path}/no/s"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, f"there is no folder {tmp_path}/no" in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "no").exists()
