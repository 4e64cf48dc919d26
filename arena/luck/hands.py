"""How lucky each side was with its cards: numbers about the deals alone, whose expectation is exactly 0.

A card is worth something under each suit of trump: the stronger, the more, and more again if it scores a point. A hand
is worth the sum over suits of the square of what its cards are worth there, so cards of one suit help each other. Such
a square has a mean over all deals that can be written down, and so has everything here: nothing is simulated.

What a deal adds depends on its pack and on who deals it. Whoever dealt, however long the game lasts and whatever has
been played: the next pack is as good as any other. So the sums over the deals of a game have expectation 0, too, also
in games that end by their score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.engine.cards import CARDS
from referee.engine.phases.deal import places
from referee.engine.state import TRUMP
from referee.engine.tables import Tables, TrumpTable
from referee.shuffle import pack_order

SUITS: Final = 4
LUCK: Final = ("better hands", "better hands of the dealer", "good hands all round", "high cards", "one-sided suits")
_POINT: Final = 0.5  # what a card that scores a point is worth beside its strength


@dataclass(frozen=True, slots=True)
class Weights:
    """By card its worth under each suit, and the expectations: of a hand, of its plain sum, and of the square of the
    difference of two sides, summed over suits."""

    of: tuple[tuple[float, ...], ...]
    hand: float
    plain: float
    apart: float


@lru_cache(maxsize=64)
def weights_of(tables: Tables) -> Weights:
    """Return the weights of a sheet."""
    of = [[0.0] * SUITS for _ in range(CARDS)]
    for suit in range(SUITS):
        trump = tables.trumps[suit if tables.no_sub_trump else SUITS * suit + suit]
        for card, worth in _suit(trump):
            of[card][suit] = worth
    pack, size = tables.pack, tables.sheet.hand_size
    count, mine = len(pack), size * (tables.seats // tables.sides)
    squares = sum(worth * worth for card in pack for worth in of[card])
    sums = [sum(of[card][suit] for card in pack) for suit in range(SUITS)]
    crossed = sum(total * total for total in sums) - squares  # over ordered pairs of different cards
    pair = 1 / (count * (count - 1))
    return Weights(
        of=tuple(map(tuple, of)),
        hand=size / count * squares + size * (size - 1) * pair * crossed,
        plain=size / count * sum(sums),
        apart=2 * mine / count * squares - 2 * mine * pair * crossed,
    )


def _suit(trump: TrumpTable) -> Iterable[tuple[int, float]]:
    """Yield the trumps with what each is worth: 0.2 for the weakest up to 1.2 for the strongest, and its points."""
    power = trump.rows[TRUMP]
    order = sorted(trump.order, key=lambda card: power[card])
    for place, card in enumerate(order):
        height = place / max(1, len(order) - 1)
        yield card, 0.2 + height * height + (_POINT if trump.point_trumps >> card & 1 else 0.0)


def luck_of(tables: Tables, key: bytes, number: int, deals: Iterable[tuple[int, int]]) -> tuple[tuple[float, ...], ...]:
    """Return by side the sums of `LUCK` over deals of a game of the bout with this key: (dealer, number of the deal)
    each.
    """
    total = [[0.0] * len(LUCK) for _ in range(tables.sides)]
    for dealer, deal in deals:
        pack = pack_order(key, number, deal, tables.pack)
        for side, luck in enumerate(deal_luck(tables, pack, dealer)):
            for place, value in enumerate(luck):
                total[side][place] += value
    return tuple(map(tuple, total))


def deal_luck(tables: Tables, pack: Sequence[int], dealer: int) -> list[tuple[float, ...]]:
    """Return by side the values of `LUCK` for one deal."""
    known, sides, seats = weights_of(tables), tables.sides, tables.seats
    sheet = tables.sheet
    hands = places(seats, sheet.hand_size, sheet.packet, tables.next_seat[dealer])
    suits = [[0.0] * SUITS for _ in range(sides)]  # by side and suit
    worth = [0.0] * sides
    for seat, held in enumerate(hands):
        sums = [0.0] * SUITS
        for place in held:
            for suit, value in enumerate(known.of[pack[place]]):
                sums[suit] += value
        worth[seat % sides] += sum(value * value for value in sums)
        for suit, value in enumerate(sums):
            suits[seat % sides][suit] += value
    good = sum(worth) / seats - known.hand
    high = sum(map(sum, suits)) / seats - known.plain
    found: list[tuple[float, ...]] = []
    for side in range(sides):
        others = [other for other in range(sides) if other != side]
        better = (worth[side] - sum(worth[other] for other in others) / len(others)) * sides / seats
        apart = sum(sum((a - b) ** 2 for a, b in zip(suits[side], suits[other], strict=True)) for other in others)
        sign = 1.0 if dealer % sides == side else -1 / len(others)
        found.append((better, sign * better, good, high, apart / len(others) - known.apart))
    return found
