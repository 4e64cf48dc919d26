"""Standings of a tournament as it goes on: what each entrant has done, with the intervals of the reports.

The unit is the bout, and the intervals are those of arena/statistics/estimate.py; here only the sums are kept that they
need, a few numbers for each bout of an entrant.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from arena.schedules.schedule import Bout
from arena.statistics.estimate import Estimate, Floats, Ints, ratio_estimate, share_estimate

Estimator: TypeAlias = Callable[[Floats, Floats, Ints], Estimate | None]


@dataclass(slots=True)
class Tally:
    """What one entrant did in one bout, over all games and sides. `sides` counts each side of each game; `wins`: a draw
    of n sides is 1/n of a win each; `deals` count for each side."""

    games: int = 0
    sides: int = 0
    wins: float = 0.0
    score: int = 0
    deals: int = 0


class Rate:
    """A sum over another, as points per deal, of bouts that come one by one."""

    def __init__(self, estimator: Estimator) -> None:
        self._estimator = estimator
        self._above, self._below, self._strata = array("d"), array("d"), array("q")
        self._known: Estimate | None = None

    def add(self, above: float, below: float, *, stratum: int, observation: int) -> None:
        """Take a bout in; it is part of an observation that is there already, or makes the next one."""
        self._known = None
        if observation < len(self._above):
            self._above[observation] += above
            self._below[observation] += below
            return
        self._above.append(above)
        self._below.append(below)
        self._strata.append(stratum)

    @property
    def mean(self) -> float:
        """The rate so far, 0 before the first bout."""
        below = sum(self._below)
        return sum(self._above) / below if below else 0.0

    def estimate(self) -> Estimate:
        """Return the rate with its interval."""
        if self._known is None:
            sums = np.array(self._above), np.array(self._below), np.array(self._strata, dtype=np.int64)
            nothing = Estimate(mean=0.0, low=None, high=None, bouts=0)
            self._known = self._estimator(*sums) or nothing
        return self._known


@dataclass(slots=True)
class Standing:
    """What is known of one entrant after some bouts: its share of the wins of the sides that it played, its points per
    deal and side."""

    name: str
    bouts: int = 0
    games: int = 0
    wins: float = 0.0
    points: Rate = field(default_factory=lambda: Rate(ratio_estimate))
    share: Rate = field(default_factory=lambda: Rate(share_estimate))
    faults: dict[str, int] = field(default_factory=dict)
    forfeits: int = 0
    _strata: dict[object, int] = field(default_factory=dict)
    _observations: dict[object, int] = field(default_factory=dict)

    def add(self, tally: Tally, bout: Bout, *, shared: bool) -> None:
        """Take a finished bout in; `shared`: all line-ups have the same deals, so bouts of one number are one
        observation."""
        lineup = bout.lineup
        self.bouts += 1
        self.games += tally.games
        self.wins += tally.wins
        stratum = 0 if shared else self._strata.setdefault((lineup.variant.spec, lineup.names), len(self._strata))
        which = (lineup.variant.spec, bout.number, () if shared else lineup.names)
        observation = self._observations.setdefault(which, len(self._observations))
        self.share.add(tally.wins, tally.sides, stratum=stratum, observation=observation)
        self.points.add(tally.score, tally.deals, stratum=stratum, observation=observation)

    def fault(self, kind: str) -> None:
        """Count a fault."""
        self.faults[kind] = self.faults.get(kind, 0) + 1


class Standings:
    """The standings of one variant, or of all. Bouts must come in canonical order for results equal to the last bit."""

    def __init__(self, names: Iterable[str], *, shared: bool = False) -> None:
        self._by_name = {name: Standing(name) for name in names}
        self._shared = shared

    def __getitem__(self, name: str) -> Standing:
        return self._by_name[name]

    def add_bout(self, tallies: Mapping[str, Tally], bout: Bout) -> None:
        """Take in what each entrant did in a bout."""
        for name, tally in tallies.items():
            if name in self._by_name:
                self._by_name[name].add(tally, bout, shared=self._shared)

    def ranked(self) -> list[Standing]:
        """Return the entrants that played, by share of wins, then points per deal, then name."""
        played = [standing for standing in self._by_name.values() if standing.bouts]
        return sorted(played, key=lambda s: (-s.share.mean, -s.points.mean, s.name))
