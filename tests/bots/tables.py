"""Games among bots in one process: turns as the referee writes them, through the SDK's session, no gRPC."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pitch.arena.v1 import play_pb2
from pitch_bot.game import Bot, bot_maker
from pitch_bot.session import Session
from referee import turns, wire
from referee.clock import Limits
from referee.engine.game import Game
from referee.engine.tables import Tables, compile_tables
from referee.shuffle import bot_seed, first_dealer, pack_order
from referee.variants.catalogue import resolve

SAMPLES = Path(__file__).parents[2] / "sample_bots" / "python"
BotMaker = Callable[[], Bot]
NO_LIMITS = Limits(start_limit_ms=0, move_limit_ms=0, grace_ms=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended: the scores and the winners by side, its deals, and every answer in order."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    deals: int
    answers: tuple[int, ...]


def load(name: str) -> ModuleType:
    """The main file of a sample bot as a module."""
    path = SAMPLES / name / "main.py"
    spec = importlib.util.spec_from_file_location(f"sample_bot_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def maker(name: str) -> BotMaker:
    """What makes the bots of a sample."""
    found = [
        value
        for value in vars(load(name)).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == f"sample_bot_{name}"
    ]
    assert len(found) == 1, f"{name} has {len(found)} bots"
    return bot_maker(found[0])


class Seat:
    """A seat of one game with a bot behind it, fed with frames as bytes."""

    def __init__(self, table: Table, seat: int, make: BotMaker) -> None:
        self.session = Session(make, quiet=True)
        self.seat = seat
        self.wire_game = 1000 + seat
        self.game_field = turns.game_field(self.wire_game)
        self.turn = 0
        self.seen = 0
        start = wire.game_start(
            game=self.wire_game,
            seat=seat,
            bot_seed=bot_seed(table.key, table.rotation, table.number, seat),
            sheet=table.sheet_field,
            limits=wire.limits_field(NO_LIMITS),
        )
        self.session.handle(play_pb2.PlayResponse.FromString(start))

    def answer(self, table: Table) -> int:
        """What the bot does; checks that it is legal."""
        game = table.game
        legal = game.legal()
        self.turn += 1
        frame = turns.turn_field(
            game=self.game_field,
            turn=self.turn,
            ask=game.ask,
            events=table.feed.since(self.seen, self.seat),
            legal=legal,
            view=game.view(self.seat),
            time_left=b"",
        )
        self.seen = len(game.events)
        reply = self.session.handle(play_pb2.PlayResponse.FromString(frame))
        assert reply is not None
        (choice,) = reply.choices
        action = wire.chosen(choice, legal)
        assert action is not None, f"{choice} to {legal}"
        return action

    def end(self, table: Table) -> None:
        """Tell the bot that the game is over."""
        frame = wire.game_end(
            game=self.wire_game,
            events=table.feed.since(self.seen, self.seat),
            scores=table.game.scores,
            winners=table.game.winners,
            reason=wire.EndReason.FINISHED,
        )
        self.session.handle(play_pb2.PlayResponse.FromString(frame))


class Table:
    """A game among bots, dealt from a key as a referee would."""

    def __init__(self, sheet: str, makers: Sequence[BotMaker], *, key: bytes, number: int, rotation: int = 0) -> None:
        self.tables: Tables = compile_tables(resolve(sheet))
        self.key = key
        self.number = number
        self.rotation = rotation
        self.sheet_field = wire.sheet_field(self.tables)
        self.game = Game(self.tables, first_dealer(key, number, self.tables.seats))
        self.feed = turns.EventFeed(self.game.events)
        self.seats = [Seat(self, seat, make) for seat, make in enumerate(makers)]
        self.answers: list[int] = []

    def deal(self) -> None:
        """Deal the next deal."""
        self.game.deal(pack_order(self.key, self.number, self.game.deal_number + 1, self.tables.pack))

    def apply(self, action: int) -> None:
        """Apply an answer; an illegal one raises IllegalAction."""
        self.answers.append(action)
        self.game.apply(action)

    def play(self) -> Outcome:
        """Play to the end; an illegal answer raises IllegalAction."""
        game = self.game
        while not game.over:
            if game.needs_deal:
                self.deal()
            else:
                self.apply(self.seats[game.to_act].answer(self))
        for seat in self.seats:
            seat.end(self)
        return Outcome(
            scores=game.scores, winners=game.winners, deals=game.deal_number + 1, answers=tuple(self.answers)
        )


def play(sheet: str, makers: Sequence[BotMaker], *, key: bytes, number: int, rotation: int = 0) -> Outcome:
    """Play one game of the sheet, a maker for each seat."""
    return Table(sheet, makers, key=key, number=number, rotation=rotation).play()
