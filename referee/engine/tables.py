"""A sheet compiled into tables: what is looked up, not worked out, at each decision."""

from __future__ import annotations

from functools import lru_cache

from referee.engine import cards as c
from referee.engine import ending
from referee.engine import kinds as k
from referee.engine.actions import BLIND, LOOK, PASS, SPECIAL, SPECIAL_BLIND, STRAIGHT, call_code, call_kind, call_value
from referee.engine.events import EVERYONE
from referee.engine.ranking import JOKER_NAMES, sub_trump_list, trump_list
from referee.engine.sheet import Sheet
from referee.engine.soundness import NINE
from referee.engine.state import (
    AFTER_JOKER,
    FREE,
    JOKER,
    LEADS,
    NO_SUITS,
    NO_TRUMP,
    SUB_TRUMP,
    TRUMP,
    UNKNOWN,
)  # fmt: skip
from referee.engine.steps import Forfeit

TOP, TRUMPS_FROM, SUBS_FROM = 100, 40, 20  # strengths; plain cards of the suit led are below, all others 0

# The suit led, and the strength that it gives every card.
LedRow = tuple[int, tuple[int, ...]]


class PlacesBySuit(dict[bytes, tuple[int, ...]]):
    """By the suits of a hand's cards in their order: the places of those that follow each lead, and of those that may
    be played by who can follow it (state.LEADS further on).

    Filled as hands come up; they are few hundreds.
    """

    def __init__(self, follow: k.Follow) -> None:
        self.follow = follow

    def __missing__(self, suits: bytes) -> tuple[int, ...]:
        of = [0] * LEADS
        for place, suit in enumerate(suits):
            of[suit] |= 1 << place
        plain, trumps, subs, jokers = of[0] | of[1] | of[2] | of[3], of[TRUMP], of[SUB_TRUMP], of[JOKER]
        follows, may = list(NO_SUITS[:LEADS]), list(NO_SUITS[:LEADS])
        for suit in (0, 1, 2, 3, TRUMP, SUB_TRUMP):
            follows[suit] = may[suit] = of[suit]
        if self.follow is k.Follow.TRUMP_LED_ONLY:  # a plain card led wants nothing
            follows[:4] = (0, 0, 0, 0)
        elif self.follow is not k.Follow.STRICT and self.follow is not k.Follow.UNTIL_BROKEN:
            for suit in range(4):
                may[suit] |= trumps | subs | jokers
            may[SUB_TRUMP] |= trumps
        for suit in (TRUMP, SUB_TRUMP):
            follows[AFTER_JOKER[suit]] = follows[suit]
            may[AFTER_JOKER[suit]] = may[suit] | jokers
        follows[NO_TRUMP] = may[NO_TRUMP] = plain
        self[suits] = found = (*follows, *may)
        return found


class TrumpTable:
    """Everything that depends on the suit of trump (and sub-trump)."""

    __slots__ = (
        "led_card", "mask", "named", "order", "plain", "point_trumps", "rows", "sub_named", "sub_order", "suit_of",
    )  # fmt: skip

    def __init__(self, sheet: Sheet, suit: int, sub: int = UNKNOWN) -> None:
        named = trump_list(sheet, suit)
        subs = () if sub < 0 else sub_trump_list(sheet, sub)
        self.named: dict[str, int] = dict((*JOKER_NAMES[: sheet.jokers], *named))
        self.order: tuple[int, ...] = tuple(card for _, card in named)
        self.sub_named: dict[str, int] = dict(subs)
        self.sub_order: tuple[int, ...] = tuple(card for _, card in subs)
        self.mask: int = c.mask_of(self.order)
        self.plain: int = c.ALL_CARDS & ~self.mask
        points = {name for rule in sheet.points for name in rule.point_cards()}
        self.point_trumps: int = c.mask_of(card for name, card in named if name in points)
        suits = [JOKER if card >= c.LOW_JOKER else card // 13 for card in range(c.CARDS)]
        for card in self.sub_order:
            suits[card] = SUB_TRUMP
        for card in self.order:
            suits[card] = TRUMP
        # By card; as long as `bytes.translate` wants it.
        self.suit_of: bytes = bytes(suits) + bytes(256 - c.CARDS)
        # By the suit led: the strengths.
        self.rows: dict[int, tuple[int, ...]] = {led: self._strength(sheet, led) for led in {*suits, TRUMP, SUB_TRUMP}}
        # By the card led.
        self.led_card: tuple[LedRow, ...] = tuple((led, self.rows[led]) for led in suits)

    def _strength(self, sheet: Sheet, led: int) -> tuple[int, ...]:
        """Return the strength of every card when this suit is led: the most wins the trick, 0 never does."""
        strength = [0] * c.CARDS
        up = sheet.winning is not k.Winning.LOWEST
        followers = c.suit_mask(led) & ~self.mask & ~c.mask_of(self.sub_order) if led < TRUMP else 0
        if sheet.follow is k.Follow.TRUMP_LED_ONLY:
            followers = 0  # without a trump the trick is dead
        for card in c.cards_of(followers):
            strength[card] = 1 + card % 13 if up else 13 - card % 13
        for base, order in ((SUBS_FROM, self.sub_order), (TRUMPS_FROM, self.order)):
            for place, card in enumerate(reversed(order) if up else order):
                strength[card] = base + place
        if sheet.winning is k.Winning.TWO_CAPTURES and "two" in self.named:
            strength[self.named["two"]] = TOP
        return tuple(strength)


class Tables:
    """A sheet ready to be played. Immutable; shared by all games of the sheet."""

    __slots__ = (
        "at_once", "awards", "begins_dealt", "bound_calls", "broken", "burned_count", "called_at_once", "calls",
        "calls_over", "calls_partner", "can_fold", "end_rule", "everyone", "extras", "first_lead_trump",
        "folded_awards", "forfeits", "group_seat", "groups", "held", "honours", "jokers_rank", "looks", "may_pass_out",
        "next_seat", "nine", "no_sub_trump", "opening", "overrides", "pack", "pack_set", "pitched", "places",
        "plain_auction", "plays_out", "rest", "seats", "sheet", "sides", "steals", "stuck_calls", "suits_meant",
        "top_call", "total_points", "trumps", "turns", "when_set",
    )  # fmt: skip

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seats = sheet.seats
        self.sides = sheet.sides
        self.pack = sheet.pack
        self.pack_set = frozenset(sheet.pack)
        self.everyone = EVERYONE
        self.groups: tuple[int, ...] = tuple(sheet.side_of(seat) for seat in range(sheet.seats))
        self.group_seat: tuple[int, ...] = tuple(range(sheet.sides))
        self._seats(sheet)
        self._auction(sheet)
        self._trump(sheet)
        self._play(sheet)
        # By point rule: its index, its worth and its award.
        self.awards = tuple((index, rule.worth, rule.award) for index, rule in enumerate(sheet.points))
        # The same for a deal that the pitcher gave up.
        self.folded_awards = tuple((index, rule.worth, rule.award_folded) for index, rule in enumerate(sheet.points))
        # By point rule: whether the others score it only when the pitcher is set.
        self.when_set = tuple(rule.name in sheet.only_when_set for rule in sheet.points) if sheet.only_when_set else ()
        self.end_rule = ending.rule(sheet.ending)
        self.total_points = sheet.total_points
        self.burned_count = sheet.burned is k.Burned.OTHERS
        # Whether a snapshot says more than that of the chassis.
        self.extras = self.looks or self.calls_partner or sheet.follow is k.Follow.TRUMP_LED_ONLY

    def _seats(self, sheet: Sheet) -> None:
        seats = sheet.seats
        self.next_seat: tuple[int, ...] = tuple((seat + 1) % seats for seat in range(seats))
        # The first seats to play in a trick, by who leads it and how many.
        self.turns: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple((leader + turn) % seats for turn in range(count)) for count in range(seats + 1))
            for leader in range(seats)
        )
        # The seats after one, up to the dealer, by dealer and seat.
        self.rest: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(
                tuple((seat + turn) % seats for turn in range(1, 1 + (dealer - seat) % seats)) for seat in range(seats)
            )
            for dealer in range(seats)
        )
        # The cards held by each seat: by how many all held when the trick began, who led and how many have played.
        self.held: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...] = tuple(
            tuple(
                tuple(tuple(each - (seat in played) for seat in range(seats)) for played in turns)
                for turns in self.turns
            )
            for each in range(len(sheet.pack) // seats + 1)
        )

    def _auction(self, sheet: Sheet) -> None:
        calls = sheet.calls
        blind = sheet.looking is k.Looking.OR_BLIND_SPECIAL
        offered = tuple(call for call in calls if not blind or call_kind(call) != SPECIAL_BLIND)
        self.calls = calls
        self.top_call = calls[-1]
        self.calls_over: dict[int, tuple[int, ...]] = {
            standing: (PASS, *(call for call in offered if call > standing)) for standing in (0, *calls)
        }
        self.stuck_calls: tuple[int, ...] = _stuck_calls(sheet, offered)
        # What the forced nine leaves of the calls over a standing one, where it binds.
        self.nine = call_code(NINE) if sheet.forced_nine is k.ForcedNine.BINDS else 0
        self.bound_calls: dict[int, tuple[int, ...]] = {
            standing: tuple(call for call in offered if call > standing and call >= self.nine)
            for standing in (0, *calls)
            if standing < self.nine
        }
        self.honours = 0
        if sheet.misdeal is k.Misdeal.NO_HONOUR:
            ranks = (c.ACE, c.KING, c.QUEEN, c.JACK, c.TEN, c.THREE, c.TWO)
            self.honours = c.mask_of((c.LOW_JOKER, c.HIGH_JOKER)) | sum(map(c.rank_mask, ranks))
        self.may_pass_out = sheet.all_pass is k.AllPass.PASSED_OUT
        self.plain_auction = not self.nine and not self.honours and not self.may_pass_out
        self.steals = sheet.steal is k.Steal.DEALER_EQUALS
        self.at_once = sheet.looking is k.Looking.AT_ONCE
        # What is offered to a seat that has not looked yet.
        self.looks: tuple[int, ...] = () if self.at_once else (LOOK, self.top_call if blind else BLIND)

    def _trump(self, sheet: Sheet) -> None:
        suits = range(4)
        two = sheet.trump_maker is k.TrumpMaker.DECLARED_TWO
        # By trump, or with a sub-trump by 4 * trump + sub-trump.
        self.trumps: tuple[TrumpTable, ...] = (
            tuple(TrumpTable(sheet, trump, sub if sub != trump else UNKNOWN) for trump in suits for sub in suits)
            if two
            else tuple(TrumpTable(sheet, suit) for suit in suits)
        )
        self.no_sub_trump = not two
        self.pitched = sheet.trump_maker is k.TrumpMaker.PITCHED
        self.calls_partner = sheet.partner is not k.Partner.FIXED
        # By card led: the suits that it may mean when it is pitched (A23).
        self.suits_meant: tuple[tuple[int, ...], ...] = tuple(
            tuple(suit for suit in suits if self.pitched and self.trumps[suit].mask >> card & 1)
            for card in range(c.CARDS)
        )

    def _play(self, sheet: Sheet) -> None:
        self.forfeits = any(isinstance(step, Forfeit) for step in sheet.exchange)
        # Whether the hands dealt are those that the play begins with.
        self.begins_dealt = self.pitched and not sheet.exchange and self.at_once
        self.first_lead_trump = sheet.first_lead is k.FirstLead.TRUMP and not self.pitched
        self.opening = TRUMP if self.first_lead_trump else FREE
        self.broken: PlacesBySuit | None = None  # takes the place of `places` once trump is broken
        self.places = PlacesBySuit(sheet.follow)
        if sheet.follow is k.Follow.UNTIL_BROKEN:
            self.opening = NO_TRUMP
            self.broken = PlacesBySuit(k.Follow.OR_TRUMP)
        self.plays_out = sheet.follow is k.Follow.TRUMP_LED_ONLY
        self.called_at_once = sheet.partner is k.Partner.CALLED_AT_ONCE
        self.jokers_rank = sheet.joker_role is k.Jokers.TRUMPS
        self.overrides = sheet.joker_role is k.Jokers.SUITLESS_OVERRIDE
        self.can_fold = sheet.folding is k.Folding.BEFORE_A_LEAD


def _stuck_calls(sheet: Sheet, offered: tuple[int, ...]) -> tuple[int, ...]:
    match sheet.stuck:
        case k.Stuck.UP:
            return tuple(call for call in offered if call_kind(call) >= SPECIAL or call_value(call) >= sheet.stuck_from)
        case k.Stuck.EXACTLY:
            return (call_code(sheet.stuck_from, STRAIGHT),)


@lru_cache(maxsize=256)
def compile_tables(sheet: Sheet) -> Tables:
    """Return the tables of the sheet; the same object for an equal sheet."""
    return Tables(sheet)
