"""What keeps secrets from lying about: no core dumps, files for their owner alone, no folder left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import resource

OWN: Final = 0o077  # what is kept from everybody else
_JANITOR: Final = Path(__file__).with_name("janitor.py")


def no_core_dumps() -> None:
    """Leave no memory of this process, or of those that it starts, on disk when it crashes."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


@contextmanager
def swept_folder(prefix: str, home: str | None = None) -> Iterator[Path]:
    """Make a temporary folder (in `home`, or in the usual place) that goes away with the block, or with the process if
    that is killed: then a process of its own removes it."""
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=home))
    janitor = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_JANITOR), str(folder)], stdin=subprocess.PIPE, start_new_session=True
    )
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        assert janitor.stdin is not None
        janitor.stdin.close()
        janitor.wait()


@contextmanager
def closed_files(folder: Path) -> Iterator[None]:
    """Let nobody but the owner read what is in the folder, nor any file that is made during the block (0600, 0700)."""
    before = os.umask(OWN)
    try:
        _give(folder, folders=0o700, files=0o600)
        yield
    finally:
        os.umask(before)


def open_files(folder: Path, *, but: frozenset[str]) -> None:
    """Let others read the folder again as far as the umask does, but for the files of these names."""
    before = os.umask(OWN)
    os.umask(before)
    _give(folder, folders=0o777 & ~before, files=0o666 & ~before, but=but)


def _give(folder: Path, *, folders: int, files: int, but: frozenset[str] = frozenset()) -> None:
    for path, _, names in os.walk(folder):
        os.chmod(path, folders)
        for name in names:
            one = os.path.join(path, name)
            if name not in but and not os.path.islink(one):
                os.chmod(one, files)
