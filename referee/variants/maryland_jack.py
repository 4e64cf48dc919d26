"""`maryland-jack` (RULES section 3): off-jack instead of Game, and a bonus for taking exactly the bid."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import JACK
from referee.engine.kinds import Follow, MadeScores
from referee.engine.points import CardPoint, High, Low, Owner, Tens
from referee.engine.sheet import Sheet
from referee.variants.variant import WITH_BACKDOOR, Variant, solo, switch

MARYLAND_JACK = Sheet(
    id="maryland-jack",
    title="Maryland Jack",
    seats=4,
    sides=4,
    off_ranks=(JACK,),
    follow=Follow.STRICT,
    points=(High(), Low(owner=Owner.HOLDER), CardPoint(card="jack"), CardPoint(card="off-jack")),
    only_when_set=("high", "low", "jack"),
    made_scores=MadeScores.CALL_ONE_MORE_IF_EXACT,
    target=11,
)
TENS = switch(
    "tens", "one more point, for most tens taken", lambda sheet: replace(sheet, points=(*sheet.points, Tens()))
)

VARIANTS = (Variant(sheet=MARYLAND_JACK, layouts=solo(3, 6), options=(*WITH_BACKDOOR, TENS)),)
