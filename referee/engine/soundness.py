"""Whether the fields of a sheet make a playable game; every reason against it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.engine import kinds as k
from referee.engine import steps as s
from referee.engine.actions import call_value
from referee.engine.points.rule import Of
from referee.engine.ranking import JOKER_NAMES, sub_trump_list, trump_list

if TYPE_CHECKING:
    from referee.engine.sheet import Sheet

SPECIAL_CALLS = 2  # the kinds of call that there are above the numbers
NINE = 9  # the call of the forced nine (5.3)


def problems(sheet: Sheet) -> tuple[str, ...]:
    """Return what keeps the sheet from being played; () for a sound sheet."""
    return (*_table(sheet), *_auction(sheet), *_trump(sheet), *_exchange(sheet), *_points(sheet), *_end(sheet))


def _table(sheet: Sheet) -> Iterator[str]:
    if not 2 <= sheet.seats <= 9:
        yield f"seats is {sheet.seats}, must be 2 to 9"
    if not 2 <= sheet.sides <= sheet.seats or sheet.seats % sheet.sides:
        yield f"{sheet.seats} seats do not make {sheet.sides} equal sides of a table"
    if not 0 <= sheet.lowest_rank <= 12:
        yield f"lowest_rank is {sheet.lowest_rank}, must be 0 (two) to 12 (ace)"
    if sheet.packet < 1 or sheet.hand_size < 1:
        yield f"hands of {sheet.hand_size} in packets of {sheet.packet}: both must be 1 or more"
    if sheet.jokers not in (0, 1, 2):
        yield f"jokers is {sheet.jokers}, must be 0, 1 or 2"
    elif sheet.seats * sheet.hand_size > len(sheet.pack):
        yield f"{sheet.seats} hands of {sheet.hand_size} are more than the {len(sheet.pack)} cards of the pack"
    if sheet.partner is not k.Partner.FIXED and sheet.seats != sheet.sides:
        yield "a partner is called by a player who has none, so every seat must be a side of its own"
    if sheet.partner is not k.Partner.FIXED and sheet.seats < 3:
        yield "a partner is called against others, so there must be three seats at least"


def _auction(sheet: Sheet) -> Iterator[str]:
    if not 1 <= sheet.lowest_call <= sheet.highest_call:
        yield f"calls from {sheet.lowest_call} to {sheet.highest_call}: must start at 1 or more and not fall"
    if not sheet.lowest_call <= sheet.stuck_from <= sheet.highest_call:
        yield f"a stuck dealer's lowest call, {sheet.stuck_from}, is not among those of the sheet"
    if len(sheet.specials) > SPECIAL_CALLS:
        yield f"{len(sheet.specials)} special calls, at most {SPECIAL_CALLS} are possible"
    for special in sheet.specials:
        if special.value < sheet.highest_call:
            yield f"the call {special.name} has the value {special.value}, below the highest call {sheet.highest_call}"
    if sheet.looking is k.Looking.OR_BLIND_SPECIAL and len(sheet.specials) < SPECIAL_CALLS:
        yield "the second special call is made blind, but there is no second one"
    if sheet.forced_nine is k.ForcedNine.BINDS and not any(call_value(call) >= NINE for call in sheet.calls):
        yield f"the forced nine binds to calls of {NINE} and more, but there are none"
    if sheet.points and sheet.highest_call > sheet.total_points:
        yield f"a call of {sheet.highest_call} asks for more than the {sheet.total_points} points there are"


def _trump(sheet: Sheet) -> Iterator[str]:
    if sheet.trump_maker is k.TrumpMaker.DECLARED_TWO and sheet.off_ranks:
        yield "with a sub-trump there can be no off-cards: they might belong to both"
    if sheet.joker_role is not k.Jokers.TRUMPS and not sheet.jokers:
        yield "joker_role speaks of jokers, but there are none in the pack"
    if sheet.winning is k.Winning.TWO_CAPTURES and sheet.trump_order is k.TrumpOrder.REVERSED:
        yield "the two cannot capture where the trumps are reversed: it is the highest already"
    if sheet.partner is not k.Partner.FIXED and sheet.trump_maker is k.TrumpMaker.PITCHED:
        yield "a partner is called knowing trump, so trump must be declared, not pitched"
    pitched_late = sheet.first_leader is not k.FirstLeader.PITCHER
    if sheet.trump_maker is k.TrumpMaker.PITCHED and (pitched_late or sheet.follow is k.Follow.UNTIL_BROKEN):
        yield "the pitcher's first card makes trump, so he must lead first and may lead any card"


def _exchange(sheet: Sheet) -> Iterator[str]:
    kinds = [type(step) for step in sheet.exchange]
    needs_trump = [kind.__name__ for kind in kinds if kind not in (s.Forfeit, s.Inspect)]
    if needs_trump and sheet.trump_maker is k.TrumpMaker.PITCHED:
        yield "cards are exchanged knowing trump, so trump must be declared, not pitched"
    if sheet.follow is k.Follow.TRUMPS_ONLY and not _only_trumps_left(sheet):
        yield "only trumps are playable, so the exchange must take all plain cards away at its end"
    if s.Widow in kinds and sheet.seats != 2 * sheet.sides:
        yield "a widow that may be handed on needs one partner"
    if (s.Forfeit in kinds) != (sheet.looking is k.Looking.OR_BLIND):
        yield "cards are forfeited by those who looked before their call: Forfeit and look-or-blind go together"
    if s.Inspect in kinds and s.Forfeit not in kinds[: kinds.index(s.Inspect)]:
        yield "only forfeited cards are inspected, so Forfeit must come before Inspect"
    searched = s.Search in kinds and any(kind is not s.Burn for kind in kinds[kinds.index(s.Search) + 1 :])
    if searched:
        yield "who has searched the stock knows it, so no cards may be drawn or thrown after it"


def _only_trumps_left(sheet: Sheet) -> bool:
    """Whether the exchange leaves nobody a plain card: all are thrown or laid aside, and none drawn after that."""
    clean = False
    for step in sheet.exchange:
        match step:
            case s.LayAside() | s.ThrowPlain(who=s.Who.ALL):
                clean = True
            case s.Swap() | s.Fill() | s.Widow() | s.TakeStock() | s.Search() | s.Inspect():
                clean = False
            case _:
                pass
    return clean


def _points(sheet: Sheet) -> Iterator[str]:
    names = [rule.name for rule in sheet.points]
    if not names:
        yield "no point rule: nothing would score"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two points are called {name!r}"
    for name in sheet.only_when_set:
        if name not in names:
            yield f"only_when_set names {name!r}, but there is no such point"
    trumps = {name for name, _ in (*trump_list(sheet, 0), *JOKER_NAMES[: sheet.jokers])}
    subs = {name for name, _ in sub_trump_list(sheet, 1)}
    for rule in sheet.points:
        sub = rule.of is Of.SUB_TRUMP
        if sub and sheet.trump_maker is not k.TrumpMaker.DECLARED_TWO:
            yield f"the point {rule.name!r} is of the sub-trump, but none is declared"
        for card in rule.needs():
            if card not in (subs if sub else trumps):
                yield f"the point {rule.name!r} goes with the {card}, which is no {rule.of.value} of this sheet"


def _end(sheet: Sheet) -> Iterator[str]:
    for name in ("target", "max_deals", "margin"):
        if getattr(sheet, name) < 1:
            yield f"{name} is {getattr(sheet, name)}, must be 1 or more"
    if sheet.backdoor is not None and sheet.backdoor < 1:
        yield f"backdoor is {sheet.backdoor}, must be 1 or more"
    for name in ("loses_at", "draws_at"):
        if getattr(sheet, name) is not None and getattr(sheet, name) >= 0:
            yield f"{name} is {getattr(sheet, name)}, must be below 0"
