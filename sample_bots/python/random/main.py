"""Plays at random: every legal answer is equally likely. The least a bot can be, and the yardstick for all others."""

from pitch_bot import Answer, Bot, Turn, run


class Random(Bot):
    """Picks from what is offered with the game's own generator, so that the same seed plays the same game."""

    def choose(self, turn: Turn) -> Answer:
        """Any legal answer."""
        if turn.pick is not None:
            return turn.pick.sample(self.random)
        return self.random.choice(turn.legal)


if __name__ == "__main__":
    run(Random)
