"""Bots over real sockets, on the synchronous client of grpc, as threads; and whole bot processes."""

from __future__ import annotations

import queue
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from pitch.arena.v1 import play_pb2 as pb
from tests.runtime.scripted import answer_message, join_message, legal_choice

METHOD = "/pitch.arena.v1.PlayService/Play"


@dataclass
class Talk:
    """A stream to a referee. `say` sends raw bytes, `hear` waits for the next frame; None when the stream has ended."""

    address: str
    timeout: float = 90.0
    code: grpc.StatusCode | None = None
    details: str = ""
    _out: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)

    def __enter__(self) -> Talk:
        self._channel = grpc.insecure_channel(self.address, options=[("grpc.enable_http_proxy", 0)])
        method: Any = self._channel.stream_stream(METHOD)
        self.call: Any = method(iter(self._out.get, None), timeout=self.timeout)
        return self

    def __exit__(self, *_: object) -> None:
        self._out.put(None)
        self.call.cancel()
        self._channel.close()

    def say(self, data: bytes) -> None:
        self._out.put(data)

    def finish(self) -> None:
        """Half-close the stream."""
        self._out.put(None)

    def hear(self) -> pb.PlayResponse | None:
        try:
            return pb.PlayResponse.FromString(next(self.call))
        except StopIteration:
            self.code = grpc.StatusCode.OK
        except grpc.RpcError:
            self.code, self.details = self.call.code(), self.call.details()
        return None

    def frames(self) -> Iterator[pb.PlayResponse]:
        while (frame := self.hear()) is not None:
            yield frame

    def join(self, token: str, *, capacity: int = 64) -> pb.PlayResponse:
        self.say(join_message(token, capacity=capacity))
        frame = self.hear()
        assert frame is not None, (self.code, self.details)
        return frame

    def play(self, first: pb.PlayResponse) -> list[pb.PlayResponse]:
        """Answer everything legally from this frame to the end of the stream; return all frames."""
        seen = [first]
        if first.turns:
            self.say(answer_message(*map(legal_choice, first.turns)))
        for frame in self.frames():
            seen.append(frame)
            if frame.turns:
                self.say(answer_message(*map(legal_choice, frame.turns)))
        return seen


def play_seat(address: str, token: str, *, capacity: int = 64) -> list[pb.PlayResponse]:
    """Play a seat to the end of its stream; return all frames. Raises AssertionError when it ends badly."""
    with Talk(address) as talk:
        frames = talk.play(talk.join(token, capacity=capacity))
        assert talk.code is grpc.StatusCode.OK, (talk.code, talk.details)
        return frames


BOT = """
import os, queue, signal, sys, time
import grpc
from pitch.arena.v1 import play_pb2 as pb
kind = sys.argv[1]
out = queue.SimpleQueue()
join = pb.Join(token=os.environ["PITCH_ARENA_TOKEN"], name="test", version="1", protocol_versions=[1], capacity=64)
out.put(pb.PlayRequest(join=join))
with grpc.insecure_channel(os.environ["PITCH_ARENA_ADDRESS"]) as channel:
    play = channel.stream_stream(
        "/pitch.arena.v1.PlayService/Play", pb.PlayRequest.SerializeToString, pb.PlayResponse.FromString
    )
    for frame in play(iter(out.get, None)):
        if kind == "sleep":
            time.sleep(1000)
        if frame.turns and kind == "crash":
            os._exit(3)
        if frame.turns and kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if frame.turns:
            out.put(pb.PlayRequest(choices=[
                pb.Choice(game=turn.game, turn=turn.turn, action=turn.legal[0]) for turn in frame.turns
            ]))
    out.put(None)
"""


def start_bot(kind: str, address: str, token: str) -> subprocess.Popen[bytes]:
    """Start a bot process: "honest", "crash" (exits with 3 at its first turn), "kill" (by signal), "sleep"."""
    environment = {
        "PITCH_ARENA_ADDRESS": address,
        "PITCH_ARENA_TOKEN": token,
        "PYTHONPATH": ":".join(filter(None, sys.path)),
        "GRPC_VERBOSITY": "NONE",
    }
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(BOT), kind], env=environment, cwd=Path.cwd())
