"""The server for the arena: one stream of commands and reports for the life of the referee."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import grpc
import grpc.aio
import trio

from referee.orders import Beat, Ready, Report
from referee.rpc.bridge import Bridge, Mailbox
from referee.rpc.control_codec import CONTROL_SERVICE, Command, read_command, write_report
from referee.rpc.listening import OPTIONS, bind, forget

Context = grpc.aio.ServicerContext[bytes, bytes]
STOP_S = 0.2


class ControlServer:
    """The referee's end of the control stream. Made by `serve_control`.

    `connected` is set when the arena has dialled in, `gone` when its stream has ended.
    """

    def __init__(self, bridge: Bridge) -> None:
        self.connected = trio.Event()
        self.gone = trio.Event()
        self._bridge = bridge
        self._mailbox: Mailbox[bytes | None] = Mailbox(bridge, self._take)
        self._out: asyncio.Queue[bytes | None] | None = None
        self._taken = False
        self._handle: Callable[[Command], None] = lambda _command: None
        self._on_connect: Callable[[], None] = lambda: None

    def report(self, report: Report | Ready | Beat) -> None:
        """Send the report. Nobody hears it when the arena is gone."""
        self._bridge.post(self._put, write_report(report))

    def close(self) -> None:
        """End the stream after what was reported."""
        self._bridge.post(self._put, None)

    def _put(self, data: bytes | None) -> None:
        if self._out is not None:
            self._out.put_nowait(data)

    async def serve(self, handle: Callable[[Command], None], on_connect: Callable[[], None]) -> None:
        """Call `on_connect` when the arena dials in, `handle` with every command, until the stream ends."""
        self._handle = handle
        self._on_connect = on_connect
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._mailbox.serve)
            await self.gone.wait()
            nursery.cancel_scope.cancel()

    def _take(self, items: list[bytes | None]) -> None:
        for data in items:
            if data is None:
                self.gone.set()
            elif not data:
                self.connected.set()
                self._on_connect()
            elif (command := read_command(data)) is not None:
                self._handle(command)

    async def start(self, address: str) -> tuple[grpc.aio.Server, str]:
        """Listen on the address. Runs in grpc's thread; returns the server and the real address."""
        server = grpc.aio.server(options=OPTIONS)
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self._control)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(CONTROL_SERVICE, {"Control": handler}),))
        real = bind(server, address)
        await server.start()
        return server, real

    async def _control(self, _requests: Any, context: Context) -> None:
        if self._taken:
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this referee is controlled by another stream")
        self._taken = True
        self._out = asyncio.Queue()
        self._mailbox.put(b"")
        reader = asyncio.create_task(self._read(context))
        try:
            while (data := await self._out.get()) is not None:
                await context.write(data)
        finally:
            reader.cancel()
            self._out = None
            self._mailbox.put(None)

    async def _read(self, context: Context) -> None:
        try:
            while (data := await context.read()) is not cast(object, grpc.aio.EOF):
                self._mailbox.put(data)
        finally:
            self._mailbox.put(None)


@asynccontextmanager
async def serve_control(bridge: Bridge, address: str) -> AsyncIterator[tuple[ControlServer, str]]:
    """Listen for the arena as long as the block lasts; yield the server and its real address. Raises ListenError."""
    control = ControlServer(bridge)
    server, real = await bridge.run(control.start, address)
    try:
        yield control, real
    finally:
        with trio.CancelScope(shield=True):
            control.close()
            await bridge.run(server.stop, STOP_S)
        forget(real)
