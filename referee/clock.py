"""Who is billed for which time (DESIGN section 6). Pure: every time is handed in, in seconds of one monotonic clock.

A seat process owes answers to the turns that were sent to it. Its clock runs while it owes any. An answer is billed the
time since the later of its own turn being sent and the previous answer; answers of one message share it equally.

A turn is *late* when the process has been silent longer than the move limit (then the oldest turn is the late one),
or when the turn is older than the limit times the turns that were outstanding when it was sent; the grace is added to
both.

Not billed: the time before the transport has a frame, the time after an answer was read from it, and the
intervals in which the host or this process stood still (`StallMeter`). Those are counted and reported.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

STALL_BEAT_S: Final = 0.1
STALL_BOUND_S: Final = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a match in milliseconds: from the opening of the match (or a restart) to the join of a bot, per move,
    and what is added to the latter before it counts. 0 is no limit."""

    start_limit_ms: int = 60_000
    move_limit_ms: int = 5_000
    grace_ms: int = 250


class StallMeter:
    """Notices that this process did not run: it expects a beat every `beat` seconds, and voids what a beat comes late
    by when that is more than `bound`. `voided` is the sum, in seconds."""

    __slots__ = ("_beat", "_bound", "_last", "voided")

    def __init__(self, now: float, *, beat: float = STALL_BEAT_S, bound: float = STALL_BOUND_S) -> None:
        self._beat = beat
        self._bound = bound
        self._last = now
        self.voided = 0.0

    def beat(self, now: float) -> float:
        """Note that the process runs at `now`; return the seconds that are voided by this beat (mostly 0)."""
        lag = now - self._last - self._beat
        self._last = now
        if lag <= self._bound:
            return 0.0
        self.voided += lag
        return lag


class Sending:
    """The sending of one frame. The transport sets `written_at` when it has the frame; until then no time is billed.

    `outstanding` is the number of turns the process owed with this frame, `voided` what had been voided before it.
    """

    __slots__ = ("outstanding", "voided", "written_at")

    def __init__(self, *, outstanding: int, voided: float) -> None:
        self.outstanding = outstanding
        self.voided = voided
        self.written_at: float | None = None


def _bill(sending: Sending, last: float, at: float, share: int) -> float:
    """Return an answer's share of the time from the later of its sending and the last answer."""
    written = sending.written_at
    since = at if written is None else written - sending.voided
    since = last if last > since else since
    return (at - since) / share if at > since else 0.0


class SeatClock:
    """The clock of one seat process. Turns are named by any int that is unique among the open ones."""

    __slots__ = ("_grace", "_last", "_limit", "_stalls", "open", "silences")

    def __init__(self, limits: Limits, stalls: StallMeter) -> None:
        self._limit = limits.move_limit_ms / 1000
        self._grace = limits.grace_ms / 1000
        self._stalls = stalls
        self._last = float("-inf")  # the last answer, in time less what was voided
        self.open: dict[int, Sending] = {}
        self.silences = 0

    @property
    def runs(self) -> bool:
        """Whether there is a move limit at all."""
        return self._limit > 0

    @property
    def patience(self) -> float:
        """The shortest time in seconds in which a turn sent now can become late."""
        return self._limit + self._grace

    def sent(self, turns: Collection[int]) -> Sending:
        """Open the turns of one frame; return the sending, whose `written_at` the transport fills in."""
        sending = Sending(outstanding=len(self.open) + len(turns), voided=self._stalls.voided)
        self.open.update(dict.fromkeys(turns, sending))
        return sending

    def answered(self, sendings: Sequence[Sending], at: float) -> list[float]:
        """Note the answers that one message, read at `at`, gave to turns of these sendings.

        Returns the seconds billed to each. The caller has taken the turns out of `open`.
        """
        last, share = self._last, len(sendings)
        at -= self._stalls.voided
        if sendings.count(sendings[0]) == share:
            bills = [_bill(sendings[0], last, at, share)] * share
        else:
            bills = [_bill(sending, last, at, share) for sending in sendings]
        if at > last:
            self._last = at
        self.silences = 0
        return bills

    def heard(self) -> None:
        """Note a sign of life that answers nothing."""
        self.silences = 0

    def take_late(self, now: float) -> tuple[int, float] | None:
        """Close and return the next turn that is late at `now`, with the seconds billed to it; None when none is.

        Call it until it returns None. Each late turn counts as a silence, and the silence starts anew with it.
        """
        if not self.runs:
            return None
        now -= self._stalls.voided
        oldest: int | None = None
        start = 0.0
        late: int | None = None
        for turn, sending in self.open.items():
            if sending.written_at is None:
                continue
            sent = sending.written_at - sending.voided
            if oldest is None:
                oldest, start = turn, max(sent, self._last)
                if now >= start + self._limit + self._grace:
                    late = turn
                    break
            if now >= sent + self._limit * sending.outstanding + self._grace:
                late = turn
                break
        if late is None:
            return None
        sending = self.open.pop(late)
        assert sending.written_at is not None
        bill = max(0.0, now - max(sending.written_at - sending.voided, self._last))
        self._last = now
        self.silences += 1
        return late, bill

    def check_in(self, now: float) -> float:
        """Return the seconds after which something may be late, never more than `patience` and never negative.

        Turns sent later cannot be late before that, so nobody has to be woken for them.
        """
        due = self.patience
        now -= self._stalls.voided
        first = True
        for sending in self.open.values():
            if sending.written_at is None:
                continue
            sent = sending.written_at - sending.voided
            due = min(due, sent + self._limit * sending.outstanding + self._grace - now)
            if first:
                due = min(due, max(sent, self._last) + self.patience - now)
                first = False
        return max(0.0, due)
