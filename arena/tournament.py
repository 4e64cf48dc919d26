"""Playing a tournament: matches at once over some referee processes, each seat a process of its own.

The schedule says what is missing, the referees play it, the journal keeps it. Nothing here decides a game, and nothing
counts before it is in the journal. A signal stops it between two games: what runs is void, what is finished is kept.
"""

from __future__ import annotations

import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, assert_never

import trio

from arena.bots import Bot
from arena.journal import Journal, body_of, game_body
from arena.launch import NOT_STARTED, Output, build, describe_status, run_process, search_path
from arena.reports.progress import Count, Progress
from arena.rundir import LOGS, Run
from arena.schedule import HOUSE, Match
from arena.usage import CpuClock
from referee.logs import get_log
from referee.orders import (
    GameFinished,
    GameVoid,
    MatchFailed,
    MatchFinished,
    MatchOpened,
    MatchOrder,
    Report,
    SeatJoined,
    SeatLeft,
    SeatOrder,
)
from referee.rpc.bridge import Bridge, open_bridge
from referee.rpc.control_client import MatchHandle, Referee, RefereeDied, open_referee
from referee.shuffle import commitment

EXIT_GRACE_S: Final = 2.0  # for a bot to end by itself after its last game
SETTLE_S: Final = 0.1  # how long the end of a process may come before the news that its match is over
STOP_S: Final = 5.0  # for a referee to call a match off
NOTES_A_BOT: Final = 3


@dataclass(slots=True)
class Outcome:
    """How it ended: whether a signal stopped it, what could not be played, and what it took."""

    interrupted: bool = False
    failed: list[str] = field(default_factory=list)
    timing: dict[str, object] = field(default_factory=dict)


async def play(run: Run, journal: Journal, progress: Progress) -> Outcome:
    """Play all games of the plan that are not in the journal yet.

    Raises BotError before the first game when a bot cannot be built or started, and RunError when it cannot go on.
    """
    tournament = Tournament(run, journal, progress)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(journal.flusher)
        try:
            with trio.CancelScope() as scope:
                await nursery.start(tournament.obey_signals, scope)
                await tournament.play_all()
        finally:
            tournament.progress.close()
            journal.close_soon()
            tournament.ended.set()
    return tournament.outcome


class Tournament:
    """One session of playing a run."""

    def __init__(self, run: Run, journal: Journal, progress: Progress) -> None:
        self.run = run
        self.progress = progress
        self.outcome = Outcome()
        self.ended = trio.Event()
        self._journal = journal
        self._log = get_log()
        self._bots = {bot.name: bot for bot in run.config.bots}
        self._noted = dict.fromkeys(self._bots, 0)
        self._count = Count(total=run.plan.total_games, done=run.index.done)

    async def obey_signals(self, scope: trio.CancelScope, task_status: trio.TaskStatus[None]) -> None:
        """Cancel the scope at the first signal, give up at the second."""
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            task_status.started()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._until_ended, nursery.cancel_scope)
                async for _ in signals:
                    if self.outcome.interrupted:
                        raise KeyboardInterrupt
                    self.outcome.interrupted = True
                    self.progress.note("stopping: games that are running do not count; everything finished is kept")
                    scope.cancel()

    async def _until_ended(self, scope: trio.CancelScope) -> None:
        await self.ended.wait()
        scope.cancel()

    async def play_all(self) -> None:
        """Build the bots, open the referees, and play what is missing."""
        await self._prepare()
        if self.run.finished:
            return
        config, start = self.run.config, time.monotonic()
        clock = CpuClock()
        already = self._count.done
        try:
            with tempfile.TemporaryDirectory(prefix="pitch-") as sockets:
                async with open_bridge() as bridge, AsyncExitStack() as stack:
                    referees = [
                        await stack.enter_async_context(self._referee(Path(sockets) / str(number), number, bridge))
                        for number in range(min(config.referees, config.jobs))
                    ]
                    await self._play_over(referees)
                    clock.bots_have_ended()
        finally:
            wall = time.monotonic() - start
            self.outcome.timing = {
                "wall_s": round(wall, 3),
                "games": self._count.done - already,
                "jobs": config.jobs,
                "referees": min(config.referees, config.jobs),
                **clock.read(),
            }

    def _referee(self, sockets: Path, number: int, bridge: Bridge) -> AbstractAsyncContextManager[Referee]:
        log = self.run.folder / LOGS / f"referee-{number}.jsonl"
        return open_referee([sys.executable], sockets, log, bridge=bridge)

    async def _prepare(self) -> None:
        """Run the build steps and see that every command can be started. BotError when one cannot."""
        for bot in self.run.config.bots:
            if bot.build:
                self.progress.note(f"building {bot.name}")
            await build(bot, self.run.folder / LOGS / bot.name / "build.log")
            bot.check_startable(search_path())

    async def _play_over(self, referees: Sequence[Referee]) -> None:
        self.progress.update(self._count)
        missing = self._missing()
        async with trio.open_nursery() as nursery:
            for number in range(self.run.config.jobs):
                nursery.start_soon(self._work, referees[number % len(referees)], missing)

    def _missing(self) -> Iterator[tuple[Match, tuple[int, ...]]]:
        """Yield the matches that have games left to play, in the order of the plan."""
        for bout in self.run.plan.all_bouts():
            if self.run.index.complete(bout):
                continue
            for match in self.run.plan.matches(bout):
                games = self.run.index.missing(bout, match.rotation)
                if games:
                    yield match, games

    async def _work(self, referee: Referee, missing: Iterator[tuple[Match, tuple[int, ...]]]) -> None:
        """Play one match after another."""
        for match, games in missing:
            if self.run.index.start(match.bout):
                key = self.run.key(match.bout)
                await self._journal.put(body_of(kind="bout", bout=match.bout.id, commitment=commitment(key))).wait()
            self._count.running += 1
            await Playing(self, referee, match, games).play()
            self._count.running -= 1

    def keep(self, match: Match, report: GameFinished) -> trio.Event:
        """Hand a finished game to the journal; the event is set when it counts."""
        run = self.run
        ordinal = run.plan.ordinal(match.bout, rotation=match.rotation, game=report.game)

        def on_safe(offset: int) -> None:
            run.index.put(ordinal, offset)
            self._count.done = run.index.done
            self.progress.update(self._count)

        self._count.faults += report.record.count(b'"fault":')
        self._log.info("game finished", match=match.id, game=report.game)
        return self._journal.put(game_body(report.record, report.timing), on_safe)

    def fail(self, match: Match, what: str) -> None:
        """Note that games of a match could not be played."""
        self.outcome.failed.append(f"{match.id}: {what}")
        self._journal.put(body_of(kind="note", text=f"{match.id}: {what}"))
        self._log.error("match failed", match=match.id, reason=what)
        self.progress.note(f"{match.id}: {what}")

    def exited(self, match: Match, seat: int, bot: Bot, status: int, output: Output) -> None:
        """Note that the process of a seat ended before its match did."""
        self._log.warning("bot ended early", match=match.id, seat=seat, bot=bot.name, status=status)
        self._noted[bot.name] += 1
        if self._noted[bot.name] <= NOTES_A_BOT:
            last = output.last_line()
            where = f" (log: {output.path})" if output.written else " (it wrote nothing)"
            tail = f": {last}" if last else ""
            self.progress.note(f"bot {bot.name} {describe_status(status)} before its match did{tail}{where}")

    def joined(self, match: Match, report: SeatJoined | SeatLeft) -> None:
        """Log that a seat joined or left."""
        event = "seat joined" if isinstance(report, SeatJoined) else "seat left"
        self._log.info(event, match=match.id, seat=report.seat, detail=report.detail)


class Playing:
    """One match in play."""

    def __init__(self, tournament: Tournament, referee: Referee, match: Match, games: tuple[int, ...]) -> None:
        self._tournament = tournament
        self._referee = referee
        self._match = match
        self._games = games
        self._names = match.seats(tournament.run.key(match.bout))
        self._tokens = [("" if name == HOUSE else secrets.token_hex(16)) for name in self._names]
        self._over = trio.Event()
        self._log = get_log(match=match.id)

    def _order(self) -> MatchOrder:
        run, match = self._tournament.run, self._match
        return MatchOrder(
            match=match.id,
            sheet=match.bout.lineup.variant.spec,
            bout_key=run.key(match.bout),
            bout=match.bout.id,
            rotation=match.rotation,
            games=self._games,
            seats=tuple(
                SeatOrder(entrant=name, token=token) for name, token in zip(self._names, self._tokens, strict=True)
            ),
            limits=run.config.limits,
            policy=run.config.faults,
            show_names=run.config.show_names,
        )

    async def play(self) -> None:
        """Play the match to its end; nothing of it is left running, however it ends."""
        self._log.info("match started", seats=self._names, games=len(self._games))
        handle = await self._referee.run_match(self._order())
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._seats, handle)
                await self._follow(handle)
                self._over.set()
                nursery.cancel_scope.deadline = trio.current_time() + EXIT_GRACE_S
        finally:
            if not self._over.is_set():
                with trio.move_on_after(STOP_S, shield=True):
                    await handle.stop()
        self._log.info("match finished")

    async def _follow(self, handle: MatchHandle) -> None:
        """Keep what the referee reports until the match is over and all of it is on disk."""
        kept: trio.Event | None = None
        async for report in handle.reports:
            if isinstance(report, GameFinished):
                kept = self._tournament.keep(self._match, report)
            elif self._ends(report):
                break
        else:
            raise RefereeDied("a referee stopped reporting")
        if kept is not None:
            await kept.wait()

    def _ends(self, report: Report) -> bool:
        """Take note of a report; return whether it is the match's last."""
        match report:
            case MatchFinished():
                return True
            case MatchFailed():
                self._tournament.fail(self._match, report.reason)
                return True
            case GameVoid():
                self._tournament.fail(self._match, f"game {report.game} is void by a bug of ours: {report.reason}")
            case SeatJoined() | SeatLeft():
                self._tournament.joined(self._match, report)
            case MatchOpened() | GameFinished():
                pass
            case _:
                assert_never(report)
        return False

    async def _seats(self, handle: MatchHandle) -> None:
        """Start the process of every seat once the referee expects it."""
        await handle.opened.wait()
        async with trio.open_nursery() as nursery:
            for seat, (name, token) in enumerate(zip(self._names, self._tokens, strict=True)):
                if token:
                    nursery.start_soon(self._seat, handle, seat, name, token)

    async def _seat(self, handle: MatchHandle, seat: int, name: str, token: str) -> None:
        """Keep a process behind the seat until the match is over; start it again as often as the policy allows."""
        run = self._tournament.run
        bot = run.bot(name)
        first = run.plan.ordinal(self._match.bout, rotation=self._match.rotation, game=0)
        log = run.folder / LOGS / name / f"{first // run.plan.games}-seat{seat}.log"
        for left in range(run.config.faults.restarts, -1, -1):
            output = Output(path=log, limit=run.config.bot_log_kib << 10)
            status = await self._process(bot, token, output)
            with trio.move_on_after(SETTLE_S):
                await self._over.wait()
            if self._over.is_set():
                return
            self._tournament.exited(self._match, seat, bot, status, output)
            fresh = secrets.token_hex(16) if left and status != NOT_STARTED else None
            await handle.seat_exited(seat, status, fresh)
            if fresh is None:
                return
            token = fresh

    async def _process(self, bot: Bot, token: str, output: Output) -> int:
        variables = {"PITCH_ARENA_ADDRESS": self._referee.play_address, "PITCH_ARENA_TOKEN": token}
        try:
            return await run_process(bot.argv(), folder=bot.folder, variables=variables, output=output)
        except OSError as error:
            output.take(f"cannot be started: {error.strerror}\n".encode())
            return NOT_STARTED
