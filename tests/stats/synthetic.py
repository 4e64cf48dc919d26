"""Tournaments whose truth is known: orders drawn from the Plackett-Luce model, bouts that share luck or do not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from arena.statistics.facts import BoutFact, GameFact, in_order


def game(entrants: Sequence[str], places: Sequence[int], *, rotation: int = 0, number: int = 0) -> GameFact:
    """A game that ended like this; the score of a side is minus its place."""
    first = [side for side, place in enumerate(places) if place == 0]
    return GameFact(
        rotation=rotation,
        game=number,
        entrants=tuple(entrants),
        places=tuple(places),
        won=tuple(1 / len(first) if side in first else 0.0 for side in range(len(places))),
        scores=tuple(-place for place in places),
        deals=1,
    )


def bout(*games: GameFact, number: int = 0, variant: str = "v") -> BoutFact:
    names = tuple(sorted(set(games[0].entrants)))
    return BoutFact(variant=variant, names=names, number=number, games=games)


def duel(one: str, other: str, result: str, *, number: int = 0, variant: str = "v") -> BoutFact:
    """A bout of two: a letter a game, w, l or d as `one` sees it."""
    places = {"w": (0, 1), "l": (1, 0), "d": (0, 0)}
    games = [
        game(
            (one, other) if turn % 2 == 0 else (other, one),
            places[c] if turn % 2 == 0 else places[c][::-1],
            rotation=turn,
        )
        for turn, c in enumerate(result)
    ]
    return BoutFact(variant=variant, names=tuple(sorted((one, other))), number=number, games=tuple(games))


def tournament(
    strengths: Sequence[float],
    *,
    sides: int,
    bouts: int,
    generator: np.random.Generator,
    games: int = 1,
    luck: float = 0.0,
    variant: str = "v",
) -> list[BoutFact]:
    """A round robin with full rotation. `luck`: how much of each side's fortune all copies of a deal share."""
    names = [f"bot{n:02}" for n in range(len(strengths))]
    found = []
    for lineup in combinations(range(len(strengths)), sides):
        theta = np.array([strengths[n] for n in lineup])
        for number in range(bouts):
            played = []
            for turn in range(games):
                shared = luck * generator.normal(size=sides)
                for rotation in range(sides):
                    seat = [(rotation + side) % sides for side in range(sides)]
                    height = theta[seat] + shared + generator.gumbel(size=sides)
                    places = np.argsort(np.argsort(-height)).tolist()
                    played.append(game([names[lineup[n]] for n in seat], places, rotation=rotation, number=turn))
            played.sort(key=lambda one: (one.rotation, one.game))
            found.append(
                BoutFact(variant=variant, names=tuple(names[n] for n in lineup), number=number, games=tuple(played))
            )
    return in_order(found)
