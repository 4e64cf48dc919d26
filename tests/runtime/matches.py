"""Playing whole matches over scripted links in virtual time."""

from __future__ import annotations

from collections.abc import Callable

import trio

from tests.runtime.scripted import (
    World,
    faults_of,
    in_virtual_time,
)


def play(make: Callable[[trio.Nursery], World]) -> World:
    """Play the match of the world to its end, all bots joining."""

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = make(nursery)
            await world.play()
        return world

    return in_virtual_time(run)


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - virtual time is free
        await trio.sleep(0.005)


def forfeited_by(world: World, seat: int, fault: str) -> None:
    assert all(record.forfeits == (seat,) for record in world.records)
    assert {name for record in world.records for name in faults_of(record, seat)} == {fault}
