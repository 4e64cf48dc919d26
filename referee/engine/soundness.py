"""Whether the fields of a sheet make a playable game; every reason against it, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from referee.engine import kinds as k
from referee.engine import steps as s
from referee.engine.cards import CARDS
from referee.engine.notation import WORDS
from referee.engine.points.rule import Of
from referee.engine.ranking import JOKER_NAMES, sub_trump_list, trump_list

if TYPE_CHECKING:
    from referee.engine.sheet import Sheet

Problem = tuple[tuple[str, ...], str]  # the fields that it is about, and what is wrong
MOST: Final = 999_999  # of targets, floors and deals
MOST_POINTS: Final = 999  # of a deal, so that no score of MOST deals leaves 32 bits, doubled neither
LONGEST_TITLE: Final = 100
NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")  # of points and calls: a token of the notation
LONGEST_NAME: Final = 40
BOUNDS: Final = {
    "packet": (1, CARDS), "hand_size": (1, CARDS), "lowest_rank": (0, 12), "jokers": (0, 2),
    "floor": (-MOST, 0), "margin": (1, MOST), "target": (1, MOST), "loses_at": (-MOST, -1), "draws_at": (-MOST, -1),
    "backdoor": (1, MOST), "max_deals": (1, MOST),
}  # fmt: skip
SPECIAL_CALLS = 2  # the kinds of call that there are above the numbers
NINE = 9  # the call of the forced nine (5.3)


def problems(sheet: Sheet) -> tuple[Problem, ...]:
    """Return what keeps the sheet from being played, each with the fields it is about; () for a sound sheet."""
    first = (*_bounds(sheet), *_names(sheet))
    if not _within(sheet, "lowest_rank"):
        return first  # there is no pack to say more of
    return (*first, *_table(sheet), *_auction(sheet), *_trump(sheet), *_exchange(sheet), *_points(sheet))


def _within(sheet: Sheet, field: str) -> bool:
    least, most = BOUNDS[field]
    value = getattr(sheet, field)
    return value is None or least <= value <= most


def _bounds(sheet: Sheet) -> Iterator[Problem]:
    """Whatever is a number: what is beyond no table or message is made for."""
    for field, (least, most) in BOUNDS.items():
        if not _within(sheet, field):
            yield (field,), f"{field} is {getattr(sheet, field)}, must be {least} to {most}"
    for rank in sheet.off_ranks:
        if not sheet.lowest_rank <= rank <= 12 or sheet.off_ranks.count(rank) > 1:
            yield ("off_ranks",), f"off_ranks has {rank}: must be ranks of the pack, 0 (two) to 12 (ace), each once"
    for step in sheet.exchange:
        to = getattr(step, "to", 1)
        if not 1 <= to <= CARDS:
            yield ("exchange",), f"{type(step).__name__} to {to} cards, must be 1 to {CARDS}"
    for rule in sheet.points:
        if rule.worth < 1:
            yield ("points",), f"the point {rule.name!r} is worth {rule.worth}, must be 1 or more"
    if sheet.total_points > MOST_POINTS:
        yield ("points",), f"the points are worth {sheet.total_points} together, at most {MOST_POINTS} are possible"
    for special in sheet.specials:
        if not (special.value <= MOST_POINTS and 0 <= special.points <= MOST_POINTS):
            value = f"has the value {special.value} and is for {special.points} points"
            yield ("specials",), f"the call {special.name} {value}, both must be 0 to {MOST_POINTS}"


def _names(sheet: Sheet) -> Iterator[Problem]:
    if len(sheet.title) > LONGEST_TITLE or not sheet.title.isprintable():
        yield ("title",), f"the title must be one line of at most {LONGEST_TITLE} characters"
    specials = [special.name for special in sheet.specials]
    for field, what, names in ("points", "point", [rule.name for rule in sheet.points]), ("specials", "call", specials):
        for name in names:
            if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
                rule = f"lower-case letters, digits and single hyphens, a letter first, at most {LONGEST_NAME}"
                yield (field,), f"{name!r} cannot name a {what}: {rule}"
    for name in sorted({name for name in specials if specials.count(name) > 1}):
        yield ("specials",), f"two calls are called {name!r}"
    for name in sorted(set(specials) & set(WORDS.values())):
        yield ("specials",), f"a call cannot be called {name!r}: that is another action"


def _table(sheet: Sheet) -> Iterator[Problem]:
    if not 2 <= sheet.seats <= 9:
        yield ("seats",), f"seats is {sheet.seats}, must be 2 to 9"
    if not 2 <= sheet.sides <= sheet.seats or sheet.seats % sheet.sides:
        yield ("sides", "seats"), f"{sheet.seats} seats do not make {sheet.sides} equal sides of a table"
    if sheet.jokers in (0, 1, 2) and sheet.seats * sheet.hand_size > len(sheet.pack):
        yield (
            ("hand_size", "seats", "jokers", "lowest_rank"),
            f"{sheet.seats} hands of {sheet.hand_size} are more than the {len(sheet.pack)} cards of the pack",
        )
    if sheet.partner is not k.Partner.FIXED and sheet.seats != sheet.sides:
        yield (
            ("partner", "sides", "seats"),
            "a partner is called by a player who has none, so every seat must be a side of its own",
        )
    if sheet.partner is not k.Partner.FIXED and sheet.seats < 3:
        yield ("partner", "seats"), "a partner is called against others, so there must be three seats at least"


def _auction(sheet: Sheet) -> Iterator[Problem]:
    if not 1 <= sheet.lowest_call <= sheet.highest_call:
        yield (
            ("lowest_call", "highest_call"),
            f"calls from {sheet.lowest_call} to {sheet.highest_call}: must start at 1 or more and not fall",
        )
    if not sheet.lowest_call <= sheet.stuck_from <= sheet.highest_call:
        yield (
            ("stuck_from", "lowest_call", "highest_call"),
            f"a stuck dealer's lowest call, {sheet.stuck_from}, is not among those of the sheet",
        )
    if len(sheet.specials) > SPECIAL_CALLS:
        yield ("specials",), f"{len(sheet.specials)} special calls, at most {SPECIAL_CALLS} are possible"
    for special in sheet.specials:
        if special.value < sheet.highest_call:
            yield (
                ("specials", "highest_call"),
                f"the call {special.name} has the value {special.value}, below the highest call {sheet.highest_call}",
            )
    values = [special.value for special in sheet.specials]
    if values != sorted(values):
        yield ("specials",), f"special calls must ascend in value, and theirs are {', '.join(map(str, values))}"
    if sheet.looking is k.Looking.OR_BLIND_SPECIAL and len(sheet.specials) < SPECIAL_CALLS:
        yield ("looking", "specials"), "the second special call is made blind, but there is no second one"
    if sheet.forced_nine is k.ForcedNine.BINDS and not any(
        call >= NINE for call in (sheet.highest_call, *(special.value for special in sheet.specials))
    ):
        yield (
            ("forced_nine", "highest_call", "specials"),
            f"the forced nine binds to calls of {NINE} and more, but there are none",
        )
    if sheet.points and sheet.highest_call > sheet.total_points:
        yield (
            ("highest_call", "points"),
            f"a call of {sheet.highest_call} asks for more than the {sheet.total_points} points there are",
        )


def _trump(sheet: Sheet) -> Iterator[Problem]:
    if sheet.trump_maker is k.TrumpMaker.DECLARED_TWO and sheet.off_ranks:
        yield ("off_ranks", "trump_maker"), "with a sub-trump there can be no off-cards: they might belong to both"
    if sheet.joker_role is not k.Jokers.TRUMPS and sheet.trump_maker is k.TrumpMaker.PITCHED:
        yield ("joker_role", "trump_maker"), "a joker of no suit that is pitched makes no trump, so it must be declared"
    if sheet.joker_role is not k.Jokers.TRUMPS and not sheet.jokers:
        yield ("joker_role", "jokers"), "joker_role speaks of jokers, but there are none in the pack"
    if sheet.winning is k.Winning.TWO_CAPTURES and sheet.trump_order is k.TrumpOrder.REVERSED:
        yield (
            ("winning", "trump_order"),
            "the two cannot capture where the trumps are reversed: it is the highest already",
        )
    if sheet.partner is not k.Partner.FIXED and sheet.trump_maker is k.TrumpMaker.PITCHED:
        yield ("partner", "trump_maker"), "a partner is called knowing trump, so trump must be declared, not pitched"
    pitched_late = sheet.first_leader is not k.FirstLeader.PITCHER
    if sheet.trump_maker is k.TrumpMaker.PITCHED and (pitched_late or sheet.follow is k.Follow.UNTIL_BROKEN):
        yield (
            ("trump_maker", "first_leader", "follow"),
            "the pitcher's first card makes trump, so he must lead first and may lead any card",
        )


def _exchange(sheet: Sheet) -> Iterator[Problem]:
    kinds = [type(step) for step in sheet.exchange]
    needs_trump = [kind.__name__ for kind in kinds if kind not in (s.Forfeit, s.Inspect)]
    if needs_trump and sheet.trump_maker is k.TrumpMaker.PITCHED:
        yield ("exchange", "trump_maker"), "cards are exchanged knowing trump, so trump must be declared, not pitched"
    if sheet.follow is k.Follow.TRUMPS_ONLY and not _only_trumps_left(sheet):
        yield (
            ("follow", "exchange"),
            "only trumps are playable, so the exchange must take all plain cards away at its end",
        )
    if s.Widow in kinds and sheet.seats != 2 * sheet.sides:
        yield ("exchange", "sides", "seats"), "a widow that may be handed on needs one partner"
    if (s.Forfeit in kinds) != (sheet.looking is k.Looking.OR_BLIND):
        yield (
            ("exchange", "looking"),
            "cards are forfeited by those who looked before their call: Forfeit and look-or-blind go together",
        )
    if s.Inspect in kinds and s.Forfeit not in kinds[: kinds.index(s.Inspect)]:
        yield ("exchange",), "only forfeited cards are inspected, so Forfeit must come before Inspect"
    searched = s.Search in kinds and any(kind is not s.Burn for kind in kinds[kinds.index(s.Search) + 1 :])
    if searched:
        yield ("exchange",), "who has searched the stock knows it, so no cards may be drawn or thrown after it"


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


def _points(sheet: Sheet) -> Iterator[Problem]:
    names = [rule.name for rule in sheet.points]
    if not names:
        yield ("points",), "no point rule: nothing would score"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield ("points",), f"two points are called {name!r}"
    for name in sheet.only_when_set:
        if name not in names:
            yield ("only_when_set", "points"), f"only_when_set names {name!r}, but there is no such point"
    trumps = {name for name, _ in (*trump_list(sheet, 0), *JOKER_NAMES[: sheet.jokers])}
    subs = {name for name, _ in sub_trump_list(sheet, 1)}
    parts = ("points", "jokers", "off_ranks", "lowest_rank", "joker_role")
    for rule in sheet.points:
        sub = rule.of is Of.SUB_TRUMP
        if sub and sheet.trump_maker is not k.TrumpMaker.DECLARED_TWO:
            yield ("points", "trump_maker"), f"the point {rule.name!r} is of the sub-trump, but none is declared"
        for card in rule.needs():
            if card not in (subs if sub else trumps):
                yield parts, f"the point {rule.name!r} goes with the {card}, which is no {rule.of.value} of this sheet"
