"""Where the bots of other machines dial in: the keys of [remote] in a configuration."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from arena.setup.checks import Table
from referee.addresses import ListenError, host_in, unix_path
from referee.tls import check_exposure, read_tls

REJOIN_LIMIT_MS: Final = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """An address for bots on other machines, with the files of its TLS ("": none). `insecure`: plain text is meant.

    `rejoin_limit_ms`: how long a broken stream may be taken up again; 0: not at all.
    """

    listen: str
    tls_cert: str = ""
    tls_key: str = ""
    tls_client_ca: str = ""
    insecure: bool = False
    rejoin_limit_ms: int = REJOIN_LIMIT_MS

    @property
    def encrypted(self) -> bool:
        """Whether bots need TLS."""
        return bool(self.tls_cert)

    def check(self) -> None:
        """Raise ListenError when the address is none, others could read on the way, or a file is no use."""
        if unix_path(self.listen) is not None:
            raise ListenError(f"{self.listen}: bots on other machines need HOST:PORT")
        host_in(self.listen)
        files = (Path(file) if file else None for file in (self.tls_cert, self.tls_key, self.tls_client_ca))
        check_exposure(self.listen, read_tls(*files), insecure=self.insecure)

    def flags(self, address: str) -> list[str]:
        """Return the flags of a referee process that listens on the address as well."""
        files = {"tls-cert": self.tls_cert, "tls-key": self.tls_key, "tls-client-ca": self.tls_client_ca}
        named = [word for flag, file in files.items() if file for word in (f"--{flag}", file)]
        return ["--listen", address, *named, *(["--insecure"] if self.insecure else [])]


def dialled(address: str) -> str:
    """Return what bots elsewhere dial to reach HOST:PORT: this machine's name where the host stands for all of it."""
    host = host_in(address)
    try:
        everywhere = ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return address
    return f"{socket.gethostname()}{address.removeprefix(host)}" if everywhere else address


def listening_from(table: Table, base: Path) -> Listening | None:
    """Return what a [remote] table describes; None where it says nothing, or what is wrong with it has been noted."""
    before = table.noted
    files = {key: table.text(key, "") for key in ("tls_cert", "tls_key", "tls_client_ca")}
    found = Listening(
        listen=table.text("listen", ""),
        **{key: str((base / file).resolve()) if file else "" for key, file in files.items()},
        insecure=table.flag("insecure", default=False),
        rejoin_limit_ms=table.duration_ms("rejoin_limit_ms", REJOIN_LIMIT_MS),
    )
    table.done()
    if not found.listen:
        if found != Listening(listen=""):
            table.problem("where to dial in is missing: HOST:PORT, as in 0.0.0.0:4000", "listen")
        return None
    try:
        found.check()
    except ListenError as error:
        table.problem(str(error), "listen")
    return found if table.noted == before else None
