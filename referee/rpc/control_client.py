"""The arena's way to a referee: starts the process, dials in, and gives each match a handle. All of it speaks trio."""

from __future__ import annotations

import asyncio
import json
import math
import os
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast

import grpc.aio
import trio

from referee.engine.errors import PitchError
from referee.orders import (
    BEAT_S,
    Beat,
    MatchFailed,
    MatchFinished,
    MatchOpened,
    MatchOrder,
    Ready,
    Report,
    SeatExited,
    SeatStarted,
    StopMatch,
)
from referee.rpc.bridge import Bridge, Mailbox, open_bridge
from referee.rpc.control_codec import CONTROL_METHOD, Command, read_report, write_command

START_S: Final = 30.0
END_S: Final = 3.0
MOST_MISSED: Final = 15  # beats that may be missing before a referee counts as wedged


class RefereeDied(PitchError):
    """The referee process has ended, or could not be started; the message says how."""


class MatchHandle:
    """A match that a referee plays. `opened` is set when the tokens are valid; `reports` ends with the match."""

    def __init__(self, referee: Referee, match: str) -> None:
        self.match = match
        self.opened = trio.Event()
        self._referee = referee
        self._send, self.reports = trio.open_memory_channel[Report](math.inf)

    def seat_started(self, seat: int, pid: int) -> None:
        """Tell the number of the process behind the seat's newest token."""
        self._referee.command(SeatStarted(match=self.match, seat=seat, pid=pid))

    async def seat_exited(self, seat: int, status: int, new_token: str | None = None) -> None:
        """Tell that the process of the seat has ended (status as of waitpid), and of its successor's token."""
        self._referee.command(SeatExited(match=self.match, seat=seat, status=status, new_token=new_token or ""))
        await trio.lowlevel.checkpoint()

    async def stop(self) -> None:
        """Have the open games voided; MatchFinished follows."""
        self._referee.command(StopMatch(match=self.match))
        await trio.lowlevel.checkpoint()

    def take(self, report: Report) -> bool:
        """Pass the report on; return whether it was the last."""
        if isinstance(report, MatchOpened):
            self.opened.set()
        self._send.send_nowait(report)
        last = isinstance(report, MatchFinished | MatchFailed)
        if last:
            self._send.close()
            self.opened.set()
        return last


class Referee:
    """A referee process. Made by `open_referee`. `died` is set when it has ended before it should."""

    def __init__(self, process: trio.Process, bridge: Bridge) -> None:
        self.process = process
        self.play_address = ""
        self.remote_address = ""  # where bots of other machines dial in, "" if they cannot
        self.rules_version = ""
        self.died = trio.Event()
        self.how = ""
        self._bridge = bridge
        self._handles: dict[str, MatchHandle] = {}
        self._ready = trio.Event()
        self._beats = 0
        self._mailbox: Mailbox[bytes | None] = Mailbox(bridge, self._take)
        self._out: asyncio.Queue[bytes | None] | None = None

    async def run_match(self, order: MatchOrder) -> MatchHandle:
        """Have the match played; return its handle. Raises RefereeDied, and ValueError for a name that is in use."""
        await trio.lowlevel.checkpoint()
        if self.died.is_set():
            raise RefereeDied(self.how)
        if order.match in self._handles:
            raise ValueError(f"match {order.match!r} is running already")
        handle = self._handles[order.match] = MatchHandle(self, order.match)
        self.command(order)
        return handle

    def command(self, command: Command) -> None:
        """Send the command; nobody hears it when the referee is dead."""
        self._bridge.post(self._put, write_command(command))

    def _put(self, data: bytes | None) -> None:
        if self._out is not None:
            self._out.put_nowait(data)

    async def _converse(self, address: str) -> None:
        """Hold the control stream. Runs in grpc's thread until it ends or is cancelled."""
        self._out = asyncio.Queue()
        options = [("grpc.max_receive_message_length", -1), ("grpc.enable_http_proxy", 0)]
        try:
            async with grpc.aio.insecure_channel(address, options=options) as channel:
                call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(CONTROL_METHOD)()
                writer = asyncio.create_task(self._write(call, self._out))
                try:
                    while (data := await call.read()) is not cast(object, grpc.aio.EOF):
                        self._mailbox.put(cast(bytes, data))
                finally:
                    writer.cancel()
        except grpc.aio.AioRpcError:
            pass  # how it ended is told by the process
        finally:
            self._mailbox.put(None)

    async def _write(self, call: grpc.aio.StreamStreamCall[bytes, bytes], out: asyncio.Queue[bytes | None]) -> None:
        while (data := await out.get()) is not None:
            await call.write(data)
        await call.done_writing()

    def _take(self, items: list[bytes | None]) -> None:
        for data in items:
            if data is None:
                self._lost()
                continue
            report = read_report(data)
            if isinstance(report, Ready):
                self.play_address = report.play_address
                self.remote_address = report.remote_address
                self.rules_version = report.rules_version
                self._ready.set()
            elif isinstance(report, Beat):
                self._beats = report.number
            elif report is not None:
                handle = self._handles.get(report.match)
                if handle is not None and handle.take(report):
                    del self._handles[report.match]

    def _lost(self, how: str = "") -> None:
        if not self.died.is_set():
            code = self.process.poll()
            ended = f"the referee (process {self.process.pid}) ended" + (f" with status {code}" if code else "")
            self.how = how or ended
            self.died.set()
            self._ready.set()
        for handle in list(self._handles.values()):
            handle.take(MatchFailed(match=handle.match, reason=self.how))
        self._handles.clear()

    async def serve(self, address: str) -> None:
        """Hold the stream and pass reports on, for ever."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._mailbox.serve)
            nursery.start_soon(self._feel_pulse)
            await self._bridge.run(self._converse, address)
            await trio.sleep_forever()

    async def _feel_pulse(self) -> None:
        """Kill the process when it gives no sign of life: it is wedged. Counted in our own looks, so that a time in
        which the whole machine stood still is no silence."""
        heard = missed = 0
        while missed < MOST_MISSED:
            await trio.sleep(BEAT_S)
            missed = missed + 1 if heard == self._beats else 0
            heard = self._beats
        if not self.died.is_set():
            self._lost(f"the referee (process {self.process.pid}) gave no sign of life for {missed * BEAT_S:g} s")
        self.process.kill()

    async def wait_ready(self) -> None:
        """Wait until the referee has told its address. Raises RefereeDied."""
        with trio.move_on_after(START_S):
            await self._ready.wait()
        if not self.play_address:
            raise RefereeDied(self.how or f"the referee did not answer within {START_S:g} s")


@asynccontextmanager
async def open_referee(
    python_argv: Sequence[str],
    socket_dir: Path | str,
    log_path: Path | str,
    *,
    log_level: str = "info",
    log_name: str = "referee",
    cpu: int | None = None,
    more: Sequence[str] = (),
    bridge: Bridge | None = None,
) -> AsyncIterator[Referee]:
    """Start a referee process and connect to it; end it with the block.

    `python_argv` is the interpreter with its options. The sockets go into `socket_dir` (a short absolute path; if made
    here, private), the referee's log lines, and what it says on standard error, to `log_path`. `cpu` keeps it to one
    processor, which makes it nearly twice as fast: give each referee another number. `more` are further flags of it.
    Several referees may share a bridge. Raises RefereeDied when it cannot be started.
    """
    async with AsyncExitStack() as stack:
        if bridge is None:
            bridge = await stack.enter_async_context(open_bridge())
        control, play = (f"unix:{os.path.join(socket_dir, name)}" for name in ("control.sock", "play.sock"))
        options = ["--control", control, "--play", play, "--log", str(log_path), "--log-level", log_level]
        options += ["--log-name", log_name, *more]
        if cpu is not None:
            options += ["--cpu", str(cpu)]
        process = await _start([*python_argv, "-m", "referee", "control", *options], Path(log_path))
        referee = Referee(process, bridge)
        try:
            await _heard_from(process, Path(log_path))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(referee.serve, control)
                await referee.wait_ready()
                yield referee
                nursery.cancel_scope.cancel()
        finally:
            await _end(process)


async def _start(command: list[str], log_path: Path) -> trio.Process:
    with log_path.open("ab") as log:
        try:
            return await trio.lowlevel.open_process(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, start_new_session=True
            )
        except OSError as error:
            raise RefereeDied(f"the referee cannot be started: {error}") from error


async def _heard_from(process: trio.Process, log_path: Path) -> None:
    """Wait for the line that says that the referee listens; RefereeDied when it ends or says nothing."""
    assert process.stdout is not None
    said = b""
    with trio.move_on_after(START_S):
        while not said.endswith(b"\n"):
            data = await process.stdout.receive_some()
            if not data:
                break
            said += data
    try:
        ready: Any = json.loads(said)
    except ValueError:
        ready = None
    if not ready:
        with trio.move_on_after(1):
            await process.wait()
        raise RefereeDied(f"the referee did not start (status {process.returncode}); see {log_path}")


async def _end(process: trio.Process) -> None:
    """See the process end; it does so by itself when its control stream ends."""
    with trio.CancelScope(shield=True):
        with trio.move_on_after(END_S):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
        if process.stdout is not None:
            await process.stdout.aclose()
