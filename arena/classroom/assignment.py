"""The assignment file: what is played, against whom, within which limits, and what gives points.

The keys of the file:

    title = "Homework 3"
    variants = ["auction-partners[max_deals=6]"]
    seed = "..."                    left out: drawn, kept in the output's folder; the same seed gives the same grades
    deadline = 2026-12-01T23:59:00-05:00
    student = '^(?P<student>.+)_hw3$'   how names of files tell the student; left out: see arena/classroom/names.py

    [games]                         bouts, games, max_deals: against each staff bot in each variant
    [class_games]                   bouts, games, share (percent of the pairs that meet; 0: no games in class)
    [[staff]]                       name, path = "folder with a bot.toml", shown = true (goes into the student kit)
    [[criteria]]                    kind, points, name, bonus, and by its kind:
        kind = "builds" | "check"
        kind = "no-faults"          variants
        kind = "beats"              staff, above = 50 (percent), variants, above_in = { "auction" = 45 }
        kind = "percentile"
    [late]                          percent_per_day, grace_minutes, days
    [unpack]                        archive_mib, total_mib, files, ratio, seconds
    [build]                         seconds, folder_mib
    [check]                         seconds, steps = ["usual"], ["all"] or names of steps
    [limits] [faults] [resources]   as in a tournament's configuration; and isolation, jobs
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from arena.classroom.unpack import Bounds
from arena.conformance.options import Options
from arena.conformance.steps import catalogue
from arena.errors import ConfigError
from arena.sandbox.limits import DEFAULT, Isolation
from arena.schedules.schedule import HOUSE
from arena.setup.bots import MANIFEST, NAME, Terms, resources_from
from arena.setup.checks import Table, TomlFile
from arena.setup.config import variants_of
from arena.setup.limits import limits_of, policy_of
from arena.setup.seeds import SHORTEST
from referee.clock import Limits
from referee.engine.errors import nearest
from referee.faults import Policy
from referee.variants.catalogue import label

USUAL_STEPS: Final = ("frames-1", "tidy-answers", "output")  # with the first ones, and a table of each variant
STAFF_PREFIX: Final = "staff."  # of staff bots' names in runs: no student's id has a dot


class CriterionKind(Enum):
    """What a criterion looks at."""

    BUILDS = "builds"
    CHECK = "check"
    NO_FAULTS = "no-faults"
    BEATS = "beats"
    PERCENTILE = "percentile"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """Something that gives points. `thresholds`: by the label of a variant, the percent that the lower bound of the
    share of games against `staff` must be above; for NO_FAULTS only the variants count."""

    kind: CriterionKind
    name: str
    points: int
    bonus: bool = False
    staff: str = ""
    thresholds: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """A yardstick: a bot of the teacher's. `shown`: students may have it."""

    name: str
    path: str
    shown: bool

    @property
    def run_name(self) -> str:
        """Its name in runs."""
        return STAFF_PREFIX + self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """How much is played. `share`: percent of the pairs of the class that meet."""

    bouts: int
    games: int
    share: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """What a day late costs, in percent of the points, up to so many days; after them nothing is left."""

    percent_per_day: int = 0
    grace_minutes: int = 0
    days: int = 365


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildLimits:
    """What a build may take: seconds, and MiB in the bot's folder when it is done."""

    seconds: int = 300
    folder_mib: int = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """An assignment, resolved. `seed` "": none is given. `jobs`: matches at once."""

    title: str
    file: str
    variants: tuple[str, ...]
    staff: tuple[Staff, ...]
    criteria: tuple[Criterion, ...]
    games: Amount
    class_games: Amount
    seed: str = ""
    deadline: datetime | None = None
    student: str = ""
    late: Late
    unpack: Bounds
    build: BuildLimits
    check_seconds: int = 300
    check_steps: tuple[str, ...] = ()  # (): all of them
    limits: Limits
    faults: Policy
    terms: Terms
    jobs: int = 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The variants as tables name them."""
        return tuple(label(spec) for spec in self.variants)

    @property
    def pattern(self) -> re.Pattern[str] | None:
        """How names of files tell the student; None: as usual."""
        return re.compile(self.student) if self.student else None

    @property
    def total(self) -> int:
        """The points that can be had, without bonus."""
        return sum(one.points for one in self.criteria if not one.bonus)

    def of_kind(self, kind: CriterionKind) -> bool:
        """Return whether a criterion of the kind is there."""
        return any(one.kind is kind for one in self.criteria)


def load_assignment(path: Path) -> Assignment:
    """Return the assignment of the file. ConfigError with every problem, each with its place."""
    toml = TomlFile(path)
    problems: list[str] = []
    table = Table(toml.data, problems=problems, place=toml.place)
    games = table.table("games")
    max_deals = games.whole("max_deals", 0, least=1)
    variants = variants_of(table, path.parent, max_deals)
    seconds, steps = _check(table.table("check"), variants)
    if not variants and not problems:
        table.problem("no variant is named: give `variants`; `arena variants` lists them")
    staff = _staff(table, path.parent)
    found = Assignment(
        title=table.text("title", path.stem),
        file=str(path.resolve()),
        variants=variants,
        staff=staff,
        criteria=_criteria(table, [one.name for one in staff], [label(spec) for spec in variants]),
        games=_amount(games, Amount(bouts=8, games=4)),
        class_games=_class_games(table.table("class_games")),
        seed=table.text("seed", "", least=SHORTEST),
        deadline=table.moment("deadline"),
        student=_pattern(table),
        late=_late(table),
        unpack=_bounds(table.table("unpack")),
        build=_build(table.table("build")),
        check_seconds=seconds,
        check_steps=steps,
        limits=limits_of(table.table("limits")),
        faults=policy_of(table.table("faults")),
        terms=Terms(
            isolation=table.choice("isolation", Isolation.AUTO),
            resources=resources_from(table.table("resources"), DEFAULT),
        ),
        jobs=table.whole("jobs", os.cpu_count() or 1, least=1, most=1024),
    )
    table.done()
    if problems:
        raise ConfigError(problems)
    return found


def _staff(table: Table, base: Path) -> tuple[Staff, ...]:
    found: dict[str, Staff] = {}
    for entry in table.tables("staff"):
        path = base / entry.text("path", "")
        name = entry.text("name", path.name)
        if "path" not in entry:
            entry.problem("a staff bot needs a `path` to a folder with a bot.toml")
        elif not (path / MANIFEST).is_file():
            entry.problem(f"there is no {MANIFEST} in {path}", "path")
        if not NAME.fullmatch(name) or len(name) > 50 or name == HOUSE:
            entry.problem(f"{name!r} cannot be a name: letters, digits, `.`, `_` and `-`, at most 50", "name")
        if name in found:
            entry.problem(f"two staff bots are called {name!r}", "name")
        found[name] = Staff(name=name, path=str(path.resolve()), shown=entry.flag("shown", default=False))
        entry.done()
    return tuple(found.values())


def _criteria(table: Table, staff: list[str], labels: list[str]) -> tuple[Criterion, ...]:
    found = []
    for entry in table.tables("criteria"):
        kind = entry.choice("kind", CriterionKind.BUILDS)
        if "kind" not in entry:
            entry.problem(f"`kind` is missing: one of {', '.join(repr(one.value) for one in CriterionKind)}")
        points = entry.whole("points", 0, least=1, most=100_000)
        if "points" not in entry:
            entry.problem("`points` is missing")
        opponent = _opponent(entry, staff) if kind is CriterionKind.BEATS else ""
        by_variant = kind in (CriterionKind.BEATS, CriterionKind.NO_FAULTS)
        thresholds = _thresholds(entry, kind, labels) if by_variant else ()
        found.append(
            Criterion(
                kind=kind,
                name=entry.text("name", _usual_name(kind, opponent)),
                points=points,
                bonus=entry.flag("bonus", default=False),
                staff=opponent,
                thresholds=thresholds,
            )
        )
        entry.done()
    if not found:
        table.problem("nothing gives points: add a [[criteria]] table")
    if not staff and any(one.kind in (CriterionKind.BEATS, CriterionKind.NO_FAULTS) for one in found):
        table.problem("there is no [[staff]] bot, so nobody to play against")
    return tuple(found)


def _usual_name(kind: CriterionKind, staff: str) -> str:
    return {
        CriterionKind.BUILDS: "It builds",
        CriterionKind.CHECK: "It passes arena check",
        CriterionKind.NO_FAULTS: "It plays without a fault",
        CriterionKind.BEATS: f"It beats {staff}",
        CriterionKind.PERCENTILE: "Its place in class",
    }[kind]


def _opponent(entry: Table, staff: list[str]) -> str:
    name = entry.text("staff", "")
    if not name:
        entry.problem("`staff` is missing: whom it is to beat")
    elif name not in staff:
        entry.problem(f"there is no staff bot {name!r}{nearest(name, staff)}", "staff")
    return name


def _thresholds(entry: Table, kind: CriterionKind, labels: list[str]) -> tuple[tuple[str, int], ...]:
    """Return the label of each variant that counts, with its threshold in percent."""
    asked = entry.texts("variants", labels)
    chosen = []
    for number, text in enumerate(asked):
        full = _label_of(text, labels)
        if full is None:
            entry.problem(
                f"[{number + 1}] {text!r} is none of the assignment's variants{nearest(text, labels)}", "variants"
            )
        else:
            chosen.append(full)
    if kind is not CriterionKind.BEATS:
        return tuple((one, 0) for one in chosen)
    usual = entry.whole("above", 50, most=99)
    own = entry.table("above_in")
    given = {text: own.whole(text, usual, most=99) for text in [*labels, *(one.partition("[")[0] for one in labels)]}
    own.done()
    return tuple((one, given[one] if one in own else given[one.partition("[")[0]]) for one in chosen)


def _label_of(text: str, labels: list[str]) -> str | None:
    """Return the label that the text means: in full, or the only one of its variant."""
    same = [one for one in labels if text in (one, one.partition("[")[0])]
    return same[0] if len(same) == 1 else None


def _amount(table: Table, usual: Amount) -> Amount:
    found = Amount(
        bouts=table.whole("bouts", usual.bouts, least=2, most=10_000),
        games=table.whole("games", usual.games, least=1, most=10_000),
    )
    table.done()
    return found


def _class_games(table: Table) -> Amount:
    found = Amount(
        bouts=table.whole("bouts", 1, least=1, most=10_000),
        games=table.whole("games", 2, least=1, most=10_000),
        share=table.whole("share", 100, most=100),
    )
    table.done()
    return found


def _pattern(table: Table) -> str:
    text = table.text("student", "")
    try:
        if text and "student" not in re.compile(text).groupindex:
            table.problem("must have a group named student, as in '^(?P<student>.+)_hw3$'", "student")
    except re.error as error:
        table.problem(f"is no regular expression: {error}", "student")
    return text


def _late(table: Table) -> Late:
    late = table.table("late")
    found = Late(
        percent_per_day=late.whole("percent_per_day", 0, most=100),
        grace_minutes=late.whole("grace_minutes", 0),
        days=late.whole("days", 365),
    )
    late.done()
    if "late" in table and "deadline" not in table:
        table.problem("says nothing without a `deadline`", "late")
    return found


def _bounds(table: Table) -> Bounds:
    usual = Bounds()
    found = {field.name: table.whole(field.name, getattr(usual, field.name), least=1) for field in fields(Bounds)}
    table.done()
    return Bounds(**found)


def _build(table: Table) -> BuildLimits:
    usual = BuildLimits()
    found = BuildLimits(
        seconds=table.whole("seconds", usual.seconds, least=1, most=900),
        folder_mib=table.whole("folder_mib", usual.folder_mib, least=1),
    )
    table.done()
    return found


def _check(table: Table, variants: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return the seconds that a check may take, and its steps."""
    seconds = table.whole("seconds", 300, least=10, most=36_000)
    asked = table.texts("steps", ["usual"])
    table.done()
    if "all" in asked or not variants:
        return seconds, ()
    known = catalogue.names(Options(variants=variants).tables())
    tables = [name for name in known if name.startswith("plays ")]
    for number, name in enumerate(asked):
        if name not in (*known, "usual"):
            table.problem(f"[{number + 1}] there is no step {name!r}{nearest(name, [*known, 'usual', 'all'])}", "steps")
    wanted = {*asked, *tables, *(USUAL_STEPS if "usual" in asked else ())}
    return seconds, tuple(name for name in known if name in wanted)
