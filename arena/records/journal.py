"""The journal of a run: the only truth on disk. Append-only lines, each with its checksum.

    <16 hex digits of the SHA-256 of the rest> <one JSON object, keys sorted>\n

Kinds of lines: `run` (the first: what the run is), `bout` (a bout starts, with the commitment to its key), `game` (a
finished game: its record as the referee wrote it, and its timing), `note` (games that could not be played, and why),
`stop` (the run ends early: `games` is the number of bouts, in canonical order, that count).

A line counts when the event that `put` returns is set: it has been written and synced by then, many lines with one
fsync. After a crash the file may end in an unfinished line, without its line break; it never counted, and reading
drops it with a notice. A whole line whose checksum does not fit may have counted: it is damage and an error, wherever
it stands.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import IO, Final

import msgspec
import trio

from arena.errors import USAGE, RunError

_DIGITS: Final = 16


class Line(msgspec.Struct, omit_defaults=True):
    """A line of the journal; which fields are there depends on `kind`."""

    kind: str
    bout: str = ""
    commitment: str = ""
    config: str = ""
    format: int = 0
    games: int = 0
    rules: str = ""
    text: str = ""
    record: msgspec.Raw = msgspec.Raw(b"")
    timing: msgspec.Raw = msgspec.Raw(b"")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line as it was read: where it starts in the file, its number, and what it says."""

    offset: int
    number: int
    line: Line


@dataclass(frozen=True, slots=True)
class Tail:
    """What a reader found at the end: the length of the good part, and the bytes behind it that never counted."""

    good: int
    torn: int


def encode(body: bytes) -> bytes:
    """Return the line of the journal that carries the body (one JSON object without line breaks)."""
    return hashlib.sha256(body).hexdigest()[:_DIGITS].encode() + b" " + body + b"\n"


def decode(raw: bytes) -> bytes | None:
    """Return the body of a line, or None when the line is not whole."""
    if len(raw) < _DIGITS + 2 or raw[-1:] != b"\n" or raw[_DIGITS : _DIGITS + 1] != b" ":
        return None
    body = raw[_DIGITS + 1 : -1]
    return body if hashlib.sha256(body).hexdigest()[:_DIGITS].encode() == raw[:_DIGITS] else None


def body_of(**fields: object) -> bytes:
    """Return the body of a line with these fields, as canonical JSON."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()


def game_body(record: bytes, timing: bytes) -> bytes:
    """Return the body of a `game` line around the referee's own bytes."""
    return b'{"kind":"game","record":' + record.strip() + b',"timing":' + (timing.strip() or b"{}") + b"}"


def read_journal(path: Path) -> Iterator[Entry | Tail]:
    """Yield the entries of the file in order and the `Tail` at the end.

    Raises RunError with the line number when a line that has its line break is damaged, or when the file cannot be
    read.
    """
    try:
        with path.open("rb") as file:
            yield from _entries(path, file)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}") from None


def _entries(path: Path, file: IO[bytes]) -> Iterator[Entry | Tail]:
    decoder = msgspec.json.Decoder(Line)
    offset = torn = 0
    for number, raw in enumerate(file, start=1):
        if not raw.endswith(b"\n"):
            torn = len(raw)
            break
        body = decode(raw)
        if body is None:
            raise RunError(
                f"{path}: line {number} is damaged, and it is whole: this is no interrupted write."
                " Restore the file from a copy; nothing was changed"
            )
        try:
            line = decoder.decode(body)
        except msgspec.MsgspecError as error:
            raise RunError(f"{path}: line {number} cannot be understood: {error}") from None
        yield Entry(offset, number, line)
        offset += len(raw)
    yield Tail(offset, torn)


class Journal:
    """The writing end. One process at a time: the file is locked while it is open.

    Open it with `open_journal`, run `flusher` in a nursery, and `close` it at the end.
    """

    def __init__(self, file: FileIO, *, length: int) -> None:
        self._file = file
        self._length = length
        self._pending: list[tuple[bytes, Callable[[int], None] | None, trio.Event]] = []
        self._wake = trio.Event()
        self._closing = False

    def put(self, body: bytes, on_safe: Callable[[int], None] | None = None) -> trio.Event:
        """Hand over a line; the event is set when it is on disk, and `on_safe` is called then with its offset.

        Lines are written in the order in which they were handed over.
        """
        done = trio.Event()
        self._pending.append((encode(body), on_safe, done))
        self._wake.set()
        return done

    async def flusher(self) -> None:
        """Write what is appended, in groups, until `close_soon`. Raises RunError when the disk refuses."""
        while self._pending or not self._closing:
            await self._wake.wait()
            self._wake = trio.Event()
            if self._closing:
                self._wake.set()
            group, self._pending = self._pending, []
            if not group:
                continue
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(self._write, b"".join(line for line, _, _ in group))
            for line, on_safe, done in group:
                if on_safe:
                    on_safe(self._length)
                self._length += len(line)
                done.set()

    def _write(self, data: bytes) -> None:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
            removed = os.fstat(self._file.fileno()).st_nlink == 0
        except OSError as error:
            _truncate(self._file, self._length)
            reason = f"cannot be written: {error.strerror}; what was finished is safe"
            raise RunError(f"{self._file.name}: {reason}") from None
        if removed:
            raise RunError(f"{self._file.name}: has been removed while it was being written; nothing more can be kept")

    def cut(self, tail: Tail) -> None:
        """Cut off what a reader found torn at the end. Call it before the first line is appended."""
        self._length = tail.good
        os.ftruncate(self._file.fileno(), tail.good)

    def close_soon(self) -> None:
        """Let `flusher` end once everything is written."""
        self._closing = True
        self._wake.set()

    def close(self) -> None:
        """Close the file and give up the lock."""
        self._file.close()


def _truncate(file: FileIO, length: int) -> None:
    try:
        os.ftruncate(file.fileno(), length)
    except OSError:
        return  # reading drops the torn tail all the same


def open_journal(path: Path) -> Journal:
    """Return the journal open for appending, locked. Read it and `cut` it before anything is appended.

    Raises RunError when another process writes it, or when it cannot be opened.
    """
    try:
        file = path.open("ab", buffering=0)
    except OSError as error:
        raise RunError(f"{path}: cannot be opened for writing: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise RunError(f"{path.parent}: another arena is writing this run", exit_status=USAGE) from None
    return Journal(file, length=file.seek(0, os.SEEK_END))
