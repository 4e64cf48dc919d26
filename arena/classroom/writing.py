"""An assignment as a TOML file again, for student kits and autograders: whole, or only what students may have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from arena.classroom.assignment import Assignment, Criterion, CriterionKind
from arena.errors import ConfigError
from arena.sandbox.limits import DEFAULT
from arena.setup.limits import LONGEST_MS
from referee.clock import Limits
from referee.faults import Policy


def for_one(assignment: Assignment) -> Assignment:
    """Return the assignment for a submission by itself: without what looks at the class. ConfigError if that is all."""
    kept = tuple(one for one in assignment.criteria if one.kind is not CriterionKind.PERCENTILE)
    if not kept:
        raise ConfigError([f"{assignment.file}: every criterion looks at the class; one submission cannot be graded"])
    return replace(assignment, criteria=kept)


def for_students(assignment: Assignment) -> Assignment:
    """Return what students may have: only the staff bots that are shown, no seed, nothing that looks at the class."""
    shown = tuple(one for one in assignment.staff if one.shown)
    names = {one.name for one in shown}
    kept = tuple(
        one
        for one in for_one(assignment).criteria
        if (not one.staff or one.staff in names) and (names or one.kind is not CriterionKind.NO_FAULTS)
    )
    if not kept:
        raise ConfigError([f"{assignment.file}: no criterion is left for students: show a staff bot, `shown = true`"])
    return replace(assignment, staff=shown, criteria=kept, seed="", student="")


def to_toml(assignment: Assignment) -> str:
    """Return the file; each staff bot lies in staff/NAME beside it."""
    return "\n".join(_lines(assignment)) + "\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(one: Assignment) -> Iterator[str]:
    yield f"title = {_text(one.title)}"
    yield f"variants = {_text(list(one.variants))}"
    if one.seed:
        yield f"seed = {_text(one.seed)}"
    if one.deadline is not None:
        yield f"deadline = {one.deadline.isoformat()}"
    yield f"isolation = {_text(one.terms.isolation.value)}"
    yield from _table("games", {"bouts": one.games.bouts, "games": one.games.games})
    yield from _table("unpack", asdict(one.unpack))
    yield from _table("build", asdict(one.build))
    yield from _table("check", {"seconds": one.check_seconds, "steps": list(one.check_steps) or ["all"]})
    yield from _table("limits", _limits(one.limits))
    if one.faults != Policy():
        yield from _table("faults", {**asdict(one.faults)})
    if one.terms.resources != DEFAULT:
        yield from _table("resources", asdict(one.terms.resources))
    if one.deadline is not None:
        yield from _table("late", asdict(one.late))
    for staff in one.staff:
        yield from ("", "[[staff]]", f"name = {_text(staff.name)}", f"path = {_text('staff/' + staff.name)}")
        yield f"shown = {_text(staff.shown)}"
    for criterion in one.criteria:
        yield from _criterion(criterion)


def _limits(limits: Limits) -> Mapping[str, object]:
    given = {
        "start_limit_ms": limits.start_limit_ms,
        "move_limit_ms": limits.move_limit_ms,
        "grace_ms": limits.grace_ms,
    }
    if limits.bank_ms and limits.bank_ms < LONGEST_MS:
        given |= {"bank_ms": limits.bank_ms, "increment_ms": limits.increment_ms}
    return given


def _table(name: str, values: Mapping[str, object]) -> Iterator[str]:
    yield ""
    yield f"[{name}]"
    yield from (f"{key} = {_text(value)}" for key, value in values.items())


def _criterion(one: Criterion) -> Iterator[str]:
    yield from ("", "[[criteria]]", f"kind = {_text(one.kind.value)}", f"name = {_text(one.name)}")
    yield f"points = {one.points}"
    if one.bonus:
        yield "bonus = true"
    if one.staff:
        yield f"staff = {_text(one.staff)}"
    if one.thresholds:
        yield f"variants = {_text([variant for variant, _ in one.thresholds])}"
    if one.kind is CriterionKind.BEATS:
        above = ", ".join(f"{_text(variant)} = {percent}" for variant, percent in one.thresholds)
        yield f"above_in = {{ {above} }}"
