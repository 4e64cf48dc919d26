"""The bridge between trio, which owns the main thread, and grpc.aio, whose asyncio loop lives in one helper thread.

Things cross it in batches: however many are posted before the other side looks, it is woken once. Only public API of
both is used: `TrioToken.run_sync_soon` one way, `call_soon_threadsafe` the other.
"""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

import outcome
import trio

from referee.logs import get_log

T = TypeVar("T")


def _emptied(items: deque[T]) -> Iterator[T]:
    """Take items until none is left. Safe while another thread appends."""
    while items:
        yield items.popleft()


class Bridge:
    """The helper thread and its loop. Made by `open_bridge`; its methods are for the trio thread unless they say so."""

    def __init__(self, loop: asyncio.AbstractEventLoop, token: trio.lowlevel.TrioToken) -> None:
        self.loop = loop
        self.token = token
        self._posted: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._waking = False

    def post(self, act: Callable[..., object], *args: Any) -> None:
        """Have `act(*args)` called in the loop, in the order of posting. It must not raise."""
        self._posted.append((act, args))
        if not self._waking:
            self._waking = True
            self.loop.call_soon_threadsafe(self._run_posted)

    def _run_posted(self) -> None:
        # The flag falls before the queue is emptied: whatever is appended later wakes the loop again.
        self._waking = False
        for act, args in _emptied(self._posted):
            act(*args)

    def pin(self, cpu: int) -> None:
        """Let both threads run on one processor only, the allowed one of this number (modulo how many there are).

        They hold the interpreter in turns anyhow, and handing it over is several times cheaper within a processor. Does
        nothing where the system knows no affinity.
        """
        if hasattr(os, "sched_setaffinity"):
            allowed = sorted(os.sched_getaffinity(0))
            chosen = {allowed[cpu % len(allowed)]}
            os.sched_setaffinity(0, chosen)
            self.post(os.sched_setaffinity, 0, chosen)

    async def run(self, work: Callable[..., Coroutine[Any, Any, T]], *args: Any) -> T:
        """Run the coroutine function in the loop and return its result, or raise what it raises.

        When cancelled here it is cancelled there, and waited for.
        """
        done = trio.Event()
        result: list[outcome.Outcome[T]] = []
        task: list[asyncio.Task[T]] = []

        async def capture() -> None:
            result.append(await outcome.acapture(work, *args))

        def start() -> None:
            running = self.loop.create_task(capture())
            task.append(running)  # type: ignore[arg-type]
            running.add_done_callback(finished)

        def finished(ended: asyncio.Task[None]) -> None:
            if not result and not ended.cancelled() and (error := ended.exception()) is not None:
                result.append(outcome.Error(error))
            self.token.run_sync_soon(done.set)

        self.post(start)
        try:
            await done.wait()
        except trio.Cancelled:
            self.post(lambda: task[0].cancel())  # noqa: PLW0108 - the task does not exist yet
            with trio.CancelScope(shield=True):
                await done.wait()
            raise
        if not result:
            raise asyncio.CancelledError
        return result[0].unwrap()


class Mailbox(Generic[T]):
    """Carries items from the loop to the trio thread, where `handle` is called with batches of them while `serve` runs.

    It is called between tasks, not by one, which saves a task switch for each batch; so it is not asynchronous, and
    Ctrl-C does not interrupt it.
    """

    def __init__(self, bridge: Bridge, handle: Callable[[list[T]], None]) -> None:
        self._token = bridge.token
        self._handle = handle
        self._items: deque[T] = deque()
        self._waking = False
        self._failed = trio.Event()
        self._failure: BaseException | None = None
        self._serving = False

    def put(self, item: T) -> None:
        """Send the item. For the loop's thread."""
        self._items.append(item)
        if not self._waking:
            self._waking = True
            try:
                self._token.run_sync_soon(self._deliver)
            except trio.RunFinishedError:
                self._items.clear()

    def take(self) -> list[T]:
        """Return what has come and is not handed over yet."""
        self._waking = False
        return list(_emptied(self._items))

    def _deliver(self) -> None:
        if not self._serving:
            self._waking = False  # `serve` will look by itself
            return
        items = self.take()
        if items:
            try:
                self._handle(items)
            except BaseException as error:  # noqa: BLE001 - raised again in `serve`
                self._failure = error
                self._serving = False
                self._failed.set()

    async def serve(self) -> None:
        """Have the batches handled, for ever. Raises what `handle` raises."""
        self._serving = True
        try:
            self._deliver()
            await self._failed.wait()
        finally:
            self._serving = False
        assert self._failure is not None
        raise self._failure


def _told(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what went wrong in a callback of the loop. grpc's own poller may find its socket closed at the end."""
    error = context.get("exception")
    if not (isinstance(error, OSError) and error.errno == errno.EBADF):
        get_log(part="grpc").error("error in the loop", what=context.get("message"), exc_info=error)


@asynccontextmanager
async def open_bridge() -> AsyncIterator[Bridge]:
    """Start the helper thread; end it with the block. What still runs in the loop then is cancelled."""
    token = trio.lowlevel.current_trio_token()
    started = trio.Event()
    loops: list[asyncio.AbstractEventLoop] = []
    stop: list[asyncio.Future[None]] = []

    async def live() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_told)
        loops.append(loop)
        stop.append(loop.create_future())
        token.run_sync_soon(started.set)
        await stop[0]

    def thread() -> None:
        asyncio.run(live())

    helper = threading.Thread(target=thread, name="grpc", daemon=True)
    helper.start()
    with trio.CancelScope(shield=True):
        await started.wait()
    try:
        yield Bridge(loops[0], token)
    finally:
        loops[0].call_soon_threadsafe(lambda: None if stop[0].done() else stop[0].set_result(None))
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(helper.join)
