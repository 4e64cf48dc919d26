"""Matches of the chaos bot, as a process over a real socket, against scripted bots that never fail."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import trio
import trio.abc

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.faults import Policy
from referee.hub import Hub
from referee.match import Match
from referee.orders import FaultSeen, GameFinished, GameVoid, MatchOrder, Report, SeatOrder
from referee.replay import GameRecord, from_json, replay
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import serve_play
from referee.variants.catalogue import resolve, variants
from tests.runtime.scripted import KEY, Bot, World, in_virtual_time, legal_choice

CHAOS = Path(__file__).parents[2] / "sample_bots" / "chaos"
LIMITS = Limits(start_limit_ms=30_000, move_limit_ms=800, grace_ms=200)
SHORT_START_MS = 3_000  # for those that never come
GAMES = 3
AT_ONCE = 6
MATCH_S = 60.0


class HostClock(trio.abc.Clock):
    """The clock that stamps messages too, so that scripted bots and streams agree."""

    def start_clock(self) -> None:
        pass

    def current_time(self) -> float:
        return time.perf_counter()

    def deadline_to_sleep_time(self, deadline: float) -> float:
        return deadline - time.perf_counter()


class Varied(Bot):
    """Does not always choose the first legal action, but always the same in the same place."""

    async def answer(self, message: pb.PlayResponse) -> None:
        if message.turns:
            self.say(pb.PlayRequest(choices=map(self.choose, message.turns)).SerializeToString())

    def choose(self, turn: pb.Turn) -> pb.Choice:
        choice = legal_choice(turn)
        if turn.legal:
            choice.action = turn.legal[(7 * turn.known.deal + sum(turn.known.hand)) % len(turn.legal)]
        return choice


@dataclass(frozen=True)
class Case:
    """A kind on a seat of a sheet."""

    kind: str
    spec: str
    seat: int
    options: tuple[str, ...] = ()
    comes: bool = True


@dataclass
class Played:
    reports: list[Report] = field(default_factory=list)
    over: bool = False
    status: int | None = None

    @property
    def records(self) -> list[GameRecord]:
        records = [from_json(report.record) for report in self.reports if isinstance(report, GameFinished)]
        for record in records:
            replay(record, KEY)
        return sorted(records, key=lambda record: record.game)

    @property
    def bundles(self) -> list[bytes]:
        return [report.bundle for report in self.reports if isinstance(report, FaultSeen)]

    @property
    def voids(self) -> list[GameVoid]:
        return [report for report in self.reports if isinstance(report, GameVoid)]


def all_specs() -> list[str]:
    """Every variant in every layout, with short games."""
    specs = []
    for name, variant in variants().items():
        for seats, sides in variant.layouts:
            plain = resolve(name)
            extra = "" if (plain.seats, plain.sides) == (seats, sides) else f",seats={seats}"
            spec = f"{name}[max_deals=2{extra}]"
            if resolve(spec).sides == sides:
                specs.append(spec)
    return specs


def order_of(case: Case) -> MatchOrder:
    return MatchOrder(
        match=f"{case.kind}/{case.spec}/{case.seat}",
        sheet=case.spec,
        bout_key=KEY,
        bout="b",
        rotation=0,
        games=tuple(range(GAMES)),
        seats=tuple(
            SeatOrder(entrant=f"e{seat}", token=os.urandom(8).hex()) for seat in range(resolve(case.spec).seats)
        ),
        limits=LIMITS if case.comes else replace(LIMITS, start_limit_ms=SHORT_START_MS),
        policy=Policy(restarts=0),
    )


def play_cases(cases: list[Case], folder: Path) -> dict[Case, Played]:
    """Play all the cases on one referee, some at once."""
    found = {case: Played() for case in cases}

    async def main() -> None:
        hub = Hub(time.perf_counter)
        free = trio.CapacityLimiter(AT_ONCE)
        async with (
            open_bridge() as bridge,
            serve_play(hub, bridge, f"unix:{folder}/play.sock") as address,
            trio.open_nursery() as nursery,
        ):
            async with trio.open_nursery() as matches:
                for case in cases:
                    matches.start_soon(_play, case, found[case], hub, address, free)
            nursery.cancel_scope.cancel()

    trio.run(main, clock=HostClock())
    return found


async def _play(case: Case, played: Played, hub: Hub, address: str, free: trio.CapacityLimiter) -> None:
    async with free:
        order = order_of(case)
        match = Match(order, hub, played.reports.append, exits_told=True)
        with trio.move_on_after(MATCH_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_chaos, case, played, match, address, order.seats[case.seat].token)
                for seat, place in enumerate(order.seats):
                    if seat != case.seat:
                        nursery.start_soon(_join, Varied(hub, nursery, place.token))
                await match.run()
                played.over = True
                nursery.cancel_scope.cancel()


async def _join(bot: Bot) -> None:
    bot.join()
    await trio.lowlevel.checkpoint()


async def _chaos(case: Case, played: Played, match: Match, address: str, token: str) -> None:
    command = [sys.executable, "main.py", "--kind", case.kind, *case.options]
    environment = {
        "PATH": os.environ["PATH"],
        "PITCH_ARENA_ADDRESS": address,
        "PITCH_ARENA_TOKEN": token,
    }
    process = await trio.lowlevel.open_process(
        command, cwd=CHAOS, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    match.seat_started(case.seat, process.pid)
    try:
        played.status = await process.wait()
        match.seat_exited(case.seat, played.status, "")
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


def reference(spec: str, seat: int) -> list[GameRecord]:
    """Return the games of the case when the house plays the seat."""

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            seats = range(resolve(spec).seats)
            world = World(nursery, spec, games=GAMES, house=[seat], bots=dict.fromkeys(seats, Varied))
            await world.play()
        return world

    return in_virtual_time(run).records
