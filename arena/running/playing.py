"""One match of a tournament: ordered of a referee, with a process behind each seat, its games kept as they end."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Final, assert_never

import trio

from arena.records.evidence import Scene
from arena.records.rundir import LOGS
from arena.running.launch import NOT_STARTED, Ended, Output, run_process, step_back
from arena.sandbox.limits import Lifetime, Used
from arena.schedules.schedule import HOUSE, Match
from referee.faults import Fault
from referee.logs import get_log
from referee.orders import (
    FaultSeen,
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
from referee.rpc.control_client import MatchHandle, Referee, RefereeDied

if TYPE_CHECKING:
    from arena.lifetimes.pool import Kept
    from arena.running.referees import Slot
    from arena.running.tournament import Tournament

EXIT_GRACE_S: Final = 2.0  # for a bot to end by itself after its last game
# How long the end of a process may come before the news that its games are over. The referee waits EXIT_NEWS_S.
SETTLE_S: Final = 0.3
HANGS: Final = (Fault.STALLED.value, Fault.START_FAILURE.value)  # of a kept process
STOP_S: Final = 5.0  # for a referee to call a match off


class Playing:
    """One match in play."""

    def __init__(
        self, tournament: Tournament, slot: Slot, referee: Referee, match: Match, games: tuple[int, ...]
    ) -> None:
        self._tournament = tournament
        self._slot = slot
        self._referee = referee
        self._match = match
        self._games = games
        self._due = set(games)
        self._names = match.seats(tournament.run.key(match.bout))
        self._remote = tournament.invitations.names
        self._tokens = [self._token(seat, name) for seat, name in enumerate(self._names)]
        self._played = trio.Event()  # all games are reported
        self._over = trio.Event()
        self._scenes: dict[int, list[Scene]] = {}
        self._kept: dict[int, Kept] = {}  # by seat that a kept process plays
        self._log = get_log(match=match.id, referee=slot.number)

    def _token(self, seat: int, name: str) -> str:
        if name in self._remote:
            return self._tournament.invitations.take(self._match.id, seat, name)
        return "" if name == HOUSE else secrets.token_hex(16)

    def _seat_order(self, name: str, token: str) -> SeatOrder:
        remote = self._tournament.run.config.remote
        if remote is None or name not in self._remote:
            return SeatOrder(entrant=name, token=token)
        return SeatOrder(entrant=name, token=token, rejoin_limit_ms=remote.rejoin_limit_ms, remote=True)

    @property
    def _number(self) -> int:
        """The number of the match in the plan."""
        plan = self._tournament.run.plan
        return plan.ordinal(self._match.bout, rotation=self._match.rotation, game=0) // plan.games

    def _order(self) -> MatchOrder:
        run, match = self._tournament.run, self._match
        return MatchOrder(
            match=match.id,
            sheet=match.bout.lineup.variant.spec,
            bout_key=run.key(match.bout),
            bout=match.bout.id,
            rotation=match.rotation,
            games=self._games,
            seats=tuple(map(self._seat_order, self._names, self._tokens)),
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
                nursery.cancel_scope.deadline = trio.current_time() + EXIT_GRACE_S
        finally:
            if not self._over.is_set():
                with trio.move_on_after(STOP_S, shield=True):
                    await handle.stop()
        self._log.info("match finished")

    async def _follow(self, handle: MatchHandle) -> None:
        """Keep what the referee reports until the match is over and all of it is on disk."""
        kept: trio.Event | None = None
        try:
            async for report in handle.reports:
                if isinstance(report, GameFinished) and report.game in self._due:
                    self._due.remove(report.game)
                    if not self._due:
                        self._played.set()
                    kept = self._tournament.keep(self._match, report)
                    self._slot.progress()
                elif self._ends(report):
                    break
            else:
                raise RefereeDied("a referee stopped reporting")
            self._played.set()
            self._over.set()
        finally:
            if kept is not None:  # it counts, whatever came after it
                await kept.wait()

    def _ends(self, report: Report) -> bool:
        """Take note of a report; return whether it is the match's last."""
        match report:
            case MatchFinished():
                return True
            case MatchFailed() if self._referee.died.is_set():
                raise RefereeDied(self._referee.how)
            case MatchFailed():
                self._tournament.fail(self._match, report.reason)
                return True
            case GameVoid():
                self._tournament.fail(self._match, f"game {report.game} is void by a bug of ours: {report.reason}")
            case SeatJoined() | SeatLeft():
                self._tournament.joined(self._match, report)
            case GameFinished():
                self._log.error("a game that is not due", game=report.game)
            case FaultSeen():
                self._tournament.witness(report.bundle, match=self._number, scenes=self._scenes.get(report.seat, []))
                if report.seat in self._kept and json.loads(report.bundle)["fault"] in HANGS:
                    self._tournament.pools[self._referee].retire(self._kept.pop(report.seat))
            case MatchOpened():
                pass
            case _:
                assert_never(report)
        return False

    async def _seats(self, handle: MatchHandle) -> None:
        """Start the process of every seat once the referee expects it."""
        await handle.opened.wait()
        async with trio.open_nursery() as nursery:
            for seat, (name, token) in enumerate(zip(self._names, self._tokens, strict=True)):
                if not token or name in self._remote:
                    continue
                pooled = self._tournament.run.bot(name).lifetime is Lifetime.POOLED
                nursery.start_soon(self._pooled_seat if pooled else self._seat, handle, seat, name, token)

    async def _seat(self, handle: MatchHandle, seat: int, name: str, token: str) -> None:
        """Keep a process behind the seat until the match is over; start it again as often as the policy allows."""
        run = self._tournament.run
        bot = run.bot(name)
        log = run.folder / LOGS / name / f"{self._number}-seat{seat}.log"
        for left in range(run.config.faults.restarts, -1, -1):
            output = Output(path=log, limit=run.config.bot_log_kib << 10)
            scene = Scene(bot, output)
            self._scenes.setdefault(seat, []).append(scene)
            ended = scene.ended = await self._process(handle, seat, scene, token)
            token = await self._after(handle, seat, scene, ended, left=left)
            if not token:
                return

    async def _pooled_seat(self, handle: MatchHandle, seat: int, name: str, token: str) -> None:
        """Have the seat played by the bot's kept process until the match is over; as `_seat` where that ends."""
        run = self._tournament.run
        for left in range(run.config.faults.restarts, -1, -1):
            kept = self._tournament.pools[self._referee].process(run.bot(name))
            self._kept[seat] = kept
            self._scenes.setdefault(seat, []).append(kept.scene)
            ended = await kept.play(token, lambda pid: handle.seat_started(seat, pid))
            token = await self._after(handle, seat, kept.scene, ended, left=left)
            if not token:
                return

    async def _after(self, handle: MatchHandle, seat: int, scene: Scene, ended: Ended, *, left: int) -> str:
        """Tell that the process of a seat has ended; return the token of its successor, "" if there is to be none."""
        with trio.move_on_after(SETTLE_S):
            await self._played.wait()
        if self._played.is_set() or self._referee.died.is_set():
            return ""
        self._tournament.exited(self._match, seat, scene.bot, ended, scene.output)
        fresh = secrets.token_hex(16) if left and ended.status != NOT_STARTED else ""
        await handle.seat_exited(seat, ended.status, fresh or None)
        return fresh

    async def _process(self, handle: MatchHandle, seat: int, scene: Scene, token: str) -> Ended:
        bot = scene.bot
        job = self._tournament.premises.job(bot, address=self._referee.play_address, token=token)

        def started(pid: int) -> None:
            scene.pid = pid
            step_back(pid)
            handle.seat_started(seat, pid)

        def spent(used: Used) -> None:
            self._tournament.spent.add(bot.name, used)

        try:
            return await run_process(job, scene.output, spent, started)
        except OSError as error:
            scene.output.take(f"cannot be started: {error.strerror}\n".encode())
            return Ended(NOT_STARTED)
