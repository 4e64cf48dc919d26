"""A bot that misbehaves: `main.py --kind illegal --at 3,7`. It plays what the house would play otherwise.

--kind NAME         the way, one of --list; "none" for a bot that behaves
--at N,N            at these decisions of the process, counted from 1 (frames or games for kinds that are about those)
--probability P     at each decision with this probability, from --seed
                    neither of the two: at every one
--think SECONDS     how long the slow kinds take (default 2)
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client")  # see docs/bots.md, "The library may sleep"

import grpc
from kinds import ALL, FRAME, GAME, HARMLESS, START, TURN
from line import Line, house_move, join

from pitch.arena.v1 import play_pb2 as pb

NONE = "none"


@dataclass
class When:
    """Tells at which of the things that it is asked about, one after the other, the bot misbehaves."""

    at: frozenset[int]
    probability: float
    chance: random.Random
    count: int = field(default=0)

    def now(self) -> bool:
        """Count one more and return whether it is one of them."""
        self.count += 1
        if self.at:
            return self.count in self.at
        return self.probability >= 1 or self.chance.random() < self.probability


def play(kind: str, line: Line, when: When) -> None:
    """Play until the referee ends the stream."""
    replies = line.open()
    for message in START[kind](line) if kind in START else [join(line)]:
        line.send(message)
    try:
        for data in replies:
            frame = pb.PlayResponse.FromString(data)
            for _ in frame.starts if kind == "die-at-game-start" else frame.ends:
                if kind in GAME and when.now():
                    GAME[kind](line)
            if frame.turns:
                answer(kind, frame.turns, line, when)
    except grpc.RpcError as error:
        sys.exit(f"chaos: the stream ended: {error.details()}")
    finally:
        line.close()


def answer(kind: str, turns: Iterable[pb.Turn], line: Line, when: When) -> None:
    """Answer the turns of a frame, one way or the other."""
    if kind in FRAME and when.now():
        FRAME[kind](line, [house_move(turn) for turn in turns])
        return
    act = TURN.get(kind) or HARMLESS.get(kind)
    good: list[pb.Choice] = []
    for turn in turns:
        if act is not None and when.now():
            act(line, turn, house_move(turn))
        else:
            good.append(house_move(turn))
    if good:
        line.answer(*good)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", default=NONE)
    parser.add_argument("--at", default="", metavar="N,N")
    parser.add_argument("--probability", type=float, default=1.0, metavar="P")
    parser.add_argument("--seed", default="chaos")
    parser.add_argument("--think", type=float, default=2.0, metavar="SECONDS")
    parser.add_argument("--list", action="store_true", help="print the kinds")
    return parser


def main() -> int:
    """Run the bot and return its exit status."""
    parser = make_parser()
    args = parser.parse_args()
    if args.list:
        for name, meaning in ALL.items():
            print(f"{name:20} {meaning}")
        return 0
    if args.kind not in (NONE, *ALL):
        near = difflib.get_close_matches(args.kind, ALL)
        parser.error(f"unknown kind {args.kind!r}{f', did you mean {near[0]!r}?' if near else '; --list shows them'}")
    try:
        at = frozenset(map(int, filter(None, args.at.split(","))))
    except ValueError:
        parser.error(f"--at {args.at!r}: write numbers from 1, as in 3,7")
    when = When(at, args.probability, random.Random(args.seed))  # noqa: S311
    line = Line(os.environ["PITCH_ARENA_ADDRESS"], os.environ["PITCH_ARENA_TOKEN"], args.think)
    play(args.kind, line, when)
    return 0


if __name__ == "__main__":
    sys.exit(main())
