"""A line between the bot and the referee that can be cut: it listens late, never, or until it breaks."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio

CHUNK: Final = 1 << 16
BACKLOG: Final = 16


class Relay:
    """Passes bytes on from a socket of its own to the referee's. Until `listen` is called nobody listens there."""

    def __init__(self, here: Path, there: Path, nursery: trio.Nursery) -> None:
        self._there = str(there)
        self._nursery = nursery
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(here))
        self._lines: list[trio.CancelScope] = []

    def listen(self) -> None:
        """Take connections from now on."""
        self._server.listen(BACKLOG)
        self._nursery.start_soon(self._accept)

    def cut(self) -> None:
        """Break all connections, and listen no more."""
        self._server.close()
        for scope in self._lines:
            scope.cancel()

    async def _accept(self) -> None:
        listener = trio.socket.from_stdlib_socket(self._server)
        while True:
            try:
                near, _ = await listener.accept()
            except (OSError, trio.ClosedResourceError):
                return
            self._nursery.start_soon(self._line, trio.SocketStream(near))

    async def _line(self, near: trio.SocketStream) -> None:
        scope = trio.CancelScope()
        self._lines.append(scope)
        with scope:
            async with near, await trio.open_unix_socket(self._there) as far, trio.open_nursery() as nursery:
                nursery.start_soon(_pass_on, near, far, nursery.cancel_scope)
                await _pass_on(far, near, nursery.cancel_scope)

    def close(self) -> None:
        """Let go of the socket."""
        self._server.close()


async def _pass_on(source: trio.SocketStream, target: trio.SocketStream, scope: trio.CancelScope) -> None:
    """Copy until one side is gone; then the whole line is."""
    try:
        async for data in source:
            await target.send_all(data)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    scope.cancel()


@asynccontextmanager
async def open_relay(here: Path, there: Path) -> AsyncIterator[Relay]:
    """Make the socket `here`, which leads to the one `there`; all connections are gone after the block."""
    async with trio.open_nursery() as nursery:
        relay = Relay(here, there, nursery)
        try:
            yield relay
        finally:
            relay.close()
            nursery.cancel_scope.cancel()
