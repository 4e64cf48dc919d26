"""From what a student handed in to a bot that may play, or a reason why not: unpacked, built and checked.

What was found is kept beside the bot (admission.json), so the same submission is built and checked once. It depends on
nothing but the submission and the assignment.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec
import trio

from arena.classroom.assignment import Assignment
from arena.classroom.collect import HandedIn
from arena.classroom.facts import Refusal, Step
from arena.classroom.names import shown
from arena.classroom.refusals import Kind, Refused, is_over_limit
from arena.classroom.unpack import MIB, Unpacked, unpack
from arena.conformance.check import examine
from arena.conformance.options import Options
from arena.conformance.report import Outcome, Report
from arena.errors import BotError, ConfigError, RunError
from arena.replays.files import replaced
from arena.running.launch import build
from arena.running.premises import Premises
from arena.setup.bots import MANIFEST, Bot, load_manifest

ADMISSION: Final = "admission.json"
BOT, BUILD_LOG = "bot", "build.log"
_LOOK_S: Final = 0.3
_TAIL_LINES: Final = 12
_GROUPS: Final = ("start", "tables")  # of steps without which a bot does not play
_SOURCE: Final = re.compile(r"[\w./-]+\.(py|m?js|rb|jar|ts|sh|pl|lua|php)")
_BY_FAULT: Final = {
    "crash": Kind.CRASHED,
    "start-failure": Kind.CRASHED,
    "disconnect": Kind.CRASHED,
    "late": Kind.LATE,
    "stalled": Kind.SILENT,
    "illegal": Kind.ILLEGAL,
    "malformed": Kind.ILLEGAL,
    "flood": Kind.FLOODED,
    "oversized": Kind.FLOODED,
    "protocol": Kind.PROTOCOL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What is known of a submission before its games. `digest` "": it could not be unpacked; `root`: its folder.

    `terms`: the hash of all in the assignment that this depends on; `wrote`: the end of what its build wrote.
    """

    student: str
    id: str
    entry: str
    terms: str
    digest: str = ""
    root: str = ""
    built: bool = False
    checked: bool = False
    refusal: Refusal | None = None
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    wrote: str = ""

    @property
    def plays(self) -> bool:
        """Whether it is to play."""
        return self.refusal is None

    def bot(self, assignment: Assignment) -> Bot:
        """Return the bot as it enters runs: built, under the student's id, on the assignment's terms."""
        found = load_manifest(Path(self.root) / MANIFEST, name=self.id)
        terms = assignment.terms
        return replace(found, build=(), isolation=terms.isolation, resources=terms.resources)


def take_in(handed: HandedIn, place: Path, assignment: Assignment, terms: str) -> Admission:
    """Unpack what was handed in and return what is known of it: as it was found before, or not built and checked yet.

    `place`: the student's folder, in which each submission has one of its own, named by its digest.
    """
    entry = shown(handed.entries[0].name)
    older = (f"only the newest counts; not looked at: {', '.join(handed.older)}",) if handed.older else ()
    fresh = Admission(student=handed.student, id=handed.id, entry=entry, terms=terms, notes=older)
    new = place / "new"
    try:
        found = _unpack_all(handed.entries, new, assignment)
    except Refused as error:
        return replace(fresh, refusal=Refusal(kind=error.kind, text=error.text))
    home = place / found.digest[:12]
    known = stored(home)
    if known is not None and known.terms == terms and Path(known.root).is_dir():
        shutil.rmtree(new)
        return replace(known, entry=entry, notes=(*older, *found.notes))
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    new.rename(home / BOT)
    root = home / BOT / found.root.relative_to(new)
    return replace(fresh, digest=found.digest, root=str(root.resolve()), notes=(*older, *found.notes))


def _unpack_all(entries: Sequence[Path], new: Path, assignment: Assignment) -> Unpacked:
    """Unpack the first; Refused when others of the same name are not the same."""
    shutil.rmtree(new, ignore_errors=True)
    digests = []
    for path in entries[1:]:
        found = unpack(path, new, assignment.unpack)
        shutil.rmtree(new)
        digests.append(found.digest)
    first = unpack(entries[0], new, assignment.unpack)
    if any(digest != first.digest for digest in digests):
        shutil.rmtree(new)
        names = ", ".join(shown(path.name) for path in entries)
        raise Refused(Kind.TWO_OF_ONE_NAME, f"two submissions have one name and differ: {names}")
    return first


def stored(home: Path) -> Admission | None:
    """Return what was found of the submission in the folder; None when it was not finished."""
    try:
        return msgspec.json.decode((home / ADMISSION).read_bytes(), type=Admission)
    except (OSError, msgspec.MsgspecError):
        return None


async def examine_one(known: Admission, assignment: Assignment, premises: Premises) -> Admission:
    """Return the admission with the bot built and checked, and keep it; as it is where that has been done.

    A failure of the arena itself is a refusal too, and is not kept: the next run tries again.
    """
    if known.refusal is not None or known.built:
        return known
    home = _home(known)
    try:
        found = await _build_and_check(known, assignment, premises, home / BUILD_LOG)
    except Refused as error:
        found = replace(known, refusal=Refusal(kind=error.kind, text=error.text))
    except (RunError, OSError) as error:
        return replace(known, refusal=Refusal(kind=Kind.OURS, text=f"the arena failed: {error}"))
    found = replace(found, wrote=_tail(home / BUILD_LOG))
    with replaced(home / ADMISSION) as file:
        file.write(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return found


def _home(known: Admission) -> Path:
    root = Path(known.root)
    return next(
        path.parent for path in (root, *root.parents) if path.name == BOT and path.parent.name == known.digest[:12]
    )


def _tail(log: Path) -> str:
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return "\n".join(shown(line, 200) for line in lines[-_TAIL_LINES:])


async def _build_and_check(known: Admission, assignment: Assignment, premises: Premises, log: Path) -> Admission:
    here = known.root + os.sep
    try:
        bot = replace(load_manifest(Path(known.root) / MANIFEST), name=known.id)
    except ConfigError as error:
        raise Refused(Kind.BAD_MANIFEST, "; ".join(error.problems).replace(here, "")) from None
    terms = assignment.terms
    bot = replace(bot, isolation=terms.isolation, resources=terms.resources)
    await _build(bot, premises, log, assignment)
    try:
        premises.check(bot)
    except BotError as error:
        raise Refused(Kind.NOT_STARTABLE, _told(error, bot)) from None
    _check_files(bot)
    built = replace(known, built=True)
    options = Options(
        variants=assignment.variants,
        time_limit_s=float(assignment.check_seconds),
        only=assignment.check_steps,
        limits=assignment.limits,
    )
    report = await examine(replace(bot, build=()), options)
    steps = steps_with_groups(report, here)
    refusal = refusal_of(steps)
    return replace(built, checked=report.passed, steps=tuple(step for _, step in steps), refusal=refusal)


def _check_files(bot: Bot) -> None:
    """Refuse a command that names a source file which is not there: its interpreter would say so less clearly."""
    for word in bot.command[1:]:
        if _SOURCE.fullmatch(word) and not os.path.isabs(word) and not os.path.exists(os.path.join(bot.folder, word)):
            text = f"the command in {MANIFEST} is {shown(' '.join(bot.command))}, and there is no file {shown(word)}"
            raise Refused(Kind.NOT_STARTABLE, text)


def _told(error: BotError, bot: Bot) -> str:
    text = re.sub(r" \(the output is in .*?\)", "", str(error)).removeprefix(f"bot {bot.name}: ")
    text = text.partition("; it ran in a sandbox without network")[0]
    return shown(text.replace(bot.folder + os.sep, ""), 400)


async def _build(bot: Bot, premises: Premises, log: Path, assignment: Assignment) -> None:
    """Run the build step within its limits. Refused when it fails."""
    if not bot.build:
        return
    limits = assignment.build
    log.unlink(missing_ok=True)  # noqa: ASYNC240 - a moment
    failure: BotError | None = None
    over: list[int] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_watch, Path(bot.folder), limits.folder_mib, nursery.cancel_scope, over)
        with trio.move_on_after(limits.seconds) as scope:
            try:
                await build(bot, log, premises.build_job(bot))
            except BotError as error:
                failure = error
        nursery.cancel_scope.cancel()
    if over or folder_size(Path(bot.folder)) > limits.folder_mib * MIB:
        raise Refused(Kind.BUILD_LIMIT, f"building filled its folder with more than {limits.folder_mib} MiB")
    if scope.cancelled_caught:
        raise Refused(Kind.BUILD_LIMIT, f"building took more than {limits.seconds} s")
    if failure is not None:
        kind = Kind.BUILD_LIMIT if "was killed: it " in str(failure) else Kind.BUILD_FAILED
        raise Refused(kind, _told(failure, bot))


async def _watch(folder: Path, most_mib: int, scope: trio.CancelScope, over: list[int]) -> None:
    """Cancel the scope when the folder grows over its limit."""
    while True:
        await trio.sleep(_LOOK_S)
        size = await trio.to_thread.run_sync(folder_size, folder)
        if size > most_mib * MIB:
            over.append(size)
            scope.cancel()


def folder_size(folder: Path) -> int:
    """Return the bytes of all files below the folder; what goes away meanwhile does not count."""
    size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                continue
    return size


def steps_with_groups(report: Report, here: str) -> list[tuple[str, Step]]:
    """Return the steps of a check that were run or missed, with their groups. `here` is cut from what was seen."""
    return [
        (
            step.group,
            Step(
                name=shown(step.name),
                passed=step.verdict.outcome is Outcome.PASSED,
                expected=step.verdict.expected,
                seen=shown(step.verdict.seen.replace(here, ""), 400),
                fix=step.verdict.fix,
            ),
        )
        for step in report.steps
        if step.verdict.outcome is not Outcome.DOES_NOT_APPLY
    ]


def refusal_of(steps: Sequence[tuple[str, Step]]) -> Refusal | None:
    """Return why a bot does not play after its check; None when it may: it starts, and plays every table."""
    for group, step in steps:
        if group in _GROUPS and not step.passed:
            return Refusal(kind=_kind_of(step.name, step.seen), text=f"step {step.name} of the check: {step.seen}")
    return None


def _kind_of(step: str, seen: str) -> Kind:
    if is_over_limit(seen):
        return Kind.OVER_LIMIT
    fault = seen.partition(":")[0]
    if fault in _BY_FAULT:
        return _BY_FAULT[fault]
    match step:
        case "manifest":
            return Kind.BAD_MANIFEST
        case "builds":
            return Kind.BUILD_FAILED
        case "starts":
            return Kind.NOT_STARTABLE
        case "joins" if seen.startswith("the process "):
            return Kind.CRASHED
        case "joins" if seen.startswith("no stream"):
            return Kind.SILENT
        case "joins" | "versions":
            return Kind.PROTOCOL
        case _ if "the time for it was over" in seen:
            return Kind.SILENT
        case _:
            return Kind.CHECK_FAILED
