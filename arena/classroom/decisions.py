"""What each submission decides in a common set of positions, so that equal play is seen where the code looks different.

The positions are those of a few games that were played at random over deals of the assignment's own seed; each is asked
with what the seat knew then, in the sandbox that the submission plays in, and with the same seed for its own chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import trio

from arena.classroom.admit import Admission
from arena.classroom.course import Course, Purpose
from arena.classroom.games import Stopped, Told
from arena.regress.candidate import Answer, Silent
from arena.regress.exam import Exam, Source
from arena.regress.examiner import examine
from arena.replays.files import file_names, replaced
from arena.replays.show import games
from arena.running.premises import Premises
from arena.running.tournament import sockets_home
from arena.sandbox.settle import settle
from arena.sandbox.temporary import run_folder
from arena.setup.bots import Bot
from arena.setup.config import Config
from arena.simulate import simulate_to_file
from referee.clock import Limits
from referee.engine.sheet import Sheet
from referee.running import until_signal
from referee.variants.catalogue import resolve, split

GAMES: Final = 6  # of each variant
DEALS: Final = 2
AT_ONCE: Final = 2
ROUND_S: Final = 20.0  # for the answers to one frame
WHOLE_S: Final = 90.0  # for all of a submission's
FOLDER: Final = "decisions"


class Decided(msgspec.Struct, frozen=True):
    """What was answered, in the order of the positions: numbers of actions; `problem`: why there are none."""

    answers: tuple[str, ...] = ()
    problem: str = ""


def decisions_of(course: Course, admitted: Sequence[Admission], told: Told) -> tuple[dict[str, Decided], ...]:
    """Return by id what the submissions that play decide, and by name what the staff bots do.

    What has been asked before is kept in the folder `decisions` and not asked again. Raises Stopped after a signal.
    """
    players = [one for one in admitted if one.plays]
    if len(players) < 2:
        return {}, {}
    bots = [one.bot(course.assignment) for one in players] + list(course.staff)
    digests = [one.digest for one in players] + [course.staff_digest] * len(course.staff)
    one = course.assignment
    config, tools = settle(Config(name="same", variants=(), bots=tuple(bots), limits=one.limits, faults=one.faults))
    folder = course.out / FOLDER / course.game_terms(Purpose.POSITIONS)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{bot.name}-{digest[:12]}.json" for bot, digest in zip(bots, digests, strict=True)]
    missing = [place for place, file in enumerate(files) if not file.exists()]
    if missing:
        told(f"the same positions for {len(missing)} bots")
        sources = positions(course, folder)
        with run_folder(sockets_home()) as temp:
            hidden = (str(temp), str(course.out / "seed.secret"), *(bot.folder for bot in config.bots))
            premises = Premises(temp=temp, tools=tools, hidden=hidden)
            asked = [(config.bots[place], files[place]) for place in missing]
            if trio.run(_ask_all, asked, sources, premises):
                raise Stopped("stopped; what was asked is kept, and the same command goes on")
    found = [msgspec.json.decode(file.read_bytes(), type=Decided) for file in files]
    by_name = {bot.name: one for bot, one in zip(bots, found, strict=True)}
    staff = {bot.name for bot in course.staff}
    return (
        {name: one for name, one in by_name.items() if name not in staff},
        {name: one for name, one in by_name.items() if name in staff},
    )


def positions(course: Course, folder: Path) -> list[Source]:
    """Return the games from which is asked, written into the folder if they are not there yet."""
    found = []
    names = file_names(course.assignment.variants)
    for spec in course.assignment.variants:
        path = folder / names[spec]
        if not path.exists():
            seed = course.key(Purpose.POSITIONS, spec)
            simulate_to_file(_short(spec), games=GAMES, seed=seed, policy="random", out=path)
        found += [Source(str(path), number, *game) for number, game in enumerate(games(path), start=1)]
    return found


def _short(spec: str) -> Sheet:
    """Return the sheet of the variant for games of few deals."""
    name, options = split(spec)
    given = {**options, "max_deals": str(DEALS)}
    return resolve(f"{name}[{','.join(f'{key}={value}' for key, value in given.items())}]")


async def _ask_all(asked: Sequence[tuple[Bot, Path]], sources: Sequence[Source], premises: Premises) -> bool:
    """Ask every bot and write what it says; return whether a signal ended it."""
    stopped = True
    limiter = trio.CapacityLimiter(AT_ONCE)

    async def one(bot: Bot, file: Path) -> None:
        async with limiter:
            found = await ask(replace(bot, build=()), sources, premises)
            with replaced(file) as out:
                out.write(msgspec.json.encode(found))

    async with trio.open_nursery() as outer:
        await outer.start(until_signal, outer.cancel_scope.cancel)
        async with trio.open_nursery() as nursery:
            for bot, file in asked:
                nursery.start_soon(one, bot, file)
        stopped = False
        outer.cancel_scope.cancel()
    return stopped


async def ask(bot: Bot, sources: Sequence[Source], premises: Premises) -> Decided:
    """Return what the bot decides at every question of one seat of each game, seat after seat as the games go on."""
    answers: dict[tuple[int, int], str] = {}

    def exams() -> Iterator[Exam]:
        for source in sources:
            yield Exam(source, source.number % len(source.record.seats))

    def take(exam: Exam, given: Sequence[Answer]) -> None:
        assert exam.question is not None
        (answer,) = given
        said = answer.said if answer.action is None else str(answer.action)
        answers[sources.index(exam.source), exam.question.number] = said

    problem = "it took too long"
    with trio.move_on_after(WHOLE_S):
        try:
            await examine(
                [bot],
                exams(),
                take,
                lambda _: None,
                limits=Limits(move_limit_ms=0),
                wait_s=ROUND_S,
                note=lambda _: None,
                premises=premises,
            )
            problem = ""
        except* Silent as group:
            problem = str(group.exceptions[0])
    if problem:
        return Decided(problem=problem)
    return Decided(answers=tuple(answers[place] for place in sorted(answers)))
