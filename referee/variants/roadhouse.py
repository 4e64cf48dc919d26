"""`roadhouse` (RULES section 3): strict following, moon for fifteen, and a lead of two to win."""

from __future__ import annotations

from referee.engine.kinds import Ending, Follow, Needs, Stake
from referee.engine.points import Owner
from referee.engine.sheet import Sheet, Special
from referee.variants.auction import classic_points
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant, solo

ROADHOUSE = Sheet(
    id="roadhouse",
    title="Roadhouse",
    seats=4,
    sides=4,
    specials=(Special(name="moon", value=4, needs=Needs.POINTS_AND_TRICKS, stake=Stake.POINTS, points=15),),
    follow=Follow.STRICT,
    points=classic_points(Owner.TAKER),
    ending=Ending.AHEAD,
    margin=2,
    target=15,
)

VARIANTS = (Variant(sheet=ROADHOUSE, layouts=(*solo(3, 7), *PAIRS), options=WITH_BACKDOOR),)
