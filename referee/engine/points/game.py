"""Game: most pips in tricks (chassis 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.engine.cards import HIGH_JOKER, LOW_JOKER
from referee.engine.points.rule import NOBODY, Of, Played


class GameTie(Enum):
    """Who takes Game when the most pips are tied: nobody, or of the tied groups that with more jokers in its pile."""

    NOBODY = "nobody"
    JOKERS = "jokers"


class JokerPips(Enum):
    """What a joker counts: nothing, or half a pip (juniper)."""

    NONE = "none"
    HALF = "half"


_JOKERS: Final = GameTie.JOKERS
_HALF: Final = JokerPips.HALF
BOTH_JOKERS: Final = (LOW_JOKER, HIGH_JOKER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """To the group with the most pips in tricks; plurality suffices."""

    tie: GameTie = GameTie.NOBODY
    joker_pips: JokerPips = JokerPips.NONE
    name: str = "game"
    worth: int = 1
    of: Of = Of.TRUMP

    def award(self, deal: Played) -> int:
        """Return a seat of the group with the most pips, or NOBODY (tied without a tie-break)."""
        counts = deal.pips()
        if self.joker_pips is _HALF:  # counted in halves
            counts = [2 * pips + jokers for pips, jokers in zip(counts, deal.count(BOTH_JOKERS), strict=True)]
        most = max(counts)
        if counts.count(most) == 1:
            return deal.group_seat[counts.index(most)]
        if self.tie is _JOKERS:
            jokers = deal.count(BOTH_JOKERS)
            return deal.sole([jokers[group] if pips == most else -1 for group, pips in enumerate(counts)])
        return NOBODY

    def award_folded(self, deal: Played) -> int:
        """Return NOBODY: there is no Game in a folded deal (contway)."""
        return NOBODY

    def point_cards(self) -> tuple[str, ...]:
        """Game makes no trump a point trump."""
        return ()

    def needs(self) -> tuple[str, ...]:
        """No card."""
        return ()
