"""`two-trump` (RULES section 4): a trump and a sub-trump, and jokers that belong to no suit."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.kinds import FirstLead, Jokers, TrumpMaker
from referee.engine.points import CardPoint, Game, High, Low, Of, Owner
from referee.engine.sheet import Sheet
from referee.variants.variant import WITH_BACKDOOR, Option, Variant, solo, switch, whole

SUB = Of.SUB_TRUMP
TWO_TRUMP = Sheet(
    id="two-trump",
    title="Two-Trump Pitch",
    seats=4,
    sides=4,
    jokers=2,
    lowest_call=3,
    highest_call=9,
    stuck_from=3,
    trump_maker=TrumpMaker.DECLARED_TWO,
    joker_role=Jokers.SUITLESS,
    first_lead=FirstLead.TRUMP,
    points=(
        High(),
        Low(owner=Owner.HOLDER),
        CardPoint(card="jack"),
        High(of=SUB, name="sub-high"),
        Low(of=SUB, name="sub-low", owner=Owner.HOLDER),
        CardPoint(card="jack", of=SUB, called="sub-jack"),
        CardPoint(card="high-joker"),
        CardPoint(card="low-joker"),
        Game(),
    ),
    target=26,
)


def _min(sheet: Sheet, text: str) -> Sheet:
    lowest = whole(text, 1)
    if lowest not in (3, 4):
        raise ValueError(f"must be 3 or 4, not {text!r}")
    return replace(sheet, lowest_call=lowest, stuck_from=lowest)


MIN = Option(name="min", values="3, 4", meaning="the lowest bid", apply=_min)
OVERRIDE = switch(
    "override",
    "if one joker was led, the other may always be played",
    lambda sheet: replace(sheet, joker_role=Jokers.SUITLESS_OVERRIDE),
)
IN_SIDES = ((4, 2), (6, 3), (8, 4), (6, 2), (9, 3))

VARIANTS = (Variant(sheet=TWO_TRUMP, layouts=(*solo(3, 9), *IN_SIDES), options=(*WITH_BACKDOOR, MIN, OVERRIDE)),)
