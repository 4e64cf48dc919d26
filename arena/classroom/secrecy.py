"""Pseudonyms for the public leaderboard: of two words and a number, from the seed and the student's id alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arena.classroom.course import Course, Purpose

_FIRST: Final = (
    "amber", "brave", "calm", "clever", "crimson", "daring", "eager", "gentle", "golden", "happy", "ivory", "jolly",
    "kind", "lively", "lucky", "mellow", "merry", "noble", "olive", "patient", "proud", "quick", "quiet", "rapid",
    "silver", "steady", "sunny", "swift", "tidy", "violet", "wise", "witty",
)  # fmt: skip
_SECOND: Final = (
    "badger", "beaver", "bison", "cobra", "condor", "crane", "dolphin", "eagle", "falcon", "ferret", "finch", "fox",
    "gecko", "heron", "ibex", "jackal", "koala", "lemur", "lynx", "marten", "newt", "otter", "owl", "panda", "puffin",
    "raven", "robin", "seal", "sparrow", "tiger", "walrus", "wren",
)  # fmt: skip


def pseudonyms(course: Course, ids: Iterable[str]) -> dict[str, str]:
    """Return the pseudonym of each student. Nobody's depends on the others, but for the longer ones of two alike."""
    found = {one: _name(course, one, digits=3) for one in ids}
    names = list(found.values())
    return {one: name if names.count(name) == 1 else _name(course, one, digits=9) for one, name in found.items()}


def _name(course: Course, student: str, *, digits: int) -> str:
    key = course.key(Purpose.PSEUDONYM, student)
    number = int.from_bytes(key[2:10], "big") % 10**digits
    return f"{_FIRST[key[0] % len(_FIRST)]}-{_SECOND[key[1] % len(_SECOND)]}-{number:0{digits}d}"
