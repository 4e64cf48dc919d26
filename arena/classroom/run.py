"""One class run: everything from the folder of submissions to grades and reports, going on where it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

import trio

from arena.classroom import admit, games, measure
from arena.classroom.admit import Admission
from arena.classroom.assignment import Assignment, CriterionKind
from arena.classroom.collect import HandedIn, collect
from arena.classroom.course import SEED, Course, keep_apart, open_course, staff_hash
from arena.classroom.decisions import Decided, decisions_of
from arena.classroom.facts import Facts, Place
from arena.classroom.grading import Grade, grade
from arena.classroom.received import RECEIVED, key_of, read_received, strangers
from arena.errors import USAGE, RunError
from arena.records.gather import Depth, bouts_of
from arena.running.launch import build
from arena.running.premises import Premises
from arena.running.tournament import sockets_home
from arena.sandbox.box import Tools
from arena.sandbox.settle import settle
from arena.sandbox.temporary import run_folder
from arena.schedules.schedule import variant_of
from arena.setup.config import Config
from arena.statistics.facts import BoutFact
from referee import logs
from referee.running import until_signal
from referee.variants.catalogue import resolve

AT_ONCE: Final = 2  # submissions that are built and checked at once, at most the jobs
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A student: what was found, what it came to, and the admission, whose bot played."""

    facts: Facts
    grade: Grade
    admission: Admission


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRun:
    """What came of a class run: the students by id, the games of the class, and what was decided in the common
    positions: by id, and by name of a staff bot."""

    course: Course
    students: tuple[Graded, ...]
    class_bouts: tuple[BoutFact, ...]
    decided: Mapping[str, Decided]
    staff_decided: Mapping[str, Decided]


def run_class(assignment: Assignment, submissions: Path, out: Path, *, seed: str, told: Told) -> ClassRun:
    """Return the graded class. `told` hears how far it is.

    Raises ConfigError, BotError or RunError for what the teacher must mend; games.Stopped after a signal.
    """
    keep_apart(submissions, out)
    handed = collect(submissions, assignment.pattern)
    if not handed:
        raise RunError(f"{submissions}: nothing was handed in there", exit_status=USAGE)
    received = read_received(submissions / RECEIVED)
    for text in strangers(submissions, received):
        told(text)
    return grade_all(assignment, handed, received, out, seed=seed, told=told)


def grade_all(
    assignment: Assignment,
    handed: Sequence[HandedIn],
    received: Mapping[str, datetime],
    out: Path,
    *,
    seed: str,
    told: Told,
) -> ClassRun:
    """Do what `run_class` does with what was handed in; `received` by the key of the submission's name."""
    course = open_course(assignment, out, seed)
    course = replace(course, staff_digest=prepare_staff(course))
    told(f"{len(handed)} handed in; results go to {course.out}")
    taken = [admit.take_in(one, course.work(one.id), assignment, course.check_terms) for one in handed]
    admitted = examine_all(course, taken, told)
    came = {one.id: received.get(key_of(one.entries[0].name)) for one in handed}
    facts = [staff_facts(course, one, came[one.id], told) for one in admitted]
    bouts, places = class_games(course, admitted, facts, told)
    facts = [replace(one, place=places.get(one.id)) for one in facts]
    students = tuple(
        Graded(facts=fact, grade=grade(assignment, fact), admission=one)
        for fact, one in zip(facts, admitted, strict=True)
    )
    decided, staff = decisions_of(course, admitted, told)
    return ClassRun(course=course, students=students, class_bouts=tuple(bouts), decided=decided, staff_decided=staff)


def _settled(course: Course) -> tuple[Config, Tools | None]:
    one = course.assignment
    return settle(Config(name="staff", variants=(), bots=course.staff, limits=one.limits, faults=one.faults))


def prepare_staff(course: Course) -> str:
    """Build the staff bots where they are, and return the hash of what they are then. BotError when one fails."""
    config, tools = _settled(course)

    async def build_all(premises: Premises) -> None:
        for bot in config.bots:
            await build(bot, course.out / f"{bot.name}.build.log", premises.build_job(bot))
            premises.check(bot)

    with run_folder(sockets_home()) as temp:
        trio.run(build_all, Premises(temp=temp, tools=tools, hidden=(str(temp), str(course.out))))
    return staff_hash(course.staff)


def examine_all(course: Course, taken: Sequence[Admission], told: Told) -> list[Admission]:
    """Return the admissions, each built and checked."""
    logs.configure(level="error")
    found = list(taken)
    bots = [one.root for one in taken if one.plays]
    _, tools = _settled(course)
    stopped = True

    async def work(premises: Premises) -> None:
        nonlocal stopped
        limiter = trio.CapacityLimiter(min(AT_ONCE, course.assignment.jobs))

        async def one(place: int) -> None:
            async with limiter:
                found[place] = await admit.examine_one(taken[place], course.assignment, premises)
            if not taken[place].built and taken[place].plays:
                refusal = found[place].refusal
                told(f"{found[place].id}: {'admitted' if refusal is None else refusal.kind.value}")

        async with trio.open_nursery() as outer:
            await outer.start(until_signal, outer.cancel_scope.cancel)
            async with trio.open_nursery() as nursery:
                for place in range(len(taken)):
                    nursery.start_soon(one, place)
            stopped = False
            outer.cancel_scope.cancel()

    with run_folder(sockets_home()) as temp:
        hidden = (str(temp), str(course.out / SEED), *bots)
        trio.run(work, Premises(temp=temp, tools=tools, hidden=hidden))
    if stopped:
        raise games.Stopped("stopped; what was checked is kept, and the same command goes on")
    return found


def staff_facts(course: Course, one: Admission, received: datetime | None, told: Told) -> Facts:
    """Return the facts of a student, with the games against the staff bots played."""
    facts = Facts(
        student=one.student,
        id=one.id,
        entry=one.entry,
        received=received,
        built=one.built,
        checked=one.checked,
        refusal=one.refusal,
        steps=one.steps,
        notes=one.notes,
    )
    if not one.plays or not course.staff:
        return facts
    folder = course.student_run(one.id, one.digest)
    if not folder.exists():
        told(f"{one.id}: games against staff bots")
    bouts = list(bouts_of(games.play_staff(course, one, told), depth=Depth.RESULTS))
    names = [bot.name for bot in course.staff]
    return replace(facts, versus=measure.versus_of(bouts, one.id, names), played=measure.played_of(bouts, one.id))


def class_games(
    course: Course, admitted: Sequence[Admission], facts: Sequence[Facts], told: Told
) -> tuple[list[BoutFact], dict[str, Place]]:
    """Return the games of the class, played, and the place of each student in them.

    Who forfeited a game against a staff bot does not take part: a broken bot would move others' places.
    """
    one = course.assignment
    if not one.class_games.share or not one.of_kind(CriterionKind.PERCENTILE):
        return [], {}
    sound = {fact.id for fact in facts if fact.refusal is None and not any(p.forfeited for p in fact.played)}
    who = [admission for admission in admitted if admission.id in sound]
    if len(who) < 2:
        return [], {name: Place(group="a", better=0, worse=0, others=0) for name in sound}
    bouts = games.play_class(course, who, told)
    return bouts, measure.places_in_class(bouts, [variant_of(resolve(spec)) for spec in one.variants])
