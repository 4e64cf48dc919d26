"""The bytes that each seat is sent when a world is played by a real match, on scripted links in virtual time.

The path is the referee's own: engine, table, match, sessions, hub and wire; only the socket is replaced, and the deals
come from the world instead of the bout's key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr
from hashlib import sha256
from typing import Final
from unittest import mock

import structlog
import trio
from trio.testing import MockClock

from arena.audit.scripted import Bots, Captured, Lines, token_of
from arena.audit.twins import exchange
from arena.audit.worlds import World
from referee import logs
from referee.clock import Limits
from referee.engine.game import Game
from referee.match import Match
from referee.orders import MatchOrder, SeatOrder
from referee.table import Table
from referee.variants.catalogue import resolve

KEY: Final = sha256(b"audit").digest()
LIMITS: Final = Limits(start_limit_ms=60_000, move_limit_ms=500, grace_ms=50)


def order(
    spec: str, seats: int, games: Sequence[int], world: World, *, rotation: int = 0, key: bytes = KEY
) -> MatchOrder:
    """Return the order of a match in which every seat has a bot."""
    return MatchOrder(
        match="m1",
        sheet=spec,
        bout_key=key,
        bout="b1",
        rotation=rotation,
        games=tuple(games),
        seats=tuple(SeatOrder(entrant=f"entrant{seat}", token=token_of(seat)) for seat in range(seats)),
        limits=LIMITS,
        policy=world.policy,
    )


def capture(
    worlds: Mapping[int, World],
    *,
    stop_after: int | None = None,
    rotation: int = 0,
    key: bytes = KEY,
    style: logs.LogStyle = logs.LogStyle.JSON,
) -> Captured:
    """Play the worlds as the games of one match (by game number), all at once, and return what came out.

    Ends when the question of that number is to be answered, or when the match is over.
    """
    some = next(iter(worlds.values()))
    match = order(some.spec, resolve(some.spec).seats, tuple(worlds), some, rotation=rotation, key=key)
    taken = Captured()
    with _quiet(taken) as note, _dealing(worlds) as changed:
        logs.configure(level="info", style=style)
        clock = MockClock()
        trio.run(_play, match, worlds, taken, note, stop_after, clock, clock=clock)
    assert changed == {game for game, world in worlds.items() if world.change}
    return taken


@contextmanager
def _quiet(taken: Captured) -> Iterator[Lines]:
    note = Lines(taken)
    try:
        with redirect_stderr(note):
            yield note
    finally:
        structlog.reset_defaults()


@contextmanager
def _dealing(worlds: Mapping[int, World]) -> Iterator[set[int]]:
    """Deal the packs of the worlds, and make their changes; yield the games whose change was made."""
    changed: set[int] = set()

    def deal_next(game: Game, _key: bytes, number: int) -> None:
        deal = worlds[number].deals[game.deal_number + 1]
        game.deal(deal.pack, deal.lots)

    def first_dealer(_key: bytes, game: int, _seats: int) -> int:
        return worlds[game].dealer

    class ChangingTable(Table):
        """A table that makes the change of its world before the decision it belongs to."""

        def _advance(self) -> None:
            change = worlds[self.spec.game].change
            if change is not None and self.game.to_act >= 0 and self.place == (change.deal, change.index):
                changed.add(self.spec.game)
                for one, other in change.pairs:
                    exchange(self.game, change.seat, one, other)
            super()._advance()

    with (
        mock.patch("referee.table.deal_next", deal_next),
        mock.patch("referee.table.first_dealer", first_dealer),
        mock.patch("referee.match.Table", ChangingTable),
    ):
        yield changed


async def _play(
    order: MatchOrder,
    worlds: Mapping[int, World],
    taken: Captured,
    note: Lines,
    stop_after: int | None,
    clock: MockClock,
) -> None:
    bots = Bots(order, worlds, taken, note, stop_after, clock)
    match = Match(order, bots.hub, bots.report, exits_told=False)
    async with trio.open_nursery() as nursery:
        bots.stop = nursery.cancel_scope.cancel
        nursery.start_soon(bots.hub.attend)
        nursery.start_soon(bots.serve)
        await match.run()
        nursery.cancel_scope.cancel()
