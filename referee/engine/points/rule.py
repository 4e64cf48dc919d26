"""What every point rule has: a name, a worth, and the award from what was played."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

NOBODY: Final = -1


class Owner(Enum):
    """Whose a point card is (RULES section 1): of the side that wins it, or of the side whose player played it."""

    TAKER = "taker"
    HOLDER = "holder"


# Looking up a member in its Enum costs more than a point rule in CPython 3.11.
_HOLDER: Final = Owner.HOLDER


class Played:
    """What a finished deal offers for judgement. All of it is public.

    `order` is the trump list of the deal, strongest first, `named` finds a trump by its name; `played` has the cards
    played by each seat, `taken` the cards won by each group, as sets; `group_seat` one seat of each group; `trumps` is
    the set of trumps played.
    """

    __slots__ = ("group_seat", "named", "order", "played", "taken", "trumps")

    def __init__(
        self,
        order: tuple[int, ...],
        named: dict[str, int],
        played: list[int],
        taken: list[int],
        group_seat: tuple[int, ...],
        trumps: int,
    ) -> None:
        self.order = order
        self.named = named
        self.played = played
        self.taken = taken
        self.group_seat = group_seat
        self.trumps = trumps

    def owner(self, card: int, owner: Owner) -> int:
        """Return a seat of the group that owns the card: its taker or its holder; NOBODY when it was not played."""
        if not self.trumps >> card & 1:
            return NOBODY
        return self.holder(card) if owner is _HOLDER else self.taker(card)

    def holder(self, card: int) -> int:
        """Return the seat that played the card, or NOBODY."""
        for seat, mask in enumerate(self.played):
            if mask >> card & 1:
                return seat
        return NOBODY

    def taker(self, card: int) -> int:
        """Return a seat of the group that won the card, or NOBODY."""
        for group, mask in enumerate(self.taken):
            if mask >> card & 1:
                return self.group_seat[group]
        return NOBODY


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
