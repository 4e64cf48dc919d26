"""`campbell-ten`, `carthage`, `campbell-eleven` and its five-handed game (RULES 5.2): burned points are the others'."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import ACE, JACK
from referee.engine.kinds import Burned, Doubling, Ending, Follow, Misdeal, Needs, Partner, Stake, Stuck
from referee.engine.points import CardPoint
from referee.engine.sheet import Special
from referee.engine.steps import Burn, Face, Fill, LayAside, Narrow, Rest, TakeStock, ThrowPlain, Who
from referee.variants.ten_point import TEN_POINT, TEN_POINTS
from referee.variants.variant import FIVE, PAIRS, WITH_BACKDOOR, Variant, switch

FILL_OTHERS = Fill(to=6, who=Who.ALL_BUT_PITCHER)
CAMPBELL_TEN = replace(
    TEN_POINT,
    id="campbell-ten",
    title="Campbell Ten-Point",
    lowest_call=5,
    highest_call=9,
    specials=(Special(name="moon", value=10, needs=Needs.POINTS, stake=Stake.POINTS, points=10),),
    stuck=Stuck.UP,
    stuck_from=5,
    exchange=(ThrowPlain(), FILL_OTHERS, TakeStock(), LayAside(), Burn(to=6)),
    burned=Burned.OTHERS,
    target=32,
)
CARTHAGE = replace(
    CAMPBELL_TEN,
    id="carthage",
    title="Carthage",
    exchange=(
        ThrowPlain(who=Who.ALL_BUT_PITCHER),
        FILL_OTHERS,
        TakeStock(),
        Narrow(to=6, who=Who.PITCHER, rest=Rest.BURN),
    ),
    follow=Follow.TRUMP_LED_ONLY,
    ending=Ending.PITCHER_FIRST,
)
CAMPBELL_ELEVEN = replace(
    CAMPBELL_TEN,
    id="campbell-eleven",
    title="Campbell Eleven-Point",
    highest_call=11,
    specials=(Special(name="moon", value=11, needs=Needs.POINTS, stake=Stake.GAME),),
    misdeal=Misdeal.NO_HONOUR,
    off_ranks=(ACE, JACK),
    points=(*TEN_POINTS, CardPoint(card="off-ace")),
    target=51,
)
ELEVEN_FIVE_HANDED = replace(
    CAMPBELL_ELEVEN,
    id="campbell-eleven-five-handed",
    title="Campbell Eleven-Point, five-handed",
    seats=5,
    sides=5,
    hand_size=10,
    specials=(Special(name="moon", value=11, needs=Needs.POINTS, stake=Stake.TARGET_OR_SET, points=11),),
    partner=Partner.CALLED_AT_ONCE,
    exchange=(TakeStock(), ThrowPlain(face=Face.UP), Burn(to=6)),
    ending=Ending.ALONE_OR_MADE,
)
DOUBLED = switch(
    "doubled",
    "each bid may be made straight or doubled; not the moon",
    lambda sheet: replace(sheet, doubling=Doubling.EVERY_CALL),
)

VARIANTS = (
    Variant(sheet=CAMPBELL_TEN, layouts=PAIRS, options=WITH_BACKDOOR),
    Variant(sheet=CARTHAGE, layouts=PAIRS, options=(*WITH_BACKDOOR, DOUBLED)),
    Variant(sheet=CAMPBELL_ELEVEN, layouts=PAIRS, options=WITH_BACKDOOR),
    Variant(sheet=ELEVEN_FIVE_HANDED, layouts=FIVE, options=WITH_BACKDOOR),
)
