"""Questions put to a seat, and the choice of a set of cards among them (A8, notation)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from .cards import in_code_order


@dataclass(frozen=True)
class Offer:
    """A choice of a set of cards: ``fixed`` and between ``least`` and ``most`` cards of ``from_``."""

    verb: str  # "throw" | "burn" | "keep" | "search"
    fixed: tuple[str, ...]
    from_: tuple[str, ...]
    least: int
    most: int

    def accepts(self, action: str) -> bool:
        """True for an answer within the offer, its cards in code order."""
        verb, colon, text = action.partition(":")
        if verb != self.verb or not colon:
            return False
        cards = text.split(",") if text else []
        if not set(cards) <= set(self.fixed + self.from_):
            return False
        if len(cards) != len(set(cards)) or tuple(cards) != in_code_order(cards):
            return False
        free = [card for card in cards if card in self.from_]
        return set(self.fixed) <= set(cards) and self.least <= len(free) <= self.most


@dataclass(frozen=True)
class Question:
    seat: int
    choices: tuple[str, ...] | Offer

    def accepts(self, action: str) -> bool:
        if isinstance(self.choices, Offer):
            return self.choices.accepts(action)
        return action in self.choices


def cards_answered(action: str) -> tuple[str, ...]:
    """The cards named in the answer to an Offer."""
    text = action.partition(":")[2]
    return tuple(text.split(",")) if text else ()


@dataclass(frozen=True)
class Forfeits:
    """No question to a seat: one card of each of these hands goes by lot, which comes from outside.

    The answer is the places of the cards, in dealing order, seat by seat: ``3,0,5``.
    """

    seats: tuple[int, ...]


# A phase of a deal: yields its questions one by one, is sent each answer (always a legal one).
Phase = Generator[Question | Forfeits, str, None]
