"""The places of referees: filled again, but not for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
import trio

from arena.running.referees import MOST_DEATHS, open_referees
from referee.rpc.control_client import Referee, RefereeDied
from tests.runtime.scripted import in_virtual_time


class Fake:
    def __init__(self, how: str) -> None:
        self.how = how
        self.died = trio.Event()


class Opener:
    """Opens fakes; `fails` are the openings, counted from 0, that fail."""

    def __init__(self, *, fails: tuple[int, ...] = ()) -> None:
        self.fails = fails
        self.opened: list[Fake] = []
        self.calls: list[tuple[int, int]] = []
        self.closed = 0

    @asynccontextmanager
    async def __call__(self, number: int, before: int) -> AsyncIterator[Referee]:
        self.calls.append((number, before))
        if len(self.calls) - 1 in self.fails:
            raise RefereeDied("cannot be started")
        self.opened.append(Fake(f"death {len(self.opened)}"))
        try:
            yield cast("Any", self.opened[-1])
        finally:
            self.closed += 1


def test_a_place_is_filled_again() -> None:
    async def main() -> None:
        opener, notes = Opener(fails=(2,)), list[str]()
        async with open_referees([7], opener, notes.append) as (slot,):
            for fake in range(3):
                found: object = await slot.get()
                assert found is opener.opened[fake], "an opening that fails is one more death"
                opener.opened[fake].died.set()
            assert opener.calls == [(7, 0), (7, 1), (7, 2), (7, 2)], "each has a place of its own on disk"
            assert [note.partition(":")[0] for note in notes] == ["death 0", "death 1", "cannot be started"], (
                "its last death is not known yet"
            )
        assert opener.closed == 3

    in_virtual_time(main)


@pytest.mark.parametrize("progress", [False, True])
def test_deaths_without_a_game_between_them_are_bounded(progress: bool) -> None:
    async def main() -> None:
        opener = Opener()
        async with open_referees([0], opener, lambda _: None) as (slot,):
            for number in range(MOST_DEATHS):
                assert not slot.gone
                await slot.get()
                if progress and number == 3:
                    slot.progress()
                opener.opened[-1].died.set()
                await trio.sleep(10)
            if progress:
                assert await slot.get() is not None
            else:
                assert await slot.get() is None
                assert f"the {MOST_DEATHS}th time without a game finished" in slot.gone

    in_virtual_time(main)


def test_the_first_must_start() -> None:
    async def main() -> None:
        async with open_referees([0, 1], Opener(fails=(1,)), lambda _: None):
            raise AssertionError("opened")

    with pytest.raises(BaseExceptionGroup) as error:
        in_virtual_time(main)
    assert error.group_contains(RefereeDied, match="cannot be started")
