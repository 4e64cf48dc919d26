"""A small sample of `make calibrate`: that it runs, can fail, and finds nothing grossly wrong."""

from __future__ import annotations

from benchmarks.calibrate import Outcome, Share, calibrate, tournament, truth


def test_a_small_sample_keeps_what_is_promised() -> None:
    found = calibrate(12, tests=8)
    assert len(found) == 10
    assert [str(one) for one in found if not one.ok] == []


def test_the_truth_of_equals() -> None:
    wins, points = truth([0.0] * 4, 3)
    assert all(abs(share - 1 / 3) < 1e-12 for share in wins)
    assert all(abs(value) < 1e-12 for value in points)


def test_a_wrong_truth_is_found() -> None:
    """The same tournaments against strengths that are not theirs: the intervals do not hold them."""
    outcome = Outcome()
    for number in range(0, 8, 2):
        tournament(number, outcome)
    assert outcome.ratings.rate > 0.85
    wrong = Share()
    wrong.add(40, 60)
    wrong.add(44, 60)
    assert wrong.rate + 3 * wrong.error < 0.93


def test_shares_count_tournaments_not_intervals() -> None:
    share = Share()
    for hits in (10, 0, 10, 0):
        share.add(hits, 10)
    assert share.rate == 0.5
    assert share.error == 0.25
