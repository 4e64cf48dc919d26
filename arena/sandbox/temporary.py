"""The one temporary folder of a run: sockets, homes of bots. It goes away with the run, however the run ends."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.secrecy import swept_folder

PREFIX: Final = "pitch-"
OWNER: Final = "owner"
_ACCOUNTS: Final = {
    "passwd": "bot:x:1000:1000:bot:/tmp:/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n",
    "group": "bot:x:1000:\nnogroup:x:65534:\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}


@contextmanager
def run_folder(home: str | None = None) -> Iterator[Path]:
    """Make the folder (in `home`, or in the usual place), and remove it at the end of the block.

    A process of its own removes it when this one is killed; what runs left whose janitor was killed too, or that a
    power cut ended, is removed here.
    """
    sweep(Path(home or tempfile.gettempdir()))
    with swept_folder(PREFIX, home) as folder:
        (folder / OWNER).write_text(_identity(os.getpid()), encoding="ascii")
        accounts = folder / "etc"
        accounts.mkdir()
        accounts.chmod(0o755)  # bots read them, as other users
        for name, text in _ACCOUNTS.items():
            (accounts / name).write_text(text, encoding="ascii")
            (accounts / name).chmod(0o644)
        yield folder


def sweep(place: Path) -> list[Path]:
    """Remove the folders of runs whose process is gone; return them."""
    removed = []
    for folder in place.glob(PREFIX + "*"):
        try:
            owner = (folder / OWNER).read_text(encoding="ascii")
            mine = folder.stat().st_uid == os.geteuid()
        except (OSError, UnicodeDecodeError):
            continue
        pid = owner.partition(" ")[0]
        if mine and pid.isdecimal() and _identity(int(pid)) != owner:
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _identity(pid: int) -> str:
    """Return what tells a process from a later one of the same number: with its start, where the system tells it."""
    try:
        started = Path(f"/proc/{pid}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()[19]
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return f"{pid}" if _lives(pid) else ""
    return f"{pid} {started} {boot}"


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
