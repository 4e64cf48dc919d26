"""Greedy beats random and counter beats greedy. The seeds are fixed, so a result changes only when a bot does."""

from __future__ import annotations

import pytest

from tests.bots.strength import SHEETS, interval, margin, measure, share
from tests.bots.tables import Outcome, maker


@pytest.mark.parametrize("sheet", SHEETS)
def test_greedy_beats_random(sheet: str) -> None:
    measured = measure(sheet, maker("greedy"), maker("random"), bouts=8)
    assert measured.points - measured.points_within > 0, measured
    assert measured.wins > 0.8, measured


# How many bouts it takes until the interval is clear of zero depends on the sheet.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("sheet", "bouts"),
    [
        ("auction", 12),
        ("auction-partners", 12),
        ("roadhouse", 8),
        ("partnership-draw", 30),
        ("ten-point", 8),
        ("contway", 30),
    ],
)
def test_counter_beats_greedy(sheet: str, bouts: int) -> None:
    measured = measure(sheet, maker("counter"), maker("greedy"), bouts=bouts)
    assert measured.points > 0, measured
    assert measured.wins > 0.5, measured


def test_a_bot_is_as_strong_as_itself() -> None:
    measured = measure("auction[max_deals=4]", maker("greedy"), maker("greedy"), bouts=5)
    assert measured.wins == 0.5
    assert measured.points == 0


def test_shares_and_margins() -> None:
    outcome = Outcome(scores=(9, 2, -1, 4), winners=(0,), deals=5, answers=())
    assert share(outcome, (0, 1, 0, 1)) == 1.0 and share(outcome, (1, 0, 1, 0)) == 0.0
    assert margin(outcome, (0, 1, 0, 1)) == pytest.approx((4 - 3) / 5)
    draw = Outcome(scores=(5, 5), winners=(0, 1), deals=2, answers=())
    assert share(draw, (0, 1)) == 0.5 and margin(draw, (0, 1)) == 0
    assert share(Outcome(scores=(7, 0, 0), winners=(0,), deals=1, answers=()), (0, 1, 0)) == 1.0


def test_intervals() -> None:
    mean, within = interval([0.0, 1.0, 0.0, 1.0])
    assert mean == 0.5 and within == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)
