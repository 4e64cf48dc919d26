"""Streams that break and are taken up again: the key to it, and what the bot is told anew.

The bot is told of every open game from its start, as if it had just come; its clock has been running all the while. So
it may be another process, which remembers nothing. A key is good for this seat alone, and until the bot has spoken on
the stream of a later one: before that the stream may have broken again, with the later key lost on it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from referee.clock import SeatClock, Sending
from referee.faults import Fault
from referee.turns import START

if TYPE_CHECKING:
    from referee.hub import Hub, Link, Session
    from referee.seatgame import Owner, SeatGame
    from referee.seats import SeatSession

MOST_RETURNS: Final = 100  # times that a stream may break


class Returning:
    """The right of a session to take up its stream again. `limit_ms` 0: it has none; `away`: its stream has broken."""

    def __init__(self, hub: Hub) -> None:
        self.limit_ms = 0
        self.away = False
        self.keys: list[str] = []  # that are good, the last one given last
        self.returns = 0
        self._hub = hub

    def new_key(self, session: Session) -> str:
        """Return the key for the next return; "" where there is none."""
        if not self.limit_ms:
            return ""
        self.keys.append(secrets.token_hex(16))
        self._hub.allow_return(self.keys[-1], session)
        return self.keys[-1]

    def came_back(self) -> bool:
        """Note that it has; return whether it has not done so too often."""
        self.away = False
        self.returns += 1
        return self.returns <= MOST_RETURNS

    def heard(self) -> None:
        """The bot has spoken on the stream of the last key: it has it, and needs no other."""
        for key in self.keys[:-1]:
            self._hub.forbid_return(key)
        del self.keys[:-1]

    def end(self) -> None:
        """Nobody may return any more."""
        self.away = False
        for key in self.keys:
            self._hub.forbid_return(key)
        self.keys.clear()


def let_run(clock: SeatClock, now: float) -> None:
    """Start the clock of all turns that are on no stream any more."""
    for sending in clock.open.values():
        if sending.written_at is None:
            on_its_way(sending, now)


def on_its_way(sending: Sending, now: float) -> None:
    """Start the clock of a sending that the transport does not see."""
    sending.writing(now)
    sending.written(now)


def tell_again(
    games: Mapping[int, SeatGame],
    clock: SeatClock,
    pending: dict[int, bytes],
    *,
    now: float,
    limit_ms: int,
    start_of: Callable[[SeatGame], bytes],
) -> tuple[dict[int, bytes], list[bytes]]:
    """Return the starts of the open games by their ids, and the turns whose clock runs; renew the `pending` ones."""
    starts, owed = {}, []
    for key, game in games.items():
        starts[key] = start_of(game)
        game.seen = START
        if key in clock.open:
            left = clock.left(key, now)
            owed.append(game.ask_again(max(1, round(1000 * left)) if left < float("inf") else 0))
        elif key in pending:
            pending[key] = game.ask_again(limit_ms)
    return starts, owed


class Returner:
    """The part of a seat's session (seats.py) that is about its stream's return."""

    returning: Returning
    games: dict[int, SeatGame]
    clock: SeatClock
    link: Link | None
    limit_ms: int
    _owner: Owner
    _hub: Hub
    _heard: bool
    _starts: dict[int, bytes]
    _turns: dict[int, bytes]
    _ends: list[bytes]
    _notices: list[bytes]
    _shown: int

    def give_up(self, fault: Fault, detail: str) -> None:
        """End the stream for a fault of the process."""
        raise NotImplementedError

    def _sent(self) -> Sending:
        raise NotImplementedError

    def rejoined(self, link: Link) -> None:
        """The bot has taken up its stream again: tell it anew of every open game, and what it owes."""
        back, now, self.link, self._heard = self.returning, self._hub.now(), link, False
        if not back.came_back():
            self.give_up(Fault.FLOOD, f"its stream broke {back.returns} times")
            return
        let_run(self.clock, now)
        self._starts, owed = tell_again(
            self.games, self.clock, self._turns, now=now, limit_ms=self.limit_ms, start_of=self._owner.start_of
        )
        self._notices = [*owed, *self._ends, *self._notices]  # all in the first frame, with the welcome
        self._ends = []
        self._shown = 0
        self._owner.returned(cast("SeatSession", self))

    def _owe_unsent(self) -> None:
        """Let the clock run for turns that cannot be sent while the bot is away."""
        if self._turns and self.returning.away:
            on_its_way(self._sent(), self._hub.now())
            self._turns.clear()
