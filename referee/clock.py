"""Who is billed for which time (DESIGN section 6). Pure: every time is handed in, in seconds of one monotonic clock.

A seat process owes answers to the turns that were sent to it. Its clock runs while it owes any. An answer is billed the
time since the later of its own turn being sent and the previous answer; answers of one message share it equally.

The *allowance* of a turn is the move limit, or what is left of its game's bank where that is less. It is *late* when

* the process has been silent longer than every open turn's allowance: then the oldest is the late one;
* it is older than the allowances of all the turns together that were outstanding when it was sent;
* its answer comes, and is billed more than the allowance.

The grace is added each time. Not billed: the time before the transport has a frame, the time after an answer was read
from it or while nobody waited for one (`SeatClock.listening`), the intervals in which the host stood still
(`StallMeter`), and the time in which the bot's threads waited for a processor (`SeatClock.sample`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from referee.stalls import StallMeter

SAMPLE_SHARE: Final = 4  # waiting is measured from a quarter of the move limit on: few bots get there
SHORTEST_PATIENCE_S: Final = 0.01
BANK_LOOK_S: Final = 1.0  # with banks somebody looks at least so often: they shrink from turn to turn
MOST_SPARED_S: Final = 30.0  # for waiting, of one turn: nobody can hold up a match for ever
MOST_TRANSPORT_S: Final = 1.0  # of writing a frame that is not billed: a bot may refuse to read


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a match in milliseconds: from the opening of the match (or a restart) to the join of a bot, per move,
    what is added to the latter before it counts, for all moves of a game, and what each answer adds to that.
    0 is no limit. `pace_ms`: answers are passed on at the beats of it (pace.py); 0: at once."""

    start_limit_ms: int = 60_000
    move_limit_ms: int = 5_000
    grace_ms: int = 250
    bank_ms: int = 0
    increment_ms: int = 0
    pace_ms: int = 0

    @property
    def clock(self) -> bool:
        """Whether moves are timed at all."""
        return bool(self.move_limit_ms or self.bank_ms)


class Usage(NamedTuple):
    """What the threads of a process have had so far, in seconds: processor time, and waiting for a processor.

    The host counts a wait when it ends, and work some milliseconds late. `runnable`: a thread runs or waits at this
    moment, so that not all is counted yet. `starving`: one was the same at the look before this one and has not got on
    since, as far as is counted. `longest`: what a single thread has waited since then.
    """

    cpu: float
    waited: float
    runnable: bool = False
    starving: bool = False
    longest: float = 0.0


class Sending:
    """The sending of one frame. No time is billed until the transport has it (`writing`) and wrote it (`written`).

    `allowed` is the time for all turns that the process owed with this frame; `voided`, `waited` and `unheard` what had
    been spared before it; `queued` and `transport` the seconds it waited for us and was being written.
    """

    __slots__ = (
        "allowed", "handed_at", "queued", "transport", "unheard", "voided", "waited", "writing_at", "written_at",
    )  # fmt: skip

    def __init__(
        self,
        *,
        allowed: float,
        voided: float,
        waited: float,
        unheard: float,
        handed_at: float,
    ) -> None:
        self.allowed = allowed
        self.voided = voided
        self.waited = waited
        self.unheard = unheard
        self.handed_at = handed_at
        self.queued = 0.0
        self.transport = 0.0
        self.writing_at: float | None = None
        self.written_at: float | None = None

    @classmethod
    def unbilled(cls) -> Sending:
        """Return the sending of a frame for which nobody keeps time."""
        return cls(allowed=0.0, voided=0.0, waited=0.0, unheard=0.0, handed_at=0.0)

    def writing(self, now: float) -> None:
        """The transport has the frame and begins to write it."""
        self.writing_at = now
        self.queued = max(0.0, now - self.handed_at)

    def written(self, now: float) -> None:
        """The frame has been written: the clock starts."""
        if self.writing_at is not None:
            self.transport = now - self.writing_at
            self.written_at = min(now, self.writing_at + MOST_TRANSPORT_S)

    @property
    def start(self) -> float | None:
        """When the clock starts, which a bot that does not read can only put off; None: the transport has no frame."""
        if self.written_at is not None or self.writing_at is None:
            return self.written_at
        return self.writing_at + MOST_TRANSPORT_S

    @property
    def spared(self) -> float:
        """What had been spared before."""
        return self.voided + self.waited + self.unheard


def _bill(sending: Sending, last: float, at: float, share: int) -> float:
    """Return an answer's share of the time from the later of its sending and the last answer."""
    written = sending.written_at
    since = at if written is None else written - sending.spared
    since = last if last > since else since
    return (at - since) / share if at > since else 0.0


class SeatClock:
    """The clock of one seat process. Turns are named by any int that is unique among the open ones.

    `waited` is what was spared for waiting, in seconds, `unheard` because nobody listened (now, if `unheard_since` is
    set: nothing is late then). `lowest` is the lowest bank of a game, as the owner keeps it.
    """

    __slots__ = (
        "_allowances", "_bank", "_grace", "_known", "_last", "_limit", "_room", "_safe", "_sample", "_stalls",
        "lowest", "open", "silence", "silences", "starving", "unheard", "unheard_since", "waited",
    )  # fmt: skip

    def __init__(self, limits: Limits, stalls: StallMeter) -> None:
        self._limit = limits.move_limit_ms / 1000 if limits.move_limit_ms else float("inf")
        self._bank = bool(limits.bank_ms)
        self._grace = limits.grace_ms / 1000
        self._stalls = stalls
        self._last = float("-inf")  # the last answer, in time less what was spared
        self._safe = float("-inf")  # nothing is late before, in real time
        self._allowances: dict[int, float] = {}  # of open turns, with a bank
        self._sample: tuple[float, Usage] | None = None  # since when waiting is measured
        self._known: Usage | None = None  # at the last look, however long ago
        self._room = 0.0  # time without a processor that may turn out to have been waiting
        self.open: dict[int, Sending] = {}
        self.silences, self.silence = 0, 0.0  # turns late in a row, and their seconds together
        self.waited = 0.0
        self.unheard = 0.0
        self.unheard_since: float | None = None
        self.lowest = 0.0
        self.starving = False  # at the last sample: it waits for a processor, and the host has not counted all of it

    @property
    def runs(self) -> bool:
        """Whether there is a limit at all."""
        return self._bank or self._limit < float("inf")

    @property
    def spared(self) -> float:
        """What is not billed so far: stalls of the host, the bot's waiting for a processor, and our not listening."""
        return self._stalls.voided + self.waited + self.unheard

    @property
    def patience(self) -> float:
        """The shortest time in seconds in which a turn sent now can become late; with a bank, to look again."""
        if not self._bank:
            return self._limit + self._grace
        return max(SHORTEST_PATIENCE_S, min(self._limit, self.lowest, BANK_LOOK_S) + self._grace)

    def sent(self, turns: Collection[int], banks: Mapping[int, float] | None = None, *, at: float) -> Sending:
        """Open the turns of one frame, handed over `at`; return the sending, whose `written_at` the transport fills in.

        `banks` has what is left of the bank of each turn's game, in seconds, where there are banks.
        """
        if banks is None:
            allowed = self._limit * (len(self.open) + len(turns))
        else:
            for turn in turns:
                self._allowances[turn] = min(self._limit, banks[turn])
            allowed = sum(max(0.0, self.allowance(turn)) for turn in (*self.open, *turns))
        sending = Sending(
            allowed=allowed,
            voided=self._stalls.voided,
            waited=self.waited,
            unheard=self.unheard,
            handed_at=at,
        )
        self.open.update(dict.fromkeys(turns, sending))
        return sending

    def allowance(self, turn: int) -> float:
        """Return the seconds that the open turn may take, without the grace."""
        return self._allowances.get(turn, self._limit)

    def left(self, turn: int, now: float) -> float:
        """Return the seconds that are left of the open turn's time at `now`, without the grace; never negative."""
        sending = self.open[turn]
        start = sending.start
        used = 0.0 if start is None else now - self.spared - max(start - sending.spared, self._last)
        return max(0.0, self.allowance(turn) - max(0.0, used))

    def close(self, turn: int) -> Sending:
        """Take a turn that is answered out of the open ones; ask `exceeds` about its bill."""
        sending = self.open.pop(turn)
        if not self.open:
            self._sample = None
        return sending

    def withdraw(self, turn: int) -> bool:
        """Take a turn back that nobody has to answer any more; return whether it was open."""
        if turn not in self.open:
            return False
        self.close(turn)
        self._allowances.pop(turn, None)
        return True

    def answered(self, sendings: Sequence[Sending], at: float) -> list[float]:
        """Note the answers that one message, read at `at`, gave to turns of these sendings.

        Returns the seconds billed to each. The caller has taken the turns out of `open` (`close`).
        """
        last, share = self._last, len(sendings)
        at -= self.spared
        if sendings.count(sendings[0]) == share:
            bills = [_bill(sendings[0], last, at, share)] * share
        else:
            bills = [_bill(sending, last, at, share) for sending in sendings]
        if at > last:
            self._last = at
        self.heard()
        return bills

    def taken(self, at: float) -> None:
        """Note that a message was taken `at`: until somebody waits for the next one (`listening`), nobody is late."""
        self.unheard_since = at if self.open else None

    def exceeds(self, turn: int, bill: float) -> bool:
        """Return whether an answer to the turn that is billed so much is late. Forgets the turn's allowance."""
        return bill > self._allowances.pop(turn, self._limit) + self._grace

    def listening(self, since: float | None) -> None:
        """Note that somebody has been waiting for the bot's next message since then; None: since the last one."""
        unheard = self.unheard_since
        if unheard is not None and (since is None or since >= unheard):
            self.unheard += since - unheard if since is not None else 0.0
            self.unheard_since = None

    def heard(self) -> None:
        """Note a sign of life."""
        self.silences, self.silence = 0, 0.0

    # ---- waiting for a processor

    @property
    def sampled(self) -> bool:
        """Whether waiting is being measured."""
        return self._sample is not None

    def sample_in(self, now: float) -> float:
        """Return the seconds after which it may be time to measure how long the bot waits; infinite when it is not.

        That is when a good part of a turn's time has passed; with a bank, where every bit counts, when it is sent.
        """
        if self._sample is not None or not self.runs:
            return float("inf")
        after = self._sample_after
        if not self.open:
            return after or float("inf")  # a turn that is sent now
        due = self._sample_due(now)
        return after if due is None else max(0.0, due)

    @property
    def _sample_after(self) -> float:
        """How long a turn is open before it is measured what the bot waits."""
        return 0.0 if self._bank else self._limit / SAMPLE_SHARE

    def _sample_due(self, now: float) -> float | None:
        """Return in how long waiting must be measured, negative if that is past; None when no turn is with the bot."""
        for sending in self.open.values():
            if (start := sending.start) is not None:
                sent = start - sending.spared
                by_age = 0.0 if self._bank else sending.allowed / SAMPLE_SHARE
                return min(max(sent, self._last) + self._sample_after, sent + by_age) + self.spared - now
        return None

    def know(self, usage: Usage) -> None:
        """Note what the bot's threads have had before it owes anything."""
        self._known = usage

    def sample(self, now: float, usage: Usage) -> None:
        """Take in what the bot's threads have had up to now, while turns are open.

        What they waited is spared, but never time in which they had processors: a bot whose many threads wait for each
        other waits for nobody. The host counts a wait when it is over, so there is `room` for it from the time before,
        back to the last look at which no thread could have run.
        """
        before, self._known = self._known, usage
        sample, real = self._sample, now
        now -= self._stalls.voided
        self._sample = (now, usage) if self.open else None
        self.starving = usage.starving
        if sample is None:
            # The first look has come late: what lies behind it is measured from a look before the turn.
            self._room = max(0.0, -(self._sample_due(real) or 0.0))
            had = before or usage
        else:
            since, had = sample
            wall = now - since
            self._room = max(0.0, self._room + wall - max(0.0, usage.cpu - had.cpu))
        waited = min(self._room, max(0.0, usage.waited - had.waited))
        if self.open:
            oldest = next(iter(self.open.values()))
            waited = min(waited, max(0.0, oldest.waited + MOST_SPARED_S - self.waited))
        self.waited += waited
        self._last = min(self._last, real - self.spared)  # what it waited before its last answer helps it no more
        self._room = self._room - waited if usage.runnable else 0.0

    # ---- lateness

    def safe(self, at: float) -> bool:
        """Return whether nothing can be late at `at`, as far as `check_in` has looked ahead."""
        return at < self._safe

    def any_late(self, now: float) -> bool:
        """Return whether a turn seems late at `now`, as far as what is spared is known."""
        return self.runs and self._find_late(self._effective(now)) is not None

    def _effective(self, now: float) -> float:
        """Return the time less what is spared; it stands still while nobody listens."""
        return (now if self.unheard_since is None else min(now, self.unheard_since)) - self.spared

    def take_late(self, now: float) -> tuple[int, float, Sending] | None:
        """Close and return the next turn that is late at `now`, the seconds billed to it, its sending; None if none is.

        Call it until it returns None. Each late turn counts as a silence, and the silence starts anew with it.
        """
        now = self._effective(now)
        late = self._find_late(now) if self.runs else None
        if late is None:
            return None
        sending = self.close(late)
        self._allowances.pop(late, None)
        start = sending.start
        assert start is not None
        bill = max(0.0, now - max(start - sending.spared, self._last))
        self._last = now
        self.silences += 1
        self.silence += bill
        return late, bill, sending

    def _find_late(self, now: float) -> int | None:
        oldest: int | None = None
        for turn, sending in self.open.items():
            if (start := sending.start) is None:
                continue
            sent = start - sending.spared
            if oldest is None:
                oldest = turn
                if now >= max(sent, self._last) + self._longest() + self._grace:
                    return turn
            if now >= sent + sending.allowed + self._grace:
                return turn
        return None

    def _longest(self) -> float:
        """Return the longest allowance of an open turn: whichever is answered next is billed the whole silence."""
        return max(map(self.allowance, self.open)) if self._bank else self._limit

    def check_in(self, now: float) -> float:
        """Return the seconds after which something may be late, never more than `patience` and never negative.

        Turns sent later cannot be late before that, so nobody has to be woken for them.
        """
        due = self.patience
        real, now = now, self._effective(now)
        first = True
        for sending in self.open.values():
            if (start := sending.start) is None:
                continue
            sent = start - sending.spared
            due = min(due, sent + sending.allowed + self._grace - now)
            if first:
                due = min(due, max(sent, self._last) + self._longest() + self._grace - now)
                first = False
        due = max(0.0, due)
        self._safe = real + due
        return due
