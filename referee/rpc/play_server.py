"""The server that bots dial in to: PlayService as raw bytes, standard health and reflection beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import grpc
import grpc.aio
import trio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from referee.addresses import unix_path
from referee.hub import Hub
from referee.rpc.bridge import Bridge, Mailbox
from referee.rpc.doorman import Doorman
from referee.rpc.listening import OPTIONS, REMOTE_OPTIONS, bind, forget
from referee.rpc.others import FewOthers
from referee.rpc.streams import Context, Item, News, Stream
from referee.tls import Tls
from referee.wire import PLAY_SERVICE

MOST_STREAMS: Final = 1 << 16  # and other calls, at once: out of reach, for beyond it anybody is refused
STOP_S: Final = 0.2  # how long open streams have to end when the server stops


@dataclass(slots=True, kw_only=True)
class Door:
    """An address to listen on, with or without TLS. `real` is filled in: it has the port that was found for port 0."""

    address: str
    tls: Tls | None = None
    real: str = ""


class _PlayServer:
    """Feeds the hub. Made by `serve_play`."""

    def __init__(self, hub: Hub, bridge: Bridge) -> None:
        self._hub = hub
        self._bridge = bridge
        self._mailbox: Mailbox[Item] = Mailbox(bridge, self._handle_and_flush)
        self._later = False
        self._doorman = Doorman(hub.now)

    async def start(self, doors: Sequence[Door]) -> grpc.aio.Server:
        """Listen on the addresses. Runs in grpc's thread; returns the server."""
        remote = [] if all(unix_path(door.address) for door in doors) else REMOTE_OPTIONS
        server = grpc.aio.server(
            options=[*OPTIONS, *remote], maximum_concurrent_rpcs=MOST_STREAMS, interceptors=[FewOthers(PLAY_SERVICE)]
        )
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self._play)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(PLAY_SERVICE, {"Play": handler}),))
        doctor = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(doctor, server)
        for service in ("", PLAY_SERVICE):
            await doctor.set(service, health_pb2.HealthCheckResponse.SERVING)
        names = (PLAY_SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, server)
        for door in doors:
            door.real = bind(server, door.address, door.tls)
        await server.start()
        return server

    async def _play(self, _requests: Any, context: Context) -> None:
        await Stream(self._bridge, self._mailbox, self._hub.now, context, self._doorman).serve()

    def _handle(self, items: list[Item]) -> None:
        hub = self._hub
        for news, stream, data, at in items:
            if news is News.MESSAGE:
                hub.message(stream, data, at)
            elif news is News.OPENED:
                hub.opened(stream, data)
            else:
                hub.closed(stream, data.decode())

    def _drain(self) -> None:
        self._handle(self._mailbox.take())

    async def _settle(self) -> None:
        """Let grpc's thread go round once: what the bots have sent before is in the mailbox then."""
        await self._bridge.run(asyncio.sleep, 0)

    def _handle_and_flush(self, items: list[Item]) -> None:
        self._handle(items)
        if self._hub.outstanding > 0:
            if not self._later:
                self._later = True
                self._bridge.token.run_sync_soon(self._flush_later)
        else:
            self._hub.flush()

    def _flush_later(self) -> None:
        self._later = False
        self._handle(self._mailbox.take())
        self._hub.flush()

    async def serve(self) -> None:
        """Hand over what the bots say, for ever."""
        self._hub.drain = self._drain
        self._hub.settle = self._settle
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._mailbox.serve)
            nursery.start_soon(self._hub.attend)


@asynccontextmanager
async def serve_play(hub: Hub, bridge: Bridge, door: Door | str, *more: Door) -> AsyncIterator[str]:
    """Serve bots on the address (`unix:PATH` or `HOST:PORT`), and on more if there are, as long as the block lasts;
    yield the first one's real address.

    Raises ListenError when an address is in use or is none.
    """
    play = _PlayServer(hub, bridge)
    doors = (Door(address=door) if isinstance(door, str) else door, *more)
    server = await bridge.run(play.start, doors)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play.serve)
            yield doors[0].real
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await bridge.run(server.stop, STOP_S)
        for one in doors:
            forget(one.real)
