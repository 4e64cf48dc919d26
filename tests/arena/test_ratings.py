from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Sample, Standings, Tally, t_quantile

# From printed tables.
TABLE = {1: 12.7062, 2: 4.3027, 5: 2.5706, 10: 2.2281, 20: 2.0860, 30: 2.0423, 40: 2.0211, 60: 2.0003, 120: 1.9799}


@pytest.mark.parametrize("degrees", TABLE)
def test_student(degrees: int) -> None:
    assert t_quantile(degrees) == pytest.approx(TABLE[degrees], abs=1e-4)


def test_student_falls_towards_the_normal() -> None:
    values = [t_quantile(degrees) for degrees in range(1, 2000)]
    assert values == sorted(values, reverse=True)
    assert t_quantile(10**9) == pytest.approx(1.959964, abs=1e-6)


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=50))
def test_interval_is_the_textbook_one(values: list[float]) -> None:
    sample = Sample()
    for value in values:
        sample.add(value)
    estimate = sample.estimate()
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert estimate.mean == pytest.approx(statistics.fmean(values), abs=1e-9)
    assert estimate.half == pytest.approx(t_quantile(len(values) - 1) * error, rel=1e-6, abs=1e-6)


def test_one_bout_has_no_interval() -> None:
    sample = Sample()
    sample.add(3.0)
    assert sample.estimate().mean == 3.0
    assert sample.estimate().half is None


def test_standings() -> None:
    table = Standings(["a", "b", "c"])
    table.add_bout({"a": Tally(games=4, wins=3, score=20, deals=10), "b": Tally(games=4, wins=1, score=-5, deals=10)})
    table.add_bout({"a": Tally(games=4, wins=2, score=10, deals=20), "b": Tally(games=4, wins=2, score=20, deals=20)})
    table["b"].fault("late")
    first, second = table.ranked()
    assert (first.name, first.bouts, first.games, first.wins) == ("a", 2, 8, 5)
    assert first.points.mean == pytest.approx(1.25)
    assert first.share.mean == pytest.approx(0.625)
    assert second.faults == {"late": 1}


def test_the_house_has_no_standing() -> None:
    table = Standings(["a"])
    table.add_bout({"a": Tally(games=1, wins=1, score=1, deals=1), "house": Tally(games=1, deals=1)})
    assert [standing.name for standing in table.ranked()] == ["a"]
