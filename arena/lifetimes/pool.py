"""Bot processes that are kept: one for each pooled entrant at a referee, for all the seats that it has there.

Such a process is told a token after the other, a line each on its standard input, and opens a stream with each. So what
it keeps in memory lasts from match to match and from seat to seat: deals can be recognised and partners can talk. It is
for trusted bots only, never the default, and results tell it.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import trio

from arena.records.evidence import Scene
from arena.running.launch import NOT_STARTED, Ended, Job, Output, run_process, step_back
from arena.sandbox.limits import Used
from arena.setup.bots import Bot

END_S: Final = 2.0  # for a process to end by itself when it is told no more


class Kept:
    """A process that is kept. `over` is set when it has ended: `ended` tells how."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.ended = Ended(NOT_STARTED)
        self.begun = trio.Event()
        self.over = trio.Event()
        self.reader, writer = os.pipe()
        self._pipe = trio.lowlevel.FdStream(writer)
        self._order = trio.StrictFIFOLock()
        self._seats = 0  # that it plays
        self._retired = False
        self._life = trio.CancelScope()

    async def play(self, token: str, started: Callable[[int], None]) -> Ended:
        """Have it play a seat; return how it ended. Cancelled when the match is over: the process lives on.

        `started` hears the number of its process.
        """
        self._seats += 1
        try:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # it has ended
                async with self._order:
                    await self._pipe.send_all(token.encode() + b"\n")
            await self.begun.wait()
            if self.scene.pid:
                started(self.scene.pid)
            await self.over.wait()
            return self.ended
        finally:
            self._seats -= 1
            self._end_unused()

    def retire(self) -> None:
        """Let it play the seats that it has, and no more; then it is ended."""
        self._retired = True
        self.close()
        self._end_unused()

    def _end_unused(self) -> None:
        if self._retired and not self._seats:
            self._life.cancel()

    async def run(self, job: Job, spent: Callable[[Used], None]) -> None:
        """Run the process to its end."""

        def started(pid: int) -> None:
            self.scene.pid = pid
            step_back(pid)
            os.close(self.reader)
            self.reader = -1
            self.begun.set()

        try:
            with self._life:
                self.ended = await run_process(replace(job, feed=self.reader), self.scene.output, spent, started)
        except OSError as error:
            self.scene.output.take(f"cannot be started: {error.strerror}\n".encode())
        finally:
            self.scene.ended = self.ended
            if self.reader >= 0:
                os.close(self.reader)
            self.begun.set()
            self.over.set()
            self.close()

    def close(self) -> None:
        """Tell it that nothing more comes."""
        with suppress(trio.ClosedResourceError):
            self._pipe.close()


class Pool:
    """The kept processes at one referee. `job` says how a bot's process is started there, `logs` where it writes to."""

    def __init__(
        self,
        nursery: trio.Nursery,
        *,
        job: Callable[[Bot], Job],
        output: Callable[[Bot], Output],
        spent: Callable[[str, Used], None],
    ) -> None:
        self._nursery = nursery
        self._job = job
        self._output = output
        self._spent = spent
        self._kept: dict[str, Kept] = {}

    def process(self, bot: Bot) -> Kept:
        """Return the bot's process; a new one where there is none, or it has ended."""
        kept = self._kept.get(bot.name)
        if kept is None or kept.over.is_set():
            kept = self._kept[bot.name] = Kept(Scene(bot, self._output(bot)))
            self._nursery.start_soon(kept.run, self._job(bot), lambda used: self._spent(bot.name, used))
        return kept

    def retire(self, kept: Kept) -> None:
        """Hand the process to no match any more: it hangs. The next one gets a new one."""
        name = kept.scene.bot.name
        if self._kept.get(name) is kept:
            del self._kept[name]
        kept.retire()

    async def end(self) -> None:
        """Let all of them end by themselves, for a while."""
        for kept in self._kept.values():
            kept.close()
        with trio.move_on_after(END_S):
            for kept in self._kept.values():
                await kept.over.wait()


@asynccontextmanager
async def open_pool(
    *, job: Callable[[Bot], Job], output: Callable[[Bot], Output], spent: Callable[[str, Used], None]
) -> AsyncIterator[Pool]:
    """Have a pool; none of its processes is left after the block."""
    async with trio.open_nursery() as nursery:
        pool = Pool(nursery, job=job, output=output, spent=spent)
        yield pool
        await pool.end()
        nursery.cancel_scope.cancel()


def log_of(folder: Path, name: str, referee: int) -> Path:
    """Return the file that an entrant's kept processes at a referee write to."""
    return folder / name / f"pooled-referee{referee}.log"
