"""The referee processes of a tournament, each started again when it dies or is wedged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import trio

from referee.logs import get_log
from referee.rpc.control_client import Referee, RefereeDied

MOST_DEATHS: Final = 8  # of one after the other, without a game finished between them
REST_S: Final = 0.2  # before one is started again, times the deaths

Open = Callable[[int, int], AbstractAsyncContextManager[Referee]]


class Slot:
    """The place of one referee. `gone` says why it is not filled again; it is "" while it is, or will be."""

    def __init__(self, number: int, open_one: Open, note: Callable[[str], None]) -> None:
        self.number = number
        self.gone = ""
        self._open = open_one
        self._note = note
        self._referee: Referee | None = None
        self._changed = trio.Event()
        self._deaths = 0
        self._started = 0

    def progress(self) -> None:
        """Note that a game was finished here."""
        self._deaths = 0

    async def get(self) -> Referee | None:
        """Return a living referee, as soon as there is one; None when there will be none."""
        while not self.gone:
            if self._referee is not None and not self._referee.died.is_set():
                return self._referee
            await self._changed.wait()
        return None

    async def keep(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep a referee running, for ever. Started with the first; RefereeDied when that cannot be started."""
        while not self.gone:
            how = ""
            try:
                async with self._open(self.number, self._started) as referee:
                    self._set(referee)
                    if not self._started:
                        task_status.started()
                    self._started += 1
                    await referee.died.wait()
                    how = referee.how
            except* RefereeDied as group:
                how = str(_first(group))
                if not self._started:
                    raise
            self._died(how)
            await trio.sleep(REST_S * self._deaths)

    def _set(self, referee: Referee | None) -> None:
        self._referee = referee
        self._changed.set()
        self._changed = trio.Event()

    def _died(self, how: str) -> None:
        self._deaths += 1
        get_log(referee=self.number).error("referee died", how=how, deaths=self._deaths)
        if self._deaths >= MOST_DEATHS:
            self.gone = f"{how}, the {self._deaths}th time without a game finished"
        else:
            self._note(f"{how}: started again; the games it had open are played from their start")
        self._set(None)


def _first(group: BaseExceptionGroup[RefereeDied]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


@asynccontextmanager
async def open_referees(
    numbers: Iterable[int], open_one: Open, note: Callable[[str], None]
) -> AsyncIterator[list[Slot]]:
    """Start a referee for each number, keep them running, and end them with the block.

    `open_one(number, before)` opens one, which so many have had the place of before. Raises RefereeDied when one cannot
    be started at all.
    """
    async with trio.open_nursery() as nursery:
        slots = [Slot(number, open_one, note) for number in numbers]
        for slot in slots:
            await nursery.start(slot.keep)
        yield slots
        nursery.cancel_scope.cancel()
