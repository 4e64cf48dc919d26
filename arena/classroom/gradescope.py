"""results.json as Gradescope's autograder documentation describes it, made from a grade."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.classroom.facts import Facts
from arena.classroom.grading import Grade, Part, percent, points_text
from arena.classroom.refusals import HELP


class Test(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One line of the rubric."""

    name: str
    score: float
    max_score: float
    status: str  # "passed" or "failed"
    output: str
    number: str
    visibility: str = "visible"
    output_format: str = "text"
    extra_data: dict[str, Any] = {}


class Entry(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A column of Gradescope's leaderboard, where students choose their own names."""

    name: str
    value: float
    order: str | None = None


class Results(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The whole file. `score` counts, also where it is not the sum of the tests."""

    score: float
    output: str
    output_format: str = "text"
    visibility: str = "visible"
    stdout_visibility: str = "hidden"
    tests: list[Test]
    leaderboard: list[Entry] | None = None
    extra_data: dict[str, Any] = {}

    def to_json(self) -> bytes:
        """Return it as indented JSON. `stdout_visibility` is always there: what we print is not the student's."""
        data = msgspec.to_builtins(self) | {"stdout_visibility": self.stdout_visibility, "visibility": self.visibility}
        return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def results_of(facts: Facts, grade: Grade) -> Results:
    """Return the results of a student: nothing of others, no card, no seed."""
    return Results(
        score=_number(grade.points),
        output=summary(facts, grade),
        tests=[_test(number, part) for number, part in enumerate(grade.parts, 1)],
        leaderboard=_leaderboard(facts) or None,
        extra_data={
            "student": facts.id,
            "status": facts.refusal.kind.value if facts.refusal else "played",
            "earned": _number(grade.earned),
            "late_percent": grade.late_percent,
            "total": grade.total,
        },
    )


def _number(points: object) -> float:
    return float(points_text(points))  # type: ignore[arg-type]


def _test(number: int, part: Part) -> Test:
    return Test(
        name=f"{part.name} (bonus)" if part.bonus else part.name,
        score=_number(part.points),
        max_score=float(part.of),
        status="passed" if part.full else "failed",
        output=part.evidence,
        number=str(number),
    )


def _leaderboard(facts: Facts) -> list[Entry]:
    return [
        Entry(name=f"{one.staff}, {one.variant}", value=round(100 * one.share, 1), order="desc") for one in facts.versus
    ]


def summary(facts: Facts, grade: Grade) -> str:
    """Return in words what a student should know first."""
    lines = [f"{points_text(grade.points)} of {grade.total} points. {grade.late_text}"]
    if facts.refusal is not None:
        lines += [f"It was not played ({facts.refusal.kind.value}): {facts.refusal.text}.", HELP[facts.refusal.kind]]
    lines += [f"Step {step.name} of the check: {step.seen}. {step.fix}" for step in facts.steps if not step.passed]
    lines += [
        f"{one.variant} against {one.staff}: {percent(one.share)} of the comparisons in {one.bouts} bouts."
        for one in facts.versus
    ]
    lines += [f"Note: {note}" for note in facts.notes]
    return "\n".join(lines)
