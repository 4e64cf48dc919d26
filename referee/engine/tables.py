"""A sheet compiled into tables: what is looked up, not worked out, at each decision."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from referee.engine import cards as c
from referee.engine import ending
from referee.engine.actions import PASS, SPECIAL, call_code
from referee.engine.events import EVERYONE
from referee.engine.ranking import trump_list
from referee.engine.sheet import FirstLead, Folding, Follow, Sheet, Steal, TrumpMaker

TRUMP: Final = 4  # the "suit" of a trump; 0-3 are the plain suits
NO_TRUMP_YET: Final = -1

# For the suit led: cards that must be followed with, cards allowed when one must, and the strength of every card.
FollowRow = tuple[int, int, tuple[int, ...]]


class TrumpTable:
    """Everything that depends on the suit of trump."""

    __slots__ = ("first_lead", "follow_card", "mask", "named", "order", "point_trumps", "suit_of")

    def __init__(self, sheet: Sheet, suit: int) -> None:
        named = trump_list(sheet, suit)
        self.named: dict[str, int] = dict(named)
        self.order: tuple[int, ...] = tuple(card for _, card in named)
        self.mask: int = c.mask_of(self.order)
        points = {name for rule in sheet.points for name in rule.point_cards()}
        self.point_trumps: int = c.mask_of(card for name, card in named if name in points)
        self.suit_of: tuple[int, ...] = tuple(
            TRUMP if self.mask >> card & 1 else min(card // 13, 3) for card in range(c.CARDS)
        )
        rows = tuple(self._row(sheet, led) for led in range(5))
        # By the card led.
        self.follow_card: tuple[FollowRow, ...] = tuple(rows[suit] for suit in self.suit_of)
        self.first_lead: int = self.mask if sheet.first_lead is FirstLead.TRUMP else 0

    def _row(self, sheet: Sheet, led: int) -> FollowRow:
        strength = [0] * c.CARDS
        for place, card in enumerate(reversed(self.order)):
            strength[card] = 20 + place
        if led == TRUMP:
            return self.mask, self.mask, tuple(strength)
        suit = c.suit_mask(led) & ~self.mask
        for card in c.cards_of(suit):
            strength[card] = 1 + card % 13
        allowed = suit if sheet.follow is Follow.STRICT else suit | self.mask
        return suit, allowed, tuple(strength)


class Tables:
    """A sheet ready to be played. Immutable; shared by all games of the sheet."""

    __slots__ = (
        "awards",
        "calls",
        "calls_over",
        "can_fold",
        "end_rule",
        "everyone",
        "group_seat",
        "groups",
        "next_seat",
        "pack",
        "pack_set",
        "pitched",
        "rotation",
        "seats",
        "sheet",
        "sides",
        "steals",
        "stuck_calls",
        "top_call",
        "total_points",
        "trumps",
    )  # fmt: skip

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seats = sheet.seats
        self.sides = sheet.sides
        self.pack = sheet.pack
        self.pack_set = frozenset(sheet.pack)
        self.everyone = EVERYONE
        self.next_seat: tuple[int, ...] = tuple((seat + 1) % sheet.seats for seat in range(sheet.seats))
        # Everybody's order of play in a trick, by who leads it.
        self.rotation: tuple[tuple[int, ...], ...] = tuple(
            tuple((leader + turn) % sheet.seats for turn in range(sheet.seats)) for leader in range(sheet.seats)
        )
        self.groups: tuple[int, ...] = tuple(sheet.side_of(seat) for seat in range(sheet.seats))
        self.group_seat: tuple[int, ...] = tuple(range(sheet.sides))
        self.calls = sheet.calls
        # By point rule: its index, its worth, its award and its award in a deal that was given up.
        self.awards = tuple((i, rule.worth, rule.award, rule.award_folded) for i, rule in enumerate(sheet.points))
        self.top_call = self.calls[-1]
        self.calls_over: dict[int, tuple[int, ...]] = {
            standing: (PASS, *(call for call in self.calls if call > standing)) for standing in (0, *self.calls)
        }
        self.stuck_calls: tuple[int, ...] = _stuck_calls(sheet)
        self.trumps: tuple[TrumpTable, ...] = tuple(TrumpTable(sheet, suit) for suit in range(4))
        self.pitched = sheet.trump_maker is TrumpMaker.PITCHED
        self.steals = sheet.steal is Steal.DEALER_EQUALS
        self.end_rule = ending.rule(sheet.ending)
        self.total_points = sheet.total_points
        self.can_fold = sheet.folding is Folding.BEFORE_A_LEAD


def _stuck_calls(sheet: Sheet) -> tuple[int, ...]:
    straight = [call_code(value) for value in range(sheet.stuck_from, sheet.stuck_to + 1)]
    special = [call_code(sheet.special.value, SPECIAL)] if sheet.special and sheet.stuck_special else []
    return (*straight, *special)


@lru_cache(maxsize=256)
def compile_tables(sheet: Sheet) -> Tables:
    """Return the tables of the sheet; the same object for an equal sheet."""
    return Tables(sheet)
