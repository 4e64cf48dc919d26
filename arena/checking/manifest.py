"""The manifest of a run: size, SHA-256 and checksums of parts of every file. Damage is found, and its place told.

    {
     "files": {
      "NAME": {"bytes", "sha256", "part", "sums"},       one line a file, sorted
      ...
     },
     "own": SHA-256 of the lines of the files
    }

`sums` has the CRC-32 of each part of `part` bytes. The seed is left out: its commitment says whether it is whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec

from arena.replays.files import replaced

MANIFEST: Final = "manifest.json"
_SMALLEST, _MOST_PARTS = 256, 64
_OWN: Final = ' "own": '


class Listed(msgspec.Struct, forbid_unknown_fields=True):
    """What the manifest has of a file. Manifests of old have no parts: 0, ""."""

    bytes: int
    sha256: str
    part: int = 0
    sums: str = ""


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """manifest.json: what it has of the files of a run by their names."""

    files: dict[str, Listed]
    own: str = ""


def listed_as(path: Path, *, start: int | None = None, part: int = 0) -> Listed:
    """Return what a manifest would have of a file, or of its first `start` bytes, in parts of so many bytes (0: as many
    as suit its size). OSError when it cannot be read."""
    with path.open("rb") as file:
        rest = path.stat().st_size if start is None else start
        part = part or _part_of(rest)
        digest, sums, size = hashlib.sha256(), [], 0
        while rest > 0 and (data := file.read(min(part, rest))):
            digest.update(data)
            sums.append(f"{crc32(data):08x}")
            size += len(data)
            rest -= len(data)
    return Listed(size, digest.hexdigest(), part, " ".join(sums))


def _part_of(size: int) -> int:
    part = _SMALLEST
    while part * _MOST_PARTS < size:
        part *= 2
    return part


def write_manifest(folder: Path, paths: Iterable[Path]) -> None:
    """Write the manifest of these files of the folder; those that are not there are left out."""
    with replaced(folder / MANIFEST) as file:
        file.write(_text(folder, paths).encode())


def _text(folder: Path, paths: Iterable[Path]) -> str:
    here = {path for path in paths if path.is_file()}
    return text_of({path.relative_to(folder).as_posix(): listed_as(path) for path in here})


def text_of(files: Mapping[str, Listed]) -> str:
    """Return the text of the manifest of these files."""
    lines = (f"  {json.dumps(name)}: {json.dumps(msgspec.to_builtins(files[name]))}" for name in sorted(files))
    return _around(",\n".join(lines))


def _around(body: str) -> str:
    return f'{{\n "files": {{\n{body}\n }},\n{_OWN}"{hashlib.sha256(body.encode()).hexdigest()}"\n}}\n'


def read_manifest(folder: Path, paths: Iterable[Path]) -> tuple[Manifest | None, str]:
    """Return the manifest and what is wrong with it itself: "" if nothing is, and None if it cannot be used.

    `paths` are the files that it would have now: the line is damaged that does not say of them what they are.
    """
    path = folder / MANIFEST
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None, f"{path} is missing; `arena resume {folder}` writes it anew"
    except OSError as error:
        return None, f"{path} cannot be read: {error.strerror}"
    try:
        manifest = msgspec.json.decode(raw, type=Manifest)
        text = raw.decode()
    except (msgspec.MsgspecError, ValueError) as error:
        return None, f"{path}: {_damaged_line(folder, raw, paths)}not a manifest: {error}"
    if not manifest.own and not any(listed.part for listed in manifest.files.values()):
        return manifest, ""  # an old one has no checksum of its own
    body = text.partition('{\n "files": {\n')[2].rpartition("\n },\n")[0]
    if text == _around(body):
        return manifest, ""
    return None, f"{path}: {_damaged_line(folder, raw, paths)}it does not have its own checksum"


def _damaged_line(folder: Path, raw: bytes, paths: Iterable[Path]) -> str:
    """Return "line 3: " for the first line of the manifest that is not as it would be written now."""
    now = {line.rstrip(",") for line in _text(folder, paths).splitlines()}
    for number, line in enumerate(raw.split(b"\n"), start=1):
        text = line.decode(errors="replace").rstrip(",")
        if text and text not in now and not text.startswith(_OWN):
            return f"line {number} is damaged, or the file that it names: "
    last = 1 + next((number for number, line in enumerate(raw.split(b"\n")) if b"own" in line), 0)
    return f"line {last} is damaged: "


def difference(path: Path, listed: Listed, *, grows: bool) -> str:
    """Say where the file is not what is listed, "" when it is. `grows`: more may have been written to its end since.

    OSError when it cannot be read.
    """
    size = path.stat().st_size
    found = listed_as(path, start=listed.bytes if grows else None, part=listed.part)
    if (found.bytes, found.sha256) == (listed.bytes, listed.sha256):
        return "" if found.sums == listed.sums or not listed.part else "is whole, but its checksums of parts are not"
    where = ", ".join(_places(path, found, listed)) if listed.part else ""
    length = "" if size == listed.bytes or (grows and size > listed.bytes) else f"has {size} bytes, not {listed.bytes}"
    return ": ".join(filter(None, (length, where))) or "is damaged"


def _places(path: Path, found: Listed, listed: Listed) -> Iterator[str]:
    """Yield the parts that differ, with their lines; after the first three only how many more there are."""
    here, there = found.sums.split(), listed.sums.split()
    bad = [n for n in range(max(len(here), len(there))) if here[n : n + 1] != there[n : n + 1]]
    for number in bad[:3]:
        first, behind = number * listed.part, min((number + 1) * listed.part, found.bytes)
        if behind > first:
            yield f"is damaged between its bytes {first} and {behind - 1}, {_lines(path, first, behind)}"
        else:
            yield f"ends before byte {first}"
    if len(bad) > 3:
        yield f"and in {len(bad) - 3} more parts"


def _lines(path: Path, first: int, behind: int) -> str:
    """Return which lines of the file these bytes belong to: "line 3", "lines 3 to 7"."""
    with path.open("rb") as file:
        one, left = 1, first
        while left > 0 and (data := file.read(min(left, 1 << 20))):
            one += data.count(b"\n")
            left -= len(data)
        last = one + file.read(behind - first)[:-1].count(b"\n")
    return f"line {one}" if one == last else f"lines {one} to {last}"
