"""What lies in a submission, one member after another: from a folder, a zip or a tar, without believing any of it."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Final, cast

from arena.classroom.names import shown
from arena.classroom.refusals import Kind, Refused

CHUNK: Final = 1 << 16
_TAR_MAGIC: Final = (257, b"ustar")
_OTHERS: Final = {b"Rar!": "rar", b"7z\xbc\xaf\x27\x1c": "7z"}
_BROKEN: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, struct.error,
    NotImplementedError, RuntimeError, ValueError, IndexError, KeyError, OverflowError, OSError,
)  # fmt: skip


class MemberKind(Enum):
    """What a member is."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    SPECIAL = "special"


class Form(Enum):
    """How a submission is handed in."""

    FOLDER = "folder"
    ZIP = "zip"
    TAR = "tar"


@dataclass(frozen=True, slots=True)
class Member:
    """One member under its own name, parts set apart by `/`. `chunks` may be called once, before the next member."""

    name: str
    kind: MemberKind
    executable: bool = False
    chunks: Callable[[], Iterator[bytes]] = lambda: iter(())


def form_of(path: Path) -> Form:
    """Return how this is handed in, by its content. Refused when it is neither a folder nor an archive."""
    if path.is_symlink():
        raise Refused(Kind.LINK, f"{shown(path.name)} is a link, not a submission")
    if path.is_dir():
        return Form.FOLDER
    if not path.is_file():
        raise Refused(Kind.SPECIAL, f"{shown(path.name)} is neither a file nor a folder")
    with path.open("rb") as file:
        head = file.read(512)
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return Form.ZIP
    if _opener(head) is not None or head[_TAR_MAGIC[0] :].startswith(_TAR_MAGIC[1]):
        return Form.TAR
    other = next((name for magic, name in _OTHERS.items() if head.startswith(magic)), "")
    what = f"a {other} archive, which is not read here" if other else "no folder, zip or tar"
    raise Refused(Kind.NOT_AN_ARCHIVE if head else Kind.EMPTY, f"{shown(path.name)} is {what if head else 'empty'}")


def members_of(path: Path, form: Form, *, most: int, most_bytes: int) -> Iterator[Member]:
    """Yield the members. At most `most_bytes` are ever unpacked from a tar, headers counted.

    Refused when the archive is damaged, or has more than `most` members.
    """
    match form:
        case Form.FOLDER:
            yield from _in_folder(path)
        case Form.ZIP:
            yield from _in_zip(path, most)
        case Form.TAR:
            yield from _in_tar(path, most_bytes)


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Turn whatever a library says of a broken archive into a refusal."""
    try:
        yield
    except _BROKEN as error:
        said = shown(str(error).splitlines()[0] if str(error) else type(error).__name__, 120)
        raise Refused(Kind.DAMAGED, f"{shown(path.name)} cannot be unpacked: {said}") from None


def _in_folder(path: Path) -> Iterator[Member]:
    waiting = [("", path)]
    while waiting:
        prefix, folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            raise Refused(Kind.DAMAGED, f"{shown(prefix or path.name)} cannot be read: {error.strerror}") from None
        for entry in entries:
            name = prefix + entry.name
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                yield Member(name, MemberKind.FOLDER)
                waiting.append((name + "/", Path(entry.path)))
            elif stat.S_ISREG(mode):
                yield Member(name, MemberKind.FILE, bool(mode & 0o111), _file_chunks(entry.path))
            else:
                yield Member(name, MemberKind.LINK if stat.S_ISLNK(mode) else MemberKind.SPECIAL)


def _file_chunks(path: str) -> Callable[[], Iterator[bytes]]:
    def read() -> Iterator[bytes]:
        with _damage(Path(path)), os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            while data := file.read(CHUNK):
                yield data

    return read


def _in_zip(path: Path, most: int) -> Iterator[Member]:
    with _damage(path):
        archive = zipfile.ZipFile(path)
    with archive:
        infos = archive.infolist()
        if len(infos) > most:
            raise Refused(Kind.TOO_MANY, f"{shown(path.name)} has {len(infos)} members, {most} are allowed")
        for info in infos:
            name = info.orig_filename.replace("\\", "/")
            mode = info.external_attr >> 16
            if info.flag_bits & 1:
                raise Refused(Kind.DAMAGED, f"{shown(path.name)} is locked with a password")
            if stat.S_ISLNK(mode):
                yield Member(name, MemberKind.LINK)
            elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                yield Member(name, MemberKind.SPECIAL)
            elif name.endswith("/"):
                yield Member(name, MemberKind.FOLDER)
            else:
                yield Member(name, MemberKind.FILE, bool(mode & 0o111), _zip_chunks(path, archive, info))


def _zip_chunks(path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], Iterator[bytes]]:
    def read() -> Iterator[bytes]:
        with _damage(path), archive.open(info) as file:
            while data := file.read(CHUNK):
                yield data

    return read


def _opener(head: bytes) -> Callable[[Path], IO[bytes]] | None:
    if head.startswith(b"\x1f\x8b"):
        return lambda path: cast("IO[bytes]", gzip.open(path))
    if head.startswith(b"BZh"):
        return lambda path: cast("IO[bytes]", bz2.open(path))
    if head.startswith(b"\xfd7zXZ\0"):
        return lambda path: cast("IO[bytes]", lzma.open(path))
    return None


class _Bounded:
    """A stream that gives no more than so many bytes: tar headers may claim any length, and are read whole."""

    def __init__(self, file: IO[bytes], most: int, name: str) -> None:
        self._file, self._left, self._name = file, most, name

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes."""
        data = self._file.read(min(size, CHUNK, self._left + 1))
        self._left -= len(data)
        if self._left < 0:
            raise Refused(Kind.BOMB, f"{self._name} unpacks to more than is allowed")
        return data


def _in_tar(path: Path, most_bytes: int) -> Iterator[Member]:
    with path.open("rb") as file:
        opener = _opener(file.read(8))
    with _damage(path):
        plain = opener(path) if opener else path.open("rb")
    with plain:
        bounded = cast("IO[bytes]", _Bounded(plain, most_bytes, shown(path.name)))
        with _damage(path):
            archive = tarfile.open(  # noqa: SIM115 - there is nothing to close: the stream below is ours
                fileobj=bounded, mode="r|", encoding="utf-8", errors="surrogateescape"
            )
        while True:
            with _damage(path):
                info = archive.next()
            if info is None:
                return
            archive.members = []  # type: ignore[attr-defined]  # it keeps all that it has seen
            yield _tar_member(path, archive, info)


def _tar_member(path: Path, archive: tarfile.TarFile, info: tarfile.TarInfo) -> Member:
    name = info.name.encode("utf-8", "replace").decode("utf-8")
    if info.isdir():
        return Member(name, MemberKind.FOLDER)
    if info.issym() or info.islnk():
        return Member(name, MemberKind.LINK)
    if not info.isreg() or info.issparse():
        return Member(name, MemberKind.SPECIAL)

    def read() -> Iterator[bytes]:
        with _damage(path):
            file = archive.extractfile(info)
            assert file is not None
            while data := file.read(CHUNK):
                yield data

    return Member(name, MemberKind.FILE, bool(info.mode & 0o111), read)
