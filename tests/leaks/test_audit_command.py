"""`arena audit`: what it prints and how it ends."""

from __future__ import annotations

import json
import re

import pytest

from arena.audit.audits import audit_deals, with_option
from arena.cli import main
from arena.errors import GATE, OK, USAGE
from referee.engine import game as game_module
from tests.leaks import planted_engine, planted_sheets
from tests.leaks.planted import PLANTED, Planted

pytestmark = pytest.mark.slow

# The planted leaks that change what stands in a message, as eight deals show; others change who is asked, and when, or
# need rare deals (test_planted_leaks.py).
TOLD_BY_BYTES = (
    "the cards drawn are told to all",
    "the cards laid aside are told to all",
    "the partner is told the hand",
    "face-down throws are shown",
    "a widow handed on is seen",
    "a trump thrown changes the order of events",
    "top of the stock in the snapshot",
    "the next hand in gone",
    "others' throws in gone",
    "choices of the next seat are counted",
    "order of the legal cards by the next hand",
    "time left by cards",
    "frames padded by cards",
    "draws and throws told at the end",
    "the seed follows from the pack",
    "a hand is told before the look",
    "an unlooked hand in the snapshot",
    "forfeited cards are told to all",
    "the lots are told",
    "forfeited cards on offer are told to all",
    "what is thrown for a card taken is told",
    "the partner is known when called",
    "the plain cards not kept are told",
    "a search is told to all",
    "the dead blind is told",
    "the stock is told at the end",
    "who is up shows his cards",
    "forced plays are not asked",
)
LEAKS = [planted for planted in PLANTED if planted.name in TOLD_BY_BYTES]


def test_a_sheet_without_a_leak_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "man-o-war[seats=3]", "--deals", "4"]) == OK
    out = capsys.readouterr().out
    assert out.startswith("ok    man-o-war[seats=3]  4 deals, ")


def test_json_tells_what_was_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "auction", "--deals", "4", "--json", "--seed", "other"]) == OK
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["variant"], row["seed"], row["deals"], row["leaks"]) == ("auction", "other", 4, [])
    assert row["twins"] == {"state": 4, "deal": 4, "unseen": 4} and row["questions"]["call"] >= 4


def test_a_leak_is_told_with_seat_and_bytes_and_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted_engine.stock_top_in_the_snapshot(monkeypatch)
    assert main(["audit", "auction", "--deals", "8"]) == GATE
    out = capsys.readouterr().out
    assert "LEAK  auction" in out and "1 of 1 tables leak" in out
    assert main(["audit", "auction", "--deals", "8", "--json"]) == GATE
    (row,) = json.loads(capsys.readouterr().out)
    leak = next(leak for leak in row["leaks"] if leak["sign"] == "bytes")
    first, last = leak["bytes"]
    assert leak["seat"] in range(4) and leak["method"] in ("state", "deal", "unseen") and 0 <= first <= last
    text = f"seat {leak['seat']}, frame {leak['frame']}, bytes {first} to {last} of "
    assert text in out and f"(bytes; found by {leak['method']})" in out


def test_there_are_enough() -> None:
    assert len(LEAKS) == len(TOLD_BY_BYTES) >= 12


@pytest.mark.parametrize("planted", LEAKS, ids=lambda planted: planted.name.replace(" ", "-"))
def test_each_is_told_with_seat_and_bytes(
    planted: Planted, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command fails with it, names seat, frame, bytes and way, and passes the same deals without it."""
    monkeypatch.setattr(game_module, "_rules", game_module._rules.__wrapped__)
    command = ["audit", planted.spec, "--deals", "8"]
    with monkeypatch.context() as patch:
        planted.plant(patch)
        assert main(command) == GATE
        out = capsys.readouterr().out
        told = re.findall(
            r"^ +seat (\d), frame \d+, bytes (\d+) to (\d+) of .+\(bytes; found by (state|deal|unseen)\)$", out, re.M
        )
        assert told and all(int(first) <= int(last) for _, first, last, _ in told), out
    assert main(command) == OK


def test_a_question_that_tells_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "_rules", game_module._rules.__wrapped__)
    planted_sheets.low_cards_are_left_unasked(monkeypatch)
    assert main(["audit", "man-o-war", "--deals", "40", "--json"]) == GATE
    (row,) = json.loads(capsys.readouterr().out)
    assert "question" in {leak["sign"] for leak in row["leaks"]}


def test_an_unknown_variant_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "auctoin"]) == USAGE
    assert "auction" in capsys.readouterr().err


def test_the_same_seed_finds_the_same() -> None:
    one, other = (audit_deals("contway", seed="s", deals=3) for _ in range(2))
    assert (one.twins, one.frames, one.asked, one.kinds) == (other.twins, other.frames, other.asked, other.kinds)


def test_games_are_short_unless_told_otherwise() -> None:
    assert with_option("auction", "max_deals", "2") == "auction[max_deals=2]"
    assert with_option("auction[max_deals=3,seats=5]", "max_deals", "2") == "auction[max_deals=3,seats=5]"
