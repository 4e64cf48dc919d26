"""What every point rule has: a name, a worth, and the award from what was played."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

NOBODY: Final = -1


class Owner(Enum):
    """Whose a point card is (RULES section 1): of the side that wins it, or of the side whose player played it."""

    TAKER = "taker"
    HOLDER = "holder"


class Played:
    """What a finished deal offers for judgement. All of it is public.

    `trumps` is the trump list of the deal, strongest first; `played` the cards played by each seat, `taken` the cards
    won by each group, both as sets; `group_seat` one seat of each group; `card_of` finds a named trump.
    """

    __slots__ = ("group_seat", "named", "played", "taken", "trumps")

    def __init__(
        self,
        *,
        trumps: tuple[int, ...],
        named: dict[str, int],
        played: list[int],
        taken: list[int],
        group_seat: tuple[int, ...],
    ) -> None:
        self.trumps = trumps
        self.named = named
        self.played = played
        self.taken = taken
        self.group_seat = group_seat

    def owner(self, card: int, owner: Owner) -> int:
        """Return a seat of the group that owns the card: its taker or its holder; NOBODY when it was not played."""
        bit = 1 << card
        if owner is Owner.HOLDER:
            for seat, mask in enumerate(self.played):
                if mask & bit:
                    return seat
            return NOBODY
        for group, mask in enumerate(self.taken):
            if mask & bit:
                return self.group_seat[group]
        return NOBODY

    def everything(self) -> int:
        """Return the set of all cards played."""
        mask = 0
        for cards in self.played:
            mask |= cards
        return mask


class PointRule(Protocol):
    """A rule that awards a point. Implementations are frozen dataclasses, so that a sheet stays data."""

    @property
    def name(self) -> str:
        """The point's name, unique in a sheet ("high", "off-jack", "three")."""

    @property
    def worth(self) -> int:
        """The points it is worth."""

    def award(self, deal: Played) -> int:
        """Return a seat of the group that took the point, or NOBODY."""

    def award_folded(self, deal: Played) -> int:
        """Return the same for a deal that the pitcher gave up (contway)."""

    def point_cards(self) -> tuple[str, ...]:
        """Return the names of the trumps that it makes point trumps (RULES section 1)."""
