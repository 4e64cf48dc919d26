"""The sheet: everything that makes a variant, as one frozen value.

A sheet is data. Closed questions are enums (`kinds`), what scores is a tuple of point rules (`points`), what happens
between auction and play a tuple of exchange steps (`steps`). A sheet that cannot be played refuses to be made and says
every reason.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.engine import cards as c
from referee.engine import kinds as k
from referee.engine.errors import Unsound
from referee.engine.points import PointRule
from referee.engine.steps import ExchangeStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """A call above the numbers: its name, its value as a call, what it needs and what it is worth."""

    name: str
    value: int
    needs: k.Needs
    stake: k.Stake
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The rules of one variant with its options resolved. The paragraphs named are those of docs/rules.md.

    Raises Unsound with every problem when the fields do not make a playable game.
    """

    id: str
    title: str
    seats: int
    sides: int

    # the pack and the deal
    lowest_rank: int = c.TWO  # the lowest rank in the pack
    jokers: int = 0  # one is the high joker
    hand_size: int = 6
    packet: int = 3

    # the auction
    looking: k.Looking = k.Looking.AT_ONCE
    lowest_call: int = 2
    highest_call: int = 4
    doubling: k.Doubling = k.Doubling.NEVER
    specials: tuple[Special, ...] = ()  # ascending, two at most; with OR_BLIND_SPECIAL the second is the blind one
    stuck: k.Stuck = k.Stuck.UP
    stuck_from: int = 2  # a stuck dealer's lowest call (A8)
    all_pass: k.AllPass = k.AllPass.DEALER_STUCK
    steal: k.Steal = k.Steal.NEVER
    forced_nine: k.ForcedNine = k.ForcedNine.NO
    misdeal: k.Misdeal = k.Misdeal.NEVER

    # trump, the partner, and the cards before the play
    trump_maker: k.TrumpMaker = k.TrumpMaker.PITCHED
    off_ranks: tuple[int, ...] = ()  # ranks whose card of the other suit of the colour is a trump
    joker_role: k.Jokers = k.Jokers.TRUMPS
    trump_order: k.TrumpOrder = k.TrumpOrder.RANKED
    partner: k.Partner = k.Partner.FIXED
    exchange: tuple[ExchangeStep, ...] = ()

    # the play
    first_leader: k.FirstLeader = k.FirstLeader.PITCHER
    first_lead: k.FirstLead = k.FirstLead.ANY
    follow: k.Follow = k.Follow.OR_TRUMP
    winning: k.Winning = k.Winning.HIGHEST
    folding: k.Folding = k.Folding.NEVER

    # the score
    points: tuple[PointRule, ...]
    only_when_set: tuple[str, ...] = ()  # points that the others score only when the pitcher is set
    burned: k.Burned = k.Burned.NOBODY
    made_scores: k.MadeScores = k.MadeScores.TAKEN
    set_scores: k.SetScores = k.SetScores.MINUS_CALL
    floor: int | None = None  # a set never takes a score below it

    # the end of the game
    ending: k.Ending = k.Ending.REACHED
    margin: int = 1
    target: int = 7
    loses_at: int | None = None  # a side there or lower has lost: the highest score wins
    draws_at: int | None = None  # a side there or lower ends the game as a draw of all
    backdoor: int | None = None
    settle: k.Settle = k.Settle.NOTHING
    max_deals: int = 200
    definition: str = ""  # of a house sheet: its base and changes (referee.variants.house)
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        from referee.engine.soundness import problems

        found = problems(self)
        if found:
            raise Unsound(self.label, found)

    def __hash__(self) -> int:
        # Over few fields: of all of them it would cost more than a decision, and what depends on a sheet is looked up
        # by it. Equality is still that of all fields.
        return hash((self.id, self.options, self.seats, self.sides, self.hand_size, self.target, self.max_deals))

    @property
    def label(self) -> str:
        """The id with the options given, as in "ten-point[dirty=true,target=32]"."""
        return self.id + self._given

    @property
    def spec(self) -> str:
        """The text that the catalogue resolves to this sheet: the label, with the definition of a house sheet."""
        return self.id + self.definition + self._given

    @property
    def _given(self) -> str:
        given = ",".join(f"{name}={value}" for name, value in self.options)
        return f"[{given}]" if given else ""

    @property
    def pack(self) -> tuple[int, ...]:
        """The cards of the pack in code order."""
        plain = [13 * suit + rank for suit in range(4) for rank in range(self.lowest_rank, 13)]
        return (*plain, *((), (c.HIGH_JOKER,), (c.LOW_JOKER, c.HIGH_JOKER))[self.jokers])

    @property
    def calls(self) -> tuple[int, ...]:
        """The action codes of every call, ascending."""
        from referee.engine.actions import DOUBLED, SPECIAL, STRAIGHT, call_code

        kinds = (STRAIGHT, DOUBLED) if self.doubling is k.Doubling.EVERY_CALL else (STRAIGHT,)
        numbers = range(self.lowest_call, self.highest_call + 1)
        named = [call_code(special.value, SPECIAL + index) for index, special in enumerate(self.specials)]
        return (*(call_code(value, kind) for value in numbers for kind in kinds), *named)

    @property
    def total_points(self) -> int:
        """The sum of what all the point rules are worth."""
        return sum(rule.worth for rule in self.points)

    def side_of(self, seat: int) -> int:
        """Return the side of the seat."""
        return seat % self.sides


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
