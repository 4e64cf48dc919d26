"""What the statistics know of a tournament: finished bouts, as plain frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFact:
    """One game, by side where nothing else is said.

    `places`: 0 for the winners, then by score, forfeited sides last; equal numbers are ties. `won`: 1, 0, or the part
    of a draw. `scores` after all `deals`; `pitched` and `made`: deals in which the side had the contract, and made it;
    `by_offset`: for each distance from the dealer, the points that the side sitting there gained, summed over deals;
    `dealer`: the seat that deals first (-1: not known); `luck`: numbers about the cards dealt, the same ones for each
    side, summed over deals, each with expectation 0 whatever anybody does. Where no action was looked at, `pitched` to
    `by_offset` and `luck` are empty.
    """

    rotation: int
    game: int
    entrants: tuple[str, ...]
    places: tuple[int, ...]
    won: tuple[float, ...]
    scores: tuple[int, ...]
    deals: int
    forfeited: tuple[int, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    pitched: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    by_offset: tuple[int, ...] = ()
    dealer: int = -1
    luck: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoutFact:
    """A finished bout: the sorted names that met, its number in the line-up, and its games in canonical order.

    `shared`: the bouts of all line-ups with this number had the same deals, so that they are one observation.
    """

    variant: str
    names: tuple[str, ...]
    number: int
    games: tuple[GameFact, ...]
    shared: bool = False

    @property
    def lineup(self) -> tuple[str, tuple[str, ...]]:
        """The variant and who met: bouts of the same line-up are copies of each other but for chance."""
        return self.variant, self.names


def in_order(bouts: Iterable[BoutFact]) -> list[BoutFact]:
    """Return the bouts in an order that does not depend on when they were played, so that sums are equal to the bit."""
    return sorted(bouts, key=lambda bout: (bout.variant, bout.number, bout.names))


def forfeits(name: str, bouts: Iterable[BoutFact]) -> int:
    """Return how many games the entrant forfeited: with one of its sides or more."""
    return sum(any(game.entrants[side] == name for side in game.forfeited) for bout in bouts for game in bout.games)


def clusters_of(bouts: Sequence[BoutFact]) -> list[int]:
    """Return by bout the number of its observation: bouts over the same deals are one, all others one each."""
    number: dict[tuple[str, object], int] = {}
    return [
        number.setdefault((bout.variant, bout.number if bout.shared else (place,)), len(number))
        for place, bout in enumerate(bouts)
    ]


def places_of(scores: Sequence[int], winners: Sequence[int], out: Iterable[int]) -> tuple[int, ...]:
    """Return the place of each side: the winners are first, then it goes by score; the sides in `out` are last."""
    gone = set(out)
    keys = [(0, 0) if side in winners else (2, 0) if side in gone else (1, -score) for side, score in enumerate(scores)]
    order = sorted(set(keys))
    return tuple(order.index(key) for key in keys)
