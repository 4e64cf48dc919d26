"""Greedy beats random, counter beats both. The seeds are fixed, so a result changes only when a bot does.

docs/strength.md has every sheet at every seat count.
"""

from __future__ import annotations

import io

import pytest

from referee.variants.catalogue import names
from tests.bots import strength
from tests.bots.strength import SHEETS, interval, margin, measure, share
from tests.bots.tables import Outcome, maker

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("sheet", SHEETS)
def test_greedy_beats_random(sheet: str) -> None:
    measured = measure(sheet, maker("greedy"), maker("random"), bouts=8)
    assert measured.points - measured.points_within > 0, measured
    assert measured.wins > 0.8, measured


# One for each way of playing: sheets that follow, exchange, call partners or win in their own manner, large and small.
UNLIKE = (
    "auction[seats=2]", "auction-backdoor", "abacos[seats=3]", "man-o-war[sides=2]", "barn[sides=2]",
    "reverse[sides=2]",
    "maryland-jack[seats=3]", "contway-three", "cell", "high-five", "juniper", "two-trump[seats=4,sides=2]", "oklahoma",
    "razzle-dazzle", "wahoo", "campbell-ten", "carthage[doubled=true]", "campbell-eleven-five-handed",
    "susqy-river[seats=2]",
    "ten-point[reverse_hierarchy=true]", "ten-point[capture_low=true]", "ten-point-five-handed", "sixteen-point",
    "nine-five", "nine-five-hotshot", "northwest-connecticut",
)  # fmt: skip


@pytest.mark.parametrize("sheet", UNLIKE)
def test_counter_beats_random_whatever_is_played(sheet: str) -> None:
    measured = measure(sheet, maker("counter"), maker("random"), bouts=2)
    assert measured.wins > 0.5, measured


# How many bouts it takes until the better play shows depends on the sheet.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("sheet", "bouts"),
    [
        ("auction", 12),
        ("auction-partners", 12),
        ("roadhouse", 8),
        ("contway", 12),
        ("ten-point", 24),
        ("high-five", 8),
        ("oklahoma", 8),
        ("nine-five", 8),
        ("southeast-missouri", 8),
    ],
)
def test_counter_beats_greedy(sheet: str, bouts: int) -> None:
    measured = measure(sheet, maker("counter"), maker("greedy"), bouts=bouts)
    assert measured.points > 0, measured
    assert measured.wins > 0.5, measured


def test_every_table_is_measured() -> None:
    tables = strength.all_tables()
    assert {table.partition("[")[0] for table in tables} == set(names())
    assert "auction[seats=7,sides=7]" in tables and "two-trump[seats=9,sides=3]" in tables
    assert strength.layout("two-trump[seats=9,sides=3]") == "3x3" and strength.layout("auction") == "4 solo"


def test_the_table_of_all_pairs() -> None:
    out = io.StringIO()
    sheet = "ten-point[max_deals=1]"
    strength.write_all(out, bouts=1, jobs=1, label="test", tables=[sheet], command="this")
    row = next(line for line in out.getvalue().splitlines() if line.startswith("| `ten-point`"))
    assert row.count("%") == len(strength.PAIRS) and "| 2x2 |" in row
    assert "    this\n" in out.getvalue() and "Games for each figure: 2." in out.getvalue()


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
