"""One game at one table: the engine, the deals, the house, the faults and the record.

`Table` is a plain state machine: it says who owes an answer, takes the answer or a fault, and goes on to the next seat
that has somebody behind it. It knows no clock, transport or log, so that the referee's sessions drive it without a task
switch per decision, and `play_game` drives the very same code over trio ports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.dealing import deal_next
from referee.engine.actions import Ask, Legal, allows, house_move
from referee.engine.errors import InvariantViolation
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.sheet import Sheet
from referee.engine.tables import Tables
from referee.engine.views import View
from referee.faults import Fault, FaultNote, Policy, Tally, bounded
from referee.replay import GameRecord, Recorder
from referee.shuffle import first_dealer

NOBODY = -1
HOUSE = "house"
FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """Which game is played: the sheet, its place in the tournament, the key that deals it, and who sits where."""

    tables: Tables
    bout: str
    bout_key: bytes
    rotation: int
    game: int
    entrants: tuple[str, ...]

    @property
    def sheet(self) -> Sheet:
        """The sheet of the game."""
        return self.tables.sheet


class Table:
    """One game in play. `seat` owes an answer to `ask`, one of `legal`; NOBODY when the game is over or void.

    `house` has the seats that nobody sits behind: the house plays them, and a seat joins it when it forfeits.
    `void` says why the game is void, by a bug of ours; it is "" in all other cases.
    """

    __slots__ = ("_record", "game", "house", "legal", "seat", "spec", "tally", "void")

    def __init__(self, spec: GameSpec, policy: Policy, *, house: Sequence[int] = ()) -> None:
        self.spec = spec
        self.game = Game(spec.tables, first_dealer(spec.bout_key, spec.game, spec.tables.seats))
        self.house: dict[int, str] = dict.fromkeys(house, HOUSE)
        self.tally = Tally(policy, spec.tables.seats)
        self.seat = NOBODY
        self.legal: Legal = ()
        self.void = ""
        self._record = Recorder(
            game=self.game, bout=spec.bout, rotation=spec.rotation, number=spec.game, seats=spec.entrants
        )

    @property
    def over(self) -> bool:
        """Whether nothing more will be asked."""
        return bool(self.void) or self.game.over

    @property
    def ask(self) -> int:
        """What is asked of `seat` (Ask)."""
        return self.game.ask

    @property
    def place(self) -> tuple[int, int]:
        """The deal in the game and the next decision in the deal, from 0."""
        return max(0, self.game.deal_number), self._record.index if self.game.deal_number >= 0 else 0

    def start(self) -> None:
        """Deal, and go on to the first seat that owes an answer."""
        try:
            self._advance()
        except Exception as error:  # noqa: BLE001 - whatever breaks in the engine is our bug, and voids the game
            self._call_off(error)

    def answer(self, action: int) -> FaultNote | None:
        """Play the action for the seat that owes an answer and go on; an illegal one is a fault. Return the fault."""
        try:
            legal = self.legal
            if action in legal if legal.__class__ is tuple else allows(legal, action):
                self._record.decision(action)
                self.game.apply(action)
                self._advance()
                return None
        except Exception as error:  # noqa: BLE001 - as above
            self._call_off(error)
            return None
        return self.fault(Fault.ILLEGAL, f"action {action} to {Ask(self.ask).name.lower()}")

    def fault(self, fault: Fault, detail: str) -> FaultNote:
        """Count the fault of the seat that owes an answer, play the house move for it and go on. Return the fault."""
        note = self._note(self.seat, fault, detail)
        try:
            self._house_move(fault.value)
            self._advance()
        except Exception as error:  # noqa: BLE001 - as above
            self._call_off(error)
        return note

    def forfeit(self, seat: int, fault: Fault, detail: str) -> FaultNote:
        """Forfeit the game for the seat by a fault of its process, whoever is to act, and go on. Return the fault."""
        if seat == self.seat:
            return self.fault(fault, detail)
        return self._note(seat, fault, detail)

    def finish(self) -> GameRecord:
        """Return the record of the game, which must be over and not void."""
        if self.void or not self.game.over:
            raise InvariantViolation(f"game {self.spec.game} has no end to record: {self.void or 'it still runs'}")
        return self._record.finish(sorted(self.tally.forfeited))

    def _note(self, seat: int, fault: Fault, detail: str) -> FaultNote:
        deal, index = self.place
        note = FaultNote(deal=deal, index=index, seat=seat, fault=fault, detail=bounded(detail))
        self._record.fault(note)
        if self.tally.count(seat, fault):
            self.house[seat] = FORFEIT
        return note

    def _advance(self) -> None:
        """Deal and play the house's seats until a seat with somebody behind it owes an answer, or the game is over."""
        game = self.game
        public = game.public
        while True:
            seat = public.to_act
            if seat < 0:
                if game.over:
                    self.seat = NOBODY
                    self.legal = ()
                    return
                spec = self.spec
                self._record.deal()
                deal_next(game, spec.bout_key, spec.game)
                continue
            self.seat = seat
            self.legal = game.legal()
            if seat not in self.house:
                return
            self._house_move(self.house[seat])

    def _house_move(self, why: str) -> None:
        action = house_move(self.legal)
        self._record.house(action, why)
        self.game.apply(action)

    def _call_off(self, error: Exception) -> None:
        """Void the game: the engine contradicted itself."""
        self.void = f"{type(error).__name__}: {error}"
        self.seat = NOBODY
        self.legal = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a port is asked: the kind of question, the legal actions, what the seat knows, and the events it has come to
    see since its last question."""

    ask: Ask
    legal: Legal
    view: View
    events: tuple[Event, ...]


class Port(Protocol):
    """Somebody who plays one seat of one game."""

    def begin(self, spec: GameSpec, seat: int) -> None:
        """The game begins."""

    async def ask(self, question: Question) -> int | Fault:
        """Return the action, or the fault that stands in its place."""

    def end(self, table: Table) -> None:
        """The game is over or void."""


class HousePort:
    """Plays the house move."""

    def begin(self, spec: GameSpec, seat: int) -> None:
        """Nothing to prepare."""

    async def ask(self, question: Question) -> int:
        """Return the house move."""
        return house_move(question.legal)

    def end(self, table: Table) -> None:
        """Nothing to clear."""


async def play_game(spec: GameSpec, ports: Sequence[Port], policy: Policy) -> GameRecord:
    """Play one game over the ports, one a seat, and return its record. InvariantViolation when it is void.

    Time is the ports' own affair: a port that takes too long returns Fault.LATE.
    """
    table = Table(spec, policy)
    seen = [0] * len(ports)
    for seat, port in enumerate(ports):
        port.begin(spec, seat)
    table.start()
    while (seat := table.seat) != NOBODY:
        game = table.game
        question = Question(
            ask=Ask(table.ask),
            legal=table.legal,
            view=game.view(seat),
            events=tuple(game.transcript(seat, seen[seat])),
        )
        seen[seat] = len(game.events)
        answer = await ports[seat].ask(question)
        if isinstance(answer, Fault):
            table.fault(answer, "")
        else:
            table.answer(answer)
    for port in ports:
        port.end(table)
    if table.void:
        raise InvariantViolation(table.void)
    return table.finish()
