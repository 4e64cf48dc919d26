"""The A/A self-test: the same analysis of the same bouts with the names shuffled inside each, so that nobody differs.

Whatever the games are like, after the shuffle all are equally strong. If the analysis told differences in much more
than 5% of the shuffles, its intervals and places would not be worth anything for these games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.statistics.choices import Choices
from arena.statistics.compare import ERROR_RATE, better, contrasts
from arena.statistics.estimate import Ints
from arena.statistics.facts import BoutFact
from arena.statistics.fields import connect
from arena.statistics.ratings import Fit, fit_choices

SHUFFLES: Final = 100
_SEED: Final = 20_240  # any fixed number: the same report for the same games


@dataclass(frozen=True, slots=True)
class SelfTest:
    """In how many of so many shuffles the analysis told a difference that there is not."""

    shuffles: int
    told: int

    @property
    def passed(self) -> bool:
        """Whether that is no more than 5% and three standard errors of the count."""
        expected = ERROR_RATE * self.shuffles
        return self.told <= expected + 3 * math.sqrt(expected * (1 - ERROR_RATE))


def self_test(found: Fit, bouts: Sequence[BoutFact], *, shuffles: int = SHUFFLES) -> SelfTest:
    """Return how often shuffled names seem to differ; `bouts` are those that the fit was made of, in its order."""
    number = {name: place for place, name in enumerate(found.names)}
    rows, ones, others = _meetings(bouts, number)
    generator, told = np.random.Generator(np.random.PCG64(_SEED)), 0
    for _ in range(shuffles):
        moved = _shuffled(bouts, number, generator)
        data = _renamed(found.data, moved)
        beats = np.zeros((len(number), len(number)), dtype=bool)
        beats[moved[rows, ones], moved[rows, others]] = True
        connection = connect(beats, (data.games @ data.played).tolist())
        again = fit_choices(found.names, data, connection, found.cluster)
        told += bool(better(contrasts(again), len(number)).any())
    return SelfTest(shuffles, told)


def _meetings(bouts: Sequence[BoutFact], number: Mapping[str, int]) -> tuple[Ints, Ints, Ints]:
    """Return (bout, one, other) of all who were placed before or level with another in a bout."""
    found = sorted(
        {
            (row, number[one], number[other])
            for row, bout in enumerate(bouts)
            for game in bout.games
            for one, place in zip(game.entrants, game.places, strict=True)
            for other, below in zip(game.entrants, game.places, strict=True)
            if place <= below and one != other
        }
    )
    columns = np.array(found, dtype=np.int64).reshape(-1, 3)
    return columns[:, 0], columns[:, 1], columns[:, 2]


def _shuffled(bouts: Sequence[BoutFact], number: Mapping[str, int], generator: np.random.Generator) -> Ints:
    """Return by bout and entrant who takes its part; who did not play stays."""
    moved = np.tile(np.arange(len(number)), (len(bouts), 1))
    for row, bout in enumerate(bouts):
        inside = [number[name] for name in sorted(set(bout.names))]
        moved[row, inside] = [inside[place] for place in np.argsort(generator.random(len(inside)))]
    return moved


def _renamed(data: Choices, moved: Ints) -> Choices:
    there: NDArray[np.bool_] = data.members >= 0
    members = np.where(there, moved[data.bout[:, None], data.members], -1)
    wins, played = np.zeros_like(data.wins), np.zeros_like(data.played)
    rows = np.arange(len(moved))[:, None]
    wins[rows, moved] = data.wins
    played[rows, moved] = data.played
    return replace(data, members=members, wins=wins, played=played)
