"""`juniper` (RULES section 4): nine seats in three sides, jokers with half a pip, and a set that falls below zero."""

from __future__ import annotations

from referee.engine.kinds import SetScores
from referee.engine.points import CardPoint, Game, High, JokerPips, Low, Owner
from referee.engine.sheet import Sheet
from referee.variants.variant import EVERYWHERE, Variant

JUNIPER = Sheet(
    id="juniper",
    title="Juniper",
    seats=9,
    sides=3,
    jokers=2,
    lowest_call=1,
    highest_call=6,
    stuck_from=1,
    points=(
        High(),
        Low(owner=Owner.HOLDER),
        CardPoint(card="jack"),
        CardPoint(card="high-joker"),
        CardPoint(card="low-joker"),
        Game(joker_pips=JokerPips.HALF),
    ),
    set_scores=SetScores.BELOW_ZERO,
    target=21,
)

VARIANTS = (Variant(sheet=JUNIPER, layouts=((9, 3),), options=EVERYWHERE),)
