"""`reverse` (RULES section 3): the lowest card takes the trick."""

from __future__ import annotations

from referee.engine.kinds import Ending, Winning
from referee.engine.points import Owner
from referee.engine.sheet import Sheet
from referee.variants.auction import classic_points
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant, solo

REVERSE = Sheet(
    id="reverse",
    title="Reverse Pitch",
    seats=4,
    sides=4,
    winning=Winning.LOWEST,
    points=classic_points(Owner.HOLDER),
    ending=Ending.PITCHED_AND_MADE,
)

VARIANTS = (Variant(sheet=REVERSE, layouts=(*solo(3, 7), *PAIRS), options=WITH_BACKDOOR),)
