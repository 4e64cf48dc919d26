"""`contway` and `contway-three` (RULES section 4): off-jack and one joker, any cards exchanged, folding, hickeys."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import JACK
from referee.engine.kinds import Ending, FirstLead, Folding, Settle, Stuck, TrumpMaker
from referee.engine.points import CardPoint, Game, GameTie, High, Low, Owner
from referee.engine.sheet import Sheet
from referee.engine.steps import Cards, Swap
from referee.variants.variant import EVERYWHERE, PAIRS, Variant, solo

CONTWAY = Sheet(
    id="contway",
    title="Contway",
    seats=4,
    sides=2,
    jokers=1,
    off_ranks=(JACK,),
    highest_call=6,
    stuck=Stuck.EXACTLY,
    trump_maker=TrumpMaker.DECLARED,
    exchange=(Swap(cards=Cards.ANY, to=6),),
    first_lead=FirstLead.TRUMP,
    folding=Folding.BEFORE_A_LEAD,
    points=(
        High(),
        Low(owner=Owner.HOLDER),
        CardPoint(card="jack"),
        CardPoint(card="off-jack"),
        CardPoint(card="high-joker", called="joker"),
        Game(tie=GameTie.JOKERS),
    ),
    floor=0,
    ending=Ending.PITCHER_FIRST,
    target=11,
    settle=Settle.ONE_PLUS_SETS,
)

THREE = replace(CONTWAY, id="contway-three", title="Contway for three", seats=3, sides=3)

VARIANTS = (
    Variant(sheet=CONTWAY, layouts=PAIRS, options=EVERYWHERE),
    Variant(sheet=THREE, layouts=solo(3, 3), options=EVERYWHERE),
)
