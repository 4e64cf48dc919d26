"""`northwest-connecticut` and `northeast-connecticut` (RULES 5.3): nine-five with six cards that are swapped."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.kinds import AllPass, Ending, FirstLead, FirstLeader, Looking, Needs, Stake, Stuck
from referee.engine.sheet import Special
from referee.engine.steps import Cards, Face, Swap
from referee.variants.nine_five import NINE_FIVE
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant

NORTHWEST = replace(
    NINE_FIVE,
    id="northwest-connecticut",
    title="Northwest Connecticut",
    hand_size=6,
    looking=Looking.AT_ONCE,
    specials=(),
    all_pass=AllPass.PASSED_OUT,
    exchange=(Swap(cards=Cards.PLAIN, to=6, face=Face.UP),),
    first_leader=FirstLeader.LEFT_OF_PITCHER,
    first_lead=FirstLead.ANY,
    ending=Ending.REACHED,
    loses_at=None,
)
NORTHEAST = replace(
    NORTHWEST,
    id="northeast-connecticut",
    title="Northeast Connecticut",
    lowest_call=5,
    specials=(Special(name="double-18", value=18, needs=Needs.TRICKS, stake=Stake.POINTS, points=36),),
    stuck=Stuck.EXACTLY,
    stuck_from=5,
    all_pass=AllPass.DEALER_STUCK,
    ending=Ending.OVER_AND_MADE,
)

VARIANTS = tuple(Variant(sheet=sheet, layouts=PAIRS, options=WITH_BACKDOOR) for sheet in (NORTHWEST, NORTHEAST))
