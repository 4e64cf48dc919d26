"""What grading knows of a submission: plain frozen values, each of which can be shown to the student."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arena.classroom.refusals import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Versus:
    """How a submission did against one staff bot in one variant, over `bouts` bouts.

    A game counts for each pair of sides: finished before, behind or level. `share` counts level as half; `low` and
    `high` are the bounds of its 95% interval (None: too few bouts to know).
    """

    staff: str
    variant: str
    bouts: int
    won: int
    lost: int
    level: int
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What happened in a submission's games of one variant: games, how many it forfeited, faults by their kind."""

    variant: str
    games: int
    forfeited: int
    faults: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A submission in the games of the class: its group's letters (two that share one do not differ for sure), how
    many of the `others` are surely better, and surely worse."""

    group: str
    better: int
    worse: int
    others: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of `arena check`."""

    name: str
    passed: bool
    expected: str
    seen: str
    fix: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why it is not played."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All about one student's submission. `received` None: nobody said when; `refusal` None: it is played."""

    student: str
    id: str
    entry: str
    received: datetime | None = None
    built: bool = False
    checked: bool = False
    refusal: Refusal | None = None
    steps: tuple[Step, ...] = ()
    versus: tuple[Versus, ...] = ()
    played: tuple[Played, ...] = ()
    place: Place | None = None
    notes: tuple[str, ...] = ()
