"""The record of a finished game, and the way from a record back to the game.

A record holds what cannot be derived: the sheet, who sat where, the actions, and what the house did. Packs follow from
the bout's key. Scores are kept too, to be checked. What differs from run to run (times) is never part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec

from referee.dealing import deal_next
from referee.engine.actions import PICK
from referee.engine.errors import IllegalAction, NotationError, OtherRules, PitchError, ReplayError
from referee.engine.game import Game
from referee.engine.notation import parse_token, token, tokens
from referee.engine.sheet import Sheet
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultNote, winners_after_forfeits
from referee.shuffle import first_dealer
from referee.variants.catalogue import resolve

RULES_VERSION: Final = "1"

_Count = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRecord:
    """One deal: its actions as tokens in order, the decisions of the house (index, why), and how it came out.

    `points` has by point rule the side or -1, `made` whether the pitching side made its call, `scores` those after it.
    """

    actions: tuple[str, ...]
    house: tuple[tuple[int, str], ...]
    points: tuple[int, ...]
    made: bool
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One finished game. `seats` has the entrant of each seat, `dealer` the first dealer, `forfeits` the seats that
    forfeited, `winners` the sides that won after the forfeits (several: a draw), `settlement` chips by seat or None."""

    bout: str
    rotation: int
    game: int
    sheet: str
    rules: str
    seats: tuple[str, ...]
    dealer: int
    deals: tuple[DealRecord, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: tuple[int, ...] | None
    faults: tuple[FaultNote, ...]
    forfeits: tuple[int, ...]

    def to_json(self) -> str:
        """Return the record as canonical JSON on one line: keys sorted, no blanks, actions of a deal in one string."""
        deals = [
            {
                "actions": " ".join(deal.actions),
                "house": [list(entry) for entry in deal.house],
                "points": deal.points,
                "made": deal.made,
                "scores": deal.scores,
            }
            for deal in self.deals
        ]
        faults = [
            {"deal": f.deal, "index": f.index, "seat": f.seat, "fault": f.fault.value, "detail": f.detail}
            for f in self.faults
        ]
        data = {name: getattr(self, name) for name in self.__slots__} | {"deals": deals, "faults": faults}
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class _Fault(msgspec.Struct, forbid_unknown_fields=True):
    deal: _Count
    index: _Count
    seat: _Count
    fault: str
    detail: str


class _Deal(msgspec.Struct, forbid_unknown_fields=True):
    actions: str
    house: list[tuple[_Count, str]]
    points: list[int]
    made: bool
    scores: list[int]


class _Game(msgspec.Struct, forbid_unknown_fields=True):
    """A record as it is written; decoding checks every field and its type."""

    bout: str
    rotation: _Count
    game: _Count
    sheet: str
    rules: str
    seats: list[str]
    dealer: _Count
    deals: list[_Deal]
    scores: list[int]
    winners: list[_Count]
    settlement: list[int] | None
    faults: list[_Fault]
    forfeits: list[_Count]


_DECODER: Final = msgspec.json.Decoder(_Game)


def from_json(text: str | bytes) -> GameRecord:
    """Return the record that the line holds; ReplayError names what is missing or of a wrong kind."""
    try:
        return _record(_DECODER.decode(text))
    except (msgspec.MsgspecError, ValueError) as error:
        raise ReplayError(f"not a game record: {error}") from error


def from_data(data: Any) -> GameRecord:
    """Return the record made of decoded JSON; ReplayError names what is missing or of a wrong kind."""
    try:
        return _record(msgspec.convert(data, _Game))
    except (msgspec.MsgspecError, ValueError) as error:
        raise ReplayError(f"not a game record: {error}") from error


def _record(data: _Game) -> GameRecord:
    """Return the record of the decoded fields. ValueError for a fault that there is not."""
    deals = tuple(
        DealRecord(
            actions=tuple(deal.actions.split()),
            house=tuple(deal.house),
            points=tuple(deal.points),
            made=deal.made,
            scores=tuple(deal.scores),
        )
        for deal in data.deals
    )
    faults = tuple(
        FaultNote(deal=f.deal, index=f.index, seat=f.seat, fault=Fault(f.fault), detail=f.detail) for f in data.faults
    )
    return GameRecord(
        bout=data.bout,
        rotation=data.rotation,
        game=data.game,
        sheet=data.sheet,
        rules=data.rules,
        seats=tuple(data.seats),
        dealer=data.dealer,
        deals=deals,
        scores=tuple(data.scores),
        winners=tuple(data.winners),
        settlement=None if data.settlement is None else tuple(data.settlement),
        faults=faults,
        forfeits=tuple(data.forfeits),
    )


class Recorder:
    """Writes down a game while it is played: call `decision` before each action is applied, `finish` at the end."""

    def __init__(self, *, game: Game, bout: str, rotation: int, number: int, seats: Sequence[str]) -> None:
        self._game = game
        self._tokens = tokens(game.sheet)  # looked up once: hashing a sheet costs more than a decision
        self._bout = bout
        self._rotation = rotation
        self._number = number
        self._seats = tuple(seats)
        self._dealer = game.public.dealer
        self._actions: list[list[str]] = []
        self._house: list[list[tuple[int, str]]] = []
        self._faults: list[FaultNote] = []

    def deal(self) -> None:
        """Begin the next deal."""
        self._actions.append([])
        self._house.append([])

    @property
    def index(self) -> int:
        """The number of the next decision in the deal, from 0."""
        return len(self._actions[-1])

    def decision(self, action: int) -> None:
        """Note a legal action of the seat to act."""
        text = self._tokens.get(action)
        self._actions[-1].append(token(action, self._game.ask, self._game.sheet) if text is None else text)

    def house(self, action: int, why: str) -> None:
        """Note an action that the house plays for the seat to act, and why."""
        self._house[-1].append((self.index, why))
        self.decision(action)

    def fault(self, note: FaultNote) -> None:
        """Note a fault."""
        self._faults.append(note)

    def finish(self, forfeits: Sequence[int]) -> GameRecord:
        """Return the record of the finished game."""
        game = self._game
        return GameRecord(
            bout=self._bout,
            rotation=self._rotation,
            game=self._number,
            sheet=game.sheet.spec,
            rules=RULES_VERSION,
            seats=self._seats,
            dealer=self._dealer,
            deals=tuple(
                DealRecord(
                    actions=tuple(actions),
                    house=tuple(house),
                    points=result.points,
                    made=result.made,
                    scores=result.scores,
                )
                for actions, house, result in zip(self._actions, self._house, game.results, strict=True)
            ),
            scores=game.scores,
            winners=_final_winners(game, forfeits),
            settlement=game.settlement,
            faults=tuple(self._faults),
            forfeits=tuple(sorted(forfeits)),
        )


def _final_winners(game: Game, forfeits: Sequence[int]) -> tuple[int, ...]:
    offenders = {game.sheet.side_of(seat) for seat in forfeits}
    return winners_after_forfeits(winners=game.winners, scores=game.scores, offenders=offenders)


def steps(record: GameRecord, key: bytes) -> Iterator[tuple[Game, int, int, int]]:
    """Yield (game, deal, index, action) before each recorded action is applied, dealing from the bout's key.

    The game is the same object throughout; it is over when the iterator ends. Raises ReplayError (OtherRules for
    another rules version) at the first thing that does not follow: names the game, deal and decision.
    """
    if record.rules != RULES_VERSION:
        raise OtherRules(f"{_name(record)} was played under rules version {record.rules}, these are {RULES_VERSION}")
    sheet = resolve(record.sheet)
    yield from _steps(record, sheet, key)


def _steps(record: GameRecord, sheet: Sheet, key: bytes) -> Iterator[tuple[Game, int, int, int]]:
    name = _name(record)
    dealer = first_dealer(key, record.game, sheet.seats)
    if record.dealer != dealer:
        raise ReplayError(f"{name}: the first dealer is {record.dealer}, by the bout's key it is {dealer}")
    if len(record.seats) != sheet.seats:
        raise ReplayError(f"{name}: {len(record.seats)} seats recorded, {record.sheet} has {sheet.seats}")
    strangers = [seat for seat in (*record.forfeits, *(f.seat for f in record.faults)) if seat >= sheet.seats]
    if strangers:
        raise ReplayError(f"{name}: seat {strangers[0]} is recorded, {record.sheet} has {sheet.seats}")
    game = Game(compile_tables(sheet), dealer)
    for number, deal in enumerate(record.deals):
        if game.over:
            raise ReplayError(f"{name}: deal {number} is recorded after the end of the game")
        deal_next(game, key, record.game)
        for index, text in enumerate(deal.actions):
            where = f"{name}, deal {number}, decision {index}"
            if game.to_act < 0:
                raise ReplayError(f"{where}: {text!r} is recorded after the end of the deal")
            try:
                action = parse_token(text, sheet)
                if action >= PICK and token(action, game.ask, sheet) != text:
                    raise ReplayError(
                        f"{where}: {text!r} is no answer, or not written as {token(action, game.ask, sheet)!r}"
                    )
                yield game, number, index, action
                game.apply(action)
            except (NotationError, IllegalAction) as error:
                raise ReplayError(f"{where}: {text!r} cannot be: {error}") from error
        _compare_deal(f"{name}, deal {number}", game, deal)
    if not game.over:
        raise ReplayError(f"{name}: the record ends, the game does not")
    _compare_end(name, game, record)


def replay(record: GameRecord, key: bytes) -> Game:
    """Return the finished game that the record leads to, dealt from the bout's key; every score compared.

    Raises ReplayError with the place of the first contradiction, OtherRules for another rules version.
    """
    game: Game | None = None
    try:
        for game, _, _, _ in steps(record, key):  # noqa: B007 - the game is the same object; the last one is wanted
            pass
    except ReplayError:
        raise
    except PitchError as error:
        raise ReplayError(f"{_name(record)}: {error}") from error
    if game is None:
        raise ReplayError(f"{_name(record)}: no action is recorded")
    return game


def _compare_deal(where: str, game: Game, deal: DealRecord) -> None:
    if game.to_act >= 0:
        raise ReplayError(f"{where}: the record stops after {len(deal.actions)} decisions, the deal does not")
    result = game.results[-1]
    for what, recorded, derived in (
        ("points", deal.points, result.points),
        ("made", deal.made, result.made),
        ("scores", deal.scores, result.scores),
    ):
        if recorded != derived:
            raise ReplayError(f"{where}: {what} recorded {recorded}, the cards give {derived}")
    stray = [index for index, _ in deal.house if not 0 <= index < len(deal.actions)]
    if stray:
        raise ReplayError(f"{where}: the house is recorded at decision {stray[0]}, which does not exist")


def _compare_end(where: str, game: Game, record: GameRecord) -> None:
    for what, recorded, derived in (
        ("scores", record.scores, game.scores),
        ("winners", record.winners, _final_winners(game, record.forfeits)),
        ("settlement", record.settlement, game.settlement),
    ):
        if recorded != derived:
            raise ReplayError(f"{where}: {what} recorded {recorded}, the cards give {derived}")


def _name(record: GameRecord) -> str:
    return f"bout {record.bout}, rotation {record.rotation}, game {record.game}"


__all__ = ["RULES_VERSION", "DealRecord", "GameRecord", "Recorder", "from_data", "from_json", "replay", "steps"]
