"""Last trick (susqy-river)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import NOBODY, Of, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTrick:
    """To the group that wins the last trick, however many play to it."""

    name: str = "last-trick"
    worth: int = 1
    of: Of = Of.TRUMP

    def award(self, deal: Played) -> int:
        """Return the seat that won the last trick, or NOBODY (a dead one)."""
        return deal.last_winner

    def award_folded(self, deal: Played) -> int:
        """Return NOBODY: the last trick was not played."""
        return NOBODY

    def point_cards(self) -> tuple[str, ...]:
        """A trick makes no trump a point trump."""
        return ()

    def needs(self) -> tuple[str, ...]:
        """No card."""
        return ()
