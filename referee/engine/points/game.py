"""Game: most pips in tricks (chassis 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.engine.cards import HIGH_JOKER
from referee.engine.points.rule import NOBODY, Played


class GameTie(Enum):
    """Who takes Game when the most pips are tied: nobody, or the tied group with the joker in its pile (contway)."""

    NOBODY = "nobody"
    JOKER = "joker"


_JOKER: Final = GameTie.JOKER


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """To the group with the most pips in tricks; plurality suffices."""

    tie: GameTie = GameTie.NOBODY
    name: str = "game"
    worth: int = 1

    def award(self, deal: Played) -> int:
        """Return a seat of the group with the most pips, or NOBODY (tied without a tie-break)."""
        counts = deal.pips()
        most = max(counts)
        if counts.count(most) == 1:
            return deal.group_seat[counts.index(most)]
        if self.tie is _JOKER:
            group = deal.taker[HIGH_JOKER]
            if group != NOBODY and counts[group] == most:
                return deal.group_seat[group]
        return NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return NOBODY: there is no Game in a folded deal (contway)."""
        return NOBODY

    def point_cards(self) -> tuple[str, ...]:
        """Game makes no trump a point trump."""
        return ()
