"""Putting a bot before a recorded decision: what its seat was sent then, turn by turn, and what it answers now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import trio

from referee import wire
from referee.clock import Limits, Sending
from referee.engine.actions import Legal, allows
from referee.engine.errors import NotationError, PitchError
from referee.engine.notation import legal_text, place_text, token
from referee.engine.sheet import Sheet
from referee.hub import EndCode, Ending, Frame, Hub, Link
from referee.replay import GameRecord, steps
from referee.shuffle import bot_seed, wire_game_id
from referee.table import FORFEIT, HOUSE
from referee.turns import START, TableWriter, game_field, time_field, varint
from referee.variants.catalogue import resolve

_NOT_ASKED: Final = (HOUSE, FORFEIT)  # the house played on without asking anybody


class NoDecision(PitchError):
    """Nobody was asked for the decision, or the game has no such one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A recorded decision that a seat was asked for. `house`: why the house played it, "" if the bot did."""

    deal: int
    index: int
    ask: int
    turn: bytes
    legal: Legal
    action: int
    house: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What the seat was sent from the start of the game up to a decision, which is the last one."""

    record: GameRecord
    sheet: Sheet
    seat: int
    start: bytes
    game: int
    asked: tuple[Asked, ...]

    @property
    def last(self) -> Asked:
        """The decision in question."""
        return self.asked[-1]

    def legal_text(self) -> str:
        """Return what was legal, in words."""
        return legal_text(self.last.legal, self.last.ask, self.sheet)

    def text(self, action: int) -> str:
        """Return an action given to the question, in words."""
        try:
            return token(action, self.last.ask, self.sheet)
        except NotationError:
            return f"action {action}, which the sheet does not have"


def script_of(record: GameRecord, key: bytes, decision: tuple[int, int], limits: Limits) -> Script:
    """Return what the seat was sent that decided then. `decision`: deal and decision in it from 0.
    NoDecision when there is no such one, or nobody was asked for it.
    """
    seat = _find(record, key, decision)
    sheet = resolve(record.sheet)
    game_id = wire_game_id(key, record.rotation, record.game, seat)
    asked: list[Asked] = []
    writer: TableWriter | None = None
    seen, field = START, game_field(game_id)
    for game, deal, index, action in steps(record, key):
        writer = writer or TableWriter(game)
        house = next((why for at, why in record.deals[deal].house if at == index), "")
        if game.to_act == seat and house not in _NOT_ASKED:
            legal = game.legal()
            head = field + varint(len(asked) + 1)
            turn, seen = writer.turn(head, seat, legal, seen, time_field(limits.move_limit_ms))
            asked.append(
                Asked(deal=deal, index=index, ask=game.ask, turn=turn, legal=legal, action=action, house=house)
            )
        if (deal, index) == decision:
            if not asked or (asked[-1].deal, asked[-1].index) != decision:
                raise NoDecision(f"{place_text(deal, index)}: the house played it without asking seat {seat}")
            start = wire.game_start(
                game=game_id,
                seat=seat,
                bot_seed=bot_seed(key, record.rotation, record.game, seat),
                sheet=wire.sheet_field(game.tables),
                limits=wire.limits_field(limits),
            )
            break
    else:
        raise NoDecision(f"{place_text(*decision)} is not reached")
    return Script(record=record, sheet=sheet, seat=seat, start=start, game=game_id, asked=tuple(asked))


def _find(record: GameRecord, key: bytes, decision: tuple[int, int]) -> int:
    """Return the seat that decided."""
    for game, deal, index, _ in steps(record, key):
        if (deal, index) == decision:
            return game.to_act
    raise NoDecision(f"the game has no {place_text(*decision)}")


class Asker:
    """Asks one bot the questions of a script, whatever it answers to the earlier ones. A session of a hub.

    `answer` is what it said to the last one: an action, or None when it is none. `otherwise` counts the earlier ones
    that it answered otherwise than is recorded. `over` is set at the end.
    """

    def __init__(self, script: Script, hub: Hub) -> None:
        self.over = trio.Event()
        self.joined_as = ""
        self.answer: int | None = None
        self.answered = False
        self.said = ""
        self.otherwise = 0
        self.seconds = 0.0
        self._script = script
        self._hub = hub
        self._link: Link | None = None
        self._place = 0
        self._sending = Sending.unbilled()

    @property
    def legal(self) -> bool:
        """Whether the answer was one of the legal ones."""
        return self.answer is not None and allows(self._script.last.legal, self.answer)

    @property
    def reached(self) -> bool:
        """Whether the question itself was put to the bot."""
        return self._link is not None and self._place == len(self._script.asked) - 1

    def joined(self, link: Link, join: wire.Join) -> None:
        """Begin the game."""
        self._link = link
        self.joined_as = f"{join.name} {join.version}".strip()
        welcome = wire.welcome(capacity=1, games=1)
        self._ask(welcome + self._script.start)

    def _ask(self, before: bytes = b"") -> None:
        assert self._link is not None
        self._sending = Sending.unbilled()
        frame = Frame(before + self._script.asked[self._place].turn, self._sending)
        self._link.send((frame,), owed=True)

    def rejoined(self, link: Link) -> None:
        """Never called: nobody is given a session key."""

    def message(self, data: bytes, at: float) -> None:
        """Take the answer; what answers nothing is passed over."""
        assert self._link is not None
        asked = self._script.asked[self._place]
        try:
            choices = [c for c in wire.read_choices(data) if (c.game, c.turn) == (self._script.game, self._place + 1)]
        except wire.Unreadable as error:
            self._take(None, f"a message that cannot be read: {error}", at)
            return
        if choices:
            self._take(wire.chosen(choices[0], asked.legal), wire.choice_text(choices[0]), at)
        else:
            self._link.send((), owed=True)

    def _take(self, action: int | None, said: str, at: float) -> None:
        assert self._link is not None
        asked = self._script.asked[self._place]
        if self._place + 1 < len(self._script.asked):
            self.otherwise += action != asked.action
            self._place += 1
            self._ask()
            return
        self.answer, self.said, self.answered = action, said, True
        self.seconds = at - (self._sending.written_at or at)
        self._link.end(Ending(code=EndCode.OVER, text=""))
        self.over.set()

    def closed(self, why: str) -> None:
        """The bot has left."""
        self.said = self.said or f"the stream ended: {why}"
        self.over.set()

    def flush(self, *, held: bool) -> bool:
        """Everything has been sent when it was made."""
        return True

    def broke(self, error: Exception) -> None:
        """Something of ours failed."""
        self.said = f"{type(error).__name__}: {error}"
        self.over.set()
