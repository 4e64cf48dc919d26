"""Servers that listen on an address. A port is never shared (grpc would), a path never stolen."""

from __future__ import annotations

from typing import Any, Final

import grpc
import grpc.aio

from referee.addresses import ListenError, prepare, unix_path
from referee.tls import Tls

# Bytes of one message. grpc has all of it in memory before it looks at this, and ends the stream then without saying
# why; so it takes what a bot can hold at all, and the session calls too large what is (seats.LARGEST_MESSAGE).
LARGEST_RECEIVED: Final = 512 << 20
OPTIONS: Final[list[tuple[str, Any]]] = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", LARGEST_RECEIVED),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 0),
]
# Streams from other machines die without a word: who does not answer a ping is gone.
REMOTE_OPTIONS: Final[list[tuple[str, Any]]] = [
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 20_000),
]


def bind(server: grpc.aio.Server, address: str, tls: Tls | None = None) -> str:
    """Have the server listen on the address; return it, with the real port for port 0. Raises ListenError."""
    prepare(address)
    try:
        if tls is None:
            port = server.add_insecure_port(address)
        else:
            wanted = tls.client_ca is not None
            credentials = grpc.ssl_server_credentials([(tls.key, tls.cert)], tls.client_ca, require_client_auth=wanted)
            port = server.add_secure_port(address, credentials)
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
