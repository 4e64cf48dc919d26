"""The tokens of remote seats, one for each seat of each match, in a file for each entrant that its owner is to be sent.

All of a plan, or of a round where it grows, are there before its first match, so that bots can dial in ahead and wait.
A match that has to be played again, since its referee died, gets new ones: a token is good for one join.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.remote.listening import dialled

REMOTE: Final = "remote"  # the folder of the run that the files lie in
SUFFIX: Final = ".tokens"
MOST_AT_ONCE: Final = 1000


@dataclass
class Invitations:
    """The tokens of one session. `names`: the remote entrants; `folder`: the run's; `address`: where they dial in."""

    names: frozenset[str]
    folder: Path
    address: str = ""
    _waiting: dict[tuple[str, int], str] = field(default_factory=dict)  # by match and seat
    _begun: bool = False

    def invite(self, matches: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
        """Make a token for every seat of a remote entrant; return who got any. `matches`: their names, and who sits on
        each seat. The first time the files are written anew, then added to."""
        lines: dict[str, list[str]] = {name: [] for name in self.names}
        for match, seats in matches:
            for seat, name in enumerate(seats):
                if name in self.names:
                    token = self._waiting[match, seat] = secrets.token_hex(16)
                    lines[name].append(token)
        for name, tokens in lines.items():
            self._write(name, tokens, "ab" if self._begun else "wb")
        self._begun = True
        return sorted(name for name, tokens in lines.items() if tokens)

    def path(self, name: str) -> Path:
        """Return the file of an entrant."""
        return self.folder / REMOTE / f"{name}{SUFFIX}"

    def take(self, match: str, seat: int, name: str) -> str:
        """Return the token that a seat of a match which begins now is joined with."""
        token = self._waiting.pop((match, seat), "")
        if not token:
            token = secrets.token_hex(16)
            self._write(name, [token], "ab")
        return token

    def ahead(self) -> Iterator[tuple[str, ...]]:
        """Yield the tokens that nobody can have used, in pieces: those of matches to come."""
        tokens = tuple(self._waiting.values())
        for first in range(0, len(tokens), MOST_AT_ONCE):
            yield tokens[first : first + MOST_AT_ONCE]

    def _write(self, name: str, tokens: Iterable[str], how: str) -> None:
        path = self.path(name)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if how == "wb" else os.O_APPEND)
        with os.fdopen(os.open(path, flags, 0o600), how) as file:
            os.fchmod(file.fileno(), 0o600)
            for token in tokens:
                file.write(f"{dialled(self.address)} {token}\n".encode())
