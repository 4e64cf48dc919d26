"""A real play server on a socket of its own, for tests."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio
import trio.lowlevel

from referee.clock import Limits
from referee.faults import Policy
from referee.hub import Hub
from referee.match import Match
from referee.orders import GameFinished, MatchOrder, Report, SeatOrder
from referee.replay import GameRecord, from_json, replay
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import serve_play
from referee.variants.catalogue import resolve
from tests.runtime.scripted import KEY


@dataclass
class Served:
    address: str
    hub: Hub
    match: Match
    reports: list[Report] = field(default_factory=list)
    over: trio.Event = field(default_factory=trio.Event)

    @property
    def records(self) -> list[GameRecord]:
        records = [from_json(report.record) for report in self.reports if isinstance(report, GameFinished)]
        for record in records:
            replay(record, KEY)
        return records


@asynccontextmanager
async def served(
    folder: Path,
    spec: str = "auction[max_deals=2]",
    *,
    games: int = 3,
    limits: Limits | None = None,
    listen: str | None = None,
    bots: int = 4,
) -> AsyncIterator[Served]:
    """A referee's play server with one match of `games`, tokens t0, t1 ..."""
    hub = Hub(time.perf_counter)
    reports: list[Report] = []
    order = MatchOrder(
        match="m",
        sheet=spec,
        bout_key=KEY,
        bout="b",
        rotation=0,
        games=tuple(range(games)),
        seats=tuple(
            SeatOrder(entrant=f"e{seat}", token=f"t{seat}" if seat < bots else "")
            for seat in range(resolve(spec).seats)
        ),
        limits=limits or Limits(start_limit_ms=60_000, move_limit_ms=30_000),
        policy=Policy(),
    )
    with trio.fail_after(100):
        async with open_bridge() as bridge, serve_play(hub, bridge, listen or f"unix:{folder}/play.sock") as address:
            match = Match(order, hub, reports.append, exits_told=False)
            this = Served(address=address, hub=hub, match=match, reports=reports)

            async def run() -> None:
                await match.run()
                this.over.set()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(run)
                await trio.lowlevel.checkpoint()
                yield this
                nursery.cancel_scope.cancel()


Client = Callable[..., object]


async def in_threads(*clients: tuple[Client, tuple[object, ...]]) -> list[object]:
    """Run the blocking clients at once, each in a thread; return their results in order."""
    results: list[object] = [None] * len(clients)

    async def one(place: int) -> None:
        client, args = clients[place]
        results[place] = await trio.to_thread.run_sync(client, *args, abandon_on_cancel=True)

    async with trio.open_nursery() as nursery:
        for place in range(len(clients)):
            nursery.start_soon(one, place)
    return results


def exists(path: str) -> bool:
    return os.path.lexists(path)


def mode(path: str) -> int:
    return Path(path).stat().st_mode & 0o777


def run(test: Callable[[], Awaitable[None]]) -> None:
    trio.run(test)
