"""`contway` (RULES section 4): six points with off-jack and one joker, any cards exchanged, folding, hickeys."""

from __future__ import annotations

from referee.engine.cards import JACK
from referee.engine.points import CardPoint, Game, GameTie, High, Low, Owner
from referee.engine.sheet import Cards, Ending, FirstLead, Folding, Settle, Sheet, Swap, TrumpMaker
from referee.variants.variant import EVERYWHERE, PAIRS, Variant

CONTWAY = Sheet(
    id="contway",
    title="Contway",
    seats=4,
    sides=2,
    jokers=1,
    off_ranks=(JACK,),
    highest_call=6,
    stuck_from=2,
    stuck_to=2,
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
        Game(tie=GameTie.JOKER),
    ),
    floor=0,
    ending=Ending.PITCHER_FIRST,
    target=11,
    settle=Settle.ONE_PLUS_SETS,
)

VARIANTS = (Variant(sheet=CONTWAY, layouts=PAIRS, options=EVERYWHERE),)
