"""Grades. Pure: an assignment and facts in, points with their evidence in words out.

The grade of a submission depends on nothing but its own facts; only its place in class looks at others. Points are
exact fractions, rounded where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import assert_never

from arena.classroom.assignment import Assignment, Criterion, CriterionKind, Late
from arena.classroom.facts import Facts, Place, Played, Versus

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The points of one criterion, of how many, and why."""

    name: str
    kind: CriterionKind
    points: Fraction
    of: int
    bonus: bool
    evidence: str

    @property
    def full(self) -> bool:
        """Whether all points were earned."""
        return self.points == self.of


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The grade of a student: what was `earned`, what lateness takes, and what is left of the `total`."""

    parts: tuple[Part, ...]
    earned: Fraction
    late_percent: int
    late_text: str
    total: int

    @property
    def points(self) -> Fraction:
        """The points that count."""
        return self.earned * (100 - self.late_percent) / 100


def points_text(points: Fraction | int) -> str:
    """Return points with at most two decimals, half up, without zeros at the end."""
    hundredths = int(Fraction(points) * 100 + Fraction(1, 2))
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def grade(assignment: Assignment, facts: Facts) -> Grade:
    """Return the grade of the facts."""
    parts = tuple(_part(one, facts) for one in assignment.criteria)
    percent, text = lateness(assignment.late, assignment.deadline, facts.received)
    return Grade(
        parts=parts,
        earned=sum((part.points for part in parts), Fraction()),
        late_percent=percent,
        late_text=text,
        total=assignment.total,
    )


def lateness(late: Late, deadline: datetime | None, received: datetime | None) -> tuple[int, str]:
    """Return the percent of the points that lateness takes, and what to say about it. A day that began counts."""
    if deadline is None:
        return 0, "There is no deadline."
    if received is None:
        return 0, "Nothing says when it was handed in; it counts as on time."
    over = received - deadline
    if over <= timedelta(minutes=late.grace_minutes):
        return 0, "It was handed in on time."
    days = -(-over // _DAY)
    if days > late.days:
        return 100, f"It was handed in {days} days late; after {late.days} days nothing counts."
    percent = min(100, days * late.percent_per_day)
    return percent, f"It was handed in late, in day {days} after the deadline: {percent}% of the points are taken off."


def _part(criterion: Criterion, facts: Facts) -> Part:
    points, evidence = _judge(criterion, facts)
    return Part(
        name=criterion.name,
        kind=criterion.kind,
        points=points,
        of=criterion.points,
        bonus=criterion.bonus,
        evidence=evidence,
    )


def _judge(criterion: Criterion, facts: Facts) -> tuple[Fraction, str]:
    full, none = Fraction(criterion.points), Fraction()
    match criterion.kind:
        case CriterionKind.BUILDS:
            return (full, "It builds.") if facts.built else (none, _refused(facts, "It was not built."))
        case CriterionKind.CHECK:
            return _check(full, facts)
        case CriterionKind.NO_FAULTS:
            return _no_faults(criterion, full, facts)
        case CriterionKind.BEATS:
            return _beats(criterion, full, facts)
        case CriterionKind.PERCENTILE:
            return _percentile(full, facts)
        case _ as never:
            assert_never(never)


def _refused(facts: Facts, otherwise: str) -> str:
    return f"{facts.refusal.text}." if facts.refusal else otherwise


def _check(full: Fraction, facts: Facts) -> tuple[Fraction, str]:
    passed = sum(step.passed for step in facts.steps)
    if facts.checked:
        return full, f"All {passed} steps of the check pass."
    failed = [step for step in facts.steps if not step.passed]
    if not failed:
        return Fraction(), _refused(facts, "It was not checked.")
    return Fraction(), f"{passed} of {len(facts.steps)} steps pass; {failed[0].name} does not: {failed[0].seen}."


def _no_faults(criterion: Criterion, full: Fraction, facts: Facts) -> tuple[Fraction, str]:
    wanted = [name for name, _ in criterion.thresholds]
    played = [one for one in facts.played if one.variant in wanted and one.games]
    if {one.variant for one in played} != set(wanted):
        return Fraction(), "It played no games: " + _refused(facts, "they are missing.")
    games = sum(one.games for one in played)
    faults = [f"{count} {kind} in {one.variant}" for one in played for kind, count in one.faults]
    if faults:
        return Fraction(), f"Faults in {games} games against staff bots: {', '.join(faults)}."
    return full, f"No fault in {games} games against staff bots."


def _beats(criterion: Criterion, full: Fraction, facts: Facts) -> tuple[Fraction, str]:
    """Points are split evenly over the variants."""
    found = {one.variant: one for one in facts.versus if one.staff == criterion.staff}
    if not found:
        return Fraction(), f"It did not play {criterion.staff}: " + _refused(facts, "the games are missing.")
    each = full / len(criterion.thresholds)
    points, told = Fraction(), []
    for variant, above in criterion.thresholds:
        one = found.get(variant)
        beaten = one is not None and one.low is not None and one.low > above / 100
        points += each if beaten else 0
        told.append(f"{variant}: {_versus(one, above)}")
    return points, "; ".join(told) + "."


def _versus(one: Versus | None, above: int) -> str:
    if one is None:
        return "no games"
    record = f"{one.won} won, {one.lost} lost, {one.level} level in {one.bouts} bouts, {percent(one.share)}"
    if one.low is None:
        return f"{record}; too few bouts to be sure of more than {above}%"
    verdict = "above" if one.low > above / 100 else "not above"
    return f"{record}, surely more than {percent(one.low)}, which is {verdict} {above}%"


def percent(share: float) -> str:
    """Return a share as percent with one decimal, rounded down so that it never seems above what it is."""
    return f"{int(share * 1000 + 1e-9) / 10:g}%"


def _percentile(full: Fraction, facts: Facts) -> tuple[Fraction, str]:
    place = facts.place
    if place is None:
        return Fraction(), "It is not among the bots that played in class: " + _refused(facts, "its games are missing.")
    if not place.others:
        return full, "Nobody else played in class."
    return full * percentile(place), _place(place)


def percentile(place: Place) -> Fraction:
    """Return the part of the others that are not surely better: 1 for whoever may be the best."""
    return Fraction(place.others - place.better, place.others) if place.others else Fraction(1)


def _place(place: Place) -> str:
    share = points_text(percentile(place) * 100)
    return (
        f"Of {place.others} others in class {place.better} are surely better and {place.worse} surely worse; the rest"
        f" cannot be told apart from it (group {place.group}). {share}% are not surely better."
    )


def fault_lines(played: tuple[Played, ...]) -> Iterator[str]:
    """Yield a line about each variant in which there were faults."""
    for one in played:
        if one.faults:
            kinds = ", ".join(f"{count} {kind}" for kind, count in one.faults)
            yield f"{one.variant}: {kinds} in {one.games} games, {one.forfeited} of them forfeited"
