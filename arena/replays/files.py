"""Replay files: one per variant, for finished bouts only, so that everything in them may be known.

    {"kind":"replay", "format", "rules", "sheet", "sheet_hash", "resolved", "seed_commitment", "seed"}    the first line
    {"kind":"bout", "bout", "number", "lineup", "commitment", "key"}            before the games of each bout
    {...}                                                                       a game's record (referee/replay.py)
    {"kind":"seal", "first", "last", "own", "sums"}                             checksums of the lines since the last

Lines are canonical JSON in the plan's order, and nothing in them depends on time, machine or concurrency. `seed` is
null until the whole tournament has been played. Files of format 1 have no seals. docs/replay.md has every field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import msgspec

from arena.errors import USAGE, RunError
from referee.engine.errors import ReplayError
from referee.replay import GameRecord, from_json
from referee.replay_lines import line_sum, seal_line
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


class _SealLine(msgspec.Struct, tag_field="kind", tag="seal", kw_only=True):
    first: int
    last: bool
    own: str
    sums: str


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal, compared with the lines that it covers. `damage` has what does not fit, with the number of the line;
    `last`: the file should end here."""

    damage: tuple[tuple[int, str], ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A game's line: its record as it stands in the file, and the bout it belongs to."""

    record: bytes
    bout: BoutLine

    def parsed(self) -> GameRecord:
        """Return the record. ReplayError when it is none, or of another bout, as behind a damaged line of a bout."""
        record = from_json(self.record)
        if record.bout != self.bout.bout:
            raise ReplayError("the game is of another bout than the line before it, which has the key of its deals")
        return record


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line of a replay file with its number from 1."""

    number: int
    line: Header | BoutLine | Game | Seal


OnDamage = Callable[[int, str], None]  # the number of a line that cannot be read, and why


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


def read_replay(path: Path, on_damage: OnDamage | None = None) -> Iterator[Numbered]:
    """Yield the lines of a replay file, the header first.

    Raises RunError when it cannot be read. A line that is not what it should be is told to `on_damage` and passed over;
    without that it is a ReplayError with the line's number.
    """

    def stop(number: int, problem: str) -> None:
        raise ReplayError(f"{path}:{number}: {problem}" if number else f"{path}: {problem}")

    try:
        with path.open("rb") as file:
            yield from _lines(file, on_damage or stop)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}", exit_status=USAGE) from None


def _lines(file: IO[bytes], on_damage: OnDamage) -> Iterator[Numbered]:
    kinds, decoder = msgspec.json.Decoder(Kind), msgspec.json.Decoder(Header | BoutLine | _SealLine)
    bout: BoutLine | None = None
    sums: list[str] = []
    number = 0
    for number, raw in enumerate(file, start=1):
        body = raw.removesuffix(b"\n")
        line: Header | BoutLine | _SealLine | None = None
        game = False
        try:
            game = kinds.decode(body).kind == "game"
            line = None if game else decoder.decode(body)
        except (msgspec.MsgspecError, ValueError) as error:
            on_damage(number, f"not a line of a replay file: {error}")
        if isinstance(line, _SealLine):
            yield Numbered(number, _compared(line, raw, sums, number))
            sums = []
            continue
        sums.append(line_sum(body))
        if (isinstance(line, Header) is not (number == 1)) and (game or line):
            on_damage(number, "a replay file has one header, as its first line")
            line = None if isinstance(line, Header) else line
        if isinstance(line, BoutLine):
            bout = line
        if game and bout is None:
            on_damage(number, "a game before any bout")
        elif game and bout is not None:
            yield Numbered(number, Game(body, bout))
        elif line is not None:
            yield Numbered(number, line)
    if number == 0:
        on_damage(0, "the file is empty")


def _compared(seal: _SealLine, raw: bytes, sums: list[str], number: int) -> Seal:
    """Return what the seal, the line of this number, says of the lines before it, which have these sums."""
    told = seal.sums.split(" ") if seal.sums else []
    if raw != seal_line(told, first=seal.first, last=seal.last):
        return Seal(((number, "the seal is damaged"),), seal.last)
    first = number - len(sums)
    if seal.first > first:  # the seal in between is damaged, and that has been told
        sums, first = sums[seal.first - first :], seal.first
    if sums == told and first == seal.first:
        return Seal((), seal.last)
    bad = [n for n, (one, other) in enumerate(zip(sums, told, strict=False)) if one != other]
    if len(sums) == len(told) and first == seal.first and set(sums) != set(told):
        return Seal(
            tuple((first + n, "the line is damaged: it is not the one that was sealed") for n in bad), seal.last
        )
    if len(sums) == len(told) and first == seal.first:
        return Seal(((first + bad[0], "the lines do not stand in the order in which they were sealed"),), seal.last)
    place = first + (bad[0] if bad else min(len(sums), len(told)))
    what = f"{len(sums)} lines stand before the seal from line {first} on, and it was made for {len(told)}"
    return Seal(((place, f"lines are missing or too many from here on: {what} from line {seal.first} on"),), seal.last)
