"""What the README shows is what happens: its bot plays, its commands run, its table is the one that the demo prints."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = "\n".join(blocks(README, "sh"))


def arena(*argv: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "arena", *argv], check=False, cwd=cwd, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def commands(program: str) -> Iterator[list[str]]:
    """Yield the arguments of each command of the program in the README, without comments."""
    for line in SHELL.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == [program]:
            yield words[1:]


def test_the_bot_is_ten_lines_and_plays_as_told(tmp_path: Path) -> None:
    (program,) = blocks(README, "python")
    assert sum(bool(line.strip()) for line in program.splitlines()) <= 10
    (tmp_path / "mine.py").write_text(program)
    (tmp_path / "sample_bots").symlink_to(ROOT / "sample_bots")
    (told,) = [argv for argv in commands("arena") if "name=mine,cmd={python} mine.py" in argv]
    out = arena(*told, "--max-deals", "2", "--bouts", "1", "--out", str(tmp_path / "run"), cwd=tmp_path)
    rows = [line.split() for line in out.splitlines() if re.match(r" *\d+ +(mine|greedy) ", line)]
    assert len(rows) == 2
    assert all(row[-1] == "-" for row in rows), "a fault"


@pytest.mark.slow
def test_the_other_commands_run(tmp_path: Path) -> None:
    replay, run = tmp_path / "games.jsonl", str(tmp_path / "run")
    bots = ["--bot", str(ROOT / "sample_bots/python/random"), "--bot", str(ROOT / "sample_bots/python/greedy")]
    arena("run", *bots, "--variant", "auction[seats=2]", "--max-deals", "1", "--out", run, cwd=tmp_path)
    stands_for = {
        "CONFIG.toml": None,
        "runs/NAME": run,
        "FILE": str(replay),
        "games.jsonl": str(replay),
        "BOT": bots[3],
    }
    left_out = []
    for argv in sorted(commands("arena"), key=lambda argv: argv[0] != "simulate"):
        if "serve" in argv or "CONFIG.toml" in argv or "OLD" in argv or any("mine" in word for word in argv):
            left_out.append(argv)  # the demo, the test above, and tests of these commands elsewhere
            continue
        assert arena(*[stands_for.get(word) or word for word in argv], cwd=tmp_path)
    assert len(left_out) == 6


@pytest.mark.slow
def test_the_demo_prints_this_table(tmp_path: Path) -> None:
    (shown,) = blocks(README, "text")
    printed = arena("run", str(ROOT / "examples/quickstart.toml"), "--out", str(tmp_path / "run"), cwd=tmp_path)
    assert shown.strip() in printed, f"the table of README.md is not the demo's any more; it prints\n{printed}"
    assert "ok: " in arena("verify", str(tmp_path / "run"), cwd=tmp_path)
