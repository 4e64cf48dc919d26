"""Worlds: a game as deals and decisions, with all that a bot did and a change in the middle if there is one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.engine.actions import PICK_MASK, Ask
from referee.engine.cards import CARDS
from referee.faults import Fault, Policy

STRICT: Final = Policy()
PATIENT: Final = Policy(wrong_answers=999, late_answers=999, silences=999)


class Reply(Enum):
    """How a bot answers a question."""

    RIGHT = "right"
    STALE = "stale"  # answers to turns that are not open, then the right one
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    SECOND_JOIN = "second-join"
    LATE = "late"  # no answer at all


# The fault of a wrong reply; the house move is played instead.
FAULTS: Final = {
    Reply.ILLEGAL: Fault.ILLEGAL,
    Reply.MALFORMED: Fault.MALFORMED,
    Reply.SECOND_JOIN: Fault.PROTOCOL,
    Reply.LATE: Fault.LATE,
}
WRONG: Final = tuple(reply for reply in Reply if reply is not Reply.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A decision: who is asked what, how it answers (`said`: an illegal action), and the action that is played.

    `asked` is False where the house plays on for a seat that has forfeited the game. `hidden`: which cards are chosen
    is nobody else's business.
    """

    deal: int
    seat: int
    ask: int
    action: int
    hidden: bool = False
    reply: Reply = Reply.RIGHT
    said: int = 0
    asked: bool = True

    @property
    def open_part(self) -> int:
        """What everybody sees of the action: of cards thrown face down their number (A15).

        How many cards are kept, or taken out of a search, follows from numbers that all know, however they are found.
        """
        if not self.hidden:
            return self.action
        return (self.action & PICK_MASK).bit_count() if self.ask == Ask.THROW else 0

    @property
    def open_cards(self) -> int:
        """The cards that it shows to everybody: played, burned, or thrown face up."""
        if self.ask == Ask.PLAY:
            return 1 << self.action if self.action < CARDS else 0
        if self.hidden or self.ask not in (Ask.BURN, Ask.THROW):
            return 0
        return self.action & PICK_MASK


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The pack in dealing order and, where cards are forfeited, the lots by seat."""

    pack: tuple[int, ...]
    lots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Pairs of cards that change places, in all that the seat cannot know, before a decision of a deal."""

    seat: int
    deal: int
    index: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A whole game: its sheet, first dealer, deals, decisions, and a change in the middle if there is one."""

    spec: str
    dealer: int
    policy: Policy
    deals: tuple[Deal, ...]
    steps: tuple[Step, ...]
    change: Change | None = None
