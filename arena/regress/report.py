"""What came of asking again: counts, the decisions that changed, those that are unstable, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from arena.regress.exam import Source
from referee.engine.notation import place_text

MOST_TOLD: Final = 1000  # changes whose position is kept, in words and to be played on


class Kind(Enum):
    """What a decision has become."""

    CHANGED = "changed"
    ILLEGAL = "illegal"  # the new answer is none, or not legal
    UNSTABLE = "unstable"  # asked twice the same, it answers differently


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What the new action brings more than the old one: its mean over `times` ways to play on, with the standard error.

    In points of the deal for the own side, less the mean of the other sides'.
    """

    mean: float
    error: float
    times: int

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f} points ({self.times} times played on)"


@dataclass(slots=True, kw_only=True)
class Change:
    """A decision that is not answered as expected. Tokens: what was `recorded`, what was `expected` (the same, or the
    baseline's), what it answers `now`, and the second time (`again`, None: asked once). `words` tell the position."""

    kind: Kind
    source: Source
    seat: int
    deal: int
    index: int
    ask: str
    recorded: str
    expected: str
    now: str
    again: str | None
    old_action: int
    new_action: int | None
    words: tuple[str, ...] = ()
    worth: Worth | None = None

    @property
    def game(self) -> str:
        """The game's name."""
        return self.source.name

    @property
    def player(self) -> str:
        """The entrant whose decision it was."""
        return self.source.record.seats[self.seat]

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.source.file} game {self.source.number} ({self.game}), {place_text(self.deal, self.index)}"

    @property
    def answers(self) -> str:
        """What it answers now: twice, where that is not the same."""
        return self.now if self.kind is not Kind.UNSTABLE else f"{self.now} or {self.again}"


class Keep(Enum):
    """Which papers stay in the report: JUnit names them all; else memory does not grow with what has not changed."""

    ALL = "all"
    CHANGED = "changed"


@dataclass(slots=True, kw_only=True)
class Paper:
    """A seat of a game that was asked: how many decisions were compared, and what is not as expected."""

    file: str
    name: str
    compared: int = 0
    changes: list[Change] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many may be otherwise: a number, or a share of all that were compared."""

    count: int = 0
    share: float = 0.0

    def admits(self, found: int, of: int) -> bool:
        """Return whether so many are allowed."""
        return found <= max(self.count, self.share * of)

    def __str__(self) -> str:
        return f"{100 * self.share:g}%" if self.share else str(self.count)


@dataclass(slots=True, kw_only=True)
class Report:
    """See the module. `asked` counts all questions, `compared` those that are in the selection and were the bot's own.

    `house` counts those left out because the house had played them. `failure` says why the bot stopped answering;
    `blessed`: what is otherwise has been made the expected.
    """

    bot: str
    joined_as: str = ""
    twice: bool = True
    games: int = 0
    asked: int = 0
    compared: int = 0
    house: int = 0
    counts: Counter[Kind] = field(default_factory=Counter)
    by_ask: Counter[tuple[str, Kind | None]] = field(default_factory=Counter)
    papers: list[Paper] = field(default_factory=list)
    keep: Keep = Keep.ALL
    problems: list[str] = field(default_factory=list)
    other_rules: int = 0
    failure: str = ""
    last_words: tuple[str, ...] = ()
    allow: Allowance = Allowance()
    allow_unstable: Allowance = Allowance()
    blessed: bool = False

    @property
    def changed(self) -> int:
        """Decisions that are otherwise, and surely so."""
        return self.counts[Kind.CHANGED] + self.counts[Kind.ILLEGAL]

    @property
    def unstable(self) -> int:
        """Decisions that are answered now so, now otherwise."""
        return self.counts[Kind.UNSTABLE]

    @property
    def agreed(self) -> int:
        """Decisions that are as expected."""
        return self.compared - self.changed - self.unstable

    @property
    def agreement(self) -> float:
        """Their share of all that are stable; 1 where there is none."""
        stable = self.compared - self.unstable
        return self.agreed / stable if stable else 1.0

    @property
    def within(self) -> bool:
        """Whether no more is otherwise than allowed."""
        return self.blessed or (
            self.allow.admits(self.changed, self.compared) and self.allow_unstable.admits(self.unstable, self.compared)
        )

    @property
    def ok(self) -> bool:
        """Whether all was asked, and no more is otherwise than allowed."""
        return self.within and not (self.failure or self.problems or self.other_rules)

    def changes(self) -> Iterator[Change]:
        """Yield what is not as expected, in the order of the files."""
        for paper in self.papers:
            yield from paper.changes
