"""What every point rule has: a name, a worth, and the award from what was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol

from referee.engine.cards import HONOURS

if TYPE_CHECKING:
    from referee.engine.tables import TrumpTable

NOBODY: Final = -1


class Owner(Enum):
    """Whose a point card is (RULES section 1): of the side that wins it, or of the side whose player played it."""

    TAKER = "taker"
    HOLDER = "holder"


class Of(Enum):
    """The suit a point is about: trump, or the sub-trump (two-trump)."""

    TRUMP = "trump"
    SUB_TRUMP = "sub-trump"


# Looking up a member in its Enum costs more than a point rule in CPython 3.11.
HOLDER: Final = Owner.HOLDER
SUB_TRUMP: Final = Of.SUB_TRUMP


class Played:
    """What a finished deal offers for judgement. All of it is public.

    `order` is the trump list of the deal, strongest first, `named` finds a trump by its name (`sub_order`, `sub_named`:
    the same of the sub-trump); `taker` has by card the group that won it, or NOBODY; `begun` has the hands that the
    play began with by seat, `group_seat` one seat of each group; `burned` has by card the group that a burned card
    counts for, `last_winner` is the seat that won the last trick, or NOBODY.
    """

    __slots__ = (
        "begun", "burned", "group_seat", "last_winner", "named", "order", "sub_named", "sub_order", "taker",
    )  # fmt: skip

    def __init__(
        self,
        table: TrumpTable,
        taker: Sequence[int],
        begun: list[tuple[int, ...]],
        group_seat: tuple[int, ...],
        burned: Mapping[int, int],
        last_winner: int,
    ) -> None:
        self.order = table.order
        self.named = table.named
        self.sub_order = table.sub_order
        self.sub_named = table.sub_named
        self.taker = taker
        self.begun = begun
        self.group_seat = group_seat
        self.burned = burned
        self.last_winner = last_winner

    def owner(self, card: int, owner: Owner) -> int:
        """Return a seat of the group that owns the card: its taker or its holder; NOBODY when it was not played."""
        group = self.taker[card]
        if group == NOBODY:
            return NOBODY
        if owner is not HOLDER:
            return self.group_seat[group]
        for seat, hand in enumerate(self.begun):
            if card in hand:
                return seat
        return NOBODY

    def pips(self) -> list[int]:
        """Return the pips in the tricks of each group."""
        counts = [0] * len(self.group_seat)
        taker = self.taker
        for card, pips in HONOURS:
            group = taker[card]
            if group != NOBODY:
                counts[group] += pips
        return counts

    def count(self, cards: Sequence[int]) -> list[int]:
        """Return how many of the cards are in the tricks of each group."""
        groups = [self.taker[card] for card in cards]
        return [groups.count(group) for group in range(len(self.group_seat))]

    def sole(self, counts: Sequence[int]) -> int:
        """Return a seat of the group with the highest count, or NOBODY when it is shared."""
        most = max(counts)
        return NOBODY if counts.count(most) > 1 else self.group_seat[counts.index(most)]


class PointRule(Protocol):
    """A rule that awards a point. Implementations are frozen dataclasses, so that a sheet stays data."""

    @property
    def name(self) -> str:
        """The point's name, unique in a sheet ("high", "off-jack", "three")."""

    @property
    def worth(self) -> int:
        """The points it is worth."""

    @property
    def of(self) -> Of:
        """The suit it is about."""

    def award(self, deal: Played) -> int:
        """Return a seat of the group that took the point, or NOBODY."""

    def award_folded(self, deal: Played) -> int:
        """Return the same for a deal that the pitcher gave up (contway)."""

    def point_cards(self) -> tuple[str, ...]:
        """Return the names of the trumps that it makes point trumps (RULES section 1)."""

    def needs(self) -> tuple[str, ...]:
        """Return the names of the cards of its suit that a sheet with it must have."""
