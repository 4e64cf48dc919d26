"""`barn` (RULES section 3): trump is declared, and must be broken before it may be led."""

from __future__ import annotations

from referee.engine.kinds import Ending, Follow, TrumpMaker
from referee.engine.points import Owner
from referee.engine.sheet import Sheet
from referee.variants.auction import classic_points
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant, solo

BARN = Sheet(
    id="barn",
    title="Barn Pitch",
    seats=4,
    sides=4,
    trump_maker=TrumpMaker.DECLARED,
    follow=Follow.UNTIL_BROKEN,
    points=classic_points(Owner.HOLDER),
    ending=Ending.PITCHED_AND_MADE,
)

VARIANTS = (Variant(sheet=BARN, layouts=(*solo(3, 7), *PAIRS), options=WITH_BACKDOOR),)
