"""Frames in, frames out, without gRPC."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pitch.arena.v1 import play_pb2
from pitch_bot import Answer, Bot, Event, EventKind, Game, GameEnd, Turn, card
from pitch_bot.game import bot_maker
from pitch_bot.session import BotFailed, Session
from tests.bots import messages


class Diary(Bot):
    """Plays the last legal answer and writes everything down."""

    pages: list[str]

    def on_start(self, game: Game) -> None:
        self.pages = game.memory.setdefault("pages", [])
        self.pages.append(f"start {game.id}")

    def on_event(self, event: Event) -> None:
        self.pages.append(event.kind.name)

    def choose(self, turn: Turn) -> Answer:
        self.pages.append(f"turn {turn.message.turn}")
        return turn.pick.prefer(()) if turn.pick else turn.legal[-1]

    def on_end(self, end: GameEnd) -> None:
        self.pages.append(f"won {end.won}")
        DIARIES.append(self.pages)


DIARIES: list[list[str]] = []


def answer_with(choose: Callable[[Turn], Answer], message: play_pb2.Turn) -> play_pb2.Choice:
    session = Session(bot_maker(choose))
    session.handle(play_pb2.PlayResponse(starts=[messages.start()]))
    reply = session.handle(play_pb2.PlayResponse(turns=[message]))
    assert reply is not None
    return reply.choices[0]


def test_a_game_from_start_to_end() -> None:
    DIARIES.clear()
    session = Session(bot_maker(Diary))
    assert session.handle(play_pb2.PlayResponse(starts=[messages.start()])) is None
    reply = session.handle(play_pb2.PlayResponse(turns=[messages.play_turn()]))
    assert reply == play_pb2.PlayRequest(choices=[play_pb2.Choice(game=5, turn=9, action=card("AS"))])
    assert session.open_games == 1
    ending = messages.end()
    ending.events.add(kind=play_pb2.EVENT_KIND_RESULT, value=1)
    assert session.handle(play_pb2.PlayResponse(ends=[ending])) is None
    assert (session.open_games, session.finished) == (0, 1)
    assert DIARIES == [["start 5", "PLAY", "PLAY", "turn 9", "RESULT", "won True"]]


def test_a_frame_of_many_games_is_answered_in_one_message() -> None:
    session = Session(bot_maker(lambda turn: turn.legal[turn.game.seat % 3]))
    frame = play_pb2.PlayResponse(
        starts=[messages.start(game=game, seat=game % 4) for game in range(1, 41)],
        turns=[messages.play_turn(game=game, turn=game + 100) for game in range(1, 41)],
    )
    reply = session.handle(frame)
    assert reply is not None and len(reply.choices) == 40
    legal = messages.play_turn().legal
    for choice in reply.choices:
        assert choice.turn == choice.game + 100
        assert choice.action == legal[choice.game % 4 % 3]


def test_every_game_has_a_bot_of_its_own() -> None:
    made: list[Diary] = []

    class Counted(Diary):
        def __init__(self) -> None:
            made.append(self)

    session = Session(bot_maker(Counted))
    session.handle(play_pb2.PlayResponse(starts=[messages.start(game=1), messages.start(game=2)]))
    assert len(made) == 2 and made[0].game.id == 1 and made[1].game.id == 2
    assert made[0].game.memory is not made[1].game.memory


def test_a_pick_is_answered_with_its_cards_in_code_order() -> None:
    choice = answer_with(lambda turn: [card("2S"), card("9C")], messages.pick_turn())
    assert (choice.action, choice.cards) == (0, messages.codes("9C 2S"))


def test_a_card_stands_for_playing_it() -> None:
    assert answer_with(lambda turn: card("3S"), messages.play_turn()).action == card("3S")


@pytest.mark.parametrize(
    ("message", "answer", "sent"),
    [
        (messages.play_turn(), 64, (64, b"")),
        (messages.play_turn(), [card("3S")], (0, messages.codes("3S"))),
        (messages.pick_turn(), 64, (64, b"")),
        (messages.pick_turn(), [card("AS")], (0, messages.codes("AS"))),
        (messages.pick_turn(), [200, 7], (0, bytes((7, 200)))),
    ],
)
def test_what_is_not_legal_goes_out_with_a_warning(
    message: play_pb2.Turn, answer: Answer, sent: tuple[int, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    choice = answer_with(lambda turn: answer, message)
    assert (choice.action, choice.cards) == sent
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["game started", "not a legal answer"]
    assert lines[1]["game"] == 5


@pytest.mark.parametrize("answer", [None, "AS", 1.5, [None], [3, "x"], [-1], -1, [300]])
def test_what_cannot_be_sent_stops_the_bot(answer: object, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BotFailed, match=r"game 5 at turn 9: Turn\(PLAY"):
        answer_with(lambda turn: answer, messages.play_turn())  # type: ignore[arg-type, return-value]
    assert "Traceback" in capsys.readouterr().err


def test_an_exception_in_the_bot_leaves_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    def choose(turn: Turn) -> Answer:
        raise KeyError("spade")

    with pytest.raises(BotFailed, match="the bot's code failed"):
        answer_with(choose, messages.play_turn())
    assert "KeyError: 'spade'" in capsys.readouterr().err


def test_a_bot_without_choose_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(bot_maker(Bot))
    session.handle(play_pb2.PlayResponse(starts=[messages.start()]))
    with pytest.raises(BotFailed):
        session.handle(play_pb2.PlayResponse(turns=[messages.play_turn()]))
    assert "has no method choose" in capsys.readouterr().err


def test_notices_and_unknown_games_go_to_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(bot_maker(Diary))
    frame = play_pb2.PlayResponse(
        turns=[messages.play_turn(game=77)],
        ends=[messages.end(game=78)],
        notices=[play_pb2.Notice(code=play_pb2.NOTICE_CODE_LATE, game=5, turn=3, text="too slow")],
    )
    reply = session.handle(frame)
    assert reply is not None and not reply.choices
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["turn of an unknown game", "end of an unknown game", "notice"]
    assert (lines[2]["code"], lines[2]["text"]) == ("late", "too slow")


def test_values_of_a_later_protocol_are_no_error() -> None:
    message = messages.play_turn()
    message.ask = play_pb2.Ask.ValueType(99)
    message.events[0].kind = play_pb2.EventKind.ValueType(98)
    message.legal.append(250)
    kinds: list[EventKind] = []

    def choose(turn: Turn) -> Answer:
        kinds.extend(event.kind for event in turn.events)
        return turn.legal[-1]

    assert answer_with(choose, message).action == 250
    assert kinds == [EventKind.UNKNOWN, EventKind.PLAY]


@pytest.mark.parametrize("nonsense", [3, int, "Bot"])
def test_only_bots_and_functions_can_be_run(nonsense: object) -> None:
    with pytest.raises(TypeError):
        bot_maker(nonsense)  # type: ignore[arg-type]
