"""Replay files: one per variant, for finished bouts only, so that everything in them may be known.

    {"kind":"replay", "format", "rules", "sheet", "sheet_hash", "resolved", "seed_commitment", "seed"}    the first line
    {"kind":"bout", "bout", "number", "lineup", "commitment", "key"}            before the games of each bout
    {...}                                                                       a game's record (referee/replay.py)

Lines are canonical JSON in the plan's order, and nothing in them depends on time, machine or concurrency. `seed` is
null until the whole tournament has been played. docs/replay.md has every field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import msgspec

from arena.errors import USAGE, RunError
from referee.engine.errors import ReplayError
from referee.variants.catalogue import label

SUFFIX: Final = ".jsonl"
EXPORTED: Final = frozenset(("deal", "end", "seen-deal", "seen-end"))  # the kinds of lines of exports


class Header(msgspec.Struct, tag_field="kind", tag="replay", kw_only=True):
    """The first line of a replay file. `seed` is None until it may be known."""

    format: int
    rules: str
    sheet: str
    sheet_hash: str
    resolved: msgspec.Raw
    seed_commitment: str
    seed: str | None


class Kind(msgspec.Struct):
    """What a line is; a record has no kind of its own."""

    kind: str = "game"


class BoutLine(msgspec.Struct, tag_field="kind", tag="bout", kw_only=True):
    """The line before the games of a bout: who met, and the key from which its deals follow."""

    bout: str
    number: int
    lineup: list[str]
    commitment: str
    key: str

    def secret(self) -> bytes:
        """Return the key; ReplayError when it is no hex."""
        try:
            return bytes.fromhex(self.key)
        except ValueError:
            raise ReplayError(f"bout {self.bout}: its key is not in hex digits") from None


@dataclass(frozen=True, slots=True)
class Game:
    """A game's line: its record as it stands in the file, and the bout it belongs to."""

    record: bytes
    bout: BoutLine


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line of a replay file with its number from 1."""

    number: int
    line: Header | BoutLine | Game


def file_names(specs: Iterable[str]) -> dict[str, str]:
    """Return a plain file name for each spec, all different."""
    names: dict[str, str] = {}
    for spec in specs:
        stem = re.sub(r"[^A-Za-z0-9.]+", "-", label(spec)).strip("-")
        name, more = stem + SUFFIX, 2
        while name in names.values():
            name, more = f"{stem}-{more}{SUFFIX}", more + 1
        names[spec] = name
    return names


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file that takes the place of `path` when the block ends without an error."""
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            yield file
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def read_replay(path: Path) -> Iterator[Numbered]:
    """Yield the lines of a replay file, the header first.

    Raises RunError when it cannot be read and ReplayError with the line's number when a line is not what it should be.
    """
    try:
        with path.open("rb") as file:
            yield from _lines(path, file)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}", exit_status=USAGE) from None


def _lines(path: Path, file: IO[bytes]) -> Iterator[Numbered]:
    kinds, decoder = msgspec.json.Decoder(Kind), msgspec.json.Decoder(Header | BoutLine)
    bout: BoutLine | None = None
    number = 0
    for number, raw in enumerate(file, start=1):
        try:
            line = None if kinds.decode(raw).kind == "game" else decoder.decode(raw)
        except msgspec.MsgspecError as error:
            raise ReplayError(f"{path}:{number}: not a line of a replay file: {error}") from None
        if line is None:
            if bout is None:
                raise ReplayError(f"{path}:{number}: a game before any bout")
            yield Numbered(number, Game(raw.rstrip(b"\n"), bout))
            continue
        if isinstance(line, Header) is (number > 1):
            raise ReplayError(f"{path}:{number}: a replay file has one header, as its first line")
        if isinstance(line, BoutLine):
            bout = line
        yield Numbered(number, line)
    if number == 0:
        raise ReplayError(f"{path}: the file is empty")
