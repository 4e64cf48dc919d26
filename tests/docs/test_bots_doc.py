"""docs/bots.md is followed as a new author would, from an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.conformance.options import QUICK_TABLES
from arena.conformance.steps.catalogue import names
from arena.newbot.languages import BY_NAME
from tests.e2e.runs import HONEST, arena, standing

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def _block(language: str, after: str) -> str:
    """Return the first block of the language after a heading."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE[PAGE.index(f"\n## {after}") :], re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_first_bot_is_there_in_five_minutes(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-eu", "-c", _block("sh", "Your first bot")],
        cwd=tmp_path,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^passed: \d+ steps", done.stdout, re.M), done.stdout
    assert re.search(r"^auction-partners:house\+mine:0, rotation 0, game 0$", done.stdout, re.M), done.stdout
    assert re.search(r"^(0\+2|1\+3) (house|mine) wins$", done.stdout, re.M), done.stdout


def test_a_client_that_is_not_ours_plays_in_lines_of_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`buf curl` in the place of a gRPC library: an independent implementation of the transport and of the messages."""
    monkeypatch.setenv("PATH", PATH)
    (tmp_path / "bridge.py").write_text(_block("python", "Without gRPC"))
    bot = f"name=bridge,folder={tmp_path},isolation=process,cmd={{python}} bridge.py"
    run = tmp_path / "run"
    flags = ("--variant", "partnership-draw", "--bouts", 1, "--games", 1, "--max-deals", 1, "--out", run)
    status, _, err = arena("run", "--bot", bot, *HONEST, *flags)
    assert status == 0, err
    row = standing(run, "bridge")
    assert (row["games"], row["faults"]) == (2, {})
    status, out, err = arena("verify", run)
    assert status == 0 and out.startswith("ok: "), err


def test_the_table_of_steps_has_every_step() -> None:
    section = PAGE[PAGE.index("\n## Checking a bot") :]
    told = {name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in re.findall(r"`(.*?)`", row)}
    there = {name if not name.startswith("plays ") else "plays ..." for name in names(QUICK_TABLES)}
    assert told == there


def test_every_language_has_a_line() -> None:
    assert set(re.findall(r"`arena new-bot (\w+) mine`", PAGE)) == set(BY_NAME)
