"""`susqy-river` (RULES 5.2, ster-don): seven cards, five for the five of trumps, one for the last trick."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.kinds import Ending, TrumpMaker
from referee.engine.points import CardPoint, Game, High, LastTrick, Low, Owner
from referee.engine.sheet import Sheet
from referee.engine.steps import Fill, ThrowPlain
from referee.variants.variant import WITH_BACKDOOR, Option, Variant, solo, switch, whole

SUSQY_RIVER = Sheet(
    id="susqy-river",
    title="Susqy River (ster-don)",
    seats=4,
    sides=4,
    hand_size=7,
    highest_call=10,
    trump_maker=TrumpMaker.DECLARED,
    exchange=(ThrowPlain(), Fill(to=7)),
    points=(
        High(),
        Low(owner=Owner.TAKER),
        CardPoint(card="jack"),
        Game(),
        CardPoint(card="five", worth=5),
        LastTrick(),
    ),
    target=50,
)
WIN_BY = Option(
    name="win_by", values="1, 2, ...", meaning="to win a side must be so many ahead of every other",
    apply=lambda sheet, text: replace(sheet, ending=Ending.AHEAD, margin=whole(text, 1)),
)  # fmt: skip
FLOAT57 = switch("float57", "target 57", lambda sheet: replace(sheet, target=57))

VARIANTS = (Variant(sheet=SUSQY_RIVER, layouts=solo(2, 4), options=(*WITH_BACKDOOR, WIN_BY, FLOAT57)),)
