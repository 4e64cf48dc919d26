"""An exam: one seat of a recorded game, as the questions that it was sent, one after the other.

The game follows the record whatever is answered, so that each question is the one that was asked then: the same events,
the same legal actions, the same snapshot, the same `bot_seed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arena.replays.files import BoutLine
from referee import wire
from referee.clock import Limits
from referee.engine.actions import Legal
from referee.engine.errors import PitchError
from referee.engine.game import Game
from referee.engine.tables import Tables
from referee.replay import GameRecord, steps
from referee.shuffle import bot_seed, wire_game_id
from referee.table import FORFEIT, HOUSE
from referee.turns import START, TableWriter, game_field, time_field, varint
from referee.wire import EndReason

NOT_ASKED: Final = (HOUSE, FORFEIT)  # the house played on without asking anybody


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game stands: the file and the game's number in it from 1, its record, and the line of its bout."""

    file: str
    number: int
    record: GameRecord
    bout: BoutLine

    @property
    def name(self) -> str:
        """The game as results.csv names it: BOUT/ROTATION/GAME."""
        return f"{self.record.bout}/{self.record.rotation}/{self.record.game}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A recorded decision that the seat was asked for. `number` counts the questions of the exam from 1, `house` says
    why the house played it ("": the seat did). `action` is what was played."""

    number: int
    deal: int
    index: int
    ask: int
    legal: Legal
    action: int
    house: str


@lru_cache(maxsize=64)
def sheet_field(tables: Tables) -> bytes:
    """Return the sheet as field 4 of GameStart, made once."""
    return wire.sheet_field(tables)


class Exam:
    """The questions to one seat of a game. `begin` gives it an id; `game` is the game at the present question.

    `problem` says why it ended early: the record does not follow from its bout's key.
    """

    def __init__(self, source: Source, seat: int) -> None:
        self.source = source
        self.seat = seat
        self.id = wire_game_id(source.bout.secret(), source.record.rotation, source.record.game, seat)
        self.game: Game | None = None
        self.question: Question | None = None
        self.asked = 0
        self.problem: PitchError | None = None
        self._questions = self._walk()
        self._writer: TableWriter | None = None
        self._seen = START

    def next(self) -> bool:
        """Go on to the next question; return whether there is one."""
        try:
            self.question = next(self._questions, None)
        except PitchError as error:
            self.problem, self.question = error, None
        return self.question is not None

    def _walk(self) -> Iterator[Question]:
        record = self.source.record
        for game, deal, index, action in steps(record, self.source.bout.secret()):
            if self._writer is None:
                self.game, self._writer = game, TableWriter(game)
            if game.to_act != self.seat:
                continue
            house = next((why for at, why in record.deals[deal].house if at == index), "")
            if house in NOT_ASKED:
                continue
            self.asked += 1
            yield Question(
                number=self.asked, deal=deal, index=index, ask=game.ask, legal=game.legal(), action=action, house=house
            )

    def start(self, limits: Limits) -> bytes:
        """Return the GameStart field. There is a question by then."""
        assert self.game is not None
        record = self.source.record
        return wire.game_start(
            game=self.id,
            seat=self.seat,
            bot_seed=bot_seed(self.source.bout.secret(), record.rotation, record.game, self.seat),
            sheet=sheet_field(self.game.tables),
            limits=wire.limits_field(limits),
        )

    def turn(self, limits: Limits) -> bytes:
        """Return the Turn field of the present question."""
        question, writer = self.question, self._writer
        assert question is not None and writer is not None
        head = game_field(self.id) + varint(question.number)
        turn, self._seen = writer.turn(head, self.seat, question.legal, self._seen, time_field(limits.move_limit_ms))
        return turn

    def end(self) -> bytes:
        """Return the GameEnd field, after the last question."""
        assert self.game is not None and self._writer is not None
        record = self.source.record
        whole = self.problem is None
        forfeited = self.seat in record.forfeits
        reason = EndReason.VOID if not whole else EndReason.FORFEITED if forfeited else EndReason.FINISHED
        return wire.game_end(
            game=self.id,
            events=self._writer.since(self._seen, self.seat)[0],
            scores=self.game.scores,
            winners=record.winners if whole else (),
            reason=reason,
        )
