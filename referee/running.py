"""A referee under the arena's orders: plays the matches it is told to until the control stream ends."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Final

import trio

from referee.engine.errors import PitchError
from referee.hub import Hub
from referee.logs import get_log
from referee.match import Match
from referee.orders import BEAT_S, Beat, MatchFailed, MatchOrder, Ready, SeatExited, SeatStarted, StopMatch, TokensAhead
from referee.replay import RULES_VERSION
from referee.rpc.bridge import open_bridge
from referee.rpc.control_codec import Command
from referee.rpc.control_server import ControlServer, serve_control
from referee.rpc.play_server import Door, serve_play
from referee.waiting import WaitMeter

# Ctrl-C, a polite kill, and the terminal that is closed.
STOPPING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
SWITCH_S: Final = 0.001  # between our threads: one of them stamps answers
NICE: Final = -20
CONNECT_S: Final = 30.0  # how long the arena may take to dial in


async def run_under_control(*, control: str, play: str, away: Door | None, cpu: int | None) -> int:
    """Listen on the addresses, say so in one line of JSON on standard output, and play until the arena is gone.

    `away`: one more, for bots of other machines. `cpu`: the number of the processor to keep to, see Bridge.pin; None
    for any. Returns the exit status: 0, or 1 when nobody ever dialled in or a signal ended it. Raises ListenError.
    """
    log = get_log(part="referee", pid=os.getpid())
    hub = Hub(time.perf_counter)
    hub.meter = WaitMeter(os.getpid(), hub.families)
    sys.setswitchinterval(SWITCH_S)
    _step_forward()
    async with (
        open_bridge() as bridge,
        serve_play(hub, bridge, play, *([away] if away is not None else [])) as play_address,
        serve_control(bridge, control) as (server, control_address),
    ):
        if cpu is not None:
            bridge.pin(cpu)
        async with trio.open_nursery() as nursery:
            matches = Matches(hub, server, nursery)

            def connected() -> None:
                remote = away.real if away is not None else ""
                server.report(
                    Ready(
                        play_address=play_address, rules_version=RULES_VERSION, pid=os.getpid(), remote_address=remote
                    )
                )
                log.info("ready", play=play_address)

            await nursery.start(until_signal, nursery.cancel_scope.cancel)
            print(json.dumps({"control": control_address, "play": play_address, "pid": os.getpid()}), flush=True)
            nursery.start_soon(_give_up_alone, server, nursery.cancel_scope.cancel)
            nursery.start_soon(_beat, server)
            await server.serve(matches.handle, connected)
            log.info("control stream ended")
            nursery.cancel_scope.cancel()
    return 0 if server.connected.is_set() else 1


def _step_forward() -> None:
    """Have a processor before others, where we may: whoever waits for us waits for nothing, and a bot's answer that
    lies unread looks like one that is late.

    In real time, we have one whenever we want one; the system keeps a part for others. Else by niceness. Where sessions
    share the processors equally whatever the niceness of their processes (Linux: sched_autogroup), that of our session
    counts.
    """
    try:
        if hasattr(os, "sched_setscheduler"):
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
            return
    except OSError:
        get_log(part="referee").info("not in real time")
    try:
        os.nice(NICE)
        with open("/proc/self/autogroup", "w", encoding="ascii") as file:
            file.write(str(NICE))
    except OSError:
        get_log(part="referee").info("priority left as it is")


async def _beat(server: ControlServer) -> None:
    """Give a sign of life for ever, from the thread that plays the games."""
    number = 0
    while True:
        await trio.sleep(BEAT_S)
        number += 1
        server.report(Beat(number=number))


async def _give_up_alone(server: ControlServer, act: Callable[[], None]) -> None:
    with trio.move_on_after(CONNECT_S):
        await server.connected.wait()
    if not server.connected.is_set():
        get_log(part="referee").error("nobody dialled in", within_s=CONNECT_S)
        act()


async def until_signal(act: Callable[[], None], task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    """Call `act` at the first of STOPPING. Started once it watches for them."""
    with trio.open_signal_receiver(*STOPPING) as signals:
        task_status.started()
        async for number in signals:
            get_log(part="referee").warning("stopped by a signal", signal=number)
            act()
            return


class Matches:
    """The matches in play, by the arena's name for them."""

    def __init__(self, hub: Hub, control: ControlServer, nursery: trio.Nursery) -> None:
        self._hub = hub
        self._control = control
        self._nursery = nursery
        self._running: dict[str, Match] = {}

    def handle(self, command: Command) -> None:
        """Do what the arena says."""
        match command:
            case MatchOrder():
                self._begin(command)
            case SeatStarted():
                if command.match in self._running:
                    self._running[command.match].seat_started(command.seat, command.pid)
            case SeatExited():
                if command.match in self._running:
                    self._running[command.match].seat_exited(command.seat, command.status, command.new_token)
            case TokensAhead():
                self._hub.announce(command.tokens)
            case StopMatch():
                if command.match in self._running:
                    self._running[command.match].stop()

    def _begin(self, order: MatchOrder) -> None:
        if order.match in self._running:
            self._control.report(MatchFailed(match=order.match, reason="a match of this name is running"))
            return
        try:
            match = Match(order, self._hub, self._control.report, exits_told=True)
        except PitchError as error:
            self._control.report(MatchFailed(match=order.match, reason=str(error)))
            return
        except Exception as error:  # noqa: BLE001 - a bug of ours in one sheet must not end the other matches
            self._fail(order.match, error)
            return
        self._running[order.match] = match
        self._nursery.start_soon(self._play, order.match, match)

    async def _play(self, name: str, match: Match) -> None:
        try:
            await match.run()
        except Exception as error:  # noqa: BLE001 - as above
            self._fail(name, error)
        finally:
            del self._running[name]

    def _fail(self, name: str, error: Exception) -> None:
        get_log(match=name).error("internal error", exc_info=error)
        self._control.report(MatchFailed(match=name, reason=f"internal error: {type(error).__name__}: {error}"))
