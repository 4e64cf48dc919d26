"""A bot's stream: what runs in grpc's thread for it. It writes what it is given and reads only when told to.

Not reading is the protection against floods: HTTP/2 flow control stops a bot that says more than it is asked.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, Final, cast

import grpc
import grpc.aio

from referee.hub import EndCode, Ending, Frame
from referee.rpc.bridge import Bridge, Mailbox
from referee.rpc.doorman import TOO_MANY, Doorman, host_of

REFUSALS: Final = frozenset((EndCode.NO_JOIN, EndCode.UNKNOWN_TOKEN, EndCode.OTHER_PROTOCOL))
CROWDED: Final = "too many streams that say nothing: join as soon as the stream is open"
JOIN_S: Final = 10.0  # how long a stream may say nothing at first

STATUS: Final = {
    EndCode.NO_JOIN: grpc.StatusCode.INVALID_ARGUMENT,
    EndCode.UNKNOWN_TOKEN: grpc.StatusCode.UNAUTHENTICATED,
    EndCode.OTHER_PROTOCOL: grpc.StatusCode.FAILED_PRECONDITION,
    EndCode.FAULT: grpc.StatusCode.ABORTED,
    EndCode.STOPPED: grpc.StatusCode.CANCELLED,
}


class News(IntEnum):
    """What the trio side is told of a stream."""

    OPENED = 0
    MESSAGE = 1
    CLOSED = 2


Item = tuple[News, "Stream", bytes, float]
Context = grpc.aio.ServicerContext[bytes, bytes]


class Stream:
    """One stream. `send` and `end` are for the trio thread; everything else runs in grpc's."""

    def __init__(
        self,
        bridge: Bridge,
        mailbox: Mailbox[Item],
        clock: Callable[[], float],
        context: Context,
        doorman: Doorman,
    ) -> None:
        self._bridge = bridge
        self._mailbox = mailbox
        self._clock = clock
        self._context = context
        self._doorman = doorman
        self._host = host_of(context.peer())
        self._knocks = False
        self._left = False
        self._out: deque[Frame] = deque()
        self._owed = False
        self._ending: Ending | None = None
        self._idle: asyncio.Future[None] | None = None  # set while there is nothing to do
        self._reading = False
        self.read_since: float | None = clock()
        self._writer: asyncio.Task[None] | None = None  # writes what comes while a read is open
        self._task: asyncio.Task[Any] | None = None

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        """Write the frames; then read the next message if an answer is owed."""
        self._bridge.post(self._deliver, frames, owed)

    def end(self, ending: Ending) -> None:
        """Write what was given, then end the stream."""
        self._bridge.post(self._finish, ending)

    def _deliver(self, frames: Sequence[Frame], owed: bool) -> None:  # noqa: FBT001 - called by post
        now = self._clock()
        for frame in frames:
            if frame.sending is not None:
                frame.sending.writing(now)
            self._out.append(frame)
        self._owed = owed
        if self._reading:
            if frames and self._writer is None:
                self._writer = self._bridge.loop.create_task(self._write_beside())
        elif self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def _finish(self, ending: Ending) -> None:
        self._ending = ending
        if self._reading and self._task is not None:
            self._task.cancel()
        elif self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def _write_beside(self) -> None:
        try:
            await self._write_out()
        except (grpc.aio.BaseError, asyncio.InvalidStateError):
            self._out.clear()  # the stream is dead; the read says so too
        finally:
            self._writer = None

    async def _write_out(self) -> None:
        while self._out:
            frame = self._out.popleft()
            self._settle()
            await self._context.write(frame.data)
            if frame.sending is not None:
                frame.sending.written(self._clock())

    async def serve(self) -> None:
        """Live as long as the stream does. This is the handler of the call."""
        if not self._doorman.lets_in(self._host):
            await self._context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, TOO_MANY)
        self._knocks = True
        try:
            await self._serve()
        finally:
            self._settle()

    def _settle(self) -> None:
        """It has joined, or is gone."""
        if self._knocks:
            self._knocks = False
            self._doorman.settled(self._host)

    async def _serve(self) -> None:
        self._task = asyncio.current_task()
        first = await self._first()
        if first is None:
            return
        self._mailbox.put((News.OPENED, self, first, self._clock()))
        why = "ended"
        try:
            why = await self._talk()
        except asyncio.CancelledError:
            if self._ending is None or self._context.cancelled() or self._task is None:
                why = "cancelled"
                raise
            self._task.uncancel()
        except grpc.aio.BaseError as error:
            why = f"broke: {error}"
        finally:
            self._mailbox.put((News.CLOSED, self, why.encode(), self._clock()))
        await self._say_goodbye()

    def _leave(self) -> None:
        self._left = True
        if self._task is not None:
            self._task.cancel()

    async def _first(self) -> bytes | None:
        self._doorman.silent(self, self._leave)
        try:
            first = await asyncio.wait_for(self._context.read(), JOIN_S)
        except TimeoutError:
            await self._context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, f"no join within {JOIN_S:g} s")
        except asyncio.CancelledError:
            if not self._left or self._context.cancelled() or self._task is None:
                raise
            self._task.uncancel()
            await self._context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, CROWDED)
        finally:
            self._doorman.spoke(self)
        return None if first is cast(object, grpc.aio.EOF) else first

    async def _talk(self) -> str:
        """Write and read until the referee ends it (then "ended") or the bot does."""
        context = self._context
        while True:
            await self._write_out()
            if self._ending is not None:
                return "ended"
            if self._owed:
                self._reading = True
                self.read_since = self._clock()
                data = await context.read()
                self._reading = self._owed = False
                if data is cast(object, grpc.aio.EOF):
                    return "the bot closed it"
                self._mailbox.put((News.MESSAGE, self, data, self._clock()))
                if self._writer is not None:
                    await self._writer
            else:
                self._idle = self._bridge.loop.create_future()
                await self._idle
                self._idle = None

    async def _say_goodbye(self) -> None:
        if self._ending is None:
            return
        if self._writer is not None:
            await self._writer
        await self._write_out()
        if self._ending.code in REFUSALS:
            self._doorman.refused(self._host)
        if self._ending.code is not EndCode.OVER:
            await self._context.abort(STATUS[self._ending.code], self._ending.text)
