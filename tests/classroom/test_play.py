"""A person at the table: legal choices by number, one's own hand alone, any way out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GREEDY = str(ROOT / "sample_bots" / "python" / "greedy")


def sit(*flags: str, typed: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", "play", "--seed", "hello there", *flags]
    return subprocess.run(
        command, input=typed, text=True, capture_output=True, timeout=240, cwd=ROOT, check=False, encoding="utf-8"
    )


def test_a_game_to_its_end() -> None:
    done = sit("--bot", GREEDY, "--variant", "auction-partners[max_deals=1]", typed="nonsense\n99\n" + "1\n" * 20)
    assert (done.returncode, done.stderr) == (0, ""), "no line of a log either"
    assert done.stdout.count("That is none of them") == 2
    assert "=== The game is over" in done.stdout and "Your side is 0" in done.stdout
    dealt = set(re.findall(r"your hand: (.*)", done.stdout)[0].split())
    assert len(dealt) == 6
    before_play = done.stdout.partition("Which card do you play?")[0].partition("===")[2]
    cards = set(re.findall(r"\b(?:[2-9TJQKA][CDHS])\b", before_play.partition("the bid is")[0]))
    assert cards == dealt, "somebody else's cards were shown"


@pytest.mark.parametrize("typed", ["q\n", ""])
def test_leaving(typed: str) -> None:
    done = sit("--bot", GREEDY, typed=typed)
    assert done.returncode == 0 and "You left the table." in done.stdout, done.stderr


def test_sets_of_cards_are_asked_for_by_name() -> None:
    done = sit("--bot", GREEDY, "--variant", "ten-point[max_deals=1]", typed="1\n" * 3 + "XX\n" * 2 + "q\n")
    assert done.returncode == 0, done.stderr
    assert "names with spaces between" in done.stdout or "Your bid?" in done.stdout


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--bot", GREEDY, "--seat", "4"), "seats 0 to 3"),
        (("--bot", "nowhere"), "there is no bot.toml"),
        (("--bot", GREEDY, "--variant", "auction-partner"), "auction-partners"),
    ],
)
def test_what_is_wrong_is_told(flags: tuple[str, ...], told: str) -> None:
    done = sit(*flags, typed="")
    assert done.returncode == 2 and told in done.stderr
