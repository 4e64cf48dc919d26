"""What is no bot's fault: standstills of the host, stolen time, our own waiting for a processor. Pure, as clock.py."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from referee.clock import Limits

STALL_BEAT_S: Final = 0.1
STALL_SHARE: Final = 5  # the beat is a fifth of the shortest move limit where that is less
SHORTEST_BEAT_S: Final = 0.01
STALL_LAG: Final = 1.5  # beats that a beat may come late by
MOST_MARKS: Final = 16
SETTLED_S: Final = 0.005  # for what our threads have in hand to come through
LEAST_STOLEN_S: Final = 0.02  # of a processor's time that counts: it is told in steps of 0.01 s


class StallMeter:
    """Notices that the host stood still: it expects a beat every `beat` seconds, and voids what a beat comes late by
    when that is more than 1.5 beats and our own waiting for a processor does not explain it. `voided` is the sum, in
    seconds.

    `ours` is how long threads of this process have waited so far: frames and answers may have lain there. None can when
    a look finds no thread waiting: such looks are marks.
    """

    __slots__ = ("_explained", "_fed", "_last", "_marks", "_stolen", "_voided", "beat_s", "ours", "voided")

    def __init__(self, now: float, *, beat: float = STALL_BEAT_S) -> None:
        self.beat_s = beat
        self.ours = 0.0
        self.voided = 0.0
        self._last = now
        self._explained = 0.0  # `ours` at the last beat
        self._fed = float("-inf")
        self._marks: deque[tuple[float, float]] = deque([(now, 0.0)], maxlen=MOST_MARKS)  # when, and `ours` then
        self._stolen: float | None = None
        self._voided = 0.0  # when what was stolen was last looked at

    def feed(self, now: float, longest: float, *, waiting: bool = False) -> None:
        """Note the longest wait of a thread of ours since the look before this one, and whether one waits now."""
        self.ours += longest
        self._fed = now
        if not waiting:
            self._marks.append((now, self.ours))

    def fed(self, now: float, *, within: float) -> bool:
        """Return whether the threads have been looked at so recently."""
        return now - self._fed < within

    def since_mark(self, at: float) -> float:
        """Return how long something that was read at `at` may have lain here, in seconds: what our threads have waited
        since the last mark by then. A mark is good after a moment in which they did not wait, when what was read by
        then has come through."""
        for when, ours in reversed(self._marks):
            if when + SETTLED_S + self.ours - ours <= at:
                return self.ours - ours
        return self.ours - self._marks[0][1]

    def serve(self, limits: Limits) -> None:
        """Beat often enough for these limits."""
        if limits.move_limit_ms:
            wanted = max(SHORTEST_BEAT_S, limits.move_limit_ms / 1000 / STALL_SHARE)
            self.beat_s = min(self.beat_s, wanted)

    def overdue(self, now: float) -> bool:
        """Return whether a beat at `now` would void something, if our threads had not waited."""
        return now - self._last - self.beat_s > self.beat_s * STALL_LAG

    def beat(self, now: float) -> float:
        """Note that the process runs at `now`; return the seconds that are voided by this beat (mostly 0)."""
        lag = now - self._last - self.beat_s - (self.ours - self._explained)
        self._last, self._explained = now, self.ours
        if lag <= self.beat_s * STALL_LAG:
            return 0.0
        self.voided += lag
        return lag

    def steal(self, total: float) -> None:
        """Void what was taken from a processor of this machine (`total`, so far) and no beat has noticed."""
        before, self._stolen = self._stolen, total
        if before is None or total - before < LEAST_STOLEN_S:
            self._stolen = total if before is None else before
            return
        self.voided += max(0.0, total - before - (self.voided - self._voided))
        self._voided = self.voided
