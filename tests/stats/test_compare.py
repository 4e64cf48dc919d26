from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from arena.statistics.compare import Contrast, better, contrasts, corrected, letters, places
from arena.statistics.facts import BoutFact, in_order
from arena.statistics.overall import pool
from arena.statistics.ratings import ELO, fit, rating
from arena.statistics.selftest import self_test
from tests.stats.synthetic import bout, duel, game, tournament


def pair(one: int, other: int, p: float, difference: float = 1.0) -> Contrast:
    return Contrast(one=one, other=other, difference=difference, error=1.0, df=9, p=p)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_correction_is_that_of_statsmodels(values: list[float]) -> None:
    found = corrected([pair(0, 1, p) for p in values])
    assert [one.adjusted for one in found] == pytest.approx(multipletests(values, method="holm")[1].tolist())


def test_places_are_ranges() -> None:
    sure = np.zeros((4, 4), dtype=bool)
    sure[0, 2] = sure[0, 3] = sure[1, 3] = True
    assert places(sure) == [(1, 2), (1, 3), (2, 4), (3, 4)]
    assert letters(sure, [0, 1, 2, 3]) == ["a", "ab", "bc", "c"]


@given(st.integers(2, 8), st.randoms(use_true_random=False))
def test_two_share_a_letter_exactly_when_they_are_not_told_apart(count: int, chance: object) -> None:
    sure = np.zeros((count, count), dtype=bool)
    for one, other in combinations(range(count), 2):
        sure[one, other] = chance.random() < 0.4  # type: ignore[attr-defined]
    found = letters(sure, list(range(count)))
    for one, other in combinations(range(count), 2):
        assert bool(set(found[one]) & set(found[other])) is not bool(sure[one, other])


def test_equals_are_seldom_told_apart() -> None:
    generator, false = np.random.default_rng(21), 0
    for _ in range(100):
        found = fit(tournament([0.0] * 5, sides=2, bouts=3, luck=1.0, generator=generator))
        false += bool(better(contrasts(found), 5).any())
    assert false <= 5 + 3 * 2.2


def test_the_strong_are_told_from_the_weak_and_nobody_is_put_the_wrong_way() -> None:
    strengths = [1.5, 1.4, 0.0, -1.5]
    found = fit(tournament(strengths, sides=2, bouts=30, generator=np.random.default_rng(1)))
    sure = better(contrasts(found), 4)
    assert sure[0, 2] and sure[1, 3] and sure[2, 3]
    assert not np.tril(sure).any()


def test_one_who_lost_every_game_is_surely_worse() -> None:
    bouts = [duel("a", "b", "wl", number=n) for n in range(8)]
    bouts += [duel(x, "z", "ww", number=n) for n in range(8) for x in "ab"]
    found = fit(in_order(bouts))
    sure = better(contrasts(found), 3)
    assert sure.tolist() == [[False, False, True], [False, False, True], [False, False, False]]


def test_a_win_or_two_prove_nothing() -> None:
    for count in (1, 2, 4):
        found = fit([duel("a", "b", "ww", number=n) for n in range(count)])
        assert not better(contrasts(found), 2).any()


@pytest.mark.parametrize(("count", "sides"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_a_few_bouts_that_are_nearly_alike_prove_nothing(count: int, sides: int) -> None:
    """Student's t alone told differences in up to 18 of 40 shuffles of two bouts of three sides."""
    generator = np.random.default_rng(7)
    for _ in range(8):
        games = 18 if sides == 3 else 8
        orders = [[tuple(generator.permutation(sides).tolist()) for _ in range(games)] for _ in range(count)]
        bouts = [bout(*(game("abc"[:sides], order) for order in each), number=n) for n, each in enumerate(orders)]
        found = self_test(fit(bouts), bouts, shuffles=40)
        assert found.told == 0


def test_bouts_that_are_all_alike_are_no_certainty() -> None:
    """Nothing varies in a few of them, and that is no sign that nothing would."""
    for count, result in ((2, "wl"), (2, "wwwl"), (5, "wwwl")):
        found = fit([duel("a", "b", result, number=n) for n in range(count)])
        assert rating(found, 0).half is None
        assert not better(contrasts(found), 2).any()
    many = fit([duel("a", "b", "wwwl", number=n) for n in range(40)])
    assert 20 < (rating(many, 0).half or 0) < 80
    assert better(contrasts(many), 2)[0, 1]
    level = fit([duel("a", "b", "wl", number=n) for n in range(40)])
    assert rating(level, 0).half == pytest.approx(rating(many, 0).half)
    assert not better(contrasts(level), 2).any()
    pooled = pool([many, fit([duel("a", "b", "wl", number=n, variant="w") for n in range(2)])], ())
    assert pooled.ratings["a"].half is None, "one variant of two is not known"


def test_who_played_one_bout_is_not_told_apart() -> None:
    """Its rating fits that bout exactly, so nothing in it seems to vary. Swiss rounds and knockouts have many such."""
    generator, wrong = np.random.default_rng(1), 0
    for _ in range(60):
        bouts = []
        for names in ("abc", "abd"):
            seats = [names[turn:] + names[:turn] for turn in range(3)]
            bouts.append(
                bout(*(game(seat, generator.permutation(3).tolist(), rotation=r) for r, seat in enumerate(seats)))
            )
        found = fit(bouts)
        tested = contrasts(found)
        wrong += any(test.sure for test in tested)
        assert all(test.p == 1 for test in tested if len(set(found.connection.level)) == 1 and test.other >= 2)
    assert wrong <= 3, "of equals at most 5%"


def test_strangers_are_not_compared() -> None:
    bouts = [duel(*names, "wl" if n % 3 else "ww", number=n) for n in range(9) for names in (("a", "b"), ("c", "d"))]
    found = fit(in_order(bouts))
    assert {(one.one, one.other) for one in contrasts(found) if one.p < 1} == {(0, 1), (2, 3)}


def test_the_self_test_passes() -> None:
    bouts = tournament([0.8, 0.0, -0.8], sides=2, bouts=10, luck=1.0, generator=np.random.default_rng(4))
    found = self_test(fit(bouts), bouts)
    assert found.passed and found.shuffles == 100


def test_cutting_bouts_into_games_makes_intervals_too_narrow() -> None:
    bouts = [duel("a", "b", "w" * 10 if n % 2 else "l" * 10, number=n) for n in range(8)]
    torn = [
        BoutFact(variant="v", names=one.names, number=10 * one.number + n, games=(game,))
        for one in bouts
        for n, game in enumerate(one.games)
    ]
    narrow, wide = (rating(fit(in_order(cut)), 0).half or 0 for cut in (torn, bouts))
    assert wide > 2.5 * narrow


def test_the_overall_rating_is_the_mean_over_variants() -> None:
    generator = np.random.default_rng(9)
    small = tournament([0.6, 0.0, -0.6], sides=2, bouts=8, variant="small", generator=generator)
    large = tournament([0.0, 0.6, -0.6], sides=3, bouts=60, variant="large", generator=generator)
    fits = [fit(small), fit(large)]
    found = pool(fits, ())
    for place, name in enumerate(found.names):
        assert found.ratings[name].mean == pytest.approx(float(fits[0].theta[place] + fits[1].theta[place]) * ELO / 2)
    half = [found.ratings["bot00"].half, *(rating(one, 0).half for one in fits)]
    assert half[0] == pytest.approx(((half[1] or 0) ** 2 + (half[2] or 0) ** 2) ** 0.5 / 2)


def test_who_missed_a_variant_is_not_rated_overall() -> None:
    one = [duel("a", "b", "wl", number=n) for n in range(3)]
    other = [duel("a", "c", "wl", number=n, variant="w") for n in range(3)]
    found = pool([fit(one), fit(other)], ())
    assert (found.names, found.missing) == (("a",), ("b", "c"))
