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
from referee.engine.state import ALSO, NO_SUITS, TRUMP

NO_TRUMP_YET: Final = -1

# The suit led, and the strength that it gives every card.
LedRow = tuple[int, tuple[int, ...]]


class PlacesBySuit(dict[bytes, tuple[int, ...]]):
    """By the suits of a hand's cards in their order: the places of each suit, of trumps, FREE (none) and ALSO.

    Filled as hands come up; they are few hundreds.
    """

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict

    def __missing__(self, suits: bytes) -> tuple[int, ...]:
        places = list(NO_SUITS)
        for place, suit in enumerate(suits):
            places[suit] |= 1 << place
        if not self.strict:
            places[ALSO] = places[TRUMP]
        self[suits] = found = tuple(places)
        return found


class TrumpTable:
    """Everything that depends on the suit of trump."""

    __slots__ = ("led_card", "mask", "named", "order", "plain", "point_trumps", "suit_of")

    def __init__(self, sheet: Sheet, suit: int) -> None:
        named = trump_list(sheet, suit)
        self.named: dict[str, int] = dict(named)
        self.order: tuple[int, ...] = tuple(card for _, card in named)
        self.mask: int = c.mask_of(self.order)
        self.plain: int = c.ALL_CARDS & ~self.mask
        points = {name for rule in sheet.points for name in rule.point_cards()}
        self.point_trumps: int = c.mask_of(card for name, card in named if name in points)
        # By card; as long as `bytes.translate` wants it.
        self.suit_of: bytes = bytes(TRUMP if self.mask >> card & 1 else min(card // 13, 3) for card in range(256))
        rows = tuple((led, self._strength(led)) for led in range(5))
        # By the card led.
        self.led_card: tuple[LedRow, ...] = tuple(rows[suit] for suit in self.suit_of[: c.CARDS])

    def _strength(self, led: int) -> tuple[int, ...]:
        strength = [0] * c.CARDS
        for place, card in enumerate(reversed(self.order)):
            strength[card] = 20 + place
        if led != TRUMP:
            for card in c.cards_of(c.suit_mask(led) & ~self.mask):
                strength[card] = 1 + card % 13
        return tuple(strength)


class Tables:
    """A sheet ready to be played. Immutable; shared by all games of the sheet."""

    __slots__ = (
        "awards",
        "calls",
        "calls_over",
        "can_fold",
        "end_rule",
        "everyone",
        "first_lead_trump",
        "group_seat",
        "groups",
        "held",
        "next_seat",
        "pack",
        "pitched",
        "places",
        "seats",
        "sheet",
        "sides",
        "sorted_pack",
        "steals",
        "stuck_calls",
        "top_call",
        "total_points",
        "trumps",
        "turns",
    )  # fmt: skip

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seats = sheet.seats
        self.sides = sheet.sides
        self.pack = sheet.pack
        self.sorted_pack = sorted(sheet.pack)
        self.everyone = EVERYONE
        self.next_seat: tuple[int, ...] = tuple((seat + 1) % sheet.seats for seat in range(sheet.seats))
        # The first seats to play in a trick, by who leads it and how many.
        self.turns: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple((leader + turn) % sheet.seats for turn in range(count)) for count in range(sheet.seats + 1))
            for leader in range(sheet.seats)
        )
        # The cards held by each seat: by how many all held when the trick began, who led and how many have played.
        self.held: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...] = tuple(
            tuple(
                tuple(tuple(each - (seat in played) for seat in range(sheet.seats)) for played in turns)
                for turns in self.turns
            )
            for each in range(len(sheet.pack) // sheet.seats + 1)
        )
        self.groups: tuple[int, ...] = tuple(sheet.side_of(seat) for seat in range(sheet.seats))
        self.group_seat: tuple[int, ...] = tuple(range(sheet.sides))
        self.calls = sheet.calls
        # By point rule: its index, its worth and its award.
        self.awards = tuple((index, rule.worth, rule.award) for index, rule in enumerate(sheet.points))
        self.top_call = self.calls[-1]
        self.calls_over: dict[int, tuple[int, ...]] = {
            standing: (PASS, *(call for call in self.calls if call > standing)) for standing in (0, *self.calls)
        }
        self.stuck_calls: tuple[int, ...] = _stuck_calls(sheet)
        self.trumps: tuple[TrumpTable, ...] = tuple(TrumpTable(sheet, suit) for suit in range(4))
        self.pitched = sheet.trump_maker is TrumpMaker.PITCHED
        self.first_lead_trump = sheet.first_lead is FirstLead.TRUMP and not self.pitched
        self.places = PlacesBySuit(strict=sheet.follow is Follow.STRICT)
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
