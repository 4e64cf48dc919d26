"""The exchange steps: what may happen to the cards between auction and play, each a frozen value.

A step says what; referee.engine.phases.exchange does it. Each is taken seat by seat from eldest (A15).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Cards(Enum):
    """Which cards a seat may throw."""

    PLAIN = "plain"
    ANY = "any"


class Face(Enum):
    """How cards are thrown; burned trumps are always shown."""

    DOWN = "down"
    UP = "up"


class Who(Enum):
    """Whom a step concerns."""

    ALL = "all"
    PITCHER = "pitcher"
    DEALER = "dealer"
    ALL_BUT_PITCHER = "all-but-pitcher"
    ALL_BUT_DEALER = "all-but-dealer"


class Rounds(Enum):
    """How hands are filled: one seat all its cards before the next (A14), or one card a seat in turn (cell)."""

    HAND_BY_HAND = "hand-by-hand"
    CARD_BY_CARD = "card-by-card"


class Where(Enum):
    """What is searched: the stock, or if all of it does not suffice the thrown plain cards too (nine-five).

    In the stock of nine-five every trump comes first.
    """

    STOCK = "stock"
    STOCK_THEN_THROWN = "stock-then-thrown"


class Rest(Enum):
    """What the others do where only the pitcher narrows: nothing, or burn the trumps they may not keep."""

    STAY = "stay"
    BURN = "burn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """From eldest each throws cards of his choice and is refilled to `to` at once."""

    cards: Cards
    to: int
    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowPlain:
    """All non-trumps are thrown; fixed by the rule, so not asked."""

    who: Who = Who.ALL
    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """From eldest each fills to `to` (A14)."""

    to: int
    who: Who = Who.ALL
    rounds: Rounds = Rounds.HAND_BY_HAND


@dataclass(frozen=True, slots=True, kw_only=True)
class Widow:
    """The pitcher takes the whole rest of the stock, or hands it unseen to his partner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStock:
    """The pitcher takes the whole rest of the stock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAside:
    """Plain cards that were drawn are laid aside face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn:
    """From eldest whoever holds more than `to` trumps burns down to it (A16)."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrow:
    """From eldest each narrows to `to` cards: all trumps if they fit and plain cards of his choice, else trumps burned.

    `rest` is what those do whom it does not concern, in the same round (A16).
    """

    to: int
    who: Who
    rest: Rest = Rest.STAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """He looks through the stock and takes cards to make exactly `to`; all, unasked, if no more are left."""

    to: int
    who: Who
    where: Where


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """Every player who looked before his call loses one card by lot (abacos); then everyone sees his hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspect:
    """The pitcher is shown the forfeited cards one by one, and for each that he takes throws a card (man-o-war)."""


ExchangeStep = Swap | ThrowPlain | Fill | Widow | TakeStock | LayAside | Burn | Narrow | Search | Forfeit | Inspect
