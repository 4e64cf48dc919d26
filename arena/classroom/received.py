"""When each submission came: received.csv in the folder of submissions."""

from __future__ import annotations

import csv
import os
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from arena.classroom.names import shown
from arena.errors import ConfigError
from referee.engine.errors import nearest

RECEIVED: Final = "received.csv"
_COLUMNS: Final = ("submission", "received")


def key_of(name: str) -> str:
    """Return the name of a file or folder as it is looked for: composed, as file systems differ in that."""
    return unicodedata.normalize("NFC", name.strip())


def read_received(path: Path) -> dict[str, datetime]:
    """Return when each submission came, by the key of its file's name; the file has columns `submission`, `received`.

    Empty without the file. ConfigError with every line that cannot be read.
    """
    if not path.is_file():
        return {}
    found: dict[str, datetime] = {}
    problems = []
    for number, name, text in _rows(path):
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            problems.append(f"{path}:{number}: {text!r} is no time such as 2026-12-01T22:00:00+00:00")
            continue
        if moment.tzinfo is None:
            problems.append(f"{path}:{number}: {text!r} needs its offset from UTC, as in +00:00, behind it")
        if found.setdefault(key_of(name), moment) != moment:
            problems.append(f"{path}:{number}: {name} stands there twice, with two times")
    if problems:
        raise ConfigError(problems)
    return found


def _rows(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the number, submission and time of each line that is not empty."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not set(_COLUMNS) <= set(rows.fieldnames or ()):
                raise ConfigError([f"{path}: its first line must be {','.join(_COLUMNS)}"])
            for row in rows:
                yield rows.line_num, row["submission"] or "", (row["received"] or "").strip()
    except UnicodeDecodeError:
        raise ConfigError([f"{path}: cannot be read: it is not UTF-8 text"]) from None
    except (OSError, csv.Error) as error:
        raise ConfigError([f"{path}: cannot be read: {error}"]) from None


def strangers(folder: Path, received: Mapping[str, datetime]) -> Iterator[str]:
    """Yield what to say of each line that names nothing in the folder: it decides nothing, and may be a slip."""
    there = {key_of(os.fsencode(name).decode("utf-8", "replace")) for name in os.listdir(folder)} - {RECEIVED}
    for name in sorted(received.keys() - there):
        near = nearest(name, sorted(there))
        yield f"{RECEIVED}: nothing here is called {shown(name)!r}{near}: its line counts nowhere"
