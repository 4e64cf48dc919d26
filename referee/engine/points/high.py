"""High: the highest trump played (chassis 5)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import HOLDER, NOBODY, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class High:
    """To the holder of the highest trump played; nobody's when no trump was."""

    name: str = "high"
    worth: int = 1

    def award(self, deal: Played) -> int:
        """Return the seat that played the highest trump, or NOBODY."""
        taker = deal.taker
        for card in deal.order:
            if taker[card] != NOBODY:
                return deal.owner(card, HOLDER)
        return NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return the seat that played the actual ace, or NOBODY (contway)."""
        return deal.owner(deal.named["ace"], HOLDER)

    def point_cards(self) -> tuple[str, ...]:
        """The ace is a point trump where High scores."""
        return ("ace",)
