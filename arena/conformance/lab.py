"""Runs trials: the real referee in this process, a real process of the bot, players in memory on the other seats."""

from __future__ import annotations

import hashlib
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import trio

from arena.conformance.opponents import Opponents
from arena.conformance.relay import Relay, open_relay
from arena.conformance.trial import Seen, Trial, Twist
from arena.conformance.watching import SILENCE_S, Line, Notes, WatchedHub
from arena.errors import RunError
from arena.running.launch import Ended, Output, run_process
from arena.running.premises import Premises
from arena.sandbox.limits import NOTHING, Used
from arena.setup.bots import Bot
from referee import wire
from referee.faults import Policy
from referee.match import Match
from referee.orders import MatchOrder, Report, SeatOrder
from referee.readable import readable
from referee.rpc.bridge import Bridge
from referee.rpc.play_server import serve_play
from referee.seats import SeatSession
from referee.variants.catalogue import resolve
from referee.waiting import Families, WaitMeter

EXIT_S: Final = 5.0  # for a process to end by itself after its last game
PATIENCE_S: Final = 10.0  # ... after something that should end it
NOBODY_S: Final = 40.0  # ... where nobody listens
LATE_S: Final = 2.0
SETTLE_S: Final = 0.5  # of a silence before what the bot uses in it is measured
KEPT: Final = 1 << 20  # bytes of its output
_SHOWN: Final = 1 << 14  # bytes of that
_LOOK_S: Final = 0.02
POLICY: Final = Policy(restarts=0)
ENTRANT: Final = "bot"


@dataclass(slots=True)
class _Process:
    """What is known of the bot's process."""

    started_at: float
    pid: int = 0
    ended: Ended | None = None
    ended_at: float = 0.0
    used: Used = NOTHING
    error: str = ""
    silence_cpu: float | None = None

    @property
    def gone(self) -> bool:
        """Whether it has ended, or never was."""
        return self.ended is not None or bool(self.error)


@dataclass
class Lab:
    """What all trials of a check have in common. `seen` keeps every trial, each is run once."""

    bot: Bot
    premises: Premises
    bridge: Bridge
    seen: dict[Trial, Seen] = field(default_factory=dict)

    async def run(self, trial: Trial) -> Seen:
        """Run the trial, unless it has been, and return what was seen. RunError for a failure of our own."""
        if trial not in self.seen:
            self.seen[trial] = await _Run(self, trial, len(self.seen)).run()
        return self.seen[trial]


class _Match(Match):
    """A match that lets the bot play no more games at once than the trial wants."""

    most = 1

    def arrived(self, session: SeatSession, join: wire.Join) -> None:
        """A bot has joined: welcome it."""
        capacity = min(join.capacity, self.most) if self.order.seats[session.seat].entrant == ENTRANT else join.capacity
        super().arrived(session, replace(join, capacity=capacity))


class _Run:
    """One trial."""

    def __init__(self, lab: Lab, trial: Trial, number: int) -> None:
        self._lab = lab
        self._trial = trial
        self._folder = lab.premises.temp / f"t{number}"
        sheet = resolve(trial.sheet)
        self._seat = trial.seat % sheet.seats
        self._tokens = [secrets.token_hex(16) for _ in range(sheet.seats)]
        self._notes = Notes(trial=trial, seat=self._seat)
        self._hub = WatchedHub(time.perf_counter, self._notes, self._act)
        self._hub.meter = WaitMeter(os.getpid(), self._hub.families)
        self._hub.others = {token for seat, token in enumerate(self._tokens) if seat != self._seat}
        self._output = Output(path=self._folder / "output", limit=KEPT)
        self._process = _Process(self._hub.now())
        self._match: _Match | None = None
        self._relay: Relay | None = None
        self._nursery: trio.Nursery | None = None

    def _order(self) -> MatchOrder:
        trial = self._trial
        seats = tuple(
            SeatOrder(entrant=ENTRANT if seat == self._seat else "player", token=token)
            for seat, token in enumerate(self._tokens)
        )
        return MatchOrder(
            match="check",
            sheet=trial.sheet,
            bout_key=hashlib.sha256(f"arena check {trial.sheet}".encode()).digest(),
            bout="check",
            rotation=0,
            games=tuple(range(trial.games)),
            seats=seats,
            limits=trial.limits,
            policy=POLICY,
        )

    async def run(self) -> Seen:
        self._folder.mkdir(mode=0o700)
        timed_out = False
        async with AsyncExitStack() as stack:
            address = await stack.enter_async_context(
                serve_play(self._hub, self._lab.bridge, f"unix:{self._folder}/play.sock")
            )
            address = await stack.enter_async_context(self._line(address))
            self._lab.premises.open_sockets([address])
            with trio.move_on_after(self._trial.within_s) as scope:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    await self._play(nursery, address)
                    nursery.cancel_scope.cancel()
            timed_out = scope.cancelled_caught
        if self._notes.failure:
            raise RunError(f"a trial on {self._trial.sheet} broke, which is not the bot's fault: {self._notes.failure}")
        return self._result(timed_out=timed_out)

    @asynccontextmanager
    async def _line(self, address: str) -> AsyncIterator[str]:
        """Yield where the bot dials."""
        twist = self._trial.twist
        if twist not in (Twist.NOBODY, Twist.LATE_LISTENING, Twist.DROPPED):
            yield address
            return
        here = self._folder / "line.sock"
        async with open_relay(here, Path(address.removeprefix("unix:"))) as relay:
            self._relay = relay
            if twist is Twist.DROPPED:
                relay.listen()
            yield f"unix:{here}"

    async def _play(self, nursery: trio.Nursery, address: str) -> None:
        trial, notes = self._trial, self._notes
        if not trial.twist.refuses:
            self._match = _Match(self._order(), self._hub, self._report, exits_told=True)
            self._match.most = trial.at_once
            opponents = Opponents(self._hub)
            nursery.start_soon(self._match.run)
            nursery.start_soon(opponents.play)
            await notes.opened.wait()
            for token in self._hub.others:
                opponents.join(token)
        nursery.start_soon(self._keep, address)
        if trial.twist is Twist.NOBODY:
            notes.twisted_at = self._hub.now()
        if trial.twist is Twist.LATE_LISTENING:
            nursery.start_soon(self._listen_late)
        while not self._done():  # noqa: ASYNC110 - it is a matter of many things, and of time
            await trio.sleep(_LOOK_S)

    def _report(self, report: Report) -> None:
        self._notes.report(report, self._hub.now())

    def _done(self) -> bool:
        """Return whether nothing more is to be seen."""
        notes, now = self._notes, self._hub.now()
        if notes.failure:
            return True
        if self._trial.twist.ends and notes.twisted_at is not None:
            patience = NOBODY_S if self._trial.twist is Twist.NOBODY else PATIENCE_S
            return self._process.gone or now > notes.twisted_at + patience
        if self._match is None:
            return self._process.gone
        return notes.over_at is not None and (self._process.gone or now > notes.over_at + EXIT_S)

    async def _keep(self, address: str) -> None:
        """Keep the bot's process."""
        process = self._process
        job = self._lab.premises.job(self._lab.bot, address=address, token=self._tokens[self._seat])

        def started(pid: int) -> None:
            process.pid = pid
            if self._match is not None:
                self._match.seat_started(self._seat, pid)

        def spent(used: Used) -> None:
            process.used = used

        status = 127
        try:
            process.ended = await run_process(job, self._output, spent, started)
            status = process.ended.status
        except OSError as error:
            process.error = f"{job.argv[0]}: {error.strerror}"
        process.ended_at = self._hub.now()
        if self._match is not None:
            self._match.seat_exited(self._seat, status, "")

    # ---- twists

    def _act(self, line: Line) -> None:
        """Do what the twist wants at this moment."""
        assert self._nursery is not None
        match self._trial.twist:
            case Twist.LATE_WELCOME | Twist.SILENCE:
                line.hold()
                self._nursery.start_soon(self._be_silent, line)
            case Twist.DROPPED:
                line.hold()
                assert self._relay is not None
                self._relay.cut()
            case Twist.TERMINATE:
                line.hold()
                for pid in bot_processes(self._process.pid):
                    _send(pid, signal.SIGTERM)
            case _:
                pass

    async def _listen_late(self) -> None:
        assert self._relay is not None
        await trio.sleep(LATE_S)
        self._relay.listen()
        self._notes.twisted_at = self._hub.now()

    async def _be_silent(self, line: Line) -> None:
        """Say nothing for a while; note what the bot uses meanwhile."""
        await trio.sleep(SETTLE_S)
        meter = WaitMeter(self._process.pid, Families())
        before = meter.read()
        await trio.sleep(SILENCE_S - SETTLE_S)
        after = meter.read()
        if before is not None and after is not None:
            worked = max(0.0, after.cpu - before.cpu)
            # On a machine with much to do it waits for a processor most of the time: that is no rest.
            could = SILENCE_S - SETTLE_S - (after.waited - before.waited)
            self._process.silence_cpu = worked / max(could, worked, 0.01)
        line.release()

    def _result(self, *, timed_out: bool) -> Seen:
        notes, process = self._notes, self._process
        ended = process.ended
        due = notes.twisted_at if self._trial.twist.ends else notes.over_at
        return Seen(
            trial=self._trial,
            start_error=process.error,
            joined=notes.joined,
            admitted=notes.admitted,
            first=notes.first,
            join_s=max(0.0, notes.joined_at - process.started_at) if notes.first else 0.0,
            streams=notes.streams,
            faults=tuple(notes.faults),
            games=dict(notes.games),
            answers=tuple(notes.answers),
            largest_frame=notes.largest_frame,
            dropped=tuple(notes.dropped),
            twisted=notes.twisted_at is not None,
            status=ended.status if ended else None,
            exit_s=process.ended_at - due if ended and due is not None else 0.0,
            used=process.used,
            said=self._said(),
            written=self._output.written,
            silence_cpu=process.silence_cpu,
            timed_out=timed_out,
        )

    def _said(self) -> str:
        """Return the first and the last part of its output."""
        tail = self._output.tail
        try:
            with self._output.path.open("rb") as file:
                head = file.read(_SHOWN)
        except OSError:
            head = b""
        both = tail if len(head) < _SHOWN and head.endswith(tail) else b""
        return readable((head if both else head + b"\n" + tail).decode("utf-8", "replace"))


def bot_processes(leader: int) -> list[int]:
    """Return the processes of a bot, without those that only wrap it (bubblewrap, the forwarder)."""
    found = []
    for pid in Families().tree(leader):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            command = []
        name = command[0].rpartition(b"/")[2] if command else b""
        if name != b"bwrap" and not any(word.endswith(b"forward.py") for word in command[:6]):
            found.append(pid)
    return found or [leader]


def _send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        return
