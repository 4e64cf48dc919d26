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
from referee.engine.errors import plain_number
from referee.replay import GameRecord, from_json
from referee.variants.catalogue import resolve


def games(path: Path) -> Iterator[tuple[GameRecord, BoutLine]]:
    """Yield the records of a replay file with their bouts. ReplayError or RunError where the file is not in order."""
    for numbered in read_replay(path):
        if isinstance(numbered.line, Game):
            yield from_json(numbered.line.record), numbered.line.bout


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

    Raises RunError when there is none.
    """
    count = 0
    by_number = plain_number(wanted) is not None
    if not by_number and not re.fullmatch(r".+/\d+/\d+", wanted):
        raise RunError(f"--game {wanted}: give a number from 1, or BOUT/ROTATION/GAME", exit_status=USAGE)
    for record, bout in games(path):
        count += 1
        name = f"{record.bout}/{record.rotation}/{record.game}"
        if (by_number and count == int(wanted)) or name == wanted:
            return record, bout
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
