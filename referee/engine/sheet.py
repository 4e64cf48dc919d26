"""The sheet: everything that makes a variant, as one frozen value.

A sheet is data. Closed questions are enums, what scores is a tuple of point rules, what happens between auction and
play a tuple of exchange steps. A sheet that cannot be played refuses to be made and says every reason.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.engine import cards as c
from referee.engine.errors import SheetError
from referee.engine.points import PointRule


class TrumpMaker(Enum):
    """How trump is made (chassis 3)."""

    PITCHED = "pitched"
    DECLARED = "declared"


class Follow(Enum):
    """What a plain lead compels (chassis 4): follow or trump, strictly follow, or only trumps are playable at all."""

    OR_TRUMP = "follow-or-trump"
    STRICT = "strict"
    TRUMPS_ONLY = "trumps-only"


class FirstLead(Enum):
    """What the first lead must be (A12)."""

    ANY = "any"
    TRUMP = "trump"


class Steal(Enum):
    """Whether the dealer may take over the standing call by equalling it."""

    NEVER = "never"
    DEALER_EQUALS = "dealer-equals"


class Ending(Enum):
    """Who wins at the end of a deal.

    PITCHED_AND_MADE: chassis 7. REACHED: A17. AHEAD: at the target and at least `margin` ahead of every other side.
    PITCHER_FIRST: several at the target: the side that pitched the deal, made or not, else A17.
    """

    PITCHED_AND_MADE = "pitched-and-made"
    REACHED = "reached"
    AHEAD = "ahead"
    PITCHER_FIRST = "pitcher-first"


class Stake(Enum):
    """What a special call is worth. POINTS: `points` of its own. GAME: wins or loses the game.

    TARGET_OR_GAME: the moon of the ten-point family; made: up to the target and the game, or from below zero to zero.
    """

    POINTS = "points"
    GAME = "game"
    TARGET_OR_GAME = "target-or-game"


class Needs(Enum):
    """What a special call must take: all the sheet's points, or all the tricks too."""

    POINTS = "all-points"
    POINTS_AND_TRICKS = "all-points-and-tricks"


class Folding(Enum):
    """Whether the pitcher may give the game up before a lead (contway)."""

    NEVER = "never"
    BEFORE_A_LEAD = "before-a-lead"


class Settle(Enum):
    """How a finished game is settled in chips: not at all, or each loser pays 1 + his side's sets (contway)."""

    NOTHING = "nothing"
    ONE_PLUS_SETS = "one-plus-sets"


class Cards(Enum):
    """Which cards a seat may throw."""

    PLAIN = "plain"
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """A call above the numbers: its name, its value and kind as a call, what it needs and what it is worth."""

    name: str
    value: int
    needs: Needs
    stake: Stake
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """From eldest each throws cards of his choice and is refilled to `to` at once (face down, A15)."""

    cards: Cards
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowPlain:
    """Everyone throws all non-trumps, face up; fixed by the rule, so not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """From eldest each fills to `to`, one seat all its cards before the next (A14)."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Widow:
    """The pitcher takes the whole rest of the stock, or hands it unseen to his partner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAside:
    """Plain cards that were drawn are laid aside face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn:
    """From eldest whoever holds more than `to` trumps burns down to it (A16)."""

    to: int


ExchangeStep = Swap | ThrowPlain | Fill | Widow | LayAside | Burn


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The rules of one variant with its options resolved. The paragraphs named are those of docs/rules.md.

    Raises SheetError with every problem when the fields do not make a playable game.
    """

    id: str
    title: str
    seats: int
    sides: int
    lowest_rank: int = c.TWO  # the lowest rank in the pack
    jokers: int = 0  # one is the high joker
    off_ranks: tuple[int, ...] = ()  # ranks whose card of the other suit of the colour is a trump
    reversed_trumps: bool = False  # the trump list upside down (5.1 reverse_hierarchy)
    hand_size: int = 6
    packet: int = 3
    lowest_call: int = 2
    highest_call: int = 4
    special: Special | None = None
    stuck_from: int = 2  # a stuck dealer's lowest and highest straight call (A8)
    stuck_to: int = 4
    stuck_special: bool = True  # whether he may make the special call too
    steal: Steal = Steal.NEVER
    trump_maker: TrumpMaker = TrumpMaker.PITCHED
    exchange: tuple[ExchangeStep, ...] = ()
    first_lead: FirstLead = FirstLead.ANY
    follow: Follow = Follow.OR_TRUMP
    folding: Folding = Folding.NEVER
    points: tuple[PointRule, ...]
    floor: int | None = None  # a set never takes a score below it
    ending: Ending = Ending.REACHED
    margin: int = 1
    target: int = 7
    backdoor: int | None = None
    settle: Settle = Settle.NOTHING
    max_deals: int = 200
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        problems = tuple(self._problems())
        if problems:
            raise SheetError(f"{self.spec}: {problem}" for problem in problems)

    @property
    def spec(self) -> str:
        """The id with the options given, as in "ten-point[dirty=true,target=32]"."""
        given = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.id}[{given}]" if given else self.id

    @property
    def pack(self) -> tuple[int, ...]:
        """The cards of the pack in code order."""
        plain = [13 * suit + rank for suit in range(4) for rank in range(self.lowest_rank, 13)]
        return (*plain, *((), (c.HIGH_JOKER,), (c.LOW_JOKER, c.HIGH_JOKER))[self.jokers])

    @property
    def calls(self) -> tuple[int, ...]:
        """The action codes of every call, ascending."""
        from referee.engine.actions import SPECIAL, call_code

        straight = [call_code(value) for value in range(self.lowest_call, self.highest_call + 1)]
        return (*straight, *([call_code(self.special.value, SPECIAL)] if self.special else []))

    @property
    def total_points(self) -> int:
        """The sum of what all the point rules are worth."""
        return sum(rule.worth for rule in self.points)

    def side_of(self, seat: int) -> int:
        """Return the side of the seat."""
        return seat % self.sides

    def _problems(self) -> list[str]:
        found = []
        if not 2 <= self.seats <= 9:
            found.append(f"seats is {self.seats}, must be 2 to 9")
        if not 2 <= self.sides <= self.seats or self.seats % self.sides:
            found.append(f"{self.seats} seats do not make {self.sides} equal sides of a table")
        if self.jokers not in (0, 1, 2):
            found.append(f"jokers is {self.jokers}, must be 0, 1 or 2")
        elif self.seats * self.hand_size > len(self.pack):
            found.append(f"{self.seats} hands of {self.hand_size} are more than the {len(self.pack)} cards of the pack")
        if not 1 <= self.lowest_call <= self.highest_call:
            found.append(f"calls from {self.lowest_call} to {self.highest_call}: must start at 1 or more and not fall")
        if not self.lowest_call <= self.stuck_from <= self.stuck_to <= self.highest_call:
            found.append(
                f"a stuck dealer's calls {self.stuck_from} to {self.stuck_to} are not all among those of the sheet"
            )
        if self.points and self.highest_call > self.total_points:
            found.append(f"a call of {self.highest_call} asks for more than the {self.total_points} points there are")
        if not self.points:
            found.append("no point rule: nothing would score")
        if self.exchange and self.trump_maker is TrumpMaker.PITCHED:
            found.append("cards are exchanged knowing trump, so trump must be declared, not pitched")
        if self.follow is Follow.TRUMPS_ONLY and not self.exchange:
            found.append("only trumps are playable, so an exchange must take the plain cards away")
        if self.target < 1:
            found.append(f"target is {self.target}, must be 1 or more")
        if self.backdoor is not None and self.backdoor < 1:
            found.append(f"backdoor is {self.backdoor}, must be 1 or more")
        if self.max_deals < 1:
            found.append(f"max_deals is {self.max_deals}, must be 1 or more")
        if any(isinstance(step, Widow) for step in self.exchange) and self.seats != 2 * self.sides:
            found.append("a widow that may be handed on needs one partner")
        return found


def canonical(value: object) -> Any:
    """Return the value as plain JSON data: dataclasses with their class name, enums by value, tuples as lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: canonical(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"is": type(value).__name__, **fields}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [canonical(item) for item in value]
    return value


def sheet_json(sheet: Sheet) -> str:
    """Return the canonical JSON of the sheet: sorted keys, no blanks."""
    return json.dumps(canonical(sheet), sort_keys=True, separators=(",", ":"))


def sheet_hash(sheet: Sheet) -> str:
    """Return the identity of the resolved sheet: the hex SHA-256 of its canonical JSON."""
    return hashlib.sha256(sheet_json(sheet).encode()).hexdigest()
