"""Means and rates over bouts with 95% intervals, and the little of Student's distribution that they need.

`ratio` is the classical ratio estimator of a stratified cluster sample (Cochran, Sampling Techniques, 3rd edition,
sections 6.3 and 6.10): a bout is a cluster, the line-ups are strata, because who meets whom is the schedule's doing and
no chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

LEVEL: Final = 0.95
_NONE: Final = 1e-15  # a variance that is none: all bouts came out the same
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with its 95% interval, from `bouts` bouts. `low` or `high` None: no bound is known."""

    mean: float
    low: float | None
    high: float | None
    bouts: int

    @property
    def half(self) -> float | None:
        """Half the width of the interval; None where a bound is missing."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def t_two_sided(t: float, df: float) -> float:
    """Return how probable it is that Student's t with `df` degrees of freedom is as far from 0 as `t` or farther."""
    if not math.isfinite(t):
        return 0.0 if math.isinf(t) else 1.0
    return _incomplete_beta(df / (df + t * t), t * t / (df + t * t), df / 2, 0.5)


@lru_cache(maxsize=4096)
def t_quantile(df: float, level: float = LEVEL) -> float:
    """Return the t whose two tails together hold 1 - level: Newton on `t_two_sided`, halving where that leaps out."""
    low, high = 0.0, 2.0
    while t_two_sided(high, df) > 1 - level:
        high *= 2
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    t = (low + high) / 2
    for _ in range(80):
        over = t_two_sided(t, df) - (1 - level)
        low, high = (t, high) if over > 0 else (low, t)
        step = over / (2 * scale * (1 + t * t / df) ** (-(df + 1) / 2))
        moved = t + step if low < t + step < high else (low + high) / 2
        if abs(moved - t) < 1e-13 * moved:
            break
        t = moved
    return t


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function by its continued fraction (DLMF 8.17.22); `rest` is 1 - x."""
    if x <= 0 or rest <= 0:
        return float(rest <= 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(rest, x, b, a)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            c, d = 1 + term / c, 1 / (1 + term * d)
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return math.exp(front) * value / a


@dataclass(frozen=True, slots=True)
class Spread:
    """A ratio of sums, the variance of its estimate and its degrees of freedom (0: no variance is known)."""

    ratio: float
    variance: float
    df: float
    bouts: int


def spread(y: Floats, x: Floats, strata: Ints) -> Spread | None:
    """Return sum(y) / sum(x) over bouts with its variance within strata; None where sum(x) is 0.

    Strata of a single bout are thrown together: their differences then count as chance, which can only widen.
    """
    total, bouts = float(x.sum()), len(x)
    if total <= 0:
        return None
    ratio = float(y.sum()) / total
    if bouts < 2:
        return Spread(ratio, 0.0, 0.0, bouts)
    error = y - ratio * x
    group = grouped(strata)
    count = np.bincount(group)
    mean = np.bincount(group, error) / np.maximum(count, 1)
    squares = np.bincount(group, (error - mean[group]) ** 2)
    used = count > 1
    part = count[used] / (count[used] - 1) * squares[used] / total**2
    variance = float(part.sum())
    df = variance**2 / float((part**2 / (count[used] - 1)).sum()) if variance > 0 else float(bouts - 1)
    return Spread(ratio, variance, df, bouts)


def grouped(strata: Ints) -> Ints:
    """Return the stratum of each bout, those of a single bout thrown together; all one if that leaves one alone."""
    _, group, size = np.unique(strata, return_inverse=True, return_counts=True)
    group = np.where(size[group] == 1, len(size), group)
    return np.zeros_like(group) if (group == len(size)).sum() == 1 else group


def ratio_estimate(y: Floats, x: Floats, strata: Ints) -> Estimate | None:
    """Return sum(y) / sum(x) with Student's interval, as for points per deal; None where there is no x.

    Where all bouts came out the same nothing is known of how far off it may be: it has no interval.
    """
    found = spread(y, x, strata)
    if found is None:
        return None
    if not found.df or found.variance <= _NONE:
        return Estimate(mean=found.ratio, low=None, high=None, bouts=found.bouts)
    half = t_quantile(found.df) * math.sqrt(found.variance)
    return Estimate(mean=found.ratio, low=found.ratio - half, high=found.ratio + half, bouts=found.bouts)


def share_estimate(y: Floats, x: Floats, strata: Ints) -> Estimate | None:
    """Return a share between 0 and 1 with Wilson's interval for the number of plain trials that it is worth.

    Where all bouts came out the same nothing varies; then with 95% certainty less than q of all bouts would come out
    otherwise, (1 - q)^n = 2.5%, and the share cannot be farther off than q.
    """
    found = spread(y, x, strata)
    if found is None:
        return None
    p, n = found.ratio, found.bouts
    if not found.df:
        return Estimate(mean=p, low=None, high=None, bouts=n)
    if found.variance <= _NONE or not 0 < p < 1:
        far = 1 - ((1 - LEVEL) / 2) ** (1 / n)
        return Estimate(mean=p, low=max(0.0, p - far), high=min(1.0, p + far), bouts=n)
    t = t_quantile(found.df)
    trials = p * (1 - p) / found.variance
    middle = (p + t * t / (2 * trials)) / (1 + t * t / trials)
    half = t / (1 + t * t / trials) * math.sqrt(p * (1 - p) / trials + t * t / (4 * trials**2))
    return Estimate(mean=p, low=middle - half, high=middle + half, bouts=n)
