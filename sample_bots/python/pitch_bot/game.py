"""The two things a bot author meets besides turns: the game, and the class to derive a bot from."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from pitch.arena.v1 import play_pb2
from pitch_bot.lazy import lazy
from pitch_bot.sheet import Sheet, sheet_of
from pitch_bot.turn import Event, GameEnd, Turn

Answer = int | Iterable[int]
"""One of `Turn.legal` (a Card stands for playing it), or a set of cards where `Turn.pick` asks for one."""


class Game:
    """A game from the bot's seat. Lives from the first message about it to its end."""

    def __init__(self, message: play_pb2.GameStart) -> None:
        self.id: int = message.game
        self.seat: int = message.seat
        """The bot's own seat; seats are numbered clockwise from 0."""
        self.sheet: Sheet = sheet_of(message.sheet)
        self.names: tuple[str, ...] = tuple(message.names)
        """The entrants by seat; empty unless the organiser shows them."""
        self.move_limit_ms: int = message.limits.move_limit_ms
        """0: no limit."""
        self.bot_seed: bytes = message.bot_seed
        self.memory: dict[str, Any] = {}
        """Whatever the bot likes to keep for this game."""

    @lazy
    def random(self) -> random.Random:
        """The game's own generator, from the seed that the referee gives each seat in each game."""
        return random.Random(self.bot_seed)

    @lazy
    def seats(self) -> int:
        """The number of seats."""
        return self.sheet.seats

    @lazy
    def sides(self) -> int:
        """The number of sides."""
        return self.sheet.sides

    @lazy
    def side(self) -> int:
        """The bot's own side."""
        return self.seat % self.sides

    @lazy
    def partners(self) -> tuple[int, ...]:
        """The other seats of the bot's side."""
        return tuple(seat for seat in range(self.side, self.seats, self.sides) if seat != self.seat)

    @lazy
    def opponents(self) -> tuple[int, ...]:
        """The seats of the other sides."""
        return tuple(seat for seat in range(self.seats) if seat % self.sides != self.side)

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self.sides

    def is_friend(self, seat: int) -> bool:
        """Whether the seat is of the bot's own side (the bot itself too)."""
        return seat % self.sides == self.side

    def next_seat(self, seat: int) -> int:
        """The seat to the left of another."""
        return (seat + 1) % self.seats


class Bot:
    """A bot for one game: one instance is made per game, so whatever it keeps in ``self`` belongs to that game."""

    game: Game
    """The game it plays, set before `on_start`."""

    @property
    def random(self) -> random.Random:
        """The game's own generator; a bot that uses no other plays the same whenever it is given the same seed."""
        return self.game.random

    def on_start(self, game: Game) -> None:
        """Called when the game begins."""

    def choose(self, turn: Turn) -> Answer:
        """The answer to a turn: one of ``turn.legal``, or where ``turn.pick`` is set an iterable of cards."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, turn)")

    def on_event(self, event: Event) -> None:
        """Called for each event of the game, before the turn (or the end) that brought it."""

    def on_end(self, end: GameEnd) -> None:
        """Called when the game is over."""


class FunctionBot(Bot):
    """A bot that is one function of a turn."""

    def __init__(self, choose: Callable[[Turn], Answer]) -> None:
        self._choose = choose

    def choose(self, turn: Turn) -> Answer:
        """What the function returns."""
        return self._choose(turn)


def bot_maker(bot: type[Bot] | Callable[[Turn], Answer]) -> Callable[[], Bot]:
    """What makes the bot of a game, from a class or a function; raises TypeError for anything else."""
    if isinstance(bot, type):
        if issubclass(bot, Bot):
            return bot
        raise TypeError(f"{bot.__name__} is not derived from pitch_bot.Bot")
    if callable(bot):
        choose: Callable[[Turn], Answer] = bot
        return lambda: FunctionBot(choose)
    raise TypeError(f"run() wants a class derived from Bot or a function of a turn, not {bot!r}")
