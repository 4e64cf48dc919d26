"""One rating over several variants: the mean of an entrant's ratings in them, each variant with the same weight.

So it says how strong a bot is in a variant drawn from these, however many games each took. Bouts of different variants
are independent, so variances add. Where a difference in a variant is known to be large but has no finite estimate, the
error is used that would give the same certainty to the finite number that stands for it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final

import numpy as np

from arena.statistics.compare import Contrast, contrast, corrected, p_value
from arena.statistics.estimate import Estimate, Floats
from arena.statistics.ratings import ELO, Fit, half_width, rating

_CERTAIN: Final = 1 - 1e-9  # a p-value from which on a test says nothing; 1 but for rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Overall:
    """`names` played all variants and are rated; `missing` did not. Contrasts number `names`."""

    names: tuple[str, ...]
    ratings: dict[str, Estimate]
    tested: tuple[Contrast, ...]
    missing: tuple[str, ...]


def pool(fits: Sequence[Fit], hidden: Collection[str]) -> Overall:
    """Return the overall ratings of everyone who played every variant."""
    everyone = sorted({name for found in fits for name in found.names} - set(hidden))
    names = tuple(name for name in everyone if all(name in found.names for found in fits))
    tested = corrected([_pair(fits, names, one, other) for one, other in combinations(range(len(names)), 2)])
    return Overall(
        names=names,
        ratings=_ratings(fits, names),
        tested=tested,
        missing=tuple(name for name in everyone if name not in names),
    )


def _ratings(fits: Sequence[Fit], names: Sequence[str]) -> dict[str, Estimate]:
    """Return the mean ratings, relative to those that have a finite rating in every variant (to all, if none has)."""
    if not names:
        return {}  # of a run that goes on: nobody has played every variant yet
    base = [name for name in names if all(found.connection.regular(found.names.index(name)) for found in fits)] or list(
        names
    )
    frames = []
    for found in fits:
        inside = [found.names.index(name) for name in base]
        frame = np.eye(len(found.names))
        frame[:, inside] -= 1 / len(inside)
        frames.append(frame)
    return {name: _rating(fits, frames, name) for name in names}


def _rating(fits: Sequence[Fit], frames: Sequence[Floats], name: str) -> Estimate:
    mean, low, high, bouts = 0.0, 0.0, 0.0, 0
    known_low = known_high = True
    for found, frame in zip(fits, frames, strict=True):
        entrant = found.names.index(name)
        mean += float(frame[entrant] @ found.theta) * ELO
        bouts += found.bouts_of[entrant]
        plain = rating(found, entrant)
        seen = found.observations(entrant)
        if found.connection.regular(entrant) and seen > 1:
            variance = float(frame[entrant] @ found.covariance @ frame[entrant])
            half = half_width(max(variance, 0.0), seen)
            known_low, known_high = known_low and half is not None, known_high and half is not None
            low, high = (end + ((half or 0.0) * ELO) ** 2 for end in (low, high))
            continue
        known_low &= plain.low is not None
        known_high &= plain.high is not None
        low += (plain.mean - plain.low) ** 2 if plain.low is not None else 0.0
        high += (plain.high - plain.mean) ** 2 if plain.high is not None else 0.0
    count = len(fits)
    return Estimate(
        mean=mean / count,
        low=(mean - math.sqrt(low)) / count if known_low else None,
        high=(mean + math.sqrt(high)) / count if known_high else None,
        bouts=bouts,
    )


def _pair(fits: Sequence[Fit], names: Sequence[str], one: int, other: int) -> Contrast:
    difference, variance, df, comparable = 0.0, 0.0, 0, True
    for found in fits:
        test = contrast(found, found.names.index(names[one]), found.names.index(names[other]))
        difference += test.difference / len(fits)
        df += max(test.df, 0)
        if test.error is not None:
            variance += test.error**2 / len(fits) ** 2
        elif test.p < _CERTAIN:
            variance += (test.difference / NormalDist().inv_cdf(1 - max(test.p, 1e-15) / 2)) ** 2 / len(fits) ** 2
        else:
            comparable = False
    if not comparable or df < 1:
        return Contrast(one=one, other=other, difference=difference, error=None, df=df, p=1.0)
    error = math.sqrt(variance)
    p = p_value(difference, error, df)
    return Contrast(one=one, other=other, difference=difference, error=error, df=df, p=p)
