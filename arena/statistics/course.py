"""How the ratings went while a tournament was played: fitted again after some of its rounds.

A round is one bout of every line-up, in the plan's order and not in that of the clock, so the same games give the same
course. Within a round not everybody has met everybody, so it is looked at after whole rounds only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.statistics.estimate import Estimate
from arena.statistics.facts import BoutFact, in_order
from arena.statistics.overall import pool
from arena.statistics.ratings import Fit, fit, rating

STEPS: Final = 10  # looks at a tournament, at most


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """Ratings in Elo after so many `rounds` (at least two looks), by name; None where a name was not rated yet."""

    rounds: tuple[int, ...]
    ratings: Mapping[str, tuple[Estimate | None, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Courses:
    """The courses of the variants, and of the overall rating where there are several; without a second round, none."""

    variants: Mapping[str, Course]
    overall: Course | None


def courses(bouts: Sequence[BoutFact], *, hidden: Collection[str] = (), steps: int = STEPS) -> Courses:
    """Return the courses of all variants in the bouts; `hidden` names take part and are not told."""
    ordered = in_order(bouts)
    by_variant: dict[str, list[BoutFact]] = {}
    for bout in ordered:
        by_variant.setdefault(bout.variant, []).append(bout)
    looks = _looks(max((bout.number + 1 for bout in ordered), default=0), steps)
    if len(looks) < 2:
        return Courses(variants={}, overall=None)
    fits = {name: [_fit(mine, rounds) for rounds in looks] for name, mine in by_variant.items()}
    found = {
        name: _course(looks, [{} if one is None else _ratings(one, hidden) for one in mine])
        for name, mine in fits.items()
    }
    if len(fits) < 2:
        return Courses(variants=found, overall=None)
    pooled = []
    for place in range(len(looks)):
        there = [mine[place] for mine in fits.values()]
        known = [one for one in there if one is not None]
        pooled.append(dict(pool(known, hidden).ratings) if len(known) == len(there) else {})
    return Courses(variants=found, overall=_course(looks, pooled))


def _looks(rounds: int, steps: int) -> tuple[int, ...]:
    """Return after which rounds it is looked at: evenly, the last one always."""
    return tuple(sorted({-(-rounds * step // steps) for step in range(1, steps + 1)})) if rounds else ()


def _fit(bouts: Sequence[BoutFact], rounds: int) -> Fit | None:
    mine = [bout for bout in bouts if bout.number < rounds]
    return fit(mine) if mine else None


def _ratings(found: Fit, hidden: Collection[str]) -> dict[str, Estimate]:
    return {name: rating(found, place) for place, name in enumerate(found.names) if name not in hidden}


def _course(looks: tuple[int, ...], known: Sequence[Mapping[str, Estimate]]) -> Course:
    names = sorted({name for one in known for name in one})
    return Course(rounds=looks, ratings={name: tuple(one.get(name) for one in known) for name in names})
