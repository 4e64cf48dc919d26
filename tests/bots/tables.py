"""Games among bots in one process: the engine's turns through the SDK's session, no gRPC."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pitch.arena.v1 import play_pb2
from pitch_bot.game import Bot, bot_maker
from pitch_bot.session import Session
from referee.dealing import deal_next
from referee.engine.actions import PICK, Legal, Pick
from referee.engine.cards import cards_of, mask_of
from referee.engine.game import Game
from referee.engine.tables import Tables, compile_tables
from referee.shuffle import bot_seed, first_dealer
from referee.variants.catalogue import resolve
from referee.wire import sheet_field

SAMPLES = Path(__file__).parents[2] / "sample_bots" / "python"
BotMaker = Callable[[], Bot]


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


def bot_class(name: str) -> type[Bot]:
    """The class of a sample bot."""
    found = [
        value
        for value in vars(load(name)).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == f"sample_bot_{name}"
    ]
    assert len(found) == 1, f"{name} has {len(found)} bots"
    return found[0]


def maker(name: str) -> BotMaker:
    """What makes the bots of a sample."""
    return bot_maker(bot_class(name))


class Seat:
    """A seat of one game with a bot behind it, fed with the protocol's messages."""

    def __init__(self, table: Table, seat: int, make: BotMaker) -> None:
        self.session = Session(make, quiet=True)
        self.seat = seat
        self.wire_game = 1000 + seat
        self.turn = 0
        self.seen = 0
        start = play_pb2.GameStart(
            game=self.wire_game, seat=seat, bot_seed=bot_seed(table.key, table.rotation, table.number, seat)
        )
        start.MergeFromString(table.sheet_field)
        self.session.handle(play_pb2.PlayResponse(starts=[start]))

    def answer(self, table: Table) -> int:
        """What the bot does, legal or not; fails when it does not have the form that was asked for."""
        legal = table.game.legal()
        self.turn += 1
        turn = turn_message(table.game, self.seat, legal, since=self.seen)
        self.seen = len(table.game.events)
        turn.game = self.wire_game
        turn.turn = self.turn
        reply = self.session.handle(play_pb2.PlayResponse(turns=[turn]))
        assert reply is not None
        (choice,) = reply.choices
        assert (choice.game, choice.turn) == (self.wire_game, self.turn)
        assert isinstance(legal, Pick) or not choice.cards, f"cards {choice.cards!r} where {legal} is asked"
        return PICK | mask_of(choice.cards) if isinstance(legal, Pick) else choice.action

    def end(self, table: Table) -> None:
        """Tell the bot that the game is over."""
        game = table.game
        end = play_pb2.GameEnd(
            game=self.wire_game,
            events=events_for(game, self.seat, self.seen),
            scores=game.scores,
            winners=bytes(game.winners),
            reason=play_pb2.GAME_END_REASON_FINISHED,
        )
        self.session.handle(play_pb2.PlayResponse(ends=[end]))


def turn_message(game: Game, seat: int, legal: Legal, *, since: int) -> play_pb2.Turn:
    """The turn of the seat that is to act, without the ids of game and turn."""
    view = game.view(seat)
    known = play_pb2.Snapshot(
        deal=view[0],
        dealer=view[1],
        hand=card_bytes(view[2]),
        hand_sizes=bytes(view[3]),
        calls=view[4],
        call=view[5],
        pitcher_plus_1=view[6],
        trump_plus_1=view[7],
        sub_trump_plus_1=view[8],
        trick=bytes(view[9]),
        trick_seats=bytes(view[10]),
        taken=[card_bytes(pile) for pile in view[11]],
        gone=card_bytes(view[12]),
        scores=view[13],
        stock=view[14],
        looked=card_bytes(view[15]),
        called=card_bytes(view[16]),
        partner_plus_1=view[17],
        offered=card_bytes(view[18]),
        forfeited=card_bytes(view[19]),
        up=card_bytes(view[20]),
    )
    turn = play_pb2.Turn(ask=play_pb2.Ask.ValueType(game.ask), events=events_for(game, seat, since), known=known)
    if isinstance(legal, Pick):
        turn.pick.fixed = card_bytes(legal.fixed)
        turn.pick.choose_from = card_bytes(legal.choose_from)
        turn.pick.least = legal.least
        turn.pick.most = legal.most
    else:
        turn.legal.extend(legal)
    return turn


def events_for(game: Game, seat: int, since: int) -> list[play_pb2.Event]:
    """The events that the seat may see, from that place in the log."""
    return [
        play_pb2.Event(kind=play_pb2.EventKind.ValueType(kind), seat=who, value=value, cards=card_bytes(mask))
        for kind, who, value, mask, audience in game.events[since:]
        if audience >> seat & 1
    ]


def card_bytes(mask: int) -> bytes:
    """A set of cards as the protocol has it."""
    return bytes(cards_of(mask))


class Table:
    """A game among bots, dealt from a key as a referee would."""

    def __init__(self, sheet: str, makers: Sequence[BotMaker], *, key: bytes, number: int, rotation: int = 0) -> None:
        self.tables: Tables = compile_tables(resolve(sheet))
        self.key = key
        self.number = number
        self.rotation = rotation
        self.sheet_field = sheet_field(self.tables)
        self.game = Game(self.tables, first_dealer(key, number, self.tables.seats))
        self.seats = [Seat(self, seat, make) for seat, make in enumerate(makers)]
        self.answers: list[int] = []

    def deal(self) -> None:
        """Deal the next deal."""
        deal_next(self.game, self.key, self.number)

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
