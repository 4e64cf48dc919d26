from __future__ import annotations

import random

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.statistics.facts import BoutFact, in_order
from arena.statistics.ratings import ELO, fit, rating
from tests.stats.synthetic import bout, duel, game, tournament


def elo(bouts: list[BoutFact]) -> dict[str, float]:
    found = fit(in_order(bouts))
    return {name: rating(found, place).mean for place, name in enumerate(found.names)}


def test_two_sides_agree_with_a_logistic_regression() -> None:
    generator = np.random.default_rng(3)
    bouts = tournament(generator.normal(0, 0.7, 6).tolist(), sides=2, bouts=12, games=2, generator=generator)
    rows, won = [], []
    for one in bouts:
        for played in one.games:
            row = np.zeros(6)
            row[int(played.entrants[0][3:])], row[int(played.entrants[1][3:])] = 1, -1
            rows.append(row[1:])
            won.append(played.won[0])
    logit = sm.Logit(np.array(won), np.array(rows)).fit(disp=0)
    theta = np.concatenate([[0.0], logit.params])
    expected = (theta - theta.mean()) * ELO
    assert list(elo(bouts).values()) == pytest.approx(expected.tolist(), abs=0.01)


def test_the_interval_of_single_games_is_that_of_a_robust_logistic_regression() -> None:
    generator = np.random.default_rng(5)
    bouts = tournament([0.5, 0.0], sides=2, bouts=200, generator=generator)
    x = np.array([1.0 if g.entrants[0] == "bot00" else -1.0 for b in bouts for g in b.games])
    y = np.array([g.won[0] for b in bouts for g in b.games])
    groups = np.repeat(np.arange(200), 2)
    logit = sm.Logit(y, x[:, None]).fit(disp=0, cov_type="cluster", cov_kwds={"groups": groups})
    found = fit(bouts)
    mine = float(found.influence[:, 0] @ found.influence[:, 0]) ** 0.5 * 2  # of the difference
    assert mine == pytest.approx(float(logit.bse[0]), rel=0.01)


@pytest.mark.parametrize("sides", [2, 3, 4, 9])
def test_orders_agree_with_another_plackett_luce(sides: int) -> None:
    generator = np.random.default_rng(sides)
    count = max(sides, 5)
    bouts = tournament(
        generator.normal(0, 0.6, count).tolist(), sides=sides, bouts=3 if sides > 4 else 5, generator=generator
    )
    orders = [tuple(int(g.entrants[side][3:]) for side in np.argsort(g.places)) for one in bouts for g in one.games]
    theta = choix.ilsr_rankings(count, orders, max_iter=2000, tol=1e-9)
    expected = (theta - theta.mean()) * ELO
    assert list(elo(bouts).values()) == pytest.approx(expected.tolist(), abs=0.05)


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn = [duel("a", "b", "wd"), duel("a", "b", "dl", number=1), duel("a", "b", "wd", number=2)]
    split = [duel("a", "b", "wwwl"), duel("a", "b", "wlll", number=1), duel("a", "b", "wwwl", number=2)]
    assert elo(drawn) == pytest.approx(elo(split))


def test_a_tie_of_three_is_the_mean_of_all_orders() -> None:
    names = ("a", "b", "c", "d")
    rest = [bout(game(names, p), number=n) for n, p in enumerate([(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)], start=1)]
    tied = [bout(game(names, (1, 1, 1, 0)))]
    orders = [(1, 2, 3, 0), (1, 3, 2, 0), (2, 1, 3, 0), (3, 1, 2, 0), (2, 3, 1, 0), (3, 2, 1, 0)]
    weighted = [bout(*(game(names, order) for order in orders))]
    six = [BoutFact(variant="v", names=names, number=one.number, games=one.games * 6) for one in [*tied, *rest]]
    assert elo(six) == pytest.approx(elo([*weighted, *six[1:]]), abs=1e-6)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), sides=st.integers(2, 4))
def test_the_order_of_games_does_not_matter(seed: int, sides: int) -> None:
    generator = np.random.default_rng(seed)
    bouts = tournament(generator.normal(0, 0.5, 4).tolist(), sides=sides, bouts=3, games=2, generator=generator)
    shuffled = bouts[:]
    random.Random(seed).shuffle(shuffled)
    one, other = fit(in_order(bouts)), fit(in_order(shuffled))
    assert (one.theta == other.theta).all(), "equal to the last bit"
    assert (one.covariance == other.covariance).all()


def test_luck_that_the_copies_of_a_deal_share_does_not_shrink_the_interval() -> None:
    generator = np.random.default_rng(11)
    kept = 0
    for _ in range(60):
        found = fit(tournament([0.0, 0.0, 0.0], sides=2, bouts=10, games=2, luck=2.0, generator=generator))
        kept += all(abs(rating(found, n).mean) <= (rating(found, n).half or 0) for n in range(3))
    assert kept >= 45  # of 60; three intervals at once hold about 87% of the time


DEGENERATE = {
    "a single game": [bout(game(("a", "b"), (0, 1)))],
    "a single draw": [bout(game(("a", "b"), (0, 0)))],
    "one wins all": [duel("a", x, "ww", number=n) for n in range(3) for x in "bcd"] + [duel("b", "c", "wl")],
    "one loses all": [duel("a", x, "ll", number=n) for n in range(3) for x in "bcd"] + [duel("b", "c", "wl")],
    "a ladder": [duel("a", "b", "ww"), duel("b", "c", "ww"), duel("c", "d", "ww")],
    "two groups": [duel(*pair, "wl", number=n) for n in range(3) for pair in (("a", "b"), ("c", "d"))],
    "two groups, decided": [duel(*pair, "ww", number=n) for n in range(3) for pair in (("a", "b"), ("c", "d"))],
    "only draws": [duel("a", "b", "dd", number=n) for n in range(5)],
    "itself": [BoutFact(variant="v", names=("a",), number=0, games=(game(("a", "a"), (0, 1)),))],
    "nine in one game": [bout(game("abcdefghi", range(9)))],
    "nine level": [bout(game("abcdefghi", [0] * 9), number=n) for n in range(2)],
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_fields_are_finite(case: str) -> None:
    found = fit(in_order(DEGENERATE[case]))
    assert np.isfinite(found.theta).all() and np.isfinite(found.covariance).all()
    assert np.abs(found.theta * ELO).max() < 3000
    for place in range(len(found.names)):
        known = rating(found, place)
        assert known.low is None or known.low <= known.mean + 1e-9
        assert known.high is None or known.high >= known.mean - 1e-9


def test_who_won_everything_has_a_bound_that_grows_with_the_bouts() -> None:
    bounds = []
    for count in (2, 5, 20):
        mixed = [duel("b", "c", "wl", number=n) for n in range(4)]
        found = fit(in_order([*mixed, *(duel("a", x, "ww", number=n) for n in range(count) for x in "bc")]))
        known = rating(found, 0)
        assert known.high is None and known.low is not None
        bounds.append(known.low)
    assert bounds == sorted(bounds)
    assert bounds[-1] > 300


def test_a_rating_does_not_jump_when_the_first_game_is_lost() -> None:
    """All won: one drawn game more stands for the finite part. That is next to what one draw in many would give."""
    won = [duel("a", "b", "ww", number=n) for n in range(30)]
    nearly = [*won[:-1], duel("a", "b", "wd", number=29)]
    gap = {name: elo(bouts)["a"] - elo(bouts)["b"] for name, bouts in (("won", won), ("nearly", nearly))}
    assert gap["won"] > gap["nearly"] > gap["won"] * 0.7
