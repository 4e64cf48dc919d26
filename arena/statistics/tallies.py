"""Win share, points per deal, bid and make rates of each entrant, and who beat whom, from bouts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.statistics.estimate import Estimate, Floats, Ints, ratio_estimate, share_estimate, spread, t_two_sided
from arena.statistics.facts import BoutFact, GameFact, clusters_of, forfeits
from arena.statistics.ratings import ELO

Estimator = Callable[[Floats, Floats, Ints], Estimate | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What an entrant did: counts, and rates with intervals (None: it never came to it).

    `wins`: draws count in parts. `win_share` is of the sides that it played, `points` per deal and side, `bids` the
    share of deals in which its side had the contract, `makes` the share of its contracts that it made.
    """

    bouts: int
    games: int
    wins: float
    win_share: Estimate | None
    points: Estimate | None
    bids: Estimate | None
    makes: Estimate | None
    faults: tuple[tuple[str, int], ...]
    forfeits: int


def tally(bouts: Sequence[BoutFact], name: str) -> Tally:
    """Return what the entrant did in the bouts that it played."""
    mine = [bout for bout in bouts if name in bout.names]
    sums, strata = observed(mine, np.array([_sums(bout, name) for bout in mine]).reshape(len(mine), 6))
    sides, wins, points, deals, pitched, made = sums.T
    faults = Counter(kind for bout in mine for game in bout.games for who, kind in game.faults if who == name)
    return Tally(
        bouts=len(mine),
        games=sum(len(bout.games) for bout in mine),
        wins=float(wins.sum()),
        win_share=share_estimate(wins, sides, strata),
        points=ratio_estimate(points, deals, strata),
        bids=share_estimate(pitched, deals, strata) if _looked_at(mine) else None,
        makes=share_estimate(made, pitched, strata) if _looked_at(mine) else None,
        faults=tuple(sorted(faults.items())),
        forfeits=forfeits(name, mine),
    )


def _looked_at(bouts: Sequence[BoutFact]) -> bool:
    return all(game.pitched for bout in bouts for game in bout.games)


def observed(bouts: Sequence[BoutFact], sums: Floats) -> tuple[Floats, Ints]:
    """Return the sums (a row a bout) by observation, and its stratum: the line-up, or where all line-ups had the same
    deals, one stratum of all.
    """
    if any(bout.shared for bout in bouts):
        cluster = np.array(clusters_of(bouts), dtype=np.int64)
        total = np.zeros((int(cluster.max(initial=-1)) + 1, sums.shape[1]))
        np.add.at(total, cluster, sums)
        return total, np.zeros(len(total), dtype=np.int64)
    number: dict[tuple[str, tuple[str, ...]], int] = {}
    return sums, np.array([number.setdefault(bout.lineup, len(number)) for bout in bouts], dtype=np.int64)


def _sums(bout: BoutFact, name: str) -> tuple[float, ...]:
    """Return sides played, wins, points, deals, contracts, contracts made."""
    sides = wins = points = deals = pitched = made = 0.0
    for game in bout.games:
        for side, entrant in enumerate(game.entrants):
            if entrant == name:
                sides += 1
                wins += game.won[side]
                points += game.scores[side]
                deals += game.deals
                pitched += game.pitched[side] if game.pitched else 0
                made += game.made[side] if game.made else 0
    return sides, wins, points, deals, pitched, made


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Two entrants where they met, seen from `one`: games that it finished before, behind or level with the other.

    `share` counts level as half. `elo` is the share on the Elo scale, `los` the likelihood of superiority. `histogram`
    counts bouts by its share of them: none, less than half, half, more, all.
    """

    one: str
    other: str
    bouts: int
    won: int
    lost: int
    level: int
    share: Estimate
    elo: Estimate
    los: float
    histogram: tuple[int, int, int, int, int]


def heads(bouts: Sequence[BoutFact], names: Sequence[str]) -> tuple[Head, ...]:
    """Return every pair that met."""
    found = []
    for one, other in combinations(names, 2):
        met = [bout for bout in bouts if one in bout.names and other in bout.names]
        if met:
            found.append(_head(met, one, other))
    return tuple(found)


def _head(met: Sequence[BoutFact], one: str, other: str) -> Head:
    counts = np.array([_meetings(bout, one, other) for bout in met], dtype=float)
    won, lost, level = counts.T
    total, score = counts.sum(axis=1), won + level / 2
    seen, strata = observed(met, np.stack([score, total], axis=1))
    share = share_estimate(seen[:, 0], seen[:, 1], strata)
    assert share is not None
    parts = score / total
    histogram = [
        int(np.count_nonzero(test))
        for test in (parts == 0, (parts > 0) & (parts < 0.5), parts == 0.5, (parts > 0.5) & (parts < 1), parts == 1)
    ]
    return Head(
        one=one,
        other=other,
        bouts=len(met),
        won=int(won.sum()),
        lost=int(lost.sum()),
        level=int(level.sum()),
        share=share,
        elo=share_to_elo(share, float(total.sum())),
        los=_los(seen[:, 0], seen[:, 1], strata),
        histogram=(histogram[0], histogram[1], histogram[2], histogram[3], histogram[4]),
    )


def _meetings(bout: BoutFact, one: str, other: str) -> tuple[int, int, int]:
    """Return how often a side of `one` finished before, behind and level with a side of `other`."""
    won = lost = level = 0
    for game in bout.games:
        for mine in _places(game, one):
            for theirs in _places(game, other):
                won += mine < theirs
                lost += mine > theirs
                level += mine == theirs
    return won, lost, level


def _places(game: GameFact, name: str) -> list[int]:
    return [place for entrant, place in zip(game.entrants, game.places, strict=True) if entrant == name]


def _los(score: Floats, total: Floats, strata: Ints) -> float:
    found = spread(score, total, strata)
    assert found is not None
    off = found.ratio - 0.5
    if found.variance > 0:
        tail = t_two_sided(off / math.sqrt(found.variance), found.df) / 2
        return 1 - tail if off > 0 else tail
    return 0.5 if off == 0 else 1 - 0.5**found.bouts if off > 0 else 0.5**found.bouts


def elo_of(share: float) -> float | None:
    """Return the difference in strength at which a side is expected to win that share; None at 0 and 1."""
    return ELO * math.log(share / (1 - share)) if 0 < share < 1 else None


def share_to_elo(share: Estimate, games: float) -> Estimate:
    """Return the share on the Elo scale. Where all or none was won, one drawn game more stands for the finite part."""
    mean = elo_of(share.mean)
    if mean is None:
        mean = elo_of((share.mean * games + 0.5) / (games + 1)) or 0.0
    return Estimate(
        mean=mean,
        low=None if share.low is None else elo_of(share.low),
        high=None if share.high is None else elo_of(share.high),
        bouts=share.bouts,
    )
