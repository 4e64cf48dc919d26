"""Knockout: who loses a pairing is out; the last one has won. Pure, for two sides.

The bracket is the usual one: the bots in the order in which they are named, the first against the last, so that the
first two can meet in the final only; where they are no power of two, the first ones of the order go through the first
round. A pairing is won by the larger sum of wins over all its games (a draw counts in parts), then by fewer games
forfeited, then by points per deal in games that nobody forfeited, then by who is named first.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.schedules.scores import lead
from arena.statistics.facts import BoutFact, forfeits


def bracket(count: int) -> list[int]:
    """Return the places of the order in the order of the bracket, for a power of two: neighbours meet."""
    places = [0]
    while len(places) < count:
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    return places


def first_slots(names: Sequence[str]) -> list[str]:
    """Return the slots of the first round; "" is nobody, whose neighbour goes through."""
    count = 1
    while count < len(names):
        count *= 2
    return [names[place] if place < len(names) else "" for place in bracket(count)]


def pairings(slots: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs that are to be played; none when one is left."""
    return [(one, other) for one, other in zip(slots[::2], slots[1::2], strict=False) if one and other]


def winner(pair: tuple[str, str], bouts: Sequence[BoutFact], names: Sequence[str]) -> str:
    """Return who goes through after these bouts; `names` in the order in which the bots are named."""
    mine = [bout for bout in bouts if set(bout.names) == set(pair)]

    def rank(name: str) -> tuple[float, int, float, int]:
        won = sum(
            won
            for bout in mine
            for game in bout.games
            for who, won in zip(game.entrants, game.won, strict=True)
            if who == name
        )
        return round(won, 9), -forfeits(name, mine), round(lead(name, mine), 9), -names.index(name)

    return max(pair, key=rank)


def next_slots(slots: Sequence[str], bouts: Sequence[BoutFact], names: Sequence[str]) -> list[str]:
    """Return the slots of the next round after the bouts of this one."""
    return [
        winner((one, other), bouts, names) if one and other else one or other
        for one, other in zip(slots[::2], slots[1::2], strict=True)
    ]


def replay(names: Sequence[str], rounds: Sequence[Sequence[BoutFact]]) -> list[list[str]]:
    """Return the slots of every round that has been reached; the last has one when it is all over."""
    found = [first_slots(names)]
    for bouts in rounds:
        found.append(next_slots(found[-1], bouts, names))
    return found
