"""Addresses that a referee can listen on: `unix:PATH` or `HOST:PORT`."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import Final

from referee.engine.errors import PitchError, plain_number

LONGEST_PATH: Final = 107  # bytes of a unix socket's path


class ListenError(PitchError):
    """The address cannot be listened on; the message says why and what to do."""


def unix_path(address: str) -> Path | None:
    """Return the path of a `unix:` address, None for one of another kind."""
    return Path(address.removeprefix("unix:")) if address.startswith("unix:") else None


def host_in(address: str, *, expected: str = "HOST:PORT") -> str:
    """Return the host of HOST:PORT; ListenError where it is none, with what was expected."""
    host, colon, port = address.rpartition(":")
    number = plain_number(port)
    if not colon or not host or number is None or number > 65535:
        raise ListenError(f"{address!r} is no address: expected {expected}")
    return host


def prepare(address: str) -> None:
    """See that the address can be listened on; make the folder of a socket, for its owner alone. Raises ListenError."""
    path = unix_path(address)
    if path is None:
        host_in(address, expected="unix:PATH or HOST:PORT")
        return
    if not path.is_absolute():
        raise ListenError(f"{address!r}: give the absolute path of the socket, as in unix:{Path.cwd() / path}")
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise ListenError(f"{path} is longer than the {LONGEST_PATH} bytes that a socket's path may have")
    if os.path.lexists(path):
        raise ListenError(f"{path} exists: {_what_is(path)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ListenError(f"{path.parent} cannot be made: {error.strerror}") from error


def _what_is(path: Path) -> str:
    if not stat.S_ISSOCK(path.lstat().st_mode):
        return "it is no socket; choose another path"
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return "a dead socket; remove it or choose another path"
    return "another process listens there; choose another path"
