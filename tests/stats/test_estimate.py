from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics.bootstrap import bootstrap
from arena.statistics.estimate import ratio_estimate, share_estimate, spread, t_quantile, t_two_sided
from arena.statistics.tallies import heads, tally
from tests.stats.synthetic import duel, tournament


@given(st.floats(0, 60), st.floats(0.5, 5000))
def test_student_is_that_of_scipy(t: float, df: float) -> None:
    assert t_two_sided(t, df) == pytest.approx(2 * float(scipy.stats.t.sf(t, df)), rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("df", [1, 1.5, 2, 5, 30, 1000])
def test_quantile_is_that_of_scipy(df: float) -> None:
    assert t_quantile(df) == pytest.approx(float(scipy.stats.t.ppf(0.975, df)), rel=1e-9)


def test_one_stratum_is_the_textbook_mean() -> None:
    values = np.array([1.0, 4.0, 2.0, 2.5])
    found = ratio_estimate(values, np.ones(4), np.zeros(4, dtype=int))
    assert found is not None and found.half is not None
    low, high = scipy.stats.t.interval(0.95, 3, loc=values.mean(), scale=scipy.stats.sem(values))
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)


def test_a_ratio_is_a_weighted_regression_robust_to_clusters() -> None:
    generator = np.random.default_rng(2)
    x = generator.integers(3, 20, 300).astype(float)
    y = x * 0.4 + generator.normal(0, 2, 300)
    found = spread(y, x, np.zeros(300, dtype=int))
    fitted = sm.WLS(y / x, np.ones(300), weights=x).fit(cov_type="HC0")
    assert found is not None
    assert found.ratio == pytest.approx(float(fitted.params[0]))
    assert found.variance**0.5 == pytest.approx(float(fitted.bse[0]), rel=0.005)


def test_who_one_met_is_no_chance() -> None:
    """Against the strong always 20%, against the weak always 80%, each with a little luck: the mean is 50% for sure."""
    y = np.array([0.2, 0.21, 0.19, 0.2, 0.8, 0.81, 0.79, 0.8])
    strata = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    found, mixed = share_estimate(y, np.ones(8), strata), share_estimate(y, np.ones(8), np.zeros(8, dtype=int))
    assert found is not None and mixed is not None and found.half is not None and mixed.half is not None
    assert found.half < 0.02 < 0.2 < mixed.half


def test_nothing_varies() -> None:
    found = share_estimate(np.ones(10), np.ones(10), np.zeros(10, dtype=int))
    assert found is not None
    assert (found.mean, found.high) == (1, 1)
    assert found.low == pytest.approx(0.025**0.1)
    one = share_estimate(np.ones(1), np.ones(1), np.zeros(1, dtype=int))
    assert one is not None and one.low is one.high is None
    assert share_estimate(np.zeros(3), np.zeros(3), np.zeros(3, dtype=int)) is None, "never pitched: no rate of making"


def test_fast_intervals_are_those_of_the_bootstrap_over_bouts() -> None:
    bouts = tournament([0.4, 0.0, -0.4], sides=2, bouts=40, games=1, luck=1.0, generator=np.random.default_rng(8))

    def share(drawn: object) -> float:
        found = tally(drawn, "bot00").win_share  # type: ignore[arg-type]
        assert found is not None
        return found.mean

    low, high = bootstrap(bouts, share, times=400)
    fast = tally(bouts, "bot00").win_share
    assert fast is not None and fast.low is not None and fast.high is not None
    assert fast.high - fast.low == pytest.approx(high - low, rel=0.2)
    assert fast.low == pytest.approx(low, abs=0.02)


def test_head_to_head() -> None:
    bouts = [duel("a", "b", r, number=n) for n, r in enumerate(["ww", "wl", "wd", "ll", "wl", "dd"])]
    (found,) = heads(bouts, ["a", "b"])
    assert (found.won, found.lost, found.level, found.bouts) == (5, 4, 3, 6)
    assert found.histogram == (1, 0, 3, 1, 1)
    assert found.share.mean == pytest.approx(6.5 / 12)
    assert 0.5 < found.los < 0.9


def test_all_won_has_a_finite_difference_and_no_upper_bound() -> None:
    (found,) = heads([duel("a", "b", "ww", number=n) for n in range(10)], ["a", "b"])
    assert found.elo.high is None
    assert found.elo.low is not None and 0 < found.elo.low < found.elo.mean < 1000


def test_points_that_are_the_same_in_every_bout_are_no_certainty() -> None:
    """Two bouts that came out alike do not say that the third will; no bound follows, as points have no end."""
    found = ratio_estimate(np.array([3.0, 3.0]), np.array([2.0, 2.0]), np.zeros(2, dtype=int))
    assert found is not None and (found.mean, found.low, found.high) == (1.5, None, None)
