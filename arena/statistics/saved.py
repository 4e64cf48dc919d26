"""What bouts save: how many more games would be needed if games did not share their deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from arena.statistics.estimate import Floats, Ints
from arena.statistics.facts import BoutFact, GameFact

Value = Callable[[GameFact, int], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """How many times more games would be needed without bouts (independent games) for the same interval; None where it
    cannot be told."""

    wins: float | None
    points: float | None


def saved(bouts: Sequence[BoutFact]) -> Saved:
    """Return what bouts save over independent games, for the win share and the points of the entrants."""
    return Saved(wins=_factor(bouts, won, one), points=_factor(bouts, lead_of, deals))


def won(game: GameFact, side: int) -> float:
    """Return the part of the game that the side won."""
    return game.won[side]


def one(game: GameFact, side: int) -> float:
    """Return 1: each side of a game counts once."""
    del game, side
    return 1.0


def lead_of(game: GameFact, side: int) -> float:
    """Return the points that the side has more than the others on the average."""
    others = [score for other, score in enumerate(game.scores) if other != side]
    return game.scores[side] - sum(others) / max(1, len(others))


def deals(game: GameFact, side: int) -> float:
    """Return the deals of the game."""
    del side
    return float(game.deals)


def _factor(bouts: Sequence[BoutFact], value: Value, size: Value) -> float | None:
    """Return the variance of a mean if games were independent, over what it is over bouts; both within line-ups."""
    number: dict[tuple[object, str], int] = {}
    group, scores, sizes, games = [], [], [], []
    rows: list[int] = []
    for bout in bouts:
        for name in sorted(set(bout.names)):
            place = number.setdefault((bout.lineup, name), len(number))
            group.append(place)
            for game in bout.games:
                mine = [side for side, who in enumerate(game.entrants) if who == name]
                if mine:
                    scores.append(sum(value(game, side) for side in mine))
                    sizes.append(sum(size(game, side) for side in mine))
                    games.append(place)
                    rows.append(len(group) - 1)
    if not group:
        return None
    return _ratio(np.array(group), np.array(rows), np.array(games), np.array(scores), np.array(sizes))


def _ratio(bout_group: Ints, bout: Ints, game_group: Ints, score: Floats, size: Floats) -> float | None:
    mean = np.bincount(game_group, score) / np.bincount(game_group, size)
    error = score - mean[game_group] * size
    count, games = np.bincount(bout_group).astype(float), np.bincount(game_group).astype(float)
    single = np.bincount(game_group, error**2)
    between = np.bincount(bout_group, np.bincount(bout, error, minlength=len(bout_group)) ** 2)
    used = (count > 1) & (games > 1)
    alone = float((single * games / np.maximum(games - 1, 1))[used].sum())
    together = float((between * count / np.maximum(count - 1, 1))[used].sum())
    return alone / together if together > 1e-12 else None
