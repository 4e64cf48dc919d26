"""What the seat and the deal are worth by themselves, and whether everybody had each equally often.

Every entrant sits on each side once a bout, so the differences told here are in the rules and cancel between entrants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from arena.statistics.estimate import Estimate, Ints, ratio_estimate, share_estimate
from arena.statistics.facts import BoutFact, GameFact


@dataclass(frozen=True, slots=True, kw_only=True)
class Bias:
    """`sides`: the win share of each side of the table. `first_deal`: of the side at each distance from the first
    dealer (0: the dealer's own). `points`: points per deal of the side at each distance from the dealer of the deal.
    `balanced`: whether everybody had every seat, and dealt first, equally often; else `unbalanced` says who not.
    """

    sides: tuple[Estimate, ...]
    first_deal: tuple[Estimate, ...]
    points: tuple[Estimate, ...]
    balanced: bool
    unbalanced: tuple[str, ...]


def bias(bouts: Sequence[BoutFact], *, seats: int) -> Bias:
    """Return the bias of seats and deals in the bouts of one variant."""
    games = [game for bout in bouts for game in bout.games]
    sides = len(games[0].entrants) if games else 0
    strata = np.zeros(len(bouts), dtype=np.int64)
    off = _unbalanced(bouts, seats=seats)
    known = bool(games) and all(game.dealer >= 0 for game in games)
    looked_at = bool(games) and all(game.by_offset for game in games)

    def rates(count: int, value: Callable[[GameFact, int], float]) -> tuple[Estimate, ...]:
        ones = np.array([float(len(bout.games)) for bout in bouts])
        found = [
            share_estimate(np.array([sum(value(game, n) for game in bout.games) for bout in bouts]), ones, strata)
            for n in range(count)
        ]
        return tuple(one for one in found if one is not None)

    return Bias(
        sides=rates(sides, lambda game, side: game.won[side]),
        first_deal=rates(seats if known else 0, lambda game, far: game.won[(game.dealer + far) % seats % sides]),
        points=_points(bouts, seats, strata) if looked_at else (),
        balanced=not off,
        unbalanced=off,
    )


def _points(bouts: Sequence[BoutFact], seats: int, strata: Ints) -> tuple[Estimate, ...]:
    deals = np.array([float(sum(game.deals for game in bout.games)) for bout in bouts])
    found = [
        ratio_estimate(
            np.array([float(sum(game.by_offset[far] for game in bout.games)) for bout in bouts]), deals, strata
        )
        for far in range(seats)
    ]
    return tuple(one for one in found if one is not None)


def _unbalanced(bouts: Sequence[BoutFact], *, seats: int) -> tuple[str, ...]:
    sat: Counter[tuple[str, int]] = Counter()
    dealt: Counter[tuple[str, int]] = Counter()
    for bout in bouts:
        for game in bout.games:
            for seat in range(seats):
                sat[game.entrants[seat % len(game.entrants)], seat] += 1
            if game.dealer >= 0:
                dealt[game.entrants[game.dealer % len(game.entrants)], 0] += 1
    names = sorted({name for name, _ in sat})
    off = []
    for name in names:
        counts = [sat[name, seat] for seat in range(seats)]
        if len(set(counts)) > 1:
            off.append(f"{name} sat on the seats {', '.join(map(str, counts))} times")
        if dealt and dealt[name, 0] * seats != sum(counts):
            off.append(f"{name} dealt first in {dealt[name, 0]} games of {sum(counts)} seats")
    return tuple(off)
