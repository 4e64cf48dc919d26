"""A referee that plays a script: enough of PlayService to try the SDK and clients in other languages against."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path

import grpc

from pitch.arena.v1 import play_pb2, play_pb2_grpc

Script = Callable[["Wire"], None]


class Refused(Exception):
    """Ends the stream with a status."""

    def __init__(self, code: grpc.StatusCode, details: str) -> None:
        super().__init__(details)
        self.code = code
        self.details = details


class Wire:
    """The referee's end of one stream, for scripts."""

    def __init__(self, requests: Iterator[play_pb2.PlayRequest]) -> None:
        self._requests = requests
        self.outbox: queue.SimpleQueue[play_pb2.PlayResponse | Refused | None] = queue.SimpleQueue()

    def send(self, frame: play_pb2.PlayResponse) -> None:
        self.outbox.put(frame)

    def receive(self) -> play_pb2.PlayRequest:
        return next(self._requests)

    def welcome(self, *, games: int, version: int = 1) -> play_pb2.Join:
        """Take the join and answer it."""
        join = self.receive().join
        welcome = play_pb2.Welcome(protocol_version=version, capacity=join.capacity, games=games)
        self.send(play_pb2.PlayResponse(welcome=welcome))
        return join


class _Service(play_pb2_grpc.PlayServiceServicer):
    def __init__(self, script: Script, failures: list[BaseException]) -> None:
        self._script = script
        self._failures = failures

    def Play(
        self, request_iterator: Iterator[play_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[play_pb2.PlayResponse]:
        wire = Wire(request_iterator)

        def act() -> None:
            try:
                self._script(wire)
                wire.outbox.put(None)
            except Refused as refused:
                wire.outbox.put(refused)
            except BaseException as error:  # noqa: BLE001 - a failing assertion of the script fails the test
                self._failures.append(error)
                wire.outbox.put(None)

        with futures.ThreadPoolExecutor(1) as helper:
            helper.submit(act)
            while (item := wire.outbox.get()) is not None:
                if isinstance(item, Refused):
                    context.abort(item.code, item.details)
                yield item


@contextmanager
def fake_referee(folder: Path, script: Script, dial: str = "unix") -> Iterator[str]:
    """Serve the script to whoever joins, at the address given; raises what a script raised. `dial`: as in bot.toml."""
    failures: list[BaseException] = []
    server = grpc.server(futures.ThreadPoolExecutor(4), options=[("grpc.so_reuseport", 0)])
    play_pb2_grpc.add_PlayServiceServicer_to_server(_Service(script, failures), server)
    address = "127.0.0.1:0" if dial == "tcp" else f"unix:{folder / 'play.sock'}"
    port = server.add_insecure_port(address)
    assert port
    if dial == "tcp":
        address = f"127.0.0.1:{port}"
    server.start()
    try:
        yield address
    finally:
        server.stop(0).wait()
    if failures:
        raise failures[0]
