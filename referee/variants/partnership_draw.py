"""`partnership-draw` (RULES section 3): declared trump, non-trumps exchanged, moon for the game."""

from __future__ import annotations

from referee.engine.kinds import FirstLead, Needs, Stake, TrumpMaker
from referee.engine.points import Owner
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Cards, Swap
from referee.variants.auction import classic_points
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant

PARTNERSHIP_DRAW = Sheet(
    id="partnership-draw",
    title="Partnership Draw Pitch",
    seats=4,
    sides=2,
    specials=(Special(name="moon", value=4, needs=Needs.POINTS, stake=Stake.GAME),),
    trump_maker=TrumpMaker.DECLARED,
    exchange=(Swap(cards=Cards.PLAIN, to=6),),
    first_lead=FirstLead.TRUMP,
    points=classic_points(Owner.HOLDER),
    target=15,
)

VARIANTS = (Variant(sheet=PARTNERSHIP_DRAW, layouts=PAIRS, options=WITH_BACKDOOR),)
