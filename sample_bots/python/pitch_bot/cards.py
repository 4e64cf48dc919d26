"""Cards as the protocol codes them: ``suit * 13 + rank``, clubs 0 .. spades 3, two 0 .. ace 12; jokers 52 and 53."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

RANKS: Final = "23456789TJQKA"
TEN: Final = 10
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13
ACE: Final = 14
_PIPS: Final = {TEN: 10, ACE: 4, KING: 3, QUEEN: 2, JACK: 1}


class Suit(IntEnum):
    """A printed suit; ``str(suit)`` is its letter."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return "CDHS"[self]

    @property
    def partner(self) -> "Suit":
        """The other suit of the same colour, where the off-jack lives."""
        return _PARTNER[self]


_PARTNER: Final = {
    Suit.CLUBS: Suit.SPADES,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.SPADES: Suit.CLUBS,
}
SUITS: Final = tuple(Suit)


class Card(int):
    """A card: an int (its code) that knows its name. ``CARDS[code]`` is the one instance of a card."""

    name: str
    """As in ``TH`` (ten of hearts), ``LJ``, ``HJ``."""
    suit: Suit | None
    """The printed suit; None for a joker. Whether it is trump, only the sheet knows: `Sheet.is_trump`."""
    rank: int
    """2 .. 14 (11 jack, 14 ace); 0 for a joker."""
    pips: int
    """What it counts for Game: ten 10, ace 4, king 3, queen 2, jack 1."""

    def __new__(cls, code: int) -> "Card":
        card = super().__new__(cls, code)
        if not 0 <= code <= 53:
            raise ValueError(f"no card has the code {code}")
        joker = code >= 52
        card.suit = None if joker else SUITS[code // 13]
        card.rank = 0 if joker else code % 13 + 2
        card.name = ("LJ", "HJ")[code - 52] if joker else RANKS[code % 13] + str(card.suit)
        card.pips = _PIPS.get(card.rank, 0)
        return card

    @property
    def is_joker(self) -> bool:
        """Whether it is one of the two jokers."""
        return self >= 52

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


CARDS: Final = tuple(Card(code) for code in range(54))
LOW_JOKER: Final = CARDS[52]
HIGH_JOKER: Final = CARDS[53]
_BY_NAME: Final = {card.name: card for card in CARDS}
_card_at: Final = CARDS.__getitem__


def card(name: str) -> Card:
    """The card of that name (``card("TH")``); raises ValueError for any other text."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"not a card: {name!r}") from None


def cards(codes: Iterable[int]) -> tuple[Card, ...]:
    """The cards of a run of codes, such as a ``bytes`` field of the protocol, in its order."""
    return tuple(map(_card_at, codes))


def pips(held: Iterable[Card]) -> int:
    """The pips of some cards together."""
    return sum(card.pips for card in held)
