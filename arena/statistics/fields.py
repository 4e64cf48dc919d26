"""Who can be compared with whom: the field seen as a graph of who has been placed before whom.

A finite maximum of the likelihood needs that everyone can be reached from everyone else by somebody's wins (Ford 1957).
Where that fails, the field falls into *classes*: within one, all is finite; one class always finished before the other.
Entrants between whom no chain of games leads at all are in different *fields*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.statistics.facts import BoutFact


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """`field` and `level` by entrant: fields are numbered, and so are the classes of all fields together.

    `beats[i, j]`: i has been placed before j, or tied with it. `main` has by field the class that ratings refer to:
    the largest; of equals the one with more games, then the first by name.
    """

    field: tuple[int, ...]
    level: tuple[int, ...]
    main: tuple[int, ...]
    beats: NDArray[np.bool_]

    def bounded_above(self, entrant: int) -> bool:
        """Return whether somebody of the main class has been placed before it, directly or through others."""
        return self._reaches(self._main_of(entrant), entrant)

    def bounded_below(self, entrant: int) -> bool:
        """Return whether it has been placed before somebody of the main class, directly or through others."""
        return self._reaches(entrant, self._main_of(entrant))

    def regular(self, entrant: int) -> bool:
        """Return whether it is in the main class of its field."""
        return self.level[entrant] == self.main[self.field[entrant]]

    def _main_of(self, entrant: int) -> int:
        return self.level.index(self.main[self.field[entrant]])

    def _reaches(self, start: int, goal: int) -> bool:
        return bool(closure(self.beats)[start, goal])


def closure(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return who reaches whom along the edges (Warshall); everybody reaches himself."""
    reach = edges | np.eye(len(edges), dtype=bool)
    for middle in range(len(reach)):
        reach |= np.outer(reach[:, middle], reach[middle])
    return reach


def beats_of(bouts: Sequence[BoutFact], number: dict[str, int]) -> NDArray[np.bool_]:
    """Return who has been placed before or level with whom, in any game."""
    beats = np.zeros((len(number), len(number)), dtype=bool)
    seen: set[tuple[tuple[str, ...], tuple[int, ...]]] = set()
    for bout in bouts:
        for game in bout.games:
            if (game.entrants, game.places) in seen:
                continue
            seen.add((game.entrants, game.places))
            for one, place in zip(game.entrants, game.places, strict=True):
                for other, below in zip(game.entrants, game.places, strict=True):
                    if place <= below and one != other:
                        beats[number[one], number[other]] = True
    return beats


def connect(beats: NDArray[np.bool_], games: Sequence[float]) -> Connection:
    """Return how the entrants hang together; `games` by entrant decides between classes of one size."""
    field = _classes(closure(beats | beats.T))
    reach = closure(beats)
    level = _classes(reach & reach.T)
    main = []
    for number in range(max(field, default=-1) + 1):
        inside = sorted({level[i] for i in range(len(field)) if field[i] == number})
        members = {one: [i for i in range(len(level)) if level[i] == one] for one in inside}
        main.append(max(inside, key=lambda one: (len(members[one]), sum(games[i] for i in members[one]), -one)))
    return Connection(field=field, level=level, main=tuple(main), beats=beats)


def _classes(same: NDArray[np.bool_]) -> tuple[int, ...]:
    """Number the classes of an equivalence in the order of their first members."""
    number: dict[int, int] = {}
    return tuple(number.setdefault(int(np.argmax(row)), len(number)) for row in same)
