"""The games of a class: each submission against the staff bots in a run of its own, and the pairs of the class.

What a run plays follows from the seed of the assignment, the students in it and nothing else, so nobody's games change
when others come, go or hand in again. Runs are tournaments like any other: they are resumed, verified and shown alike.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec
import trio

from arena.classroom.admit import Admission
from arena.classroom.course import Course, Purpose
from arena.errors import RunError
from arena.records.derived import write_derived
from arena.records.gather import Depth, bouts_of
from arena.records.journal import Journal
from arena.records.rundir import JOURNAL, LOGS, Run, create_run, read_run, resume_run
from arena.reports.progress import Count
from arena.running import tournament
from arena.sandbox.box import Tools
from arena.sandbox.settle import settle
from arena.schedules.schedule import Bout, Fill
from arena.setup.config import Config
from arena.statistics.facts import BoutFact
from referee import logs

PAIRS: Final = "pairs.json"
Told = Callable[[str], None]


@dataclass
class _Quiet:
    """Progress that tells only what goes wrong with our side."""

    told: Told

    def update(self, count: Count) -> None:
        """Nothing: the class run says how far it is."""

    def bout_finished(self, bout: Bout) -> None:
        """Nothing: the grades tell it at the end."""

    def note(self, text: str) -> None:
        """Pass on what is said about stopping."""
        if text.startswith("stopping"):
            self.told(text)

    def close(self) -> None:
        """Nothing is drawn."""


class Stopped(RunError):
    """A signal ended a run; what was finished is kept."""


def play_staff(course: Course, who: Admission, told: Told) -> Run:
    """Return the finished run of the submission against the staff bots, played as far as it was not yet."""
    folder = course.student_run(who.id, who.digest)
    one = course.assignment
    config = _config(course, folder, f"staff-{who.id}"[:64])
    config = replace(
        config,
        bots=(who.bot(one), *course.staff),
        pairs=tuple((who.id, bot.name) for bot in course.staff),
        bouts=one.games.bouts,
        games=one.games.games,
    )
    return _finish(folder, config, course.key(Purpose.STUDENT, who.id), told)


def _config(course: Course, folder: Path, name: str) -> Config:
    one = course.assignment
    return Config(
        name=name,
        variants=one.variants,
        bots=(),
        fill=Fill.ALTERNATE,
        limits=one.limits,
        faults=one.faults,
        jobs=one.jobs,
        referees=min(one.jobs, 2),
        out=str(folder),
    )


def _finish(folder: Path, config: Config, seed: bytes, told: Told) -> Run:
    """Play the run in the folder to its end, or a new one. RunError when it cannot be; Stopped after a signal."""
    run = _begun(folder)
    if run is not None and run.finished:
        return run
    config, tools = settle(run.config if run is not None else config)
    if run is None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _play(*create_run(config, seed), tools, told)
    else:
        _play(*resume_run(folder), tools, told)
    return read_run(folder)


def _begun(folder: Path) -> Run | None:
    """Return the run in the folder; None when there is none, or it never got to its first line: then it is removed."""
    if not folder.exists():
        return None
    try:
        return read_run(folder)
    except RunError:
        journal = folder / JOURNAL
        if journal.is_file() and b"\n" in journal.read_bytes():
            raise
        shutil.rmtree(folder)
        return None


def _play(run: Run, journal: Journal, tools: Tools | None, told: Told) -> None:
    log = run.folder / LOGS / "arena.jsonl"
    try:
        logs.configure(level="warning", file=log, style=logs.LogStyle.JSON, process="arena")
        outcome = trio.run(tournament.play, run, journal, _Quiet(told), tools, "warning")
    finally:
        journal.close()
    write_derived(run, outcome.timing)
    if outcome.interrupted:
        raise Stopped("stopped; everything finished is kept, and the same command goes on")
    if not run.finished:
        raise RunError(f"{run.folder}: games are missing: {'; '.join(outcome.failed[:3])}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two submissions that meet, by students' ids and digests, sorted by id."""

    ids: tuple[str, str]
    digests: tuple[str, str]


class _Stored(msgspec.Struct):
    terms: str
    pairs: list[Pair]


def wanted_pairs(course: Course, who: Sequence[Admission]) -> list[Pair]:
    """Return the pairs that are to meet: the share that is asked for, drawn for each pair by itself."""
    share = course.assignment.class_games.share
    found = []
    for one, other in combinations(sorted(who, key=lambda one: one.id), 2):
        drawn = int.from_bytes(course.key(Purpose.PAIR, one.id, other.id)[:8], "big") % 100
        if drawn < share:
            found.append(Pair(ids=(one.id, other.id), digests=(one.digest[:12], other.digest[:12])))
    return found


def play_class(course: Course, who: Sequence[Admission], told: Told) -> list[BoutFact]:
    """Play the games of all pairs that have not been played, and return the bouts of the pairs that count now."""
    wanted = wanted_pairs(course, who)
    terms = course.game_terms(Purpose.CLASS)
    for folder, stored in _class_runs(course, terms):
        if not (folder / JOURNAL).is_file():
            (folder.parent / f"{folder.name}.{PAIRS}").unlink()  # it was stopped before its run began
        elif any(pair in wanted for pair in stored.pairs):
            told(f"class games in {folder.name}: {len(stored.pairs)} pairs")
            _finish(folder, _class_config(course, folder, stored.pairs, who), course.key(Purpose.CLASS), told)
    had = {pair for _, stored in _class_runs(course, terms) for pair in _frozen(stored.pairs)}
    missing = [pair for pair in wanted if pair not in had]
    if missing:
        folder = _free(course.class_runs)
        told(f"class games: {len(missing)} pairs")
        folder.parent.mkdir(parents=True, exist_ok=True)
        (folder.parent / f"{folder.name}.{PAIRS}").write_bytes(msgspec.json.encode(_Stored(terms=terms, pairs=missing)))
        _finish(folder, _class_config(course, folder, missing, who), course.key(Purpose.CLASS), told)
    return list(_bouts(course, terms, set(wanted)))


def _frozen(pairs: Sequence[Pair]) -> set[Pair]:
    return set(pairs)


def _class_runs(course: Course, terms: str) -> Iterator[tuple[Path, _Stored]]:
    """Yield the runs of the class that were begun under these terms, in their order."""
    files = sorted(course.class_runs.glob(f"*.{PAIRS}"), key=lambda path: int(path.name.partition(".")[0]))
    for path in files:
        stored = msgspec.json.decode(path.read_bytes(), type=_Stored)
        folder = path.with_name(path.name.partition(".")[0])
        if stored.terms == terms:
            yield folder, stored


def _free(place: Path) -> Path:
    numbers = [int(path.name.partition(".")[0]) for path in place.glob(f"*.{PAIRS}")]
    return place / str(max(numbers, default=0) + 1)


def _class_config(course: Course, folder: Path, pairs: Sequence[Pair], who: Sequence[Admission]) -> Config:
    one = course.assignment
    names = {name for pair in pairs for name in pair.ids}
    return replace(
        _config(course, folder, f"class-{folder.name}"),
        bots=tuple(admission.bot(one) for admission in who if admission.id in names),
        pairs=tuple(pair.ids for pair in pairs),
        bouts=one.class_games.bouts,
        games=one.class_games.games,
    )


def _bouts(course: Course, terms: str, wanted: set[Pair]) -> Iterator[BoutFact]:
    """Yield the bouts of the pairs, each pair from the first run that has it."""
    for folder, stored in _class_runs(course, terms):
        mine = {pair.ids for pair in stored.pairs if pair in wanted}
        wanted -= set(stored.pairs)
        if mine:
            yield from (bout for bout in bouts_of(read_run(folder), depth=Depth.RESULTS) if bout.names in mine)
