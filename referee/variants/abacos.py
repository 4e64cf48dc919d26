"""`abacos` and `man-o-war` (RULES section 3): look or bid blind; who looked loses a card by lot."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.kinds import Ending, Looking
from referee.engine.points import Owner
from referee.engine.sheet import Sheet
from referee.engine.steps import Forfeit, Inspect
from referee.variants.auction import classic_points
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant, solo

ABACOS = Sheet(
    id="abacos",
    title="Abacos Pitch",
    seats=4,
    sides=4,
    looking=Looking.OR_BLIND,
    exchange=(Forfeit(),),
    points=classic_points(Owner.HOLDER),
    ending=Ending.PITCHED_AND_MADE,
)
MAN_O_WAR = replace(ABACOS, id="man-o-war", title="Man-O-War", exchange=(Forfeit(), Inspect()))

VARIANTS = tuple(
    Variant(sheet=sheet, layouts=(*solo(3, 7), *PAIRS), options=WITH_BACKDOOR) for sheet in (ABACOS, MAN_O_WAR)
)
