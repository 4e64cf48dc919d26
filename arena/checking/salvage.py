"""What can be had of a replay file, though some of it may be damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from arena.checking.report import MOST_PROBLEMS
from arena.replays.files import Game, Seal, read_replay
from referee.engine.errors import ReplayError
from referee.replay import GameRecord, from_json

T = TypeVar("T")


class Salvage:
    """Makes things of the games of a file and passes over what is damaged; `problems` says what that was, and where."""

    def __init__(self, path: Path) -> None:
        self.problems: list[str] = []
        self.dropped = 0  # problems beyond those that are kept
        self._path = path
        self._told = 0  # the last line of which something was told

    def _damaged(self, line: int, text: str) -> None:
        if line <= self._told and line:
            return
        self._told = line
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"{self._path}:{line}: {text}" if line else f"{self._path}: {text}")
        else:
            self.dropped += 1

    def made(self, make: Callable[[GameRecord, bytes], Iterable[T]]) -> Iterator[T]:
        """Yield what is made of each game's record and its bout's key, of a game all or nothing."""
        for numbered in read_replay(self._path, self._damaged):
            match numbered.line:
                case Game() as game:
                    try:
                        made = list(make(from_json(game.record), game.bout.secret()))
                    except ReplayError as error:
                        self._damaged(numbered.number, str(error))
                        continue
                    yield from made
                case Seal() as seal:
                    for line, text in seal.damage:
                        self._damaged(line, text)
                case _:
                    pass
