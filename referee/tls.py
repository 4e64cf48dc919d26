"""TLS for bots on other machines: the files that are given, looked at before anybody listens."""

from __future__ import annotations

import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path

from referee.addresses import ListenError, host_in, unix_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Tls:
    """What a server shows, and whose certificates it wants of bots (`client_ca`, None: of nobody). PEM, as bytes."""

    cert: bytes
    key: bytes
    client_ca: bytes | None = None

    def __repr__(self) -> str:
        return "Tls(...)"  # the key is nobody's business


def read_tls(cert: Path | None, key: Path | None, client_ca: Path | None) -> Tls | None:
    """Return what the files hold; None when none is named. ListenError where they are incomplete or no use."""
    if cert is None and key is None and client_ca is None:
        return None
    if cert is None or key is None:
        raise ListenError("TLS needs both --tls-cert and --tls-key")
    certs, keys = _read("--tls-cert", cert), _read("--tls-key", key)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        raise ListenError(f"--tls-cert {cert} and --tls-key {key} do not make a pair: {_reason(error)}") from None
    ca = None
    if client_ca is not None:
        ca = _read("--tls-client-ca", client_ca)
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(client_ca)
        except ssl.SSLError as error:
            raise ListenError(f"--tls-client-ca {client_ca} holds no certificate: {_reason(error)}") from None
    return Tls(cert=certs, key=keys, client_ca=ca)


def _no_password() -> str:
    raise ValueError("the key has a password; give one without")


def _reason(error: Exception) -> str:
    return getattr(error, "reason", None) or str(error)


def _read(flag: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ListenError(f"{flag} {path}: {error.strerror}") from None


def check_exposure(address: str, tls: Tls | None, *, insecure: bool) -> None:
    """Raise ListenError when others could read on the way what bots are told there."""
    if unix_path(address) is not None:
        if tls is not None:
            raise ListenError(f"{address} is a socket of this machine: TLS is for HOST:PORT")
        return
    if tls is None and not insecure and not is_loopback(address):
        raise ListenError(
            f"{address} can be reached from other machines, and tokens and cards would travel there in plain text: "
            "give --tls-cert and --tls-key, or --insecure if the network is your own"
        )


def is_loopback(address: str) -> bool:
    """Return whether only this machine can reach the HOST:PORT. A name other than localhost may mean anything."""
    host = host_in(address, expected="unix:PATH or HOST:PORT").strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
