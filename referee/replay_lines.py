"""The lines of a replay file that are no game records, and writing a file of them.

    {"kind":"replay", "format", "rules", "sheet", "sheet_hash", "resolved", "seed_commitment", "seed"}    the first line
    {"kind":"bout", "bout", "number", "lineup", "commitment", "key"}            before the games of each bout
    {"kind":"seal", "first", "last", "own", "sums"}                             after 256 lines at most, and at the end

Canonical JSON, one object a line. docs/replay.md has every field; arena/replays/files.py reads the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import IO, Final
from zlib import crc32

from referee.engine.sheet import Sheet, sheet_hash, sheet_json
from referee.replay import RULES_VERSION
from referee.shuffle import commitment
from referee.variants.catalogue import label

FORMAT: Final = 2
OLD_FORMATS: Final = (1,)  # read, not written: without seals
_RULES: Final = b'"rules":"'
_QUOTE: Final = b'"'
SEALED: Final = 256  # lines that one seal covers at most, so that nobody has to keep more sums than these


def bout_id(spec: str, names: Sequence[str], number: int) -> str:
    """Return the id of a bout, as in "auction[seats=3]:counter+greedy+random:0"."""
    return f"{lineup_id(spec, names)}:{number}"


def lineup_id(spec: str, names: Sequence[str]) -> str:
    """Return what the ids of all bouts of a line-up begin with."""
    return f"{label(spec)}:{'+'.join(names)}"


def dump(value: object) -> bytes:
    """Return canonical JSON with a line break."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def header_line(sheet: Sheet, *, seed: bytes | None, seed_commitment: str, form: int = FORMAT) -> bytes:
    """Return the first line of a replay file of the sheet, in the format of this number."""
    return dump(
        {
            "kind": "replay",
            "format": form,
            "rules": RULES_VERSION,
            "sheet": sheet.spec,
            "sheet_hash": sheet_hash(sheet),
            "resolved": json.loads(sheet_json(sheet)),
            "seed_commitment": seed_commitment,
            "seed": seed.hex() if seed else None,
        }
    )


def bout_line(bout: str, *, number: int, lineup: Iterable[str], key: bytes) -> bytes:
    """Return the line that begins a bout."""
    return dump(
        {
            "kind": "bout",
            "bout": bout,
            "number": number,
            "lineup": list(lineup),
            "commitment": commitment(key),
            "key": key.hex(),
        }
    )


def line_sum(line: bytes) -> str:
    """Return the CRC-32 of a line without its line break, as 8 hex digits. It finds accidents, not forgers.

    The value of `rules` is left out: a file that says other rules throughout is of other rules, and not damaged. Where
    one line alone says so it is told by the others.
    """
    start = line.rfind(_RULES)
    if start < 0:
        return f"{crc32(line):08x}"
    start += len(_RULES)
    return f"{crc32(line[line.find(_QUOTE, start) :], crc32(line[:start])):08x}"


def seal_line(sums: Sequence[str], *, first: int, last: bool) -> bytes:
    """Return the seal of the lines from number `first` on (from 1) with these sums. `last`: it ends the file."""
    text = " ".join(sums)
    own = line_sum(f"{first} {last} {text}".encode())
    return dump({"kind": "seal", "first": first, "last": last, "own": own, "sums": text})


class ReplayWriter:
    """Writes the lines of a replay file, and the seals between them. Call `end` when all has been written."""

    def __init__(self, file: IO[bytes], form: int = FORMAT) -> None:
        self.form = form
        self._file = file
        self._number = 1
        self._sums: list[str] = []

    def write(self, line: bytes) -> None:
        """Write one line; it may lack its line break."""
        body = line.rstrip(b"\n")
        self._file.write(body + b"\n")
        if self.form in OLD_FORMATS:
            return
        self._sums.append(line_sum(body))
        if len(self._sums) == SEALED:
            self._seal(last=False)

    def end(self) -> None:
        """Write the last seal."""
        if self.form not in OLD_FORMATS:
            self._seal(last=True)

    def flush(self) -> None:
        """Hand what was written to the system."""
        self._file.flush()

    def _seal(self, *, last: bool) -> None:
        self._file.write(seal_line(self._sums, first=self._number, last=last))
        self._number += len(self._sums) + 1
        self._sums = []
