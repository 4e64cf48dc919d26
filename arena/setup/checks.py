"""Reading tables of plain data (TOML, flags) with every problem reported, each with its place.

A `Table` hands out its values one key at a time, checked; what nobody asked for is an unknown key. Nothing is raised
until the end: problems gather in one list, so that a user sees all of them at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar, cast

from arena.errors import ConfigError
from referee.engine.errors import nearest

Choice = TypeVar("Choice", bound=Enum)
KeyPath = tuple[str | int, ...]
_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([\w.\-]+)\s*\]")
_KEY: Final = re.compile(r"^\s*([\w\-]+)\s*=")
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min)?")
MOST: Final = (1 << 31) - 1  # of numbers, and of milliseconds
_UNIT_MS: Final = {"ms": 1, None: 1, "s": 1000, "min": 60_000}


def show_path(path: KeyPath) -> str:
    """Return the path as in "bots[2].capacity" (numbered from 1)."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _near(path: Path) -> str:
    """Name what lies beside a file that is not there and is called nearly so."""
    if path.exists() or not path.parent.is_dir():
        return ""
    return nearest(path.name, sorted(beside.name for beside in path.parent.iterdir()))


class TomlFile:
    """A TOML file that knows on which line its keys stand. ConfigError when it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8-sig")
            self.data: dict[str, object] = tomllib.loads(text)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
            raise ConfigError([f"{path}: cannot be read: {reason}{_near(path)}"]) from None
        except tomllib.TOMLDecodeError as error:
            raise ConfigError([f"{path}: not valid TOML: {error}"]) from None
        self._lines = _key_lines(text)

    def place(self, path: KeyPath) -> str:
        """Return the place of the key as in "cup.toml:7: bots[1].name"; the line is left out where it is not known."""
        for length in range(len(path), 0, -1):
            line = self._lines.get(path[:length])
            if line:
                return f"{self.path}:{line}: {show_path(path)}"
        if not path:
            return str(self.path)
        below = [line for key, line in self._lines.items() if key[: len(path)] == path]  # [[bots]] is bots[0]'s
        return f"{self.path}:{min(below)}: {show_path(path)}" if below else f"{self.path}: {show_path(path)}"


def _key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line of each key and table header that stands at the start of a line."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            name = header[2]
            table = tuple(name.split("."))
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                table += (counts[name],)
            lines.setdefault(table, number)
        elif key:
            lines.setdefault((*table, key[1]), number)
    return lines


class Table:
    """One table of the data. Ask for every key that may be there, then call `done`."""

    def __init__(
        self, data: Mapping[str, object], *, problems: list[str], place: Callable[[KeyPath], str], path: KeyPath = ()
    ) -> None:
        self._data = data
        self._problems = problems
        self._place = place
        self._path = path
        self._asked: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._data

    @property
    def noted(self) -> int:
        """How many problems have been noted so far, here and elsewhere."""
        return len(self._problems)

    def problem(self, text: str, key: str | int | None = None) -> None:
        """Note that the value of the key (or the whole table) is wrong."""
        path = self._path if key is None else (*self._path, key)
        self._problems.append(f"{self._place(path)}: {text}")

    def _take(self, key: str) -> object:
        self._asked.append(key)
        return self._data.get(key)

    def text(self, key: str, default: str, *, least: int = 1) -> str:
        """Return the text under the key, of at least so many characters."""
        value = self._take(key)
        if value is None:
            return default
        if not isinstance(value, str) or (not value and least == 1):
            self.problem(f"must be text in quotes, not {value!r}", key)
            return default
        if len(value) < least:
            self.problem(f"must have at least {least} characters", key)
            return default
        return value

    def whole(self, key: str, default: int, *, least: int = 0, most: int = MOST) -> int:
        """Return the whole number under the key, between `least` and `most`."""
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem(f"must be a whole number, not {value!r}", key)
            return default
        if not least <= value <= most:
            self.problem(f"is {value}, must be {least} to {most}", key)
            return default
        return value

    def duration_ms(self, key: str, default: int, *, least: int = 0) -> int:
        """Return the time under the key in milliseconds: a whole number of them, or text such as "500ms" or "2s"."""
        value = self._take(key)
        if value is None:
            return default
        found = _DURATION.fullmatch(value) if isinstance(value, str) else None
        if found:
            value = round(float(found[1]) * _UNIT_MS[found[2]])
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem(f'must be milliseconds, or text such as "500ms" or "2s", not {value!r}', key)
            return default
        if not least <= value <= MOST:
            self.problem(f"is {value} ms, must be {least} to {MOST}", key)
            return default
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """Return the truth value under the key."""
        value = self._take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.problem(f"must be true or false, not {value!r}", key)
            return default
        return value

    def moment(self, key: str) -> datetime | None:
        """Return the date and time under the key, which must say its offset from UTC; None when there is none."""
        value = self._take(key)
        if value is None:
            return None
        if not isinstance(value, datetime) or value.tzinfo is None:
            rule = "must be a date and time with its offset, without quotes, as in 2026-12-01T23:59:00-05:00"
            shown = f'"{value}"' if isinstance(value, str) else value
            self.problem(f"{rule}, not {shown}", key)
            return None
        return value

    def texts(self, key: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the list of texts under the key."""
        value = self._take(key)
        if value is None:
            return tuple(default)
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.problem(f'must be a list of texts, as in ["one", "two"], not {value!r}', key)
            return tuple(default)
        return tuple(value)

    def choice(self, key: str, default: Choice) -> Choice:
        """Return the member of the enum whose value is the text under the key."""
        value = self._take(key)
        if value is None:
            return default
        kinds = {str(member.value): member for member in type(default)}
        if not isinstance(value, str) or value not in kinds:
            hint = nearest(value, kinds) if isinstance(value, str) else ""
            self.problem(f"{value!r} is none of {', '.join(map(repr, kinds))}{hint}", key)
            return default
        return kinds[value]

    def table(self, key: str) -> Table:
        """Return the table under the key; an empty one when there is none."""
        value = self._take(key)
        if value is not None and not isinstance(value, dict):
            self.problem(f"must be a table ([{key}]), not {value!r}", key)
            value = None
        return self._inner(cast("Mapping[str, object]", value or {}), (*self._path, key))

    def tables(self, key: str) -> list[Table]:
        """Return the tables of the list under the key."""
        value = self._take(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.problem(f"must be tables ([[{key}]]), not {value!r}", key)
            return []
        return [self._inner(item, (*self._path, key, number)) for number, item in enumerate(value)]

    def _inner(self, data: Mapping[str, object], path: KeyPath) -> Table:
        return Table(data, problems=self._problems, place=self._place, path=path)

    def done(self) -> None:
        """Note every key that nobody asked for."""
        for key in self._data:
            if key not in self._asked:
                hint = nearest(key, self._asked) or f" (known: {', '.join(sorted(self._asked))})"
                self.problem(f"unknown key{hint}", key)
