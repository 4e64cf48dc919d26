"""Tens: most tens in tricks (maryland-jack's option)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.cards import TEN, cards_of, rank_mask
from referee.engine.points.rule import NOBODY, Of, Played

TENS = cards_of(rank_mask(TEN))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tens:
    """To the group with the most tens in tricks; a tie or none taken: nobody."""

    name: str = "tens"
    worth: int = 1
    of: Of = Of.TRUMP

    def award(self, deal: Played) -> int:
        """Return a seat of the group with the most tens, or NOBODY."""
        counts = deal.count(TENS)
        return deal.sole(counts) if max(counts) else NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return NOBODY: like Game, it is of the whole deal."""
        return NOBODY

    def point_cards(self) -> tuple[str, ...]:
        """Counting tens makes no trump a point trump."""
        return ()

    def needs(self) -> tuple[str, ...]:
        """No card."""
        return ()
