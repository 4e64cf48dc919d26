"""Who is better than whom for sure: every pair tested, corrected for their number (Holm 1979), and told as places.

A place is a range: one more than the entrants that are surely better, up to all but those surely worse. Two entrants
that share a letter have not been told apart. The chance that anything false is said about a whole field of equals is at
most 5%.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.statistics.estimate import Floats, t_two_sided
from arena.statistics.ratings import Fit, deficit

ERROR_RATE: Final = 0.05
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The difference of two entrants in log-odds, its standard error, degrees of freedom, and what a test says of it.

    `p` is that of the pair alone, `adjusted` corrected for all pairs of the field.
    """

    one: int
    other: int
    difference: float
    error: float | None
    df: int
    p: float
    adjusted: float = 1.0

    @property
    def sure(self) -> bool:
        """Whether the two differ for sure."""
        return self.adjusted <= ERROR_RATE


def contrasts(found: Fit) -> tuple[Contrast, ...]:
    """Return every pair of entrants of a fit, tested, with the correction for their number."""
    pairs = [contrast(found, one, other) for one, other in combinations(range(len(found.names)), 2)]
    return corrected(pairs)


def contrast(found: Fit, one: int, other: int) -> Contrast:
    """Return the test of one pair, not corrected for others.

    Between classes (one has always finished before the other) it is the chance of that, each bout taken as one game.
    Nothing is said of who has one observation alone: its rating fits that exactly, which tells nothing of its error.
    """
    df = found.observations(one, other) - 1
    difference = float(found.theta[one] - found.theta[other])
    connection = found.connection
    if connection.field[one] != connection.field[other]:
        return Contrast(one=one, other=other, difference=difference, error=None, df=df, p=1.0)
    if connection.level[one] != connection.level[other]:
        moved, fixed = (other, one) if connection.regular(one) else (one, other)
        p = min(1.0, 2 * math.exp(-deficit(found, moved, float(found.theta[fixed]))))
        return Contrast(one=one, other=other, difference=difference, error=None, df=df, p=p)
    if min(found.observations(one), found.observations(other)) < 2:
        return Contrast(one=one, other=other, difference=difference, error=None, df=df, p=1.0)
    return wald(one, other, difference, found.covariance, df)


def wald(one: int, other: int, difference: float, covariance: Floats, df: int) -> Contrast:
    """Return the contrast of two entrants by its standard error."""
    variance = float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
    error = math.sqrt(max(variance, 0.0))
    if df < 1:
        return Contrast(one=one, other=other, difference=difference, error=None, df=df, p=1.0)
    return Contrast(one=one, other=other, difference=difference, error=error, df=df, p=p_value(difference, error, df))


def p_value(difference: float, error: float, df: int) -> float:
    """Return how probable so large a difference is by chance.

    It is never less than the chance that as many coins as there are observations (df + 1) all fall on one side. A few
    bouts of few games come out alike, or nearly, by chance alone, and Student's t knows nothing of that.
    """
    if abs(difference) < 1e-9:
        return 1.0
    coins = min(1.0, 2.0**-df)
    return max(coins, t_two_sided(difference / error, df)) if error > 1e-9 else coins


def corrected(pairs: Sequence[Contrast]) -> tuple[Contrast, ...]:
    """Return the pairs with their p-values adjusted by Holm's step-down method."""
    order = sorted(range(len(pairs)), key=lambda place: pairs[place].p)
    adjusted, highest = [1.0] * len(pairs), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, pairs[place].p * (len(pairs) - rank)))
        adjusted[place] = highest
    return tuple(replace(pair, adjusted=value) for pair, value in zip(pairs, adjusted, strict=True))


def better(pairs: Sequence[Contrast], count: int) -> NDArray[np.bool_]:
    """Return who is surely better than whom (row better than column)."""
    found = np.zeros((count, count), dtype=bool)
    for pair in pairs:
        if pair.sure:
            winner, loser = (pair.one, pair.other) if pair.difference > 0 else (pair.other, pair.one)
            found[winner, loser] = True
    return found


def places(sure: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return by entrant the first and last place that it may have."""
    count = len(sure)
    return [(1 + int(sure[:, i].sum()), count - int(sure[i].sum())) for i in range(count)]


def letters(sure: NDArray[np.bool_], order: Sequence[int]) -> list[str]:
    """Return by entrant its letters: two share one exactly when neither is surely better (Piepho 2004).

    `order` has the entrants from the best to the last, so that a comes first.
    """
    different = sure | sure.T
    groups: list[set[int]] = [set(order)]
    for one in order:
        for other in order:
            if not different[one, other]:
                continue
            split = [group for group in groups if one in group and other in group]
            groups = [group for group in groups if group not in split]
            groups += [part for group in split for part in (group - {one}, group - {other})]
            groups = [
                g for n, g in enumerate(groups) if not any(g < h or (g == h and m < n) for m, h in enumerate(groups))
            ]
    rank = {entrant: place for place, entrant in enumerate(order)}
    groups.sort(key=lambda group: sorted(rank[entrant] for entrant in group))
    return ["".join(letter(n) for n, group in enumerate(groups) if i in group) for i in range(len(sure))]


def letter(number: int) -> str:
    """Return a, b, ... z, then a1, b1 and so on."""
    turn, place = divmod(number, len(_LETTERS))
    return _LETTERS[place] + (str(turn) if turn else "")
