"""A bot that thinks for a given time before each choice, then chooses at random from its own generator.

`main.py [--think-ms N] [--how work|sleep]`: so much processor time of its thread, or so much time asleep.
"""

import argparse
import time

from pitch_bot import Answer, Bot, Turn, run


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--think-ms", type=float, default=1.0)
    parser.add_argument("--how", choices=("work", "sleep"), default="work")
    parser.add_argument("--capacity", type=int, default=16)
    return parser


def work(seconds: float) -> None:
    """Compute for so much processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


ARGS, _ = make_parser().parse_known_args()
THINK = work if ARGS.how == "work" else time.sleep


class Thinker(Bot):
    """Thinks, then plays any legal action; the same seed plays the same game."""

    def choose(self, turn: Turn) -> Answer:
        """Any legal answer, after a while."""
        THINK(ARGS.think_ms / 1000)
        if turn.pick is not None:
            return turn.pick.sample(self.random)
        return self.random.choice(turn.legal)


if __name__ == "__main__":
    run(Thinker, name="thinker", version="1", capacity=ARGS.capacity, argv=[])
