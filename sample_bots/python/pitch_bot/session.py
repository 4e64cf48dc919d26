"""Frames in, frames out: the bots of all the games of a stream. Knows nothing of gRPC."""

import json
import sys
import traceback
from collections.abc import Callable
from typing import NamedTuple

from pitch.arena.v1 import play_pb2
from pitch_bot.cards import CARDS
from pitch_bot.game import Answer, Bot, Game
from pitch_bot.kinds import NOTICES, EndReason
from pitch_bot.turn import GameEnd, Turn


class BotFailed(Exception):
    """The bot's own code raised an exception; its traceback has been written to stderr."""


class _Seat(NamedTuple):
    game: Game
    bot: Bot
    choose: Callable[[Turn], Answer]
    listens: bool


def log(event: str, **fields: object) -> None:
    """Write a line to the bot's log (stderr), as JSON."""
    print(json.dumps({"event": event, **fields}), file=sys.stderr, flush=True)


class Session:
    """The games of one stream. `quiet`: no line in the log for the join, and the start and end of each game."""

    def __init__(self, make_bot: Callable[[], Bot], *, quiet: bool = False) -> None:
        self._make_bot = make_bot
        self.quiet = quiet
        self._seats: dict[int, _Seat] = {}
        self.finished: int = 0
        """Games that have ended."""

    @property
    def open_games(self) -> int:
        """Games under way."""
        return len(self._seats)

    def handle(self, frame: play_pb2.PlayResponse) -> play_pb2.PlayRequest | None:
        """Serve a frame and return the answers to its turns; None when it has no turns.

        Raises BotFailed when the bot's code does not return an answer.
        """
        if frame.starts:
            for start in frame.starts:
                self._start(start)
        reply = None
        if frame.turns:
            reply = play_pb2.PlayRequest()
            for message in frame.turns:
                seat = self._seats.get(message.game)
                if seat is None:
                    log("turn of an unknown game", game=message.game, turn=message.turn)
                else:
                    self._answer(seat, message, reply.choices.add(game=message.game, turn=message.turn))
        if frame.ends:
            for end in frame.ends:
                self._end(end)
        if frame.notices:
            for notice in frame.notices:
                log(
                    "notice",
                    code=NOTICES.get(notice.code, str(notice.code)),
                    game=notice.game,
                    turn=notice.turn,
                    text=notice.text,
                )
        return reply

    def take_up(self, frame: play_pb2.PlayResponse) -> play_pb2.PlayRequest | None:
        """Serve the first frame of a stream that was taken up again: every game that is still open starts anew in it.

        A game that is not in it has ended meanwhile.
        """
        known = set(self._seats)
        reply = self.handle(frame)
        for game in known.difference(start.game for start in frame.starts):
            if self._seats.pop(game, None) is not None:
                self.finished += 1
                log("game ended while away", game=game)
        return reply

    def _start(self, message: play_pb2.GameStart) -> None:
        game = Game(message)
        try:
            bot = self._make_bot()
            bot.game = game
            bot.on_start(game)
        except Exception as error:
            raise self._failed(game.id, "in the start of the game") from error
        listens = type(bot).on_event is not Bot.on_event
        self._seats[game.id] = _Seat(game, bot, bot.choose, listens)
        if not self.quiet:
            log("game started", game=game.id, seat=game.seat, sheet=game.sheet.id)

    def _answer(self, seat: _Seat, message: play_pb2.Turn, choice: play_pb2.Choice) -> None:
        turn = Turn(seat.game, message)
        try:
            if seat.listens:
                for event in turn.events:
                    seat.bot.on_event(event)
            answer = seat.choose(turn)
            if isinstance(answer, int) and answer in message.legal:
                choice.action = answer
            else:
                _fill(turn, answer, choice)
        except Exception as error:
            raise self._failed(message.game, f"at turn {message.turn}: {turn!r}") from error

    def _end(self, message: play_pb2.GameEnd) -> None:
        seat = self._seats.pop(message.game, None)
        if seat is None:
            log("end of an unknown game", game=message.game)
            return
        self.finished += 1
        end = GameEnd(seat.game, message)
        try:
            if seat.listens:
                for event in end.events:
                    seat.bot.on_event(event)
            seat.bot.on_end(end)
        except Exception as error:
            raise self._failed(seat.game.id, "in the end of the game") from error
        if not self.quiet:
            reason = end.reason.name.lower() if end.reason is not EndReason.UNKNOWN else str(message.reason)
            log("game ended", game=seat.game.id, reason=reason, scores=end.scores, winners=end.winners)

    def _failed(self, game: int, where: str) -> BotFailed:
        traceback.print_exc()
        return BotFailed(f"the bot's code failed in game {game} {where}")


def _fill(turn: Turn, answer: Answer, choice: play_pb2.Choice) -> None:
    """Put an answer that is not one of the legal actions into the message; raises TypeError for what cannot be sent.

    What can be sent but is not allowed goes out with a warning in the log: judging it is the referee's business.
    """
    if isinstance(answer, int):
        log(
            "not a legal answer",
            game=choice.game,
            turn=choice.turn,
            answer=str(answer),
            asked=repr(turn.pick or turn.legal),
        )
        choice.action = int(answer)
        return
    try:
        chosen = sorted(answer)
        choice.cards = bytes(chosen)
    except (TypeError, ValueError):
        raise TypeError(
            f"choose() returned {answer!r}, which is neither one of turn.legal nor a set of cards"
        ) from None
    if turn.pick is None or not turn.pick.allows(chosen):
        _warn(turn, " ".join(CARDS[code].name if code < 54 else str(code) for code in chosen))


def _warn(turn: Turn, answer: str) -> None:
    asked = repr(turn.pick or turn.legal)
    log("not a legal answer", game=turn.game.id, turn=turn.message.turn, answer=answer, asked=asked)
