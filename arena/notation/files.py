"""Whole files: a replay file written in the notation, and read from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arena.errors import USAGE, RunError
from arena.notation.reading import read
from arena.notation.words import BadNotation
from arena.notation.writing import bout_head, game_lines, head
from arena.replays.files import BoutLine, Game, Header, read_replay
from arena.replays.show import find_game


def write_file(path: Path, wanted: str | None = None) -> Iterator[str]:
    """Yield the lines of the replay file, or of one game of it, in the notation.

    ReplayError where the file does not hold: only what verifies can be written so.
    """
    spec = ""
    place = None
    if wanted is not None:
        record, _ = find_game(path, wanted)
        place = (record.bout, record.rotation, record.game)
    for numbered in read_replay(path):
        match numbered.line:
            case Header() as header:
                spec = header.sheet
                yield from head(header)
            case BoutLine() as bout:
                if place is None or bout.bout == place[0]:
                    yield from bout_head(bout, spec)
            case Game() as game:
                record = game.parsed()
                if place is None or (record.bout, record.rotation, record.game) == place:
                    yield from game_lines(record, game.bout.secret())
            case _:
                pass


def read_file(path: Path) -> Iterator[bytes]:
    """Yield the lines of the replay file that the file in the notation means. RunError with line and column if none."""
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:  # editors may put a byte order mark there
            yield from read(file)
    except BadNotation as error:
        raise RunError(f"{path}:{error.line}:{error.column}: {error.reason}", exit_status=USAGE) from None
    except UnicodeDecodeError as error:
        raise RunError(f"{path}: not text in UTF-8: {error.reason} at byte {error.start}", exit_status=USAGE) from None
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}", exit_status=USAGE) from None
