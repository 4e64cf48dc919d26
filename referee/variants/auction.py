"""`auction`, `auction-partners`, `auction-backdoor` (RULES section 3): bids from 1, the steal, Low to the taker."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.kinds import Ending, Steal
from referee.engine.points import CardPoint, Game, High, Low, Owner
from referee.engine.sheet import Sheet
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Option, Variant, solo


def classic_points(low: Owner) -> tuple[High, Low, CardPoint, Game]:
    """Return the four points of chassis 5, with the owner of Low."""
    return (High(), Low(owner=low), CardPoint(card="jack"), Game())


def _low(sheet: Sheet, text: str) -> Sheet:
    owners = {owner.value: owner for owner in Owner}
    if text not in owners:
        raise ValueError(f"must be taker or holder, not {text!r}")
    return replace(sheet, points=classic_points(owners[text]))


LOW = Option(
    name="low", values="taker, holder", meaning="who owns Low: the side that wins it, or that played it", apply=_low
)

AUCTION = Sheet(
    id="auction",
    title="Auction Pitch",
    seats=4,
    sides=4,
    lowest_call=1,
    steal=Steal.DEALER_EQUALS,
    points=classic_points(Owner.TAKER),
    ending=Ending.PITCHED_AND_MADE,
)
BACKDOOR = replace(AUCTION, id="auction-backdoor", title="Auction Pitch with the back door", target=11, backdoor=11)
PARTNERS = replace(AUCTION, id="auction-partners", title="Auction Pitch, partners", sides=2)

VARIANTS = (
    Variant(sheet=AUCTION, layouts=solo(2, 7), options=(*WITH_BACKDOOR, LOW)),
    Variant(sheet=BACKDOOR, layouts=solo(2, 7), options=(*WITH_BACKDOOR, LOW)),
    Variant(sheet=PARTNERS, layouts=PAIRS, options=(*WITH_BACKDOOR, LOW)),
)
