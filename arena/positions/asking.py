"""Putting positions to a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import trio

from arena.errors import BotError
from arena.positions.files import Position
from arena.regress.candidate import Answer, Silent, first_of
from arena.regress.exam import Question, sheet_field
from arena.regress.examiner import examine
from arena.setup.bots import Bot
from referee import wire
from referee.clock import Limits
from referee.engine.cards import card_names
from referee.engine.errors import NotationError
from referee.engine.notation import token
from referee.turns import START, TableWriter, game_field, time_field, varint
from referee.wire import EndReason

NO_LIMITS = Limits(move_limit_ms=0)


class PositionExam:
    """One question: the position."""

    def __init__(self, position: Position, number: int) -> None:
        self.position = position
        self.id = number
        self.question: Question | None = None
        self._seat = position.game.to_act
        self._writer = TableWriter(position.game)
        self._seen = START
        self._asked = False

    def next(self) -> bool:
        """Go to the question; there is no second one."""
        game = self.position.game
        legal = game.legal()
        question = Question(number=1, deal=game.deal_number, index=0, ask=game.ask, legal=legal, action=0, house="")
        self.question, self._asked = (None if self._asked else question), True
        return self.question is not None

    def start(self, limits: Limits) -> bytes:
        """Return the GameStart field."""
        return wire.game_start(
            game=self.id,
            seat=self._seat,
            bot_seed=self.position.bot_seed,
            sheet=sheet_field(self.position.game.tables),
            limits=wire.limits_field(limits),
        )

    def turn(self, limits: Limits) -> bytes:
        """Return the Turn field: all events of the deal, what is legal, what the seat knows."""
        game = self.position.game
        head = game_field(self.id) + varint(1)
        turn, self._seen = self._writer.turn(
            head, self._seat, game.legal(), self._seen, time_field(limits.move_limit_ms)
        )
        return turn

    def end(self) -> bytes:
        """Return the GameEnd field: the game is called off."""
        scores = self.position.game.scores
        return wire.game_end(game=self.id, events=b"", scores=scores, winners=(), reason=EndReason.VOID)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a bot answers in a position: `answers` in words, by process, and what is wrong ("" if nothing is)."""

    position: Position
    answers: tuple[str, ...]
    wrong: str


def ask_positions(bot: Bot, positions: Sequence[Position], *, wait_s: float, processes: int = 2) -> list[Outcome]:
    """Ask so many processes of the bot and return what each position came to. BotError when it does not answer."""
    found: dict[int, Outcome] = {}

    def take(exam: PositionExam, answers: Sequence[Answer]) -> None:
        found[exam.id] = _outcome(exam.position, answers)

    async def main() -> None:
        exams = (PositionExam(position, number) for number, position in enumerate(positions, start=1))
        await examine(
            [bot] * processes,
            exams,
            take,
            lambda exam: None,
            limits=NO_LIMITS,
            wait_s=wait_s,
            note=lambda processes: None,
        )

    try:
        trio.run(main)
    except* Silent as group:
        silent = first_of(group)
        tail = silent.tail.strip()
        raise BotError(f"bot {bot.name}: {silent}" + (f"; it wrote:\n{tail}" if tail else "")) from None
    return [found[number] for number in range(1, len(positions) + 1)]


def _outcome(position: Position, answers: Sequence[Answer]) -> Outcome:
    texts = tuple(_text(position, answer) for answer in answers)
    verdicts = [position.verdict(answer.action) for answer in answers]
    for text, verdict in zip(texts, verdicts, strict=True):
        if verdict:
            also = f" (another time it answers {' or '.join(set(texts) - {text})})" if len(set(texts)) > 1 else ""
            return Outcome(position, texts, f"{text} {verdict}{also}")
    return Outcome(position, texts, "")


def _text(position: Position, answer: Answer) -> str:
    game = position.game
    if answer.action is None:
        return answer.said
    try:
        return token(answer.action, game.ask, game.sheet)
    except NotationError:
        return answer.said


def wish_text(position: Position) -> str:
    """Return what is right or wrong in the position, in words."""
    game = position.game

    def names(actions: Sequence[int]) -> str:
        return " or ".join(token(action, game.ask, game.sheet) for action in actions)

    parts = [f"expected: {names(position.expected)}"] if position.expected else []
    parts += [f"forbidden: {names(position.forbidden)}"] if position.forbidden else []
    parts += [f"with {card_names(position.must_have)}"] if position.must_have else []
    parts += [f"without {card_names(position.must_not_have)}"] if position.must_not_have else []
    return ", ".join(parts)
