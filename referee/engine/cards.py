"""Cards as small ints, sets of cards as bitmasks.

A card's code is ``suit * 13 + rank`` with clubs 0, diamonds 1, hearts 2, spades 3 and two 0 ... ace 12; the low
joker is 52 and the high joker 53. A set of cards is an int with bit `code` set. Code order is the canonical order
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Final

from referee.engine.errors import NotationError

CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
TWO, THREE, FIVE, SEVEN, NINE, TEN, JACK, QUEEN, KING, ACE = 0, 1, 3, 5, 7, 8, 9, 10, 11, 12
LOW_JOKER: Final = 52
HIGH_JOKER: Final = 53
CARDS: Final = 54
ALL_CARDS: Final = (1 << CARDS) - 1

NAMES: Final[tuple[str, ...]] = (*(r + s for s in SUITS for r in RANKS), "LJ", "HJ")
BY_NAME: Final[dict[str, int]] = {name: code for code, name in enumerate(NAMES)}
BIT: Final[tuple[int, ...]] = tuple(1 << c for c in range(CARDS))


Chooser = Callable[[Sequence[int]], tuple[int, ...]]


def chooser(places: Sequence[int]) -> Chooser:
    """Return what picks the items in these places from a tuple."""
    if len(places) > 1:
        return itemgetter(*places)
    # Of fewer than two places `itemgetter` would not make a tuple, but of a slice it does.
    first = places[0] if places else 0
    return itemgetter(slice(first, first + len(places)))


class _Choices(dict[int, Chooser]):
    """By a set of places: what picks the items in these places. Filled as they come up."""

    def __missing__(self, places: int) -> Chooser:
        self[places] = found = chooser([place for place in range(places.bit_length()) if places >> place & 1])
        return found


def _chunk(base: int, bits: int) -> tuple[tuple[int, ...], ...]:
    """Return the cards of every `bits`-bit mask whose lowest bit is the card `base`."""
    table: list[tuple[int, ...]] = [()]
    for bit in range(bits):
        table.extend([(*cards, base + bit) for cards in table])
    return tuple(table)


# A suit a chunk: look-ups and concatenations beat a loop over the bits.
_CLUBS, _DIAMONDS, _HEARTS, _SPADES, _JOKERS = (_chunk(13 * i, 13 if i < 4 else 2) for i in range(5))
_NO_JOKER: Final = (1 << 52) - 1

# The cards in hand are few, so a set of their places is a small int, which costs no memory to make.
CHOICES: Final = _Choices()


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of the set in code order."""
    cards = _CLUBS[mask & 8191] + _DIAMONDS[mask >> 13 & 8191] + _HEARTS[mask >> 26 & 8191]
    cards += _SPADES[mask >> 39 & 8191]
    return cards + _JOKERS[mask >> 52] if mask > _NO_JOKER else cards


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of the cards (each counted once)."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def card_name(card: int) -> str:
    """Return the card as rank then suit ("TH"), "LJ" or "HJ"."""
    return NAMES[card]


def parse_card(text: str) -> int:
    """Return the code of the card named `text`; NotationError if there is none."""
    code = BY_NAME.get(text.strip().upper())
    if code is None:
        raise NotationError(f"{text!r} is no card: expected a rank of {RANKS} and a suit of {SUITS}, LJ or HJ")
    return code


def card_names(mask: int) -> str:
    """Return the names of the set in code order, separated by blanks."""
    return " ".join(NAMES[c] for c in cards_of(mask))


def suit_mask(suit: int) -> int:
    """Return the set of the 13 cards printed with the suit."""
    return 0x1FFF << 13 * suit


def same_colour(suit: int) -> int:
    """Return the other suit of the same colour: clubs and spades, diamonds and hearts."""
    return 3 - suit


def rank_mask(rank: int) -> int:
    """Return the set of the four cards of the rank."""
    return BIT[rank] | BIT[13 + rank] | BIT[26 + rank] | BIT[39 + rank]


# The cards with pips (RULES section 1): ten 10, ace 4, king 3, queen 2, jack 1, in all suits.
HONOURS: Final = tuple(
    (13 * suit + rank, pips)
    for suit in range(4)
    for rank, pips in ((TEN, 10), (JACK, 1), (QUEEN, 2), (KING, 3), (ACE, 4))
)


def pips(mask: int) -> int:
    """Return the pips of the set of cards."""
    return sum(value for card, value in HONOURS if mask >> card & 1)
