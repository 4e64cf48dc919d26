"""Playing a tournament: matches at once over some referee processes, each seat a process of its own.

The schedule says what is missing, the referees play it, the journal keeps it. Nothing here decides a game, and nothing
counts before it is in the journal. A signal stops it between two games: what runs is void, what is finished is kept.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from arena.lifetimes.pool import Pool, log_of, open_pool
from arena.records.evidence import Evidence, Scene
from arena.records.journal import Journal, body_of, game_body
from arena.records.rundir import LOGS, Run
from arena.remote.invitations import Invitations
from arena.remote.listening import dialled
from arena.replays.files import file_names
from arena.reports.progress import Count, Progress
from arena.running.gate import stopper
from arena.running.launch import Ended, Job, Output, build, describe_end
from arena.running.playing import Playing
from arena.running.premises import Premises, premises_of
from arena.running.referees import Slot, open_referees
from arena.running.usage import CpuClock, Spent
from arena.sandbox.box import Tools
from arena.sandbox.temporary import run_folder
from arena.schedules.growing import grow
from arena.schedules.schedule import Match
from arena.setup.bots import Bot
from referee.addresses import LONGEST_PATH
from referee.logs import get_log
from referee.orders import GameFinished, SeatJoined, SeatLeft, TokensAhead
from referee.rpc.bridge import Bridge, open_bridge
from referee.rpc.control_client import Referee, RefereeDied, open_referee
from referee.running import STOPPING
from referee.shuffle import commitment

NOTES_A_BOT: Final = 3
MOST_TRIES: Final = 5  # of a match whose referee dies each time before one of its games is finished
_SOCKET_NAME: Final = len("/pitch-abcdefgh/999-9999/control.sock")


@dataclass(slots=True)
class Outcome:
    """How it ended: whether a signal stopped it, what could not be played, and what it took."""

    interrupted: bool = False
    failed: list[str] = field(default_factory=list)
    timing: dict[str, object] = field(default_factory=dict)


async def play(
    run: Run, journal: Journal, progress: Progress, tools: Tools | None = None, log_level: str = "info"
) -> Outcome:
    """Play all games of the plan that are not in the journal yet.

    `tools` make the sandboxes; None: no bot wants one. Raises BotError before the first game when a bot cannot be
    built or started, and RunError when it cannot go on.
    """
    tournament = Tournament(run, journal, progress, tools, log_level)
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


def sockets_home() -> str | None:
    """Return where the sockets go: None for the usual place, /tmp where their paths would get too long."""
    usual = os.fsencode(tempfile.gettempdir())
    return "/tmp" if len(usual) + _SOCKET_NAME > LONGEST_PATH else None  # noqa: S108 - a private folder in it


class Tournament:
    """One session of playing a run."""

    premises: Premises  # from the moment that the run has a temporary folder

    def __init__(self, run: Run, journal: Journal, progress: Progress, tools: Tools | None, log_level: str) -> None:
        self.run = run
        self._log_level = log_level
        self.spent = Spent()
        self._tools = tools
        self.progress = progress
        self.outcome = Outcome()
        self.ended = trio.Event()
        self._journal = journal
        self._evidence = Evidence(run.folder, file_names(variant.spec for variant in run.plan.variants))
        self._log = get_log()
        self._noted = {bot.name: 0 for bot in run.config.bots}
        self._count = Count(total=run.plan.total_games, done=run.index.done)
        self._stopper = stopper(run)
        self.pools: dict[Referee, Pool] = {}
        self.invitations = Invitations(frozenset(bot.name for bot in run.config.bots if bot.remote), run.folder)

    async def obey_signals(self, scope: trio.CancelScope, task_status: trio.TaskStatus[None]) -> None:
        """Cancel the scope at the first signal, give up at the second."""
        with trio.open_signal_receiver(*STOPPING) as signals:
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
        if self.run.finished:
            return
        with run_folder(sockets_home()) as temp:
            self.premises = premises_of(self.run, temp, self._tools)
            await self._prepare()
            await self._play_in(temp)

    async def _play_in(self, temp: Path) -> None:
        config, start = self.run.config, time.monotonic()
        clock = CpuClock()
        already = self._count.done
        try:
            async with open_bridge() as bridge, AsyncExitStack() as stack:

                @asynccontextmanager
                async def open_one(number: int, before: int) -> AsyncIterator[Referee]:
                    place = temp / (f"{number}-{before}" if before else str(number))
                    async with self._referee(place, number, bridge) as referee:
                        self.premises.open_sockets([referee.play_address])
                        self._invite(referee)
                        async with self._pool(referee, number) as pool:
                            self.pools[referee] = pool
                            yield referee
                            del self.pools[referee]

                numbers = range(min(config.referees, config.jobs))
                slots = await stack.enter_async_context(open_referees(numbers, open_one, self.progress.note))
                await self._play_over(slots)
                for pool in list(self.pools.values()):
                    await pool.end()
                clock.bots_have_ended()
        finally:
            wall = time.monotonic() - start
            self.outcome.timing = {
                "wall_s": round(wall, 3),
                "games": self._count.done - already,
                "jobs": config.jobs,
                "referees": min(config.referees, config.jobs),
                "bots": self.spent.read(),
                **clock.read(),
            }

    def _referee(self, sockets: Path, number: int, bridge: Bridge) -> AbstractAsyncContextManager[Referee]:
        log = self.run.folder / LOGS / f"referee-{number}.jsonl"
        name = f"referee-{number}"
        remote = self.run.config.remote
        more = remote.flags(self.invitations.address or remote.listen) if remote is not None else ()
        level = self._log_level
        return open_referee([sys.executable], sockets, log, log_level=level, log_name=name, more=more, bridge=bridge)

    def _pool(self, referee: Referee, number: int) -> AbstractAsyncContextManager[Pool]:
        """Return the processes that are kept at a referee: none where no bot is pooled."""
        config, logs = self.run.config, self.run.folder / LOGS

        def job(bot: Bot) -> Job:
            return self.premises.job(bot, address=referee.play_address, token="")

        def output(bot: Bot) -> Output:
            return Output(path=log_of(logs, bot.name, number), limit=config.bot_log_kib << 10)

        return open_pool(job=job, output=output, spent=self.spent.add)

    def _invite(self, referee: Referee) -> None:
        """Have tokens for remote bots, and let who comes ahead with one wait."""
        remote, invitations = self.run.config.remote, self.invitations
        if remote is None:
            return
        if not invitations.address:
            invitations.address = referee.remote_address
            self._make_tokens()
            how, where = "TLS" if remote.encrypted else "plain text", dialled(invitations.address)
            for name in sorted(invitations.names):
                self.progress.note(f"{name} dials in at {where} ({how}); its tokens: {invitations.path(name)}")
        for tokens in invitations.ahead():
            referee.command(TokensAhead(tokens=tokens))

    def _make_tokens(self) -> list[str]:
        """Make the tokens of what is to be played; return who got any."""
        run = self.run
        return self.invitations.invite((match.id, match.seats(run.key(match.bout))) for match, _ in self._missing())

    def _invite_to_round(self) -> None:
        """Have the tokens of a round that has just been laid down."""
        if self.run.config.remote is None:
            return
        for name in self._make_tokens():
            self.progress.note(f"{name}: the tokens of the next round were added to {self.invitations.path(name)}")
        for referee in list(self.pools):
            self._invite(referee)

    async def _prepare(self) -> None:
        """Run the build steps and see that every command can be started. BotError when one cannot."""
        for bot in self.run.config.bots:
            if bot.build:
                self.progress.note(f"building {bot.name}")
                log = self.run.folder / LOGS / bot.name / "build.log"
                await build(bot, log, self.premises.build_job(bot))
            if not bot.remote:
                self.premises.check(bot)

    async def _play_over(self, slots: Sequence[Slot]) -> None:
        self._look_on()
        self.progress.update(self._count)
        more = True
        while more:
            missing = self._missing()
            async with trio.open_nursery() as nursery:
                for number in range(self.run.config.jobs):
                    nursery.start_soon(self._work, slots[number % len(slots)], missing)
            more = grow(self.run)
            if more:
                self._invite_to_round()
            self._count.total = self.run.plan.total_games

    def _missing(self) -> Iterator[tuple[Match, tuple[int, ...]]]:
        """Yield the matches that have games left to play, in the order of the plan."""
        for bout in self.run.plan.all_bouts():
            if self.run.stopped is not None:
                return
            if self.run.index.complete(bout):
                continue
            for match in self.run.plan.matches(bout):
                games = self.run.index.missing(bout, match.rotation)
                if games and self.run.stopped is None:
                    yield match, games

    async def _work(self, slot: Slot, missing: Iterator[tuple[Match, tuple[int, ...]]]) -> None:
        """Play one match after another, until there is none left or no referee: others may still play on."""
        for match, games in missing:
            if slot.gone:
                self.fail(match, f"not played: {slot.gone}")
                return
            if self.run.index.start(match.bout):
                key = self.run.key(match.bout)
                await self._journal.put(body_of(kind="bout", bout=match.bout.id, commitment=commitment(key))).wait()
            self._count.running += 1
            self._count.tables[match.id] = (self.run.plan.games - len(games), self.run.plan.games)
            await self._play_match(slot, match, games)
            del self._count.tables[match.id]
            self._count.running -= 1

    async def _play_match(self, slot: Slot, match: Match, games: tuple[int, ...]) -> None:
        """Play the games of a match; when the referee dies, what is not finished is played again by the next one."""
        tries = 0
        while games and tries < MOST_TRIES and (referee := await slot.get()) is not None:
            died = False
            try:
                await Playing(self, slot, referee, match, games).play()
            except* RefereeDied:
                died = True
            if not died:
                return
            left = self.run.index.missing(match.bout, match.rotation)
            tries = tries + 1 if len(left) == len(games) else 0
            games = left
        if games:
            self.fail(match, slot.gone or f"its referee died {tries} times, and none of its games was finished")

    def keep(self, match: Match, report: GameFinished) -> trio.Event:
        """Hand a finished game to the journal; the event is set when it counts."""
        run = self.run
        ordinal = run.plan.ordinal(match.bout, rotation=match.rotation, game=report.game)

        def on_safe(offset: int) -> None:
            run.index.put(ordinal, offset)
            self._count.done = run.index.done
            if match.id in self._count.tables:
                done, games = self._count.tables[match.id]
                self._count.tables[match.id] = (done + 1, games)
            if run.index.complete(match.bout):
                self.progress.bout_finished(match.bout)
            self._look_on()
            self.progress.update(self._count)

        self._count.faults += report.record.count(b'"fault":')
        self._log.info("game finished", match=match.id, game=report.game)
        return self._journal.put(game_body(report.record, report.timing), on_safe)

    def _look_on(self) -> None:
        """End the run early once all that was wanted is known: no further match is started then."""
        if self._stopper is None or self.run.stopped is not None:
            return
        bouts = self._stopper.stops_at()
        self._count.extra = line = self._stopper.line()
        if bouts is not None:
            self.run.stopped = bouts
            self._journal.put(body_of(kind="stop", games=bouts, text=line))
            self.progress.note(f"decided after {bouts} bouts, {line}: no further match is started")

    def witness(self, bundle: bytes, *, match: int, scenes: Sequence[Scene]) -> None:
        """Keep the evidence of a fault, as long as the disk lets us: no game depends on it."""
        try:
            self._evidence.keep(bundle, match=match, scenes=scenes)
        except OSError as error:
            self._log.error("evidence cannot be written", reason=error.strerror)

    def fail(self, match: Match, what: str) -> None:
        """Note that games of a match could not be played."""
        self.outcome.failed.append(f"{match.id}: {what}")
        self._journal.put(body_of(kind="note", text=f"{match.id}: {what}"))
        self._log.error("match failed", match=match.id, reason=what)
        self.progress.note(f"{match.id}: {what}")

    def exited(self, match: Match, seat: int, bot: Bot, ended: Ended, output: Output) -> None:
        """Note that the process of a seat ended before its match did."""
        self._log.warning(
            "bot ended early", match=match.id, seat=seat, bot=bot.name, status=ended.status, stopped=ended.used.stopped
        )
        self._noted[bot.name] += 1
        if self._noted[bot.name] <= NOTES_A_BOT:
            last = output.last_line()
            where = f" (log: {output.path})" if output.written else " (it wrote nothing)"
            tail = f": {last}" if last else ""
            self.progress.note(f"bot {bot.name} {describe_end(ended, bot.resources)} before its match did{tail}{where}")

    def joined(self, match: Match, report: SeatJoined | SeatLeft) -> None:
        """Log that a seat joined or left."""
        event = "seat joined" if isinstance(report, SeatJoined) else "seat left"
        self._log.info(event, match=match.id, seat=report.seat, detail=report.detail)
