"""One match: its seats from token to last game, the games in play, and the reports about them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from referee import wire
from referee.chairs import REPLACEMENT_S, Chair, Process, process_life
from referee.engine.errors import SheetError
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultNote
from referee.hub import EndCode, Hub
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
)
from referee.pace import Pacer
from referee.seatgame import Came, SeatGame, notice_code, timing_json
from referee.seats import SeatSession
from referee.shuffle import bot_seed, wire_game_id
from referee.table import GameSpec, Table
from referee.turns import TableWriter
from referee.variants.catalogue import resolve
from referee.waiting import WaitMeter
from referee.wire import EndReason, NoticeCode
from referee.witness import Witness

MOST_OPEN: Final = 256  # games in play at once in one match
AT_ONCE: Final = 4  # games that the house alone finishes before others get a turn


class Match:
    """Plays one match; `run` returns when it is over. SheetError when there is no such sheet or it has other seats.

    `exits_told`: somebody starts the bots and calls `seat_exited` when one ends.
    """

    def __init__(self, order: MatchOrder, hub: Hub, report: Callable[[Report], None], *, exits_told: bool) -> None:
        sheet = resolve(order.sheet)
        if len(order.seats) != sheet.seats:
            raise SheetError([f"{sheet.spec} has {sheet.seats} seats, the order names {len(order.seats)}"])
        self.order = order
        self._hub = hub
        hub.stalls.serve(order.limits)
        self._report = report
        self._exits_told = exits_told
        self._log = get_log(match=order.match)
        self._witness = Witness(order, report, self._log)
        self._tables = compile_tables(sheet)
        self._sheet_field = wire.sheet_field(self._tables)
        self._limits_field = wire.limits_field(order.limits)
        self._entrants = tuple(seat.entrant for seat in order.seats)
        self._chairs = [
            Chair(seat, house=not place.token, restarts=0 if place.remote else order.policy.restarts)
            for seat, place in enumerate(order.seats)
        ]
        self._processes: dict[SeatSession, Process] = {}
        self._queue = deque(order.games)
        self._open: dict[int, list[SeatGame]] = {}
        self._started: dict[int, tuple[float, float]] = {}
        pace_ms = order.limits.pace_ms
        self._pacer = Pacer(hub, pace_ms / 1000, self._go_on, self.broke) if pace_ms else None
        self._filling = False
        self._failure = ""
        self._stopped = False
        self._wake = trio.Event()

    # ---- life

    async def run(self) -> None:
        """Play all the games, reporting as they end, then MatchFinished; MatchFailed when something of ours breaks."""
        try:
            async with trio.open_nursery() as nursery:
                for chair in self._chairs:
                    if not chair.house:
                        chair.process = self._expect(chair, self.order.seats[chair.seat].token)
                        nursery.start_soon(self._seat_life, chair)
                if self._pacer is not None:
                    nursery.start_soon(self._pacer.run)
                self._log.info("match opened", sheet=self.order.sheet, games=len(self.order.games))
                self._report(MatchOpened(match=self.order.match))
                while not self._is_over():
                    self._fill()
                    self._hub.flush()
                    if not self._is_over():
                        await self._wake.wait()
                        self._wake = trio.Event()
                nursery.cancel_scope.cancel()
        finally:
            self._close()
        if self._failure:
            self._report(MatchFailed(match=self.order.match, reason=self._failure))
        else:
            self._report(MatchFinished(match=self.order.match))
        self._log.info("match over", failure=self._failure, stopped=self._stopped)

    def stop(self) -> None:
        """Void the open games and finish."""
        self._stopped = True
        self._wake.set()

    def seat_exited(self, seat: int, status: int, new_token: str) -> None:
        """The process of the seat has ended; a new one with the token was started, or none."""
        chair = self._chairs[seat] if 0 <= seat < len(self._chairs) else None
        process = chair.process if chair is not None else None
        while process is not None and process.exited:
            process = process.successor
        if chair is None or process is None:
            return
        process.exited = True
        process.status = status
        if new_token and chair.restarts and self._exits_told:
            chair.restarts -= 1
            process.successor = self._expect(chair, new_token)
        self._log.info("process ended", seat=seat, status=status, restarted=process.successor is not None)
        process.tell()

    def seat_started(self, seat: int, pid: int) -> None:
        """The newest process of the seat runs under this number."""
        process = self._chairs[seat].process if 0 <= seat < len(self._chairs) else None
        while process is not None and process.successor is not None:
            process = process.successor
        if process is not None and pid > 0:
            process.session.meter = WaitMeter(pid, self._hub.families)

    def _is_over(self) -> bool:
        return self._stopped or bool(self._failure) or not (self._queue or self._open)

    def _close(self) -> None:
        played = not (self._queue or self._open or self._failure)
        for peers in list(self._open.values()):
            self._call_off(peers)
        code, text = (EndCode.OVER, "") if played else (EndCode.STOPPED, "the match was stopped")
        for process in self._processes.values():
            self._hub.forget(process.token)
            process.session.hang_up(code, text)

    # ---- seats

    def _expect(self, chair: Chair, token: str) -> Process:
        order = self.order
        log = self._log.bind(seat=chair.seat)
        session = SeatSession(
            owner=self, hub=self._hub, seat=chair.seat, limits=order.limits, policy=order.policy, log=log
        )
        session.returning.limit_ms = order.seats[chair.seat].rejoin_limit_ms
        process = self._processes[session] = Process(session, token)
        self._hub.expect(token, session)
        return process

    async def _seat_life(self, chair: Chair) -> None:
        """See one process of the seat after the other, as often as the policy restarts it, then give the seat up."""
        process = chair.process
        assert process is not None
        remote = self.order.seats[chair.seat].remote
        while True:
            fault, detail = await process_life(
                process, hub=self._hub, limits=self.order.limits, exits_told=self._exits_told and not remote
            )
            self._report(SeatLeft(match=self.order.match, seat=chair.seat, detail=f"{fault.value}: {detail}"))
            if not self._forfeit_open(chair, fault, detail):
                self._witness.end(chair.seat, fault, detail)
            self._hub.flush()
            if chair.restarts and self._exits_told and process.arrived:
                await process.until(lambda p: p.exited, within=REPLACEMENT_S)
            if process.successor is None:
                break
            chair.process = process = process.successor
            self._wake.set()
        chair.lost = (fault, detail)
        self._log.warning("seat lost", seat=chair.seat, fault=fault.value, detail=detail)
        self._wake.set()

    def _forfeit_open(self, chair: Chair, fault: Fault, detail: str) -> bool:
        """Forfeit every game that is open in the seat's process, which has ended; return whether there was one.

        One bundle shows it: of a game in which the seat was to act, if there is one.
        """
        shown: tuple[SeatGame, FaultNote, bool] | None = None
        for peers in list(self._open.values()):
            game = peers[chair.seat]
            table = game.table
            if game.session is None or table.over:
                continue
            game.session = None
            if chair.seat not in table.house:
                acting = table.seat == chair.seat
                note = table.forfeit(chair.seat, fault, detail)
                self._witness.log(game, note)
                if shown is None or acting:
                    shown = game, note, acting
                if acting or table.over:
                    game.go_on(self)
        if shown is not None:
            game, note, acting = shown
            self._witness.show(game, note, Came(b"", 0.0), owed=acting)
        return shown is not None

    def arrived(self, session: SeatSession, join: wire.Join) -> None:
        """A bot has joined: welcome it."""
        process = self._processes[session]
        process.arrived = True
        games = len(self._queue)
        session.welcome(capacity=max(1, min(join.capacity, MOST_OPEN)), games=games)
        detail = f"{join.name} {join.version}".strip()
        self._log.info("bot joined", seat=session.seat, bot=detail, capacity=session.capacity)
        self._report(SeatJoined(match=self.order.match, seat=session.seat, detail=detail))
        process.tell()
        self._fill()

    def absent(self, session: SeatSession) -> None:
        """The stream of a seat has ended, and may be taken up again."""
        self._processes[session].tell()

    def returned(self, session: SeatSession) -> None:
        """A bot has taken up its stream again: welcome it."""
        session.welcome(capacity=session.capacity, games=len(self._queue) + len(session.games))
        self._log.info("bot rejoined", seat=session.seat)
        self._processes[session].tell()

    def departed(self, session: SeatSession) -> None:
        """The stream of a seat has ended."""
        process = self._processes[session]
        process.departed = True
        process.tell()

    def broke(self, error: Exception) -> None:
        """Something of ours failed: nothing more of the match can be trusted."""
        if self._failure:
            return
        self._log.error("internal error", exc_info=error)
        self._failure = f"internal error: {type(error).__name__}: {error}"
        self._wake.set()

    # ---- games

    def _fill(self) -> None:
        """Start games while there is room for them and every seat has its process."""
        if self._filling or self._stopped or self._failure:
            return
        self._filling = True
        at_once = 0
        while self._queue and len(self._open) < self._room() and at_once < AT_ONCE:
            if not self._start(self._queue.popleft()):
                at_once += 1
        self._filling = False
        if at_once or not (self._queue or self._open):
            self._wake.set()

    def _room(self) -> int:
        """Return how many games may be open: the smallest capacity; none while a process is still to come."""
        if any(chair.waits for chair in self._chairs):
            return 0
        here = [c.process.session.capacity for c in self._chairs if c.process is not None and c.lost is None]
        return min(here, default=1)

    def _start(self, number: int) -> bool:
        """Start a game; return whether somebody has been asked (the house alone may have finished it)."""
        order = self.order
        spec = GameSpec(
            tables=self._tables,
            bout=order.bout,
            bout_key=order.bout_key,
            rotation=order.rotation,
            game=number,
            entrants=self._entrants,
        )
        table = Table(spec, order.policy, house=[chair.seat for chair in self._chairs if chair.house])
        writer = TableWriter(table.game)
        peers: list[SeatGame] = []
        for chair in self._chairs:
            session = None if chair.process is None or chair.lost is not None else chair.process.session
            wire_id = wire_game_id(order.bout_key, order.rotation, number, chair.seat)
            while session is not None and session.knows(wire_id):
                wire_id += 1
            game = SeatGame(table=table, writer=writer, peers=peers, seat=chair.seat, wire_id=wire_id, session=session)
            game.pacer = self._pacer
            game.bank, game.increment = order.limits.bank_ms / 1000, order.limits.increment_ms / 1000
            peers.append(game)
        self._open[number] = peers
        self._started[number] = (self._hub.now(), self._hub.stalls.voided)
        self._log.info("game started", game=number, ids={str(g.seat): g.id for g in peers if g.session is not None})
        for chair, game in zip(self._chairs, peers, strict=True):
            if chair.lost is not None:
                table.forfeit(chair.seat, *chair.lost)
            elif game.session is not None:
                game.session.begin(game, self.start_of(game))
        table.start()
        peers[0].go_on(self)
        return number in self._open

    def _go_on(self, game: SeatGame) -> None:
        game.go_on_now(self)

    def start_of(self, game: SeatGame) -> bytes:
        """Return the GameStart field of the game."""
        order = self.order
        return wire.game_start(
            game=game.id,
            seat=game.seat,
            bot_seed=bot_seed(order.bout_key, order.rotation, game.table.spec.game, game.seat),
            sheet=self._sheet_field,
            limits=self._limits_field,
            names=self._entrants if order.show_names else (),
        )

    def ended(self, game: SeatGame) -> None:
        """The game is over or void: report it and start another."""
        if game.table.void:
            self._void(game.peers, game.table.void)
        else:
            self._finish(game.peers)

    def _finish(self, peers: list[SeatGame]) -> None:
        table = peers[0].table
        if self._pacer is not None:
            self._pacer.forget(peers[0])
        number = table.spec.game
        record = table.finish()
        timing = self._timing(peers)
        del self._open[number]
        for game in peers:
            if game.session is not None:
                forfeited = game.seat in table.tally.forfeited
                game.session.end(
                    game,
                    wire.game_end(
                        game=game.id,
                        events=game.writer.since(game.seen, game.seat)[0],
                        scores=record.scores,
                        winners=record.winners,
                        reason=EndReason.FORFEITED if forfeited else EndReason.FINISHED,
                    ),
                )
        peers.clear()  # they know each other: freed at once, not when the collector comes by
        self._log.info(
            "game finished", game=number, scores=record.scores, winners=record.winners, forfeits=record.forfeits
        )
        self._report(
            GameFinished(match=self.order.match, game=number, record=record.to_json().encode(), timing=timing.encode())
        )
        self._fill()

    def _void(self, peers: list[SeatGame], why: str) -> None:
        """A game is void by a bug of ours."""
        number = peers[0].table.spec.game
        self._log.error("game void", game=number, why=why, deal=peers[0].table.place[0])
        self._call_off(peers)
        self._report(GameVoid(match=self.order.match, game=number, reason=why))
        self._fill()

    def _call_off(self, peers: list[SeatGame]) -> None:
        """End an open game that counts for nobody."""
        if self._pacer is not None:
            self._pacer.forget(peers[0])
        del self._open[peers[0].table.spec.game]
        for game in peers:
            if game.session is not None:
                scores = game.table.game.scores
                game.session.end(
                    game, wire.game_end(game=game.id, events=b"", scores=scores, winners=(), reason=EndReason.VOID)
                )
        peers.clear()

    def _timing(self, peers: list[SeatGame]) -> str:
        started, voided = self._started.pop(peers[0].table.spec.game)
        stood = self._hub.stalls.voided - voided
        return timing_json(peers, seconds=self._hub.now() - started, voided=stood)

    def faulted(self, game: SeatGame, note: FaultNote, came: Came) -> None:
        """A fault in a game: tell the bot, the log and the organiser."""
        self._witness.log(game, note)
        self._witness.show(game, note, came)
        session = game.session
        if session is None:
            return
        text = f"{note.fault.value}: {note.detail}; the house played for you"
        session.notify(code=notice_code(note.fault), game=game.id, turn=game.turn, text=text)
        if game.seat in game.table.tally.forfeited:
            session.notify(
                code=NoticeCode.FORFEIT,
                game=game.id,
                turn=game.turn,
                text="the game is forfeited; the house plays it on",
            )
