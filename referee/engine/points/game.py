"""Game: most pips in tricks (chassis 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.engine.cards import HIGH_JOKER, pips
from referee.engine.points.rule import NOBODY, Played


class GameTie(Enum):
    """Who takes Game when the most pips are tied: nobody, or the tied group with the joker in its pile (contway)."""

    NOBODY = "nobody"
    JOKER = "joker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """To the group with the most pips in tricks; plurality suffices."""

    tie: GameTie = GameTie.NOBODY
    name: str = "game"
    worth: int = 1

    def award(self, deal: Played) -> int:
        """Return a seat of the group with the most pips, or NOBODY (tied without a tie-break)."""
        counts = [pips(mask) for mask in deal.taken]
        most = max(counts)
        tied = [group for group, count in enumerate(counts) if count == most]
        if len(tied) > 1 and self.tie is GameTie.JOKER:
            tied = [group for group in tied if deal.taken[group] >> HIGH_JOKER & 1]
        return deal.group_seat[tied[0]] if len(tied) == 1 else NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return NOBODY: there is no Game in a folded deal (contway)."""
        return NOBODY

    def point_cards(self) -> tuple[str, ...]:
        """Game makes no trump a point trump."""
        return ()
