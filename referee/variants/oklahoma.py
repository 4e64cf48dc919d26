"""`oklahoma`, `razzle-dazzle` and `wahoo` (RULES 5.2): High, Low and Game among ten points, and doubled bids."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import JACK
from referee.engine.kinds import Doubling, Ending, FirstLead, Needs, Partner, Stake, Stuck, TrumpMaker
from referee.engine.points import CardPoint, Game, High, Low, Owner
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Narrow, Rest, TakeStock, ThrowPlain, Who
from referee.variants.variant import FIVE, PAIRS, WITH_BACKDOOR, Variant

OKLAHOMA = Sheet(
    id="oklahoma",
    title="Oklahoma Ten-Point",
    seats=4,
    sides=2,
    jokers=2,
    hand_size=9,
    lowest_call=3,
    highest_call=10,
    doubling=Doubling.EVERY_CALL,
    stuck_from=3,
    trump_maker=TrumpMaker.DECLARED,
    off_ranks=(JACK,),
    exchange=(TakeStock(), Narrow(to=6, who=Who.ALL)),
    first_lead=FirstLead.TRUMP,
    points=(
        High(),
        Low(owner=Owner.HOLDER),
        CardPoint(card="jack"),
        CardPoint(card="off-jack"),
        CardPoint(card="high-joker"),
        CardPoint(card="low-joker"),
        Game(),
        CardPoint(card="three", worth=3),
    ),
    target=32,
)
RAZZLE_DAZZLE = replace(
    OKLAHOMA,
    id="razzle-dazzle",
    title="Razzle-Dazzle",
    seats=5,
    sides=5,
    hand_size=10,
    partner=Partner.CALLED,
    exchange=(TakeStock(), ThrowPlain(who=Who.ALL_BUT_PITCHER), Narrow(to=6, who=Who.PITCHER, rest=Rest.BURN)),
    ending=Ending.ALONE_OR_MADE,
)
WAHOO = replace(
    OKLAHOMA,
    id="wahoo",
    title="Wahoo",
    hand_size=6,
    lowest_call=5,
    highest_call=9,
    specials=(Special(name="moon", value=10, needs=Needs.POINTS, stake=Stake.POINTS, points=10),),
    stuck=Stuck.EXACTLY,
    stuck_from=5,
    exchange=(TakeStock(), Narrow(to=6, who=Who.PITCHER)),
)
THREE_PAIRS = (*PAIRS, (6, 3))

VARIANTS = (
    Variant(sheet=OKLAHOMA, layouts=THREE_PAIRS, options=WITH_BACKDOOR, hand_sizes=((6, 8),)),
    Variant(sheet=RAZZLE_DAZZLE, layouts=FIVE, options=WITH_BACKDOOR),
    Variant(sheet=WAHOO, layouts=THREE_PAIRS, options=WITH_BACKDOOR),
)
