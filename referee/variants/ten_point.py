"""`ten-point` (RULES 5.1): nine cards, the widow kept or handed on, burns, and nothing but trumps in play."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import JACK
from referee.engine.points import CardPoint, Owner
from referee.engine.sheet import (
    Burn,
    Fill,
    FirstLead,
    Follow,
    LayAside,
    Needs,
    Sheet,
    Special,
    Stake,
    ThrowPlain,
    TrumpMaker,
    Widow,
)  # fmt: skip
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Option, Variant, yes


def ten_points(two: Owner) -> tuple[CardPoint, ...]:
    """Return the ten points of 5.1, with the owner of the two."""
    return (
        CardPoint(card="ace"),
        CardPoint(card="jack"),
        CardPoint(card="off-jack"),
        CardPoint(card="high-joker"),
        CardPoint(card="low-joker"),
        CardPoint(card="ten"),
        CardPoint(card="three", worth=3),
        CardPoint(card="two", owner=two),
    )


def _dirty(sheet: Sheet, text: str) -> Sheet:
    return replace(sheet, points=ten_points(Owner.TAKER if yes(text) else Owner.HOLDER))


DIRTY = Option(name="dirty", values="true, false", meaning="the two is captured like any card", apply=_dirty)

TEN_POINT = Sheet(
    id="ten-point",
    title="Ten-Point Pitch",
    seats=4,
    sides=2,
    jokers=2,
    off_ranks=(JACK,),
    hand_size=9,
    lowest_call=4,
    highest_call=10,
    special=Special(name="moon", value=10, needs=Needs.POINTS, stake=Stake.TARGET_OR_GAME),
    stuck_from=4,
    stuck_to=4,
    stuck_special=False,
    trump_maker=TrumpMaker.DECLARED,
    exchange=(ThrowPlain(), Fill(to=6), Widow(), LayAside(), Burn(to=6)),
    first_lead=FirstLead.TRUMP,
    follow=Follow.TRUMPS_ONLY,
    points=ten_points(Owner.HOLDER),
    target=52,
)

VARIANTS = (Variant(sheet=TEN_POINT, layouts=PAIRS, options=(*WITH_BACKDOOR, DIRTY)),)
