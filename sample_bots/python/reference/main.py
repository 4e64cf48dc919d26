"""Plays the reference strategy on plain gRPC, without the SDK: one stream, a frame in, a frame out."""

import os
import queue
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Final, NoReturn, cast

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client")  # see docs/bots.md, "The library may sleep"

import grpc
from strategy import choose

from pitch.arena.v1 import play_pb2, play_pb2_grpc

NAME: Final = "reference"
CAPACITY: Final = 64  # games at once
CONNECT_LIMIT_S: Final = 10
NOTICE_LENGTH: Final = 200
OPTIONS: Final = (("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", 64 << 20))


class Games:
    """The games of the stream."""

    def __init__(self) -> None:
        self.total: int | None = None
        """How many there will be; None before the welcome."""
        self.open: dict[int, play_pb2.GameStart] = {}
        """Seat, sheet and `bot_seed` of each; a strategy with chance seeds its generator with the latter."""
        self.finished = 0

    def handle(self, frame: play_pb2.PlayResponse) -> play_pb2.PlayRequest | None:
        """The answers to a frame; None when it asks nothing."""
        if self.total is None:
            self.total = welcomed(frame)
        for start in frame.starts:
            self.open[start.game] = start
            log(f"game {start.game}: {start.sheet.id}, seat {start.seat}, seed {start.bot_seed.hex()}")
        choices = [self._choose(turn) for turn in frame.turns]
        for end in frame.ends:
            del self.open[end.game]
            self.finished += 1
            log(f"game {end.game} ended: {' '.join(map(str, end.scores))}")
        for notice in frame.notices:
            log(f"notice {notice.code} for game {notice.game}, turn {notice.turn}: {notice.text[:NOTICE_LENGTH]}")
        return play_pb2.PlayRequest(choices=choices) if choices else None

    def _choose(self, turn: play_pb2.Turn) -> play_pb2.Choice:
        game = self.open[turn.game]
        return choose(game.sheet, game.seat, turn)


def welcomed(frame: play_pb2.PlayResponse) -> int:
    """The number of games, from the first frame."""
    if frame.welcome.protocol_version != 1:
        stop("the first message is not a welcome to protocol 1: no Pitch referee of this protocol", 2)
    log(f"joined, {frame.welcome.games} games, at most {frame.welcome.capacity} at once")
    return frame.welcome.games


def play(address: str, token: str, games: Games) -> tuple[grpc.StatusCode, str]:
    """Join and answer until the stream ends; the status that it ended with."""
    outbox: queue.SimpleQueue[play_pb2.PlayRequest] = queue.SimpleQueue()
    join = play_pb2.Join(token=token, name=NAME, version="1.0", protocol_versions=[1], capacity=CAPACITY)
    outbox.put(play_pb2.PlayRequest(join=join))
    with grpc.insecure_channel(address, options=OPTIONS) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=CONNECT_LIMIT_S)
        except grpc.FutureTimeoutError:
            waited = f"(waited {CONNECT_LIMIT_S} s): is it running, and is the address right?"
            stop(f"no referee answers at {address} {waited}", 2)
        requests = cast(Iterator[play_pb2.PlayRequest], iter(outbox.get, None))
        stream = play_pb2_grpc.PlayServiceStub(channel).Play(requests)
        try:
            for frame in stream:
                if (answer := games.handle(frame)) is not None:
                    outbox.put(answer)
        except grpc.RpcError as error:
            ended = cast(grpc.Call, error)
            return ended.code(), ended.details() or ""
        finally:
            stream.cancel()
    return grpc.StatusCode.OK, ""


def log(text: str) -> None:
    """Write a line to the bot's log."""
    print(f"{NAME}: {text}", file=sys.stderr, flush=True)


def stop(text: str, status: int) -> NoReturn:
    """End the process with a message."""
    log(text)
    os._exit(status)  # at once: threads of gRPC may still wait for the network


def interrupted(number: int, frame: FrameType | None) -> None:
    """End the process on SIGTERM and SIGINT."""
    stop("interrupted", 1)


def main() -> None:
    """Play, and end with 0: all is played; 1: the stream broke; 2: the bot could not join."""
    address, token = os.environ.get("PITCH_ARENA_ADDRESS"), os.environ.get("PITCH_ARENA_TOKEN")
    if not address or not token:
        wanted = "PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN (pitch-referee serve prints both)"
        stop(f"not started by an arena: set {wanted}", 2)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, interrupted)
    games = Games()
    code, details = play(address, token, games)
    why = f"{code.name}: {details}" if details else code.name
    if games.total is None:
        stop(f"the referee refused the bot: {why}", 2)
    played = code is grpc.StatusCode.OK or games.finished >= games.total
    if games.open or not played:
        how = f"{len(games.open)} games open, {games.finished} of {games.total} finished"
        stop(f"the stream ended with {how}: {why}", 1)


if __name__ == "__main__":
    main()
