"""What can be had of a replay file, though some of it may be damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from arena.checking.report import MOST_PROBLEMS
from arena.replays.files import BoutLine, Game, Seal, read_replay
from referee.engine.errors import ReplayError, SheetError
from referee.replay import GameRecord, steps
from referee.variants.catalogue import resolve

T = TypeVar("T")


class Salvage:
    """Makes things of the games of a file and passes over what is damaged; `problems` says what that was, and where."""

    def __init__(self, path: Path) -> None:
        self.problems: list[str] = []
        self.dropped = 0  # problems beyond those that are kept
        self.path = path
        self._told = 0  # the last line of which something was told
        self._sure = True  # whether every line up to here was readable, so that games can be numbered

    def _unreadable(self, line: int, text: str) -> None:
        self._sure = False
        self._damaged(line, text)

    def _damaged(self, line: int, text: str) -> None:
        if line <= self._told and line:
            return
        self._told = line
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"{self.path}:{line}: {text}" if line else f"{self.path}: {text}")
        else:
            self.dropped += 1

    def made(self, make: Callable[[GameRecord, bytes], Iterable[T]]) -> Iterator[T]:
        """Yield what is made of each game's record and its bout's key, of a game all or nothing."""
        for line, game in self._games():
            try:
                made = list(make(_record_of(game), game.bout.secret()))
            except ReplayError as error:
                self._damaged(line, str(error))
                continue
            yield from made

    def games(self) -> Iterator[tuple[GameRecord, BoutLine]]:
        """Yield the games that can be played again from the key of their bout."""
        for line, game in self._games():
            try:
                record = _record_of(game)
                for _ in steps(record, game.bout.secret()):
                    pass
            except ReplayError as error:
                self._damaged(line, str(error))
                continue
            yield record, game.bout

    def records(self) -> Iterator[tuple[str, GameRecord]]:
        """Yield each record with what --game finds it by: its number from 1, or its name where numbers are not sure."""
        for number, (line, game) in enumerate(self._games(), start=1):
            try:
                record = _record_of(game)
                _check(record)
            except ReplayError as error:
                self._damaged(line, str(error))
                continue
            yield str(number) if self._sure else f"{record.bout}/{record.rotation}/{record.game}", record

    def _games(self) -> Iterator[tuple[int, Game]]:
        for numbered in read_replay(self.path, self._unreadable):
            match numbered.line:
                case Game() as game:
                    yield numbered.number, game
                case Seal() as seal:
                    for line, text in seal.damage:
                        self._damaged(line, text)
                case _:
                    pass


def _record_of(game: Game) -> GameRecord:
    """Return the record. ReplayError when it is none, or of a sheet that there is not."""
    record = game.parsed()
    try:
        resolve(record.sheet)
    except SheetError as error:
        raise ReplayError(str(error)) from None
    return record


def _check(record: GameRecord) -> None:
    """Raise ReplayError where the record names sides or seats that it has not; whoever plays it again finds more."""
    seats, sides = len(record.seats), len(record.scores)
    if not sides:
        raise ReplayError("scores: a game has a score for each side")
    faults = [note.seat for note in record.faults]
    named = ("winners", "side", record.winners, sides), ("forfeits", "seat", record.forfeits, seats)
    for field, what, numbers, count in (*named, ("faults", "seat", faults, seats)):
        for number in numbers:
            if not 0 <= number < count:
                raise ReplayError(f"{field}: there is no {what} {number}, the {what}s are 0 to {count - 1}")
