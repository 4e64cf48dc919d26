"""One seat of one game, as its process has it: the turn that it owes, what was sent, and the time it was billed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from referee.clock import Sending
from referee.faults import Fault, FaultNote
from referee.table import NOBODY, Table
from referee.turns import START, Mark, TableWriter, game_field, number_field, varint
from referee.wire import NoticeCode

if TYPE_CHECKING:
    from referee import wire
    from referee.pace import Pacer
    from referee.seats import SeatSession


_NOTICE: Final = {Fault.LATE: NoticeCode.LATE, Fault.ILLEGAL: NoticeCode.ILLEGAL}


def notice_code(fault: Fault) -> NoticeCode:
    """Return the notice that tells the bot of a fault in a game."""
    return _NOTICE.get(fault, NoticeCode.MALFORMED)


class Came(NamedTuple):
    """What came in place of a good answer, nothing if nothing did, and the seconds that it was billed."""

    data: bytes
    billed: float


class Owner(Protocol):
    """What a session needs of its match (match.py)."""

    def arrived(self, session: SeatSession, join: wire.Join) -> None:
        """The bot has joined."""

    def absent(self, session: SeatSession) -> None:
        """The stream has ended, and may be taken up again."""

    def returned(self, session: SeatSession) -> None:
        """The bot has taken up its stream again: welcome it."""

    def start_of(self, game: SeatGame) -> bytes:
        """Return the GameStart field of the game."""

    def departed(self, session: SeatSession) -> None:
        """The stream has ended, or the process was given up; `session.verdict` says why where it is known."""

    def ended(self, game: SeatGame) -> None:
        """The game of this seat is over or void."""

    def faulted(self, game: SeatGame, note: FaultNote, came: Came) -> None:
        """A fault was noted in the game of this seat."""

    def broke(self, error: Exception) -> None:
        """Something of ours failed."""


class SeatGame:
    """One seat of one game: how the process calls it, the turn that it owes, and the time it was billed."""

    __slots__ = (
        "answers", "bank", "billed", "field", "id", "increment", "pacer", "peers", "queued",
        "seat", "seen", "sent", "session", "slowest", "stalled", "table", "transport", "turn", "voided", "waited",
        "writer",
    )  # fmt: skip

    def __init__(
        self,
        *,
        table: Table,
        writer: TableWriter,
        peers: list[SeatGame],
        seat: int,
        wire_id: int,
        session: SeatSession | None,
    ) -> None:
        self.table = table
        self.writer = writer
        self.peers = peers  # by seat, this one among them
        self.seat = seat
        self.id = wire_id
        self.field = game_field(wire_id)
        self.session = session  # None: the house plays
        self.pacer: Pacer | None = None
        self.turn = 0  # the number of the last turn
        self.sent = b""  # the last turn, as field 3 of PlayResponse
        self.seen: Mark = START  # how far it has been told
        self.bank = 0.0  # seconds, as all that follows
        self.increment = 0.0
        self.answers = 0
        self.billed = 0.0
        self.slowest = 0.0
        # Not billed: what its turns waited for us, were being written, what the host stood still, what the bot's
        # threads waited for a processor. `stalled` counts the turns that a standstill fell into.
        self.queued = 0.0
        self.transport = 0.0
        self.voided = 0.0
        self.waited = 0.0
        self.stalled = 0

    def bill(self, seconds: float) -> None:
        """Add the time of one answer and take it off the bank."""
        self.answers += 1
        self.billed += seconds
        self.bank += self.increment - seconds
        if seconds > self.slowest:
            self.slowest = seconds

    def start_anew(self) -> None:
        """After a late answer: nobody owes time, so that the next turn has what one answer adds."""
        self.bank = max(self.bank, self.increment)

    def spare(self, sending: Sending, *, queued: float, voided: float, waited: float) -> None:
        """Add up what was not billed of a turn. `queued`: how long its answer waited for us; the others up to now."""
        self.queued += queued + sending.queued
        self.transport += sending.transport
        if voided > sending.voided:
            self.voided += voided - sending.voided
            self.stalled += 1
        self.waited += waited - sending.waited

    def go_on(self, owner: Owner) -> None:
        """After something was done in the game: ask the next seat, or see the game ended. Paced: at a beat."""
        if self.pacer is None or not self.pacer.holds(self):
            self.go_on_now(owner)

    def go_on_now(self, owner: Owner) -> None:
        """Ask the seat that is to act, or see the game ended."""
        seat = self.table.seat
        if seat == NOBODY:
            owner.ended(self)
        else:
            self.peers[seat].ask()

    def ask(self) -> None:
        """Put the turn that the seat owes into the next frame of its process."""
        session = self.session
        assert session is not None
        self.turn += 1
        head = self.field + varint(self.turn)
        time_left = self._time_left(session.limit_ms) if session.banks else session.time_left
        self.sent, self.seen = self.writer.turn(head, self.seat, self.table.legal, self.seen, time_left)
        session.ask(self.id, self.sent)

    def ask_again(self, left_ms: int) -> bytes:
        """Return the turn that the seat owes once more, with all that it has seen since the game began.

        `left_ms`: what is left of the time for it; 0: there is no clock.
        """
        assert self.session is not None
        head = self.field + varint(self.turn)
        bank = number_field(0x48, max(1, round(1000 * self.bank))) if self.session.banks else b""
        time_left = number_field(0x40, left_ms) + bank
        self.sent, self.seen = self.writer.turn(head, self.seat, self.table.legal, START, time_left)
        return self.sent

    def _time_left(self, limit_ms: int) -> bytes:
        """Return fields 8 and 9 of Turn. 0 would say that there is no clock."""
        bank = max(1, round(1000 * self.bank))
        return number_field(0x40, min(limit_ms, bank) if limit_ms else bank) + number_field(0x48, bank)


def timing_json(peers: Sequence[SeatGame], *, seconds: float, voided: float) -> str:
    """Return the times of a game as JSON. By seat: the answers (late ones too), what was billed, the slowest; then what
    was not billed. `stalled` counts the turns into which a standstill of the host fell."""

    def ms(value: float) -> float:
        return round(1000 * value, 3)

    seats = [
        {
            "answers": game.answers,
            "billed_ms": ms(game.billed),
            "slowest_ms": ms(game.slowest),
            "queued_ms": ms(game.queued),
            "transport_ms": ms(game.transport),
            "waited_ms": ms(game.waited),
            "voided_ms": ms(game.voided),
            "stalled": game.stalled,
        }
        for game in peers
    ]
    data = {"seconds": round(seconds, 6), "voided_ms": ms(voided), "seats": seats}
    return json.dumps(data, separators=(",", ":"))
