"""Addresses to listen on, and the servers that do.

An address is `unix:PATH` or `HOST:PORT`. Nothing is shared by accident: a path that exists or a port in use is an error
(grpc would steal the path and share the port).
"""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import Any, Final

import grpc.aio

from referee.engine.errors import PitchError

LARGEST_RECEIVED: Final = 1 << 20  # bytes of one message
LONGEST_PATH: Final = 107  # bytes of a unix socket's path
OPTIONS: Final[list[tuple[str, Any]]] = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", LARGEST_RECEIVED),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 0),
]


class ListenError(PitchError):
    """The address cannot be listened on; the message says why and what to do."""


def unix_path(address: str) -> Path | None:
    """Return the path of a `unix:` address, None for one of another kind."""
    return Path(address.removeprefix("unix:")) if address.startswith("unix:") else None


def prepare(address: str) -> None:
    """See that the address can be listened on; make the folder of a socket, for its owner alone. Raises ListenError."""
    path = unix_path(address)
    if path is None:
        host, colon, port = address.rpartition(":")
        if not colon or not host or not port.isdecimal() or int(port) > 65535:
            raise ListenError(f"{address!r} is no address: expected unix:PATH or HOST:PORT")
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


def bind(server: grpc.aio.Server, address: str) -> str:
    """Have the server listen on the address; return it, with the real port for port 0. Raises ListenError."""
    prepare(address)
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise ListenError(f"{address} cannot be listened on: in use, or not an address of this host") from error
    path = unix_path(address)
    if path is not None:
        path.chmod(0o600)
        return address
    return f"{address.rpartition(':')[0]}:{port}"


def forget(address: str) -> None:
    """Remove the socket of the address, if it is one."""
    path = unix_path(address)
    if path is not None:
        path.unlink(missing_ok=True)
