"""Who may knock: a limit on streams and on wrong guesses of each host. All of it runs in grpc's thread.

Tokens cannot be guessed, they have 128 bits. This keeps those who try, or whose bots try again and again by mistake,
from costing the referee anything. A socket on this machine tells nobody apart, so only hosts are limited; but of all
streams that say nothing the one that came first makes room for the newest, so that they keep nobody out: who joins does
so at once.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

MOST_REFUSED: Final = 20  # joins of a host, within REFUSED_S: then it has to wait
REFUSED_S: Final = 60.0
MOST_KNOCKING: Final = 64  # streams of a host that have not joined
MOST_SILENT: Final = 1000  # streams that have said nothing yet
MOST_HOSTS: Final = 10_000  # that are remembered
TOO_MANY: Final = f"too many refused attempts from your address; try again in {REFUSED_S:.0f} s"


def host_of(peer: str) -> str:
    """Return the host in what gRPC calls a peer, as in "ipv4:192.0.2.7:50001"; "" for a socket's."""
    kind, _, rest = peer.partition(":")
    return rest.rpartition(":")[0] if kind in ("ipv4", "ipv6") else ""


class Doorman:
    """Counts what each host does. `now` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._refused: OrderedDict[str, deque[float]] = OrderedDict()  # when, by host
        self._knocking: dict[str, int] = {}
        self._silent: dict[object, Callable[[], None]] = {}  # in the order in which they came

    def lets_in(self, host: str) -> bool:
        """Return whether the host may open a stream now; if so it counts as one that has not joined (`settled`)."""
        if not host:
            return True
        times = self._refused.get(host)
        while times and times[0] <= self._now() - REFUSED_S:
            times.popleft()
        if times is not None and not times:
            del self._refused[host]
        if (times and len(times) >= MOST_REFUSED) or self._knocking.get(host, 0) >= MOST_KNOCKING:
            return False
        self._knocking[host] = self._knocking.get(host, 0) + 1
        return True

    def settled(self, host: str) -> None:
        """A stream of the host has joined, or is gone."""
        left = self._knocking.get(host, 0) - 1
        if left > 0:
            self._knocking[host] = left
        else:
            self._knocking.pop(host, None)

    def refused(self, host: str) -> None:
        """A join of the host was refused."""
        if host:
            self._refused.setdefault(host, deque(maxlen=MOST_REFUSED)).append(self._now())
            self._refused.move_to_end(host)
            while len(self._refused) > MOST_HOSTS:
                self._refused.popitem(last=False)

    def silent(self, stream: object, leave: Callable[[], None]) -> None:
        """A stream was opened and has said nothing. Of too many the oldest is made to leave, by its own `leave`."""
        self._silent[stream] = leave
        if len(self._silent) > MOST_SILENT:
            self._silent.pop(next(iter(self._silent)))()

    def spoke(self, stream: object) -> None:
        """The stream has said something, or is gone."""
        self._silent.pop(stream, None)
