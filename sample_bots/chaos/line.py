"""The stream to the referee, as bytes, and the moves of a bot that behaves: those that the house would play."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Sequence

import grpc

from pitch.arena.v1 import play_pb2 as pb

PASS = 64


class Line:
    """The stream to the referee. `think_s`: how long the slow kinds take."""

    def __init__(self, address: str, token: str, think_s: float) -> None:
        self.address = address
        self.token = token
        self.think_s = think_s
        self.channel = grpc.insecure_channel(address, options=[("grpc.enable_http_proxy", 0)])
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.second: Iterator[bytes] | None = None  # another stream
        self.cancel: Callable[[], bool] = lambda: False  # resets the stream once it is open

    def open(self) -> Iterator[bytes]:
        """Open the stream and return what comes back."""
        call = self.stub()(iter(self._outbox.get, None), wait_for_ready=True)
        self.cancel = call.cancel
        return call

    def stub(self) -> grpc.StreamStreamMultiCallable[bytes, bytes]:
        """Return the method, for bytes as they are."""
        return self.channel.stream_stream("/pitch.arena.v1.PlayService/Play")

    def send(self, data: bytes) -> None:
        """Send one message."""
        self._outbox.put(data)

    def answer(self, *choices: pb.Choice) -> None:
        """Send the choices in one message."""
        self.send(pb.PlayRequest(choices=choices).SerializeToString())

    def close(self) -> None:
        """Send nothing more."""
        self._outbox.put(None)

    def settle(self) -> None:
        """Let what was sent go out."""
        time.sleep(0.2)


def join(line: Line, *, versions: Sequence[int] = (1,), token: str | None = None) -> bytes:
    """Return the first message."""
    first = pb.Join(token=line.token if token is None else token, name="chaos", version="1.0", capacity=16)
    first.protocol_versions.extend(versions)
    return pb.PlayRequest(join=first).SerializeToString()


def house_move(turn: pb.Turn) -> pb.Choice:
    """Return what the house would play: pass if it is legal, else the first legal action, or the fewest cards."""
    choice = pb.Choice(game=turn.game, turn=turn.turn)
    if turn.HasField("pick"):
        choice.cards = turn.pick.fixed + turn.pick.choose_from[: turn.pick.least]
    else:
        choice.action = PASS if PASS in turn.legal else turn.legal[0]
    return choice
