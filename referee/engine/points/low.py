"""Low: the lowest trump played (chassis 5); of the sub-trump too (two-trump)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import NOBODY, SUB_TRUMP, Of, Owner, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Low:
    """To the owner (the sheet says which) of the lowest card of its suit played; nobody's when none was."""

    owner: Owner
    of: Of = Of.TRUMP
    name: str = "low"
    worth: int = 1

    def award(self, deal: Played) -> int:
        """Return a seat of the group that owns the lowest trump played, or NOBODY."""
        taker = deal.taker
        for card in reversed(deal.sub_order if self.of is SUB_TRUMP else deal.order):
            if taker[card] != NOBODY:
                return deal.owner(card, self.owner)
        return NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return a seat of the group that owns the actual two, or NOBODY (contway)."""
        two = (deal.sub_named if self.of is SUB_TRUMP else deal.named).get("two")
        return NOBODY if two is None else deal.owner(two, self.owner)

    def point_cards(self) -> tuple[str, ...]:
        """The two is a point trump where Low scores."""
        return () if self.of is SUB_TRUMP else ("two",)

    def needs(self) -> tuple[str, ...]:
        """Any trump will do."""
        return ()
