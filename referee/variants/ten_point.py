"""`ten-point` (RULES 5.1): nine cards, the widow kept or handed on, burns, and nothing but trumps in play."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import JACK
from referee.engine.kinds import (
    Ending,
    FirstLead,
    Follow,
    Needs,
    Partner,
    Stake,
    Stuck,
    TrumpMaker,
    TrumpOrder,
    Winning,
)  # fmt: skip
from referee.engine.points import CardPoint, Owner, PointRule
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Burn, Face, Fill, LayAside, TakeStock, ThrowPlain, Widow
from referee.variants.variant import FIVE, PAIRS, WITH_BACKDOOR, Option, Variant, yes

TEN_POINTS = (
    CardPoint(card="ace"),
    CardPoint(card="jack"),
    CardPoint(card="off-jack"),
    CardPoint(card="high-joker"),
    CardPoint(card="low-joker"),
    CardPoint(card="ten"),
    CardPoint(card="three", worth=3),
    CardPoint(card="two", owner=Owner.HOLDER),
)


def moon(points: int) -> tuple[Special]:
    """Return the moon of a sheet with so many points: it wins or loses the game."""
    return (Special(name="moon", value=points, needs=Needs.POINTS, stake=Stake.TARGET_OR_GAME),)


TEN_POINT = Sheet(
    id="ten-point",
    title="Ten-Point Pitch",
    seats=4,
    sides=2,
    jokers=2,
    hand_size=9,
    lowest_call=4,
    highest_call=10,
    specials=moon(10),
    stuck=Stuck.EXACTLY,
    stuck_from=4,
    trump_maker=TrumpMaker.DECLARED,
    off_ranks=(JACK,),
    exchange=(ThrowPlain(face=Face.UP), Fill(to=6), Widow(), LayAside(), Burn(to=6)),
    first_lead=FirstLead.TRUMP,
    follow=Follow.TRUMPS_ONLY,
    points=TEN_POINTS,
    target=52,
)
FIVE_HANDED = replace(
    TEN_POINT,
    id="ten-point-five-handed",
    title="Ten-Point Pitch, five-handed",
    seats=5,
    sides=5,
    hand_size=10,
    specials=(Special(name="moon", value=10, needs=Needs.POINTS, stake=Stake.TARGET_OR_SET, points=10),),
    partner=Partner.CALLED,
    exchange=(TakeStock(), ThrowPlain(face=Face.UP), Burn(to=6)),
    ending=Ending.ALONE_OR_MADE,
    target=42,
)


def _owned(rule: PointRule, owner: Owner) -> PointRule:
    return replace(rule, owner=owner) if isinstance(rule, CardPoint) and rule.card == "two" else rule


def dirty(sheet: Sheet, owner: Owner = Owner.TAKER) -> Sheet:
    """Return the sheet with the two captured like any card."""
    return replace(sheet, points=tuple(_owned(rule, owner) for rule in sheet.points))


def reverse_hierarchy(sheet: Sheet, order: TrumpOrder = TrumpOrder.REVERSED) -> Sheet:
    """Return the sheet with the trump list reversed."""
    return replace(sheet, trump_order=order)


def capture_low(sheet: Sheet, winning: Winning = Winning.TWO_CAPTURES) -> Sheet:
    """Return the sheet in which the two wins its trick."""
    return replace(sheet, winning=winning)


DIRTY = Option(
    name="dirty", values="true, false", meaning="the two is captured like any card",
    apply=lambda sheet, text: dirty(sheet, Owner.TAKER if yes(text) else Owner.HOLDER),
)  # fmt: skip
REVERSE_HIERARCHY = Option(
    name="reverse_hierarchy", values="true, false", meaning="the trump list is reversed: the two strongest",
    apply=lambda sheet, text: reverse_hierarchy(sheet, TrumpOrder.REVERSED if yes(text) else TrumpOrder.RANKED),
)  # fmt: skip
CAPTURE_LOW = Option(
    name="capture_low", values="true, false", meaning="the two of trumps wins the trick it is played to",
    apply=lambda sheet, text: capture_low(sheet, Winning.TWO_CAPTURES if yes(text) else Winning.HIGHEST),
)  # fmt: skip
OPTIONS = (*WITH_BACKDOOR, DIRTY, REVERSE_HIERARCHY, CAPTURE_LOW)


def _named(name: str, title: str, sheet: Sheet, options: tuple[Option, ...]) -> Variant:
    named = replace(sheet, id=f"ten-point-{name}", title=f"Ten-Point Pitch, {title}")
    return Variant(sheet=named, layouts=PAIRS, options=(*WITH_BACKDOOR, *options))


VARIANTS = (
    Variant(sheet=TEN_POINT, layouts=PAIRS, options=OPTIONS),
    Variant(sheet=FIVE_HANDED, layouts=FIVE, options=OPTIONS),
    _named("dirty", "dirty", dirty(TEN_POINT), (DIRTY, REVERSE_HIERARCHY, CAPTURE_LOW)),
    _named("reverse-hierarchy", "reverse hierarchy", reverse_hierarchy(TEN_POINT), (DIRTY, REVERSE_HIERARCHY)),
    _named("capture-low", "capture low", capture_low(TEN_POINT), (DIRTY, CAPTURE_LOW)),
)
