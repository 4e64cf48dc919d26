"""Low: the lowest trump played (chassis 5)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import NOBODY, Owner, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Low:
    """To the owner (the sheet says which) of the lowest trump played; nobody's when no trump was."""

    owner: Owner
    name: str = "low"
    worth: int = 1

    def award(self, deal: Played) -> int:
        """Return a seat of the group that owns the lowest trump played, or NOBODY."""
        taker = deal.taker
        for card in reversed(deal.order):
            if taker[card] != NOBODY:
                return deal.owner(card, self.owner)
        return NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return a seat of the group that owns the actual two, or NOBODY (contway)."""
        return deal.owner(deal.named["two"], self.owner)

    def point_cards(self) -> tuple[str, ...]:
        """The two is a point trump where Low scores."""
        return ("two",)
