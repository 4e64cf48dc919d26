"""High: the highest trump played (chassis 5); of the sub-trump too (two-trump)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import HOLDER, NOBODY, SUB_TRUMP, Of, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class High:
    """To the holder of the highest card of its suit played; nobody's when none was."""

    of: Of = Of.TRUMP
    name: str = "high"
    worth: int = 1

    def award(self, deal: Played) -> int:
        """Return the seat that played the highest trump, or NOBODY."""
        taker = deal.taker
        for card in deal.sub_order if self.of is SUB_TRUMP else deal.order:
            if taker[card] != NOBODY:
                return deal.owner(card, HOLDER)
        return NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return the seat that played the actual ace, or NOBODY (contway)."""
        named = deal.sub_named if self.of is SUB_TRUMP else deal.named
        return deal.owner(named["ace"], HOLDER)

    def point_cards(self) -> tuple[str, ...]:
        """The ace is a point trump where High scores."""
        return () if self.of is SUB_TRUMP else ("ace",)

    def needs(self) -> tuple[str, ...]:
        """Any trump will do."""
        return ()
