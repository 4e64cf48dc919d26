"""Which games, seats and decisions are asked again."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from arena.errors import USAGE, ConfigError, RunError
from arena.records.rundir import JOURNAL
from arena.regress.exam import Exam, Question, Source
from arena.replays.files import SUFFIX, Game, Seal, read_replay
from arena.replays.show import replay_files
from referee.engine.actions import Ask
from referee.engine.errors import OtherRules, PitchError, nearest
from referee.replay import RULES_VERSION, GameRecord
from referee.table import HOUSE
from referee.variants.catalogue import resolve

ASK_WORDS: Final = {ask.name.lower().replace("_", "-"): ask for ask in Ask if ask is not Ask.NOTHING}
KEYS: Final = ("ask", "bout", "deal", "game", "variant")
_ALL: Final = range(1 << 62)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What is left in. Patterns are those of file names (`*`); games and deals count from 1; `asks` empty: all."""

    asks: frozenset[int] = frozenset()
    bout: str = "*"
    variant: str = "*"
    games: Container[int] = _ALL
    deals: range = _ALL

    def has_game(self, record: GameRecord, number: int) -> bool:
        """Return whether the game, the one of this number in its file, is in."""
        if not (number in self.games and fnmatchcase(record.bout, self.bout)):
            return False
        return self.variant in ("*", record.sheet) or fnmatchcase(record.sheet, self.variant)

    def has(self, question: Question) -> bool:
        """Return whether the decision is in."""
        return question.deal + 1 in self.deals and (not self.asks or question.ask in self.asks)


def filter_of(words: Sequence[str]) -> Filter:
    """Return the filter that the words KEY=VALUE of a command line stand for. ConfigError with all that is wrong."""
    found: dict[str, object] = {}
    problems = []
    for word in words:
        key, equals, value = word.partition("=")
        try:
            if not equals or key not in KEYS:
                raise ValueError(f"must be KEY=VALUE with {', '.join(KEYS)}{nearest(key, KEYS)}")
            found |= _part(key, value)
        except ValueError as error:
            problems.append(f"--filter {word}: {error}")
    if problems:
        raise ConfigError(problems)
    return Filter(**found)  # type: ignore[arg-type] # each has the type of its field


def _part(key: str, value: str) -> dict[str, object]:
    match key:
        case "ask":
            asks = value.split(",")
            unknown = [ask for ask in asks if ask not in ASK_WORDS]
            if unknown:
                near = nearest(unknown[0], ASK_WORDS)
                raise ValueError(f"nothing is asked by the name {unknown[0]!r}{near}; there are {', '.join(ASK_WORDS)}")
            return {"asks": frozenset(int(ASK_WORDS[ask]) for ask in asks)}
        case "game" | "deal":
            return {f"{key}s": _span(value)}
        case _:
            return {key: value}


def _span(text: str) -> range:
    found = re.fullmatch(r"([0-9]{1,9})(-([0-9]{1,9})?)?", text)
    if not found:
        raise ValueError(f"must be a number or a span as in 3-7, not {text!r}")
    first = int(found[1])
    if first < 1:
        raise ValueError("games and deals count from 1")
    last = first if found[2] is None else int(found[3] or _ALL.stop - 1)
    return range(first, last + 1)


@dataclass(slots=True, kw_only=True)
class Selection:
    """Yields the exams of the files. `problems` says what could not be used, `other_rules` counts games of other rules,
    `entrants` are all that were met."""

    files: tuple[Path, ...]
    player: str | None
    seat: int | None
    only: Filter
    games: int = 0
    other_rules: int = 0
    problems: list[str] = field(default_factory=list)
    entrants: set[str] = field(default_factory=set)

    def exams(self) -> Iterator[Exam]:
        """Yield an exam for every seat of every game that is in. What is damaged is noted and passed over."""
        for file in self.files:
            number = 0

            def damaged(line: int, text: str, file: Path = file) -> None:
                nonlocal number
                number += line > 1  # it may have been a game: those behind it keep their numbers
                self.problems.append(f"{file}:{line}: {text}" if line else f"{file}: {text}")

            try:
                for numbered in read_replay(file, damaged):
                    match numbered.line:
                        case Game() as game:
                            number += 1
                            yield from self._of_game(file, numbered.number, number, game)
                        case Seal() as seal:
                            self.problems += [f"{file}:{line}: {text}" for line, text in seal.damage]
                        case _:
                            pass
            except PitchError as error:
                self.problems.append(str(error))

    def _of_game(self, file: Path, line: int, number: int, game: Game) -> Iterator[Exam]:
        try:
            yield from self._exams(Source(str(file), number, game.parsed(), game.bout))
        except OtherRules:
            self.other_rules += 1
        except PitchError as error:
            self.problems.append(f"{file}:{line}: {error}")

    def _exams(self, source: Source) -> Iterator[Exam]:
        record = source.record
        if not self.only.has_game(record, source.number):
            return
        if record.rules != RULES_VERSION:
            raise OtherRules(record.rules)
        resolve(record.sheet)
        self.entrants.update(name for name in record.seats if name != HOUSE)
        seats = [
            seat
            for seat, name in enumerate(record.seats)
            if (self.seat in (None, seat)) and (self.player is None or name == self.player) and name != HOUSE
        ]
        self.games += bool(seats)
        for seat in seats:
            yield Exam(source, seat)


def files_of(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the replay files that the paths mean: files, runs, or folders with replay files. RunError for others."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        files = replay_files(path) if (path / JOURNAL).is_file() else sorted(path.glob("*" + SUFFIX))
        if not files:
            raise RunError(f"{path}: there is no replay file in it (*{SUFFIX})", exit_status=USAGE)
        found += files
    return tuple(found)
