"""`high-five` (RULES section 4): nine cards, five and off-five for five each, and the pitcher's search."""

from __future__ import annotations

from referee.engine.cards import FIVE, JACK
from referee.engine.kinds import FirstLead, Needs, Stake, TrumpMaker
from referee.engine.points import CardPoint, High, Low, Owner
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Burn, Fill, Search, ThrowPlain, Where, Who
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant

HIGH_FIVE = Sheet(
    id="high-five",
    title="High Five",
    seats=4,
    sides=2,
    jokers=2,
    hand_size=9,
    lowest_call=6,
    highest_call=17,
    specials=(Special(name="moon", value=17, needs=Needs.POINTS, stake=Stake.GAME),),
    stuck_from=6,
    trump_maker=TrumpMaker.DECLARED,
    off_ranks=(JACK, FIVE),
    exchange=(
        ThrowPlain(),
        Burn(to=6),
        Fill(to=6, who=Who.ALL_BUT_PITCHER),
        Search(to=6, who=Who.PITCHER, where=Where.STOCK),
    ),
    first_lead=FirstLead.TRUMP,
    points=(
        High(),
        Low(owner=Owner.HOLDER),
        CardPoint(card="jack"),
        CardPoint(card="off-jack"),
        CardPoint(card="high-joker"),
        CardPoint(card="low-joker"),
        CardPoint(card="ten"),
        CardPoint(card="five", worth=5),
        CardPoint(card="off-five", worth=5),
    ),
    target=51,
)

VARIANTS = (Variant(sheet=HIGH_FIVE, layouts=PAIRS, options=WITH_BACKDOOR),)
