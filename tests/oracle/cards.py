"""Cards as two-letter strings: rank then suit (``TH``), and the jokers ``LJ`` and ``HJ``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

SUITS = ("C", "D", "H", "S")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
JOKERS = ("LJ", "HJ")
OTHER_SUIT_OF_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}

CODE_ORDER: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS) + JOKERS
PLACE_IN_CODE_ORDER = {card: place for place, card in enumerate(CODE_ORDER)}


def in_code_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=PLACE_IN_CODE_ORDER.__getitem__))


def is_joker(card: str) -> bool:
    return card in JOKERS


def rank_of(card: str) -> str:
    """Rank of a card with a suit; a joker has none."""
    if is_joker(card):
        raise ValueError("a joker has no rank")
    return card[0]


def printed_suit(card: str) -> str:
    """Suit printed on the card; a joker has none."""
    if is_joker(card):
        raise ValueError("a joker has no suit")
    return card[1]


def pips(card: str) -> int:
    """What the card counts for the Game point (section 1)."""
    return 0 if is_joker(card) else PIPS.get(rank_of(card), 0)


def trump_card(name: str, trump: str) -> str:
    """The card a trump's name means: ``A`` the ace of trumps, ``oJ`` the off-jack, ``HJ`` a joker."""
    if is_joker(name):
        return name
    if name.startswith("o"):
        return name[1] + OTHER_SUIT_OF_COLOUR[trump]
    return name + trump


@cache
def trump_list(names: tuple[str, ...], trump: str) -> tuple[str, ...]:
    """The cards a sheet's trump names mean, strongest first."""
    return tuple(trump_card(name, trump) for name in names)
