"""Bootstrap over bouts: slow, without formulas, and what the fast intervals are checked against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from arena.statistics.estimate import LEVEL, Floats
from arena.statistics.facts import BoutFact

_SEED: Final = 40_961  # any fixed number: the same interval for the same bouts


def bootstrap(
    bouts: Sequence[BoutFact], statistic: Callable[[Sequence[BoutFact]], float], *, times: int = 1000
) -> tuple[float, float]:
    """Return the 95% percentile interval of a statistic: bouts are drawn anew within each line-up."""
    lineups: dict[object, list[BoutFact]] = {}
    for bout in bouts:
        lineups.setdefault(bout.lineup, []).append(bout)
    generator = np.random.Generator(np.random.PCG64(_SEED))
    values: Floats = np.empty(times)
    for turn in range(times):
        drawn = [
            group[place]
            for group in lineups.values()
            for place in (generator.random(len(group)) * len(group)).astype(int)
        ]
        values[turn] = statistic(drawn)
    low, high = np.quantile(values, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return float(low), float(high)
