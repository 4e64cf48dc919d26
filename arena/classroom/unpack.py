"""Unpacking one submission into a folder of our own, within bounds, without believing anything in it.

Every path is taken apart and put together again below the new folder, nothing but plain files and folders is ever made
there (so no link can lead out), files are made anew and never overwritten, and every byte is counted as it comes. A
submission that breaks a bound is refused whole.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.classroom.members import Form, Member, MemberKind, form_of, members_of
from arena.classroom.names import shown
from arena.classroom.refusals import Kind, Refused
from arena.setup.bots import MANIFEST
from referee.engine.errors import nearest

MIB: Final = 1 << 20
LONGEST_PART, LONGEST_PATH, DEEPEST = 255, 1000, 32
_SMALL: Final = 4 * MIB  # what unpacks to less is no bomb, whatever its ratio
_JUNK: Final = frozenset({".git", ".hg", ".svn", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__"})
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_SCRIPT_NAMES: Final = ("Makefile", "makefile", "GNUmakefile")
_HEADS: Final = (b"#!", b"\x7fELF")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a submission may be at the most."""

    archive_mib: int = 32
    total_mib: int = 128
    files: int = 5000  # with folders
    ratio: int = 100  # bytes unpacked for each byte of the archive
    seconds: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """A submission that is plain files now. `root` has its bot.toml; `digest` is that of all names and contents;
    `notes` say what was mended on the way."""

    root: Path
    digest: str
    files: int
    size: int
    notes: tuple[str, ...] = ()


@dataclass
class _Count:
    """What has been unpacked so far."""

    bounds: Bounds
    packed: int  # bytes of the archive; 0: it is a folder
    name: str
    clock: Callable[[], float]
    started: float = 0.0
    members: int = 0
    size: int = 0
    hashes: dict[str, str] = field(default_factory=dict)

    def member(self) -> None:
        self.members += 1
        if self.members > self.bounds.files:
            raise Refused(Kind.TOO_MANY, f"{self.name} has more than {self.bounds.files} files and folders")

    def take(self, size: int) -> None:
        self.size += size
        if self.size > self.bounds.total_mib * MIB:
            kind = Kind.BOMB if self._swollen() else Kind.TOO_BIG
            raise Refused(kind, f"{self.name} unpacks to more than {self.bounds.total_mib} MiB")
        if self.size > _SMALL and self._swollen():
            raise Refused(
                Kind.BOMB,
                f"{self.name} unpacks to more than {self.bounds.ratio} times its size of {self.packed} bytes",
            )
        if self.clock() - self.started > self.bounds.seconds:
            raise Refused(Kind.TOO_SLOW, f"{self.name} took more than {self.bounds.seconds} s to unpack")

    def _swollen(self) -> bool:
        return bool(self.packed) and self.size > self.packed * self.bounds.ratio


def unpack(
    path: Path, into: Path, bounds: Bounds, *, name: str = "", clock: Callable[[], float] = time.monotonic
) -> Unpacked:
    """Unpack a folder, zip or tar into the new folder `into`; `name` is how to call it.

    Raises Refused, and then nothing is left of `into`; OSError when our own disk cannot take it.
    """
    name = shown(name or path.name)
    try:
        into.mkdir(parents=True)
        count = _fill(path, into, bounds, name, clock)
        root = find_manifest(into, name)
        notes = _mend(root)
    except BaseException:
        shutil.rmtree(into, ignore_errors=True)
        raise
    below = "" if root == into else root.relative_to(into).as_posix() + "/"
    return Unpacked(
        root=root, digest=_digest(count.hashes, below), files=len(count.hashes), size=count.size, notes=notes
    )


def _digest(hashes: dict[str, str], below: str) -> str:
    """Return the hash of the files below a folder: the same however they were packed."""
    mine = sorted((path.removeprefix(below), digest) for path, digest in hashes.items() if path.startswith(below))
    return hashlib.sha256(
        "".join(f"{path}\0{digest}\n" for path, digest in mine).encode("utf-8", "replace")
    ).hexdigest()


def _fill(path: Path, into: Path, bounds: Bounds, name: str, clock: Callable[[], float]) -> _Count:
    form = form_of(path)
    if form is Form.FOLDER:
        path, form = _only_archive(path)
    packed = 0 if form is Form.FOLDER else path.stat().st_size
    if packed > bounds.archive_mib * MIB:
        raise Refused(Kind.TOO_BIG, f"{name} is {packed // MIB} MiB long, {bounds.archive_mib} are allowed")
    count = _Count(bounds, packed, name, clock, clock())
    # The headers of a tar count apart: half a kilobyte and more for each member.
    for member in members_of(path, form, most=bounds.files, most_bytes=bounds.total_mib * MIB + 4096 * bounds.files):
        parts = parts_of(member.name)
        if not parts or _is_junk(parts):
            continue
        count.member()
        _put(member, parts, into, count)
    if not count.hashes:
        raise Refused(Kind.EMPTY, f"{name} has no file in it")
    return count


def _only_archive(folder: Path) -> tuple[Path, Form]:
    """Return what to unpack: an archive that is all that a folder holds (platforms wrap files so), or the folder."""
    try:
        inside = [entry for entry in os.scandir(folder) if entry.name not in _JUNK]
    except OSError as error:
        raise Refused(Kind.DAMAGED, f"{shown(folder.name)} cannot be read: {error.strerror}") from None
    if len(inside) == 1 and inside[0].is_file(follow_symlinks=False):
        try:
            return Path(inside[0].path), form_of(Path(inside[0].path))
        except Refused:
            pass  # a single file that is no archive: it will be missed that there is no bot.toml
    return folder, Form.FOLDER


def _is_junk(parts: tuple[str, ...]) -> bool:
    return any(part in _JUNK or part.startswith("._") for part in parts)


def parts_of(name: str) -> tuple[str, ...]:
    """Return the parts of a member's path; () for the top folder itself. Refused when it would lead elsewhere."""
    if name.startswith("/") or _DRIVE.match(name):
        raise Refused(Kind.ESCAPES, f"the path {shown(name)!r} is absolute")
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if ".." in parts:
        raise Refused(Kind.ESCAPES, f"the path {shown(name)!r} leads out of the submission")
    if any(unicodedata.category(char) == "Cc" for char in name):
        raise Refused(Kind.BAD_NAME, f"the file name {shown(name)!r} has control characters")
    raw = [os.fsencode(part.encode("utf-8", "surrogateescape")) for part in parts]
    if len(parts) > DEEPEST or sum(map(len, raw)) > LONGEST_PATH or any(len(part) > LONGEST_PART for part in raw):
        raise Refused(Kind.BAD_NAME, f"the path {shown(name)!r} is too long or too deep")
    return parts


def _put(member: Member, parts: tuple[str, ...], into: Path, count: _Count) -> None:
    told = shown("/".join(parts))
    target = into.joinpath(*parts)
    try:
        match member.kind:
            case MemberKind.LINK:
                raise Refused(Kind.LINK, f"{count.name} has a link in it: {told}")
            case MemberKind.SPECIAL:
                raise Refused(Kind.SPECIAL, f"{count.name} has something in it that is no plain file: {told}")
            case MemberKind.FOLDER:
                target.mkdir(parents=True, exist_ok=True)
                count.take(0)
            case MemberKind.FILE:
                target.parent.mkdir(parents=True, exist_ok=True)
                count.hashes["/".join(parts)] = _write(member, target, count)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise Refused(Kind.TWICE, f"{count.name} has two things at the path {told}") from None


def _write(member: Member, target: Path, count: _Count) -> str:
    """Write a new file and return the hash of what is in it."""
    mode = 0o755 if member.executable else 0o644
    digest = hashlib.sha256()
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    with os.fdopen(handle, "wb") as file:
        count.take(0)
        for data in member.chunks():
            count.take(len(data))
            file.write(data)
            digest.update(data)
    return digest.hexdigest()


def find_manifest(folder: Path, name: str) -> Path:
    """Return the folder that has the bot.toml: the one nearest to the top. Refused when there is none, or two."""
    found: list[Path] = []
    files: list[Path] = []
    level = [folder]
    while level and not found:
        found = [one for one in level if (one / MANIFEST).is_file()]
        files += sorted(path for one in level for path in one.iterdir() if path.is_file())
        level = sorted(path for one in level for path in one.iterdir() if path.is_dir())
    if len(found) > 1:
        places = ", ".join(shown(path.relative_to(folder).as_posix()) for path in found[:4])
        raise Refused(Kind.NO_MANIFEST, f"{name} has more than one bot in it ({places}): hand in one")
    if not found:
        raise Refused(Kind.NO_MANIFEST, f"{name} has no {MANIFEST} in it{_instead(folder, files)}")
    return found[0]


def _instead(folder: Path, files: list[Path]) -> str:
    """Return what to say of what may have been meant: a manifest of another name, or an archive in the archive."""
    for path in files:
        if path.name.lower().removesuffix(".txt") == MANIFEST:
            return f"; {shown(path.name)} must be called exactly {MANIFEST}"
    for path in files:
        with suppress(Refused):
            form_of(path)
            told = shown(path.relative_to(folder).as_posix())
            return f"; {told} is an archive itself: if the bot is in it, hand that in"
    return shown(nearest(MANIFEST, sorted({path.name for path in files})), 200)


def _mend(root: Path) -> tuple[str, ...]:
    """Mend what editors and archives of other systems do to scripts, and say so."""
    notes = []
    for path in sorted(root.rglob("*")):
        if not path.is_file() or path.stat().st_size > MIB:
            continue
        with path.open("rb") as file:
            head = file.read(4)
            script = head.startswith(b"#!") or path.name in _SCRIPT_NAMES
            data = head + file.read() if script else b""
        told = shown(path.relative_to(root).as_posix())
        if b"\r\n" in data:
            path.write_bytes(data.replace(b"\r\n", b"\n"))
            notes.append(f"{told}: its lines ended as on Windows (CRLF), which a script cannot have; mended")
        if head.startswith(_HEADS) and not os.access(path, os.X_OK):
            path.chmod(0o755)
            notes.append(f"{told}: it was not marked as executable; mended")
    return tuple(notes)
