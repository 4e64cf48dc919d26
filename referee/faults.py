"""What can go wrong with a seat, and what it costs (DESIGN section 6).

A fault belongs to one of three kinds. An answer that is *wrong* or *late* is counted for its own game and forfeits
that game when the policy's number is reached; a fault of the *process* forfeits every game open in it at once. In a
forfeited game the house plays the seat on, so that everybody else's game counts; the side of the offender comes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from referee.readable import readable


class FaultKind(Enum):
    """What a fault is counted against: the wrong answers of a game, its late answers, or the whole process."""

    WRONG = "wrong"
    LATE = "late"
    PROCESS = "process"


class Fault(Enum):
    """What went wrong. The values stand in records and logs."""

    START_FAILURE = "start-failure"  # never joined
    DISCONNECT = "disconnect"  # the stream ended, the process was not reported dead
    CRASH = "crash"  # the process ended
    STALLED = "stalled"  # gives no sign of life: several silences in a row
    OVERSIZED = "oversized"  # a message beyond the limit
    FLOOD = "flood"  # more useless messages than anybody needs
    LATE = "late"  # no answer in time
    ILLEGAL = "illegal"  # not one of the legal actions
    MALFORMED = "malformed"  # cannot be read as an answer to what was asked
    PROTOCOL = "protocol"  # a message that has no place here

    @property
    def kind(self) -> FaultKind:
        """What the fault is counted against."""
        match self:
            case Fault.ILLEGAL | Fault.MALFORMED | Fault.PROTOCOL:
                return FaultKind.WRONG
            case Fault.LATE:
                return FaultKind.LATE
            case Fault.START_FAILURE | Fault.DISCONNECT | Fault.CRASH | Fault.STALLED | Fault.OVERSIZED | Fault.FLOOD:
                return FaultKind.PROCESS
            case _:
                assert_never(self)


SHORTEST_STALL_S: Final = 1.0  # of silence: with short limits three late answers may be a single hiccup of the host


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """When faults forfeit. The wrong (late) answer of the given number forfeits its game; `restarts` is how often the
    process of a seat is started again in a match; `silences` late answers in a row, without any answer between them and
    a second long at least (SHORTEST_STALL_S), count as a stalled process."""

    wrong_answers: int = 2
    late_answers: int = 3
    restarts: int = 2
    silences: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultNote:
    """A fault where it happened: deal and decision in the deal from 0, the seat, and what was seen (bounded text)."""

    deal: int
    index: int
    seat: int
    fault: Fault
    detail: str


class Tally:
    """Counts the faults of one game's seats and says when a seat forfeits the game."""

    __slots__ = ("_late", "_policy", "_wrong", "forfeited")

    def __init__(self, policy: Policy, seats: int) -> None:
        self._policy = policy
        self._wrong = [0] * seats
        self._late = [0] * seats
        self.forfeited: set[int] = set()

    def count(self, seat: int, fault: Fault) -> bool:
        """Count the fault of the seat; return whether the seat forfeits the game by it (False if it had before)."""
        if seat in self.forfeited:
            return False
        match fault.kind:
            case FaultKind.WRONG:
                self._wrong[seat] += 1
                over = self._wrong[seat] >= self._policy.wrong_answers
            case FaultKind.LATE:
                self._late[seat] += 1
                over = self._late[seat] >= self._policy.late_answers
            case FaultKind.PROCESS:
                over = True
            case _:
                assert_never(fault.kind)
        if over:
            self.forfeited.add(seat)
        return over


def winners_after_forfeits(
    *, winners: Sequence[int], scores: Sequence[int], offenders: Iterable[int]
) -> tuple[int, ...]:
    """Return the winning sides when the sides of `offenders` come last.

    Without offenders among the winners nothing changes. Otherwise the best score among the other sides wins; when every
    side has forfeited, nobody does.
    """
    out = set(offenders)
    kept = tuple(side for side in winners if side not in out)
    if kept or not out.intersection(winners):
        return kept
    left = [side for side in range(len(scores)) if side not in out]
    best = max((scores[side] for side in left), default=0)
    return tuple(side for side in left if scores[side] == best)


LONGEST_DETAIL = 200


def bounded(text: str) -> str:
    """Return the text on one line, cut to what a record may hold."""
    line = readable(" ".join(text.split()))
    return line if len(line) <= LONGEST_DETAIL else line[: LONGEST_DETAIL - 3] + "..."
