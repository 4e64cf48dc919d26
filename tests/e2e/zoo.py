"""Bad bots, one a mode: `python zoo.py MODE`. Written against the protocol alone, as in another language."""

from __future__ import annotations

import os
import queue
import sys
import time

import grpc

from pitch.arena.v1 import play_pb2, play_pb2_grpc

FOREVER = 3600
PLAY = "/pitch.arena.v1.PlayService/Play"


def converse(mode: str) -> None:
    """Join, then misbehave at every turn in the way of the mode."""
    outbox: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
    token = "wrong" if mode == "wrong-token" else os.environ["PITCH_ARENA_TOKEN"]
    join = play_pb2.Join(token=token, name=mode, version="0", protocol_versions=[1], capacity=8)
    if mode == "wrong-version":
        del join.protocol_versions[:]
        join.protocol_versions.append(99)
    outbox.put(play_pb2.PlayRequest(join=join))
    with grpc.insecure_channel(os.environ["PITCH_ARENA_ADDRESS"]) as channel:
        for frame in play_pb2_grpc.PlayServiceStub(channel).Play(iter(outbox.get, None)):
            for turn in frame.turns:
                answer(mode, turn, outbox)


def answer(mode: str, turn: play_pb2.Turn, outbox: queue.SimpleQueue[play_pb2.PlayRequest | None]) -> None:
    choice = play_pb2.Choice(game=turn.game, turn=turn.turn)
    match mode:
        case "illegal":
            choice.action = 999
        case "malformed":
            choice.cards = b"\xff\xff\xff"
        case "unknown-game":
            choice.game += 1
        case "crash":
            os.abort()
        case "slow":
            time.sleep(FOREVER)
        case "leaves":
            os._exit(0)
        case "floods":
            for _ in range(100_000):
                outbox.put(play_pb2.PlayRequest(choices=[choice] * 50))
        case "oversized":
            outbox.put(play_pb2.PlayRequest(choices=[play_pb2.Choice(cards=bytes(4 << 20))]))
        case _:
            choice.action = turn.legal[0] if turn.legal else 0
            choice.cards = b"" if turn.legal else turn.pick.fixed + turn.pick.choose_from[: turn.pick.least]
    outbox.put(play_pb2.PlayRequest(choices=[choice]))


def main(mode: str) -> None:
    match mode:
        case "exits":
            sys.exit("exits: I never wanted to play")
        case "silent":
            time.sleep(FOREVER)
        case "chatty":
            for _ in range(20_000):
                print("I talk and talk " * 10)
            converse(mode)
        case "garbage":
            with grpc.insecure_channel(os.environ["PITCH_ARENA_ADDRESS"]) as channel:
                play: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(PLAY)
                list(play(iter([b"\xff\xfe\xfd nonsense"])))
        case "children":
            import subprocess

            subprocess.Popen(["sleep", sys.argv[2]])
            converse(mode)
        case _:
            converse(mode)


if __name__ == "__main__":
    main(sys.argv[1])
