"""Finding a game in replay files and telling it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from arena.errors import USAGE, RunError
from arena.records.rundir import JOURNAL, REPLAYS
from arena.replays.files import BoutLine, Game, read_replay
from arena.replays.narrate import Narrator
from arena.replays.walk import walk
from referee.engine.errors import ReplayError, plain_number
from referee.replay import GameRecord
from referee.variants.catalogue import resolve


def games(path: Path) -> Iterator[tuple[GameRecord, BoutLine]]:
    """Yield the records of a replay file with their bouts. ReplayError or RunError where the file is not in order."""
    for numbered in read_replay(path):
        if isinstance(numbered.line, Game):
            yield numbered.line.parsed(), numbered.line.bout


def replay_file(path: Path) -> Path:
    """Return the replay file that the path means: itself, or the only one of a run. RunError says which there are."""
    if not path.is_dir():
        return path
    files = replay_files(path)
    if len(files) != 1:
        names = "".join(f"\n  {file}" for file in files)
        raise RunError(f"{path} has {len(files)} replay files; name one of them:{names}", exit_status=USAGE)
    return files[0]


def replay_files(folder: Path) -> list[Path]:
    """Return the replay files of a run, sorted; RunError when the folder holds no run."""
    if not (folder / JOURNAL).is_file():
        raise RunError(f"{folder} holds no run: there is no {JOURNAL} in it", exit_status=USAGE)
    return sorted((folder / REPLAYS).glob("*.jsonl"))


def find_game(path: Path, wanted: str) -> tuple[GameRecord, BoutLine]:
    """Return a game of the file: the one of that number from 1, or "bout/rotation/game" as in results.csv.

    What is damaged before it is passed over. Raises RunError when there is no such game; ReplayError with the line when
    it is damaged itself, when it may be what is damaged, or when what is damaged leaves its number unsure.
    """
    number = plain_number(wanted)
    if number is None and not re.fullmatch(r".+/\d+/\d+", wanted):
        raise RunError(f"--game {wanted}: give a number from 1, or BOUT/ROTATION/GAME", exit_status=USAGE)
    unreadable: list[str] = []  # lines of which nobody knows what they were
    damaged: list[str] = []
    count = 0
    for numbered in read_replay(path, lambda line, text: unreadable.append(f"{path}:{line}: {text}")):
        if not isinstance(numbered.line, Game):
            continue
        count += 1
        try:
            record = numbered.line.parsed()
        except ReplayError as error:
            damaged.append(f"{path}:{numbered.number}: {error}")
            if count == number and not unreadable:
                raise ReplayError(damaged[-1]) from None
            continue
        if (count == number and not unreadable) or wanted == f"{record.bout}/{record.rotation}/{record.game}":
            return record, numbered.line.bout
    if unreadable and number is not None:
        raise ReplayError(f"{unreadable[0]}; behind it numbers are not sure: give BOUT/ROTATION/GAME")
    if unreadable or damaged:
        raise ReplayError((unreadable + damaged)[0])
    raise RunError(f"{path}: there is no game {wanted}; it has {count}, numbered from 1", exit_status=USAGE)


def tell(record: GameRecord, bout: BoutLine, *, seat: int | None) -> Iterator[str]:
    """Yield the game line by line; with a seat, only what that seat saw. RunError when there is no such seat."""
    sheet = resolve(record.sheet)
    if seat is not None and not 0 <= seat < sheet.seats:
        raise RunError(f"--seat {seat}: {sheet.label} has seats 0 to {sheet.seats - 1}", exit_status=USAGE)
    narrator = Narrator(record, sheet, seat)
    yield from narrator.head()
    for deal in walk(record, bout.secret()):
        yield from narrator.deal(deal)
    yield from narrator.end()
