"""`arena replay rerun`, `branch`, `grep` and `stats`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.runs import BOTS, arena

pytestmark = pytest.mark.slow


def file_of(played: Path) -> Path:
    return next((played / "replays").glob("contway*"))


def test_a_game_played_again_is_the_same_or_it_is_told_where_not(played: Path) -> None:
    words = ("replay", "rerun", file_of(played), "--game", 1, "--bot", BOTS / "random")
    status, out, err = arena(*words, "--bot", BOTS / "greedy")
    assert status == 0 and "are as recorded" in out, err
    another = f"name=greedy,folder={BOTS / 'random'},cmd={{python}} main.py"
    status, out, err = arena(*words, "--bot", another)
    assert status == 3 and "in the game: recorded " in out, err
    status, _, err = arena(*words)
    assert status == 2 and "greedy sat in this game: give its bot" in err


def test_playing_on(played: Path) -> None:
    bots = f"{BOTS / 'greedy'},{BOTS / 'random'}"
    words = ("--game", 1, "--decision", "1.3", "--bots", bots, "--times", 3)
    status, out, err = arena("replay", "branch", file_of(played), *words)
    assert status == 0 and "from deal 1, decision 3 on, 3 times" in out and "side 1 (random): " in out, err
    assert arena("replay", "branch", file_of(played), *words)[1] == out, "the seeds are the same"
    status, _, err = arena("replay", "branch", file_of(played), *words[:-3], ",".join([bots] * 2), "--times", 3)
    assert status == 2 and "4 bots are named, and the game has 2 sides" in err


def test_finding_and_counting(played: Path) -> None:
    status, out, err = arena("replay", "stats", played)
    assert status == 0, err
    counts = json.loads(out)
    status, out, _ = arena("replay", "grep", played, "--where", "winner=greedy")
    won, of = counts["won"]["greedy"].split(" of ")
    assert len(out.splitlines()) == int(won) and int(of) == counts["games"]
    assert arena("replay", "grep", played, "--where", "fault=any")[0] == 3
    status, _, err = arena("replay", "grep", played, "--where", "winer=x")
    assert status == 2 and "did you mean 'winner'" in err
