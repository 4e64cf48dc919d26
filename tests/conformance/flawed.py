"""A small bot with one flaw: `flawed.py FLAW`. It plays what the house would, over blocking gRPC; see FLAWS."""

from __future__ import annotations

import os
import queue
import random
import signal
import sys
import threading
import time
from typing import Any

import grpc

from pitch.arena.v1 import play_pb2 as pb
from pitch.arena.v1 import play_pb2_grpc

FLAWS = (
    "none", "deaf-to-term", "all-is-well", "says-nothing", "stays", "fails-at-the-end", "spins", "dice", "shared-dice",
    "no-patience", "hasty", "small-ears", "afraid-of-notices", "strict", "any-version", "first-turn-only",
    "no-picks", "waits-for-ever", "hungry", "slow", "dials-again", "fixed-time", "overwhelmed",
)  # fmt: skip
PASS = 64


class Bot:
    """The bot. `flaw` is the one it has."""

    def __init__(self, flaw: str) -> None:
        self.flaw = flaw
        self.outbox: queue.SimpleQueue[pb.PlayRequest | None] = queue.SimpleQueue()
        self.dice: dict[int, random.Random] = {}
        self.hoard = b""

    def start(self, start: pb.GameStart) -> None:
        seed: Any = start.bot_seed
        if self.flaw == "dice":
            seed = None
        self.dice[start.game] = random.Random(seed)
        if self.flaw == "shared-dice":
            self.dice[start.game] = next(iter(self.dice.values()))

    def choose(self, turn: pb.Turn) -> pb.Choice:
        choice = pb.Choice(game=turn.game, turn=turn.turn)
        if self.flaw == "fixed-time":
            time.sleep(0.7)
        if turn.HasField("pick"):
            assert self.flaw != "no-picks"
            choice.cards = turn.pick.fixed + turn.pick.choose_from[: turn.pick.least]
        elif self.flaw in ("dice", "shared-dice"):
            choice.action = self.dice[turn.game].choice(list(turn.legal))
        else:
            choice.action = PASS if PASS in turn.legal else turn.legal[0]
        return choice

    def frame(self, frame: pb.PlayResponse) -> None:
        if frame.HasField("welcome") and frame.welcome.protocol_version != 1 and self.flaw != "any-version":
            sys.exit("flawed: another protocol version")
        if self.flaw == "strict" and frame.ByteSize() != len(_known(frame)):
            sys.exit("flawed: a field that I do not know")
        if self.flaw == "overwhelmed" and len(frame.turns) > 32:
            sys.exit("flawed: too many turns at once")
        for start in frame.starts:
            self.start(start)
        turns = frame.turns[:1] if self.flaw == "first-turn-only" else frame.turns
        if turns:
            self.outbox.put(pb.PlayRequest(choices=map(self.choose, turns)))
        if frame.notices and self.flaw == "afraid-of-notices":
            sys.exit("flawed: help, a notice")
        if frame.turns and self.flaw == "hungry":
            self.hoard = b"x" * (400 << 20)

    def play(self) -> None:
        most = 100_000 if self.flaw == "small-ears" else 4 << 20
        options = [("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", most)]
        channel = grpc.insecure_channel(os.environ["PITCH_ARENA_ADDRESS"], options=options)
        if self.flaw not in ("no-patience", "waits-for-ever"):
            try:
                grpc.channel_ready_future(channel).result(timeout=10)
            except grpc.FutureTimeoutError:
                sys.exit("flawed: nobody listens")
        join = pb.Join(token=os.environ["PITCH_ARENA_TOKEN"], name="flawed", protocol_versions=[1], capacity=64)
        self.outbox.put(pb.PlayRequest(join=join))
        stub = play_pb2_grpc.PlayServiceStub(channel)
        limit = 1.5 if self.flaw == "hasty" else None
        call = stub.Play(iter(self.outbox.get, None), wait_for_ready=self.flaw == "waits-for-ever", timeout=limit)
        for frame in call:
            self.frame(frame)


def _known(frame: pb.PlayResponse) -> bytes:
    copy = pb.PlayResponse.FromString(frame.SerializeToString())
    copy.DiscardUnknownFields()
    return copy.SerializeToString()


def _spin() -> None:
    while True:
        sum(range(1000))


def main() -> int:
    flaw = sys.argv[1]
    assert flaw in FLAWS, flaw
    if flaw == "deaf-to-term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if flaw == "spins":
        threading.Thread(target=_spin, daemon=True).start()
    if flaw == "slow":
        time.sleep(60)
    bot = Bot(flaw)
    try:
        bot.play()
    except grpc.RpcError as error:
        if flaw == "dials-again":
            main()
        if flaw == "all-is-well":
            print(f"flawed: {error.code()}: {error.details()}", file=sys.stderr)
            return 0
        if flaw == "says-nothing":
            return 1
        sys.exit(f"flawed: the stream ended: {error.code().name}: {error.details()}")
    finally:
        bot.outbox.put(None)
    if flaw == "stays":
        time.sleep(60)
    return 5 if flaw == "fails-at-the-end" else 0


if __name__ == "__main__":
    sys.exit(main())
