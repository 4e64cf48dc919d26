"""Adaptive schedule: bouts go where the ranking is least certain, until the order is settled or the budget is spent.

Pure, and it follows from the results alone. After a start in which everybody meets, the ratings are looked at, each
time with a fifth more bouts than the last. *Neighbours* are two that follow each other in the ranking. They are settled
when their difference is sure at 5%, corrected for all pairs of the field (Holm) and for all the looks that the budget
allows (Bonferroni), so that the order that it ends with is wrong in at most 5% of tournaments. The next bouts go one by
one to the neighbours that would still be the least certain with what they have been given (the smallest difference in
standard errors, which shrink as 1/sqrt(bouts)), but no more than half of them to any two. They meet in the variant in
which they have met least; further seats go to those next to them in the ranking.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final

from arena.schedules.schedule import Variant
from arena.statistics.analysis import Analysis, Pair
from arena.statistics.compare import ERROR_RATE

GROWTH: Final = 1.2
START: Final = 4  # bouts of every line-up of the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """Two that follow each other in the ranking; `z`: their difference in standard errors; `settled`: it is sure."""

    better: str
    worse: str
    z: float
    settled: bool


def looks(start: int, budget: int) -> int:
    """Return how many times the ratings can be looked at between so many bouts at the start and the budget."""
    return 1 + max(0, math.ceil(math.log(max(budget, 1) / max(start, 1)) / math.log(GROWTH) - 1e-9))


def next_size(done: int, budget: int) -> int:
    """Return how many bouts to play before the next look."""
    return min(max(1, math.ceil(done * (GROWTH - 1))), max(0, budget - done))


def neighbours(analysis: Analysis, *, looks: int) -> list[Neighbours]:
    """Return all neighbours in the ranking, from the top."""
    table = analysis.final
    if table is None:
        return []
    pairs = {frozenset((pair.better, pair.worse)): pair for pair in table.pairs}
    return [
        _neighbours(one.name, other.name, pairs.get(frozenset((one.name, other.name))), looks)
        for one, other in zip(table.rows, table.rows[1:], strict=False)
    ]


def _neighbours(one: str, other: str, pair: Pair | None, looks: int) -> Neighbours:
    if pair is None:
        return Neighbours(better=one, worse=other, z=0.0, settled=False)
    z = -NormalDist().inv_cdf(max(pair.p, 1e-15) / 2)
    return Neighbours(better=one, worse=other, z=z, settled=pair.adjusted * looks <= ERROR_RATE)


def shared_out(found: Sequence[Neighbours], met: Counter[frozenset[str]], size: int) -> list[tuple[str, str]]:
    """Return for each of `size` bouts the neighbours that it is for; `met`: the bouts of each pair so far."""
    open_ones = [one for one in found if not one.settled]
    most = size if len(open_ones) == 1 else math.ceil(size / 2)
    given: Counter[int] = Counter()

    def certainty(place: int) -> tuple[float, int]:
        one = open_ones[place]
        had = max(1, met[frozenset((one.better, one.worse))])
        # Rounded: the last digits may differ from machine to machine, and who plays must not.
        return round((0.1 + one.z) * math.sqrt((had + given[place]) / had), 6), place

    bouts = []
    for _ in range(size):
        places = [place for place in range(len(open_ones)) if given[place] < most]
        if not places:
            break
        place = min(places, key=certainty)
        given[place] += 1
        bouts.append((open_ones[place].better, open_ones[place].worse))
    return bouts


def table_for(pair: tuple[str, str], ranking: Sequence[str], sides: int) -> tuple[str, ...]:
    """Return who sits at a table for two neighbours: they, and those next to them, above and below in turn."""
    low, high = sorted(ranking.index(name) for name in pair)
    chosen = [low, high]
    up, down = low - 1, high + 1
    while len(chosen) < sides:
        above = up >= 0 and (down >= len(ranking) or len(chosen) % 2 == 0)
        chosen.append(up if above else down)
        up, down = (up - 1, down) if above else (up, down + 1)
    return tuple(ranking[place] for place in sorted(chosen))


def next_tables(
    found: Sequence[Neighbours],
    ranking: Sequence[str],
    variants: Sequence[Variant],
    played: Sequence[tuple[Variant, tuple[str, ...]]],
    *,
    size: int,
) -> list[tuple[Variant, tuple[str, ...]]]:
    """Return the tables of the next `size` bouts; `played`: variant and names of every bout so far."""
    met: Counter[frozenset[str]] = Counter()
    by_variant: Counter[tuple[frozenset[str], Variant]] = Counter()
    for variant, names in played:
        for pair in map(frozenset, combinations(sorted(set(names)), 2)):
            met[pair] += 1
            by_variant[pair, variant] += 1
    tables = []
    for better, worse in shared_out(found, met, size):
        pair = frozenset((better, worse))
        variant = min(variants, key=lambda one: by_variant[pair, one])
        by_variant[pair, variant] += 1
        tables.append((variant, table_for((better, worse), ranking, variant.sides)))
    return tables
