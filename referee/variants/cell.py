"""`cell`, `southeast-missouri` and `seven-point-nebraska` (RULES section 4): seven points with two jokers."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import JACK, SEVEN
from referee.engine.kinds import FirstLead, TrumpMaker
from referee.engine.points import CardPoint, Game, GameTie, High, Low, Owner
from referee.engine.sheet import Sheet
from referee.engine.steps import Face, Fill, Rounds, ThrowPlain
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant

SEVEN_POINTS = (
    High(),
    Low(owner=Owner.HOLDER),
    CardPoint(card="jack"),
    CardPoint(card="off-jack"),
    CardPoint(card="high-joker"),
    CardPoint(card="low-joker"),
    Game(),
)
CELL = Sheet(
    id="cell",
    title="Cell (Kentucky seven-point)",
    seats=4,
    sides=2,
    jokers=2,
    packet=1,
    lowest_call=3,
    highest_call=7,
    stuck_from=3,
    trump_maker=TrumpMaker.DECLARED,
    off_ranks=(JACK,),
    exchange=(ThrowPlain(face=Face.UP), Fill(to=6, rounds=Rounds.CARD_BY_CARD)),
    first_lead=FirstLead.TRUMP,
    points=SEVEN_POINTS,
    target=21,
)
MISSOURI = replace(CELL, id="southeast-missouri", title="Southeast Missouri", lowest_rank=SEVEN, exchange=())
NEBRASKA = replace(
    CELL,
    id="seven-point-nebraska",
    title="Seven-Point Nebraska",
    packet=3,
    lowest_call=2,
    stuck_from=2,
    trump_maker=TrumpMaker.PITCHED,
    exchange=(),
    first_lead=FirstLead.ANY,
    points=(*SEVEN_POINTS[:-1], Game(tie=GameTie.JOKERS)),
    target=15,
)

VARIANTS = tuple(Variant(sheet=sheet, layouts=PAIRS, options=WITH_BACKDOOR) for sheet in (CELL, MISSOURI, NEBRASKA))
