"""Makes submissions: plain, odd and hostile ones."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

MANIFEST = 'name = "mine"\ncommand = ["{python}", "main.py"]\n'
PLAIN = {"bot.toml": MANIFEST, "main.py": "print('hello')\n"}


def folder(path: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, data in files.items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def zipped(path: Path, files: Mapping[str, str | bytes], *, mode: int = 0, compress: bool = True) -> Path:
    """A zip; `mode` 0: without Unix rights, as Windows makes them."""
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = method
            archive.writestr(info, data)
    return path


def tarred(path: Path, files: Mapping[str, str | bytes], *extra: tarfile.TarInfo, how: str = "w:gz") -> Path:
    with tarfile.open(path, how) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            raw = data.encode() if isinstance(data, str) else data
            info = tarfile.TarInfo(name)
            info.size = len(raw)
            archive.addfile(info, io.BytesIO(raw))
        for info in extra:
            archive.addfile(info)
    return path


def tar_link(name: str, target: str, *, hard: bool = False) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = tarfile.LNKTYPE if hard else tarfile.SYMTYPE
    info.linkname = target
    return info


def zip_link(path: Path, name: str, target: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for plain, data in PLAIN.items():
            archive.writestr(plain, data)
        info = zipfile.ZipInfo(name)
        info.create_system = 3
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, target)
    return path
