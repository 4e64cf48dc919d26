"""Finishing orders as choices: what the Plackett-Luce model (Bradley-Terry for two) sees of games.

An order says: of all sides the first was chosen, of the rest the second, and so on. Sides on the same place count as
the mean over every order of them, so that a draw of two is half a win for each. Each choice is a *term*: a weight and
the set that was chosen from; equal terms of a bout are added up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from arena.statistics.estimate import Floats, Ints
from arena.statistics.facts import BoutFact

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """All games of a field as arrays.

    `wins` (bouts x entrants): how often each was chosen. Terms, one a row: the `bout`, the `weight`, and `members`,
    numbers of entrants padded with -1. `games` by bout; `played` (bouts x entrants) whether one took part.
    """

    entrants: int
    wins: Floats
    bout: Ints
    weight: Floats
    members: Ints
    games: Floats
    played: Ints


@lru_cache(maxsize=1 << 16)
def order_terms(places: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return (sides to choose from, weight) of a finishing order; a set of one side is no choice and left out."""
    left = list(range(len(places)))
    found: list[tuple[tuple[int, ...], float]] = []
    for place in sorted(set(places)):
        tied = [side for side in left if places[side] == place]
        for taken in range(len(tied)):
            for gone in combinations(tied, taken):
                rest = tuple(side for side in left if side not in gone)
                if len(rest) > 1:
                    found.append((rest, 1 / comb(len(tied), taken)))
        left = [side for side in left if places[side] != place]
    return tuple(found)


def choices_of(bouts: Sequence[BoutFact], number: Mapping[str, int]) -> Choices:
    """Return the choices of the bouts; `number` has the number of every name, from 0."""
    count = len(number)
    wins, played = np.zeros((len(bouts), count)), np.zeros((len(bouts), count), dtype=np.int64)
    games = np.zeros(len(bouts))
    rows: list[tuple[int, float, Key]] = []
    for row, bout in enumerate(bouts):
        terms: dict[Key, float] = {}
        for game in bout.games:
            sides = [number[name] for name in game.entrants]
            for side in sides:
                wins[row, side] += 1
                played[row, side] = 1
            for members, weight in order_terms(game.places):
                key = tuple(sorted(sides[side] for side in members))
                terms[key] = terms.get(key, 0.0) + weight
            last = [side for side, place in zip(sides, game.places, strict=True) if place == max(game.places)]
            for side in last:  # one of them is left over in the end, and nobody chose it
                wins[row, side] -= 1 / len(last)
        games[row] = len(bout.games)
        rows += [(row, weight, key) for key, weight in sorted(terms.items())]
    return _arrays(count, wins, played, games, rows)


def _arrays(count: int, wins: Floats, played: Ints, games: Floats, rows: list[tuple[int, float, Key]]) -> Choices:
    widest = max((len(key) for _, _, key in rows), default=1)
    members = np.full((len(rows), widest), -1, dtype=np.int64)
    for place, (_, _, key) in enumerate(rows):
        members[place, : len(key)] = key
    return Choices(
        entrants=count,
        wins=wins,
        bout=np.array([row for row, _, _ in rows], dtype=np.int64),
        weight=np.array([weight for _, weight, _ in rows]),
        members=members,
        games=games,
        played=played,
    )


def shares(members: Ints, theta: Floats) -> Floats:
    """Return by term and member the probability that it is chosen, 0 where there is no member."""
    there = members >= 0
    top = np.where(there, theta[members], -np.inf)
    power = np.exp(top - top.max(axis=1, keepdims=True))
    return np.asarray(power / power.sum(axis=1, keepdims=True))


def gradients(data: Choices, theta: Floats) -> Floats:
    """Return the gradient of each bout's log-likelihood (bouts x entrants)."""
    expected = data.weight[:, None] * shares(data.members, theta)
    there = data.members >= 0
    place = data.bout[:, None] * data.entrants + data.members
    flat = np.bincount(place[there], expected[there], minlength=data.wins.size)
    return np.asarray(data.wins - flat.reshape(data.wins.shape))


def information(data: Choices, theta: Floats) -> Floats:
    """Return minus the second derivatives of the log-likelihood (entrants x entrants)."""
    return np.asarray(_curvature(data, theta, np.zeros_like(data.bout), 1)[0])


def informations(data: Choices, theta: Floats) -> Floats:
    """Return the information of each bout (bouts x entrants x entrants)."""
    return _curvature(data, theta, data.bout, len(data.games))


def _curvature(data: Choices, theta: Floats, group: Ints, groups: int) -> Floats:
    """Return the information of each group of terms: weight times (diag(p) - p p')."""
    members, count = data.members, data.entrants
    share, there = shares(members, theta), members >= 0
    found = np.zeros(groups * count * count)
    for a in range(members.shape[1]):
        row = there[:, a]
        first = (group[row] * count + members[row, a]) * count
        found += np.bincount(first + members[row, a], (data.weight * share[:, a])[row], minlength=len(found))
        for b in range(members.shape[1]):
            both = row & there[:, b]
            place = (group[both] * count + members[both, a]) * count + members[both, b]
            found -= np.bincount(place, (data.weight * share[:, a] * share[:, b])[both], minlength=len(found))
    return np.asarray(found.reshape(groups, count, count))


def log_likelihoods(data: Choices, theta: Floats) -> Floats:
    """Return the log-likelihood of each bout."""
    top = np.where(data.members >= 0, theta[data.members], -np.inf)
    highest = top.max(axis=1)
    each = data.weight * (highest + np.log(np.exp(top - highest[:, None]).sum(axis=1)))
    return np.asarray(data.wins @ theta - np.bincount(data.bout, each, minlength=len(data.games)))
