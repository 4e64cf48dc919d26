"""Statistics of a tournament. Pure: numbers in, numbers out.

The unit is the bout: the games of its rotations share their deals, so games are not independent and bouts are. What a
bout says of an entrant is one number (its points per deal, its share of the wins), and an interval is Student's over
these numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95
# Student's t, 97.5%, by degrees of freedom from 1; beyond: an expansion around the normal quantile, good to 1e-4.
_T975: Final = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
_Z975: Final = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def t_quantile(degrees: int) -> float:
    """Return the 97.5% quantile of Student's t with so many degrees of freedom (1 or more)."""
    if degrees <= len(_T975):
        return _T975[degrees - 1]
    z, n = _Z975, degrees
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean and its 95% interval, `mean` plus or minus `half`; `half` is None while there are fewer than two bouts."""

    mean: float
    half: float | None


@dataclass(slots=True)
class Sample:
    """Numbers, one a bout, gathered one by one (Welford), so that memory does not grow."""

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0

    def add(self, value: float) -> None:
        """Take one more number in."""
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self._squares += delta * (value - self.mean)

    def estimate(self) -> Estimate:
        """Return the mean and its interval."""
        if self.count < 2:
            return Estimate(mean=self.mean, half=None)
        error = math.sqrt(self._squares / (self.count - 1) / self.count)
        return Estimate(mean=self.mean, half=t_quantile(self.count - 1) * error)


@dataclass(slots=True)
class Tally:
    """What one entrant did in one bout, over all games and sides. `wins`: a draw of n sides is 1/n of a win each."""

    games: int = 0
    wins: float = 0.0
    score: int = 0
    deals: int = 0


@dataclass(slots=True)
class Standing:
    """What is known of one entrant after some bouts."""

    name: str
    games: int = 0
    wins: float = 0.0
    points: Sample = field(default_factory=Sample)
    share: Sample = field(default_factory=Sample)
    faults: dict[str, int] = field(default_factory=dict)
    forfeits: int = 0

    @property
    def bouts(self) -> int:
        """The bouts it played."""
        return self.share.count

    def add(self, tally: Tally) -> None:
        """Take a finished bout in."""
        self.games += tally.games
        self.wins += tally.wins
        self.share.add(tally.wins / tally.games)
        self.points.add(tally.score / tally.deals)

    def fault(self, kind: str) -> None:
        """Count a fault."""
        self.faults[kind] = self.faults.get(kind, 0) + 1


class Standings:
    """The standings of one variant, or of all. Bouts must come in canonical order for results equal to the last bit."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_name = {name: Standing(name) for name in names}

    def __getitem__(self, name: str) -> Standing:
        return self._by_name[name]

    def add_bout(self, tallies: Mapping[str, Tally]) -> None:
        """Take in what each entrant did in a bout."""
        for name, tally in tallies.items():
            if name in self._by_name:
                self._by_name[name].add(tally)

    def ranked(self) -> list[Standing]:
        """Return the entrants that played, by share of wins, then points per deal, then name."""
        played = [standing for standing in self._by_name.values() if standing.bouts]
        return sorted(played, key=lambda s: (-s.share.mean, -s.points.mean, s.name))
