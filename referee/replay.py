"""The record of a finished game, and the way from a record back to the game.

A record holds what cannot be derived: the sheet, who sat where, the actions, and what the house did. Packs follow from
the bout's key. Scores are kept too, to be checked. What differs from run to run (times) is never part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec

from referee.dealing import deal_next
from referee.engine.errors import IllegalAction, NotationError, OtherRules, PitchError, ReplayError
from referee.engine.game import Game
from referee.engine.notation import codes, parse_pick, parse_token, place_text, token, tokens
from referee.engine.sheet import Sheet
from referee.engine.tables import Tables, compile_tables
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

    @property
    def misplaced(self) -> list[FaultNote]:
        """The faults at decisions that the game has not; right behind the last of a deal there may be some."""
        lengths = [len(deal.actions) for deal in self.deals]
        return [note for note in self.faults if note.deal >= len(lengths) or note.index > lengths[note.deal]]

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
    sheet, tables, known = _compiled(record.sheet)
    game = _begun(record, sheet, tables, key)
    for number, deal in enumerate(record.deals):
        _next_deal(game, record, key, number)
        for index, text in enumerate(deal.actions):
            action = _action(record, game, known.get(text), number=number, index=index)
            yield game, number, index, action
            _apply(record, game, action, number=number, index=index)
        _compare_deal(record, number, game, deal)
    _compare_end(record, game)


@lru_cache(maxsize=1024)
def _compiled(spec: str) -> tuple[Sheet, Tables, Mapping[str, int]]:
    """Return the sheet that the spec names, its tables and its tokens: a sheet is costly to hash, a spec is not."""
    sheet = resolve(spec)
    return sheet, compile_tables(sheet), codes(sheet)


def _begun(record: GameRecord, sheet: Sheet, tables: Tables, key: bytes) -> Game:
    """Return the game before its first deal. ReplayError when it was played by others, or dealt by somebody else."""
    name = _name(record)
    dealer = first_dealer(key, record.game, sheet.seats)
    if record.dealer != dealer:
        raise ReplayError(f"{name}: the first dealer is {record.dealer}, by the bout's key it is {dealer}")
    if len(record.seats) != sheet.seats:
        raise ReplayError(f"{name}: {len(record.seats)} seats recorded, {record.sheet} has {sheet.seats}")
    strangers = [seat for seat in (*record.forfeits, *(f.seat for f in record.faults)) if seat >= sheet.seats]
    if strangers:
        raise ReplayError(f"{name}: seat {strangers[0]} is recorded, {record.sheet} has {sheet.seats}")
    return Game(tables, dealer)


def _next_deal(game: Game, record: GameRecord, key: bytes, number: int) -> None:
    if game.over:
        raise ReplayError(f"{_name(record)}: deal {number + 1} is recorded after the end of the game")
    deal_next(game, key, record.game)


def _action(record: GameRecord, game: Game, known: int | None, *, number: int, index: int) -> int:
    """Return the action that is recorded; `known` if it is a token of the sheet. ReplayError when it cannot be read."""
    text = record.deals[number].actions[index]
    if game.to_act < 0:
        raise ReplayError(f"{_place(record, number, index)}: {text!r} is recorded after the end of the deal")
    if known is not None:
        return known
    action = parse_pick(text, game.ask)
    if action is not None:
        return action
    try:
        right = token(parse_token(text, game.sheet), game.ask, game.sheet)
    except NotationError as error:
        raise ReplayError(f"{_place(record, number, index)}: {text!r} cannot be: {error}") from error
    raise ReplayError(f"{_place(record, number, index)}: {text!r} is no answer, or not written as {right!r}")


def _apply(record: GameRecord, game: Game, action: int, *, number: int, index: int) -> None:
    try:
        game.apply(action)
    except IllegalAction as error:
        text = record.deals[number].actions[index]
        raise ReplayError(f"{_place(record, number, index)}: {text!r} cannot be: {error}") from error


def _place(record: GameRecord, number: int, index: int) -> str:
    return f"{_name(record)}, {place_text(number, index)}"


def replay(record: GameRecord, key: bytes) -> Game:
    """Return the finished game that the record leads to, dealt from the bout's key; every score compared.

    Raises ReplayError with the place of the first contradiction, OtherRules for another rules version.
    """
    if record.rules != RULES_VERSION:
        raise OtherRules(f"{_name(record)} was played under rules version {record.rules}, these are {RULES_VERSION}")
    try:
        sheet, tables, known = _compiled(record.sheet)
        game = _begun(record, sheet, tables, key)
        for number, deal in enumerate(record.deals):
            _next_deal(game, record, key, number)
            _replay_deal(record, game, known, number)
            _compare_deal(record, number, game, deal)
        _compare_end(record, game)
    except ReplayError:
        raise
    except PitchError as error:
        raise ReplayError(f"{_name(record)}: {error}") from error
    return game


def _replay_deal(record: GameRecord, game: Game, known: Mapping[str, int], number: int) -> None:
    """Apply the actions of the deal, as `steps` does: each is one of those that are legal, and nothing else is made."""
    public, find, apply = game.public, known.get, game.apply
    for index, text in enumerate(record.deals[number].actions):
        action = find(text)
        if action is None or public.to_act < 0:
            action = _action(record, game, action, number=number, index=index)
        try:
            apply(action)
        except IllegalAction as error:
            raise ReplayError(f"{_place(record, number, index)}: {text!r} cannot be: {error}") from error


def _compare_deal(record: GameRecord, number: int, game: Game, deal: DealRecord) -> None:
    result = game.results[-1] if game.to_act < 0 else None
    same = result and (deal.points, deal.made, deal.scores) == (result.points, result.made, result.scores)
    if same and all(0 <= index < len(deal.actions) for index, _ in deal.house):
        return
    where = f"{_name(record)}, deal {number + 1}"
    if result is None:
        raise ReplayError(f"{where}: the record stops after {len(deal.actions)} decisions, the deal does not")
    for what, recorded, derived in (
        ("points", deal.points, result.points),
        ("made", deal.made, result.made),
        ("scores", deal.scores, result.scores),
    ):
        if recorded != derived:
            raise ReplayError(f"{where}: {what} recorded {recorded}, the cards give {derived}")
    stray = [index for index, _ in deal.house if not 0 <= index < len(deal.actions)]
    if stray:
        raise ReplayError(f"{where}: the house is recorded at decision {stray[0] + 1}, which does not exist")


def _compare_end(record: GameRecord, game: Game) -> None:
    where = _name(record)
    if not game.over:
        raise ReplayError(f"{where}: the record ends, the game does not")
    for fault in record.misplaced:
        raise ReplayError(f"{where}: a fault stands at {place_text(fault.deal, fault.index)}, which is no decision")
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
