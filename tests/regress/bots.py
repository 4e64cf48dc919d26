"""Bots for these tests: `greedy` with a rule changed, and small bots of a few lines."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.e2e.runs import BOTS

RULES = {
    "pips": ("PIP = 0.35", "PIP = 0.05"),
    "wins": ("if prize + stake(turn, gain) >= 1.0:", "if prize + stake(turn, gain) >= 5.0:"),
    "bids": ("return safe[0] if last else safe[-1]", "return safe[0]"),
}
SMALL = """\
from pitch_bot import PASS, run
{before}

def choose(turn):
    {first}
    if turn.pick:
        return turn.pick.prefer([])
    return turn.legal[0]


run(choose, name="small", version="1", capacity=8)
"""


def changed_greedy(folder: Path, rule: str) -> Path:
    """Copy greedy to the folder with one rule changed and return the folder."""
    shutil.copytree(BOTS / "greedy", folder, ignore=shutil.ignore_patterns("__pycache__"))
    old, new = RULES[rule]
    main = folder / "main.py"
    text = main.read_text(encoding="utf-8")
    assert text.count(old) == 1
    main.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def small_bot(folder: Path, *, first: str = "pass", before: str = "") -> str:
    """Write a bot that plays the first legal action, after the statement `first`; return its flag."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "small.py").write_text(SMALL.format(first=first, before=before), encoding="utf-8")
    return f"name=small,folder={folder},cmd={{python}} small.py"
