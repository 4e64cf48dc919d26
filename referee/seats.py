"""A seat process: one bot's stream, all the games it plays, its clock, and what goes into its next frame.

Natural batching: a frame goes out when the process owes nothing; whatever becomes pending meanwhile goes into the next.
If it owes something for longer than the linger time, what is pending goes out all the same, so that a process that
thinks about several games at once is never short of work.
"""

from __future__ import annotations

from typing import Final

from referee import wire
from referee.clock import Limits, SeatClock, Sending
from referee.faults import SHORTEST_STALL_S, Fault, FaultNote, Policy
from referee.hub import EndCode, Ending, Frame, Hub, Link
from referee.logs import Log
from referee.returning import Returner, Returning, let_run
from referee.seatgame import Came, Owner, SeatGame
from referee.turns import time_field
from referee.waiting import WaitMeter
from referee.wire import NoticeCode

LARGEST_MESSAGE: Final = 256 * 1024  # bytes; far above the answers of as many games as a process may play
MOST_USELESS: Final = 1000  # choices and messages that answer nothing, beyond twice the useful ones
MOST_NOTICES: Final = 200  # notices about those


class SeatSession(Returner):
    """The process of one seat of one match, from its token to the end of its stream."""

    def __init__(self, *, owner: Owner, hub: Hub, seat: int, limits: Limits, policy: Policy, log: Log) -> None:
        self.seat = seat
        self.returning = Returning(hub)
        self.games: dict[int, SeatGame] = {}
        self.capacity = 0
        self.join: wire.Join | None = None
        self.link: Link | None = None
        self.left = False  # the stream has ended or is given up
        self.verdict: tuple[Fault, str] | None = None
        self.time_left = time_field(limits.move_limit_ms)
        self.limit_ms = limits.move_limit_ms
        self.banks = bool(limits.bank_ms)
        self.clock = SeatClock(limits, hub.stalls)
        self.meter: WaitMeter | None = None  # where the process is known and the host tells
        self._owner = owner
        self._hub = hub
        self._limits = limits
        self._policy = policy
        self._log = log
        self._touched = False  # in the hub's list for the next flush
        self._held = False  # in its list of those held back
        self._heard = False  # a message was taken and not answered by a `send` yet
        self._starts: dict[int, bytes] = {}
        self._turns: dict[int, bytes] = {}
        self._ends: list[bytes] = []
        self._notices: list[bytes] = []
        self._shown = 0  # games that the bot takes for open
        self._ended: set[int] = set()
        self._useful = 0
        self._useless = 0

    @property
    def playing(self) -> bool:
        """Whether the bot has joined and is still there."""
        return self.join is not None and not self.left

    def knows(self, wire_id: int) -> bool:
        """Whether the process has, or had, a game of this id."""
        return wire_id in self.games or wire_id in self._ended

    # ---- what goes out

    def welcome(self, *, capacity: int, games: int) -> None:
        """Put the welcome into the first frame."""
        self.capacity = capacity
        key, limit_ms = self.returning.new_key(self), self.returning.limit_ms
        self._notices.append(wire.welcome(capacity=capacity, games=games, session_key=key, rejoin_limit_ms=limit_ms))
        self._touch()

    def begin(self, game: SeatGame, start: bytes) -> None:
        """Begin a game: `start` is its GameStart field."""
        self.games[game.id] = game
        self._starts[game.id] = start
        self._touch()

    def ask(self, game: int, turn: bytes) -> None:
        """Put a turn of the game into the next frame."""
        self._turns[game] = turn
        if not self._touched:
            self._touched = True
            self._hub.touch(self)

    def end(self, game: SeatGame, end: bytes) -> None:
        """End a game: `end` is its GameEnd field. A game that the bot was never told of ends in silence."""
        del self.games[game.id]
        self._ended.add(game.id)
        self._turns.pop(game.id, None)
        self._withdraw(game.id)
        if self._starts.pop(game.id, None) is None:
            self._ends.append(end)
        self._touch()

    def notify(self, *, code: NoticeCode, game: int, turn: int, text: str) -> None:
        """Put a notice into the next frame."""
        self._notices.append(wire.notice(code=code, game=game, turn=turn, text=text))
        self._touch()

    def flush(self, *, held: bool) -> bool:
        """Send what is pending, or hold it back (False) while the process owes answers. Also lets it be heard again."""
        if held:
            if not self._held:
                return True  # it went out meanwhile
            self._held = False
        else:
            self._touched = False
        link = self.link
        if link is None:
            self._owe_unsent()
            return True
        turns = self._turns
        if self.clock.open and not held and (turns or self._ends or self._starts):
            if self._heard:
                self._heard = False
                link.send((), owed=True)
            if self._held:
                return True
            self._held = True
            return False
        self._held = self._heard = False
        if turns and not (self._starts or self._ends or self._notices):  # the common case
            link.send((Frame(b"".join(turns.values()), self._sent()),), owed=True)
            turns.clear()
            return True
        self._flush_all(link)
        return True

    def _flush_all(self, link: Link) -> None:
        frames = []
        if self._starts and self._ends and self._shown + len(self._starts) > self.capacity:
            frames.append(Frame(b"".join(self._ends)))  # first the ends, lest it has more games than it can hold
            self._shown -= len(self._ends)
            self._ends.clear()
        turns = self._turns
        sending = self._sent() if turns else None
        data = b"".join((*self._starts.values(), *turns.values(), *self._ends, *self._notices))
        if data:
            frames.append(Frame(data, sending))
            self._shown += len(self._starts) - len(self._ends)
            self._starts.clear()
            turns.clear()
            self._ends.clear()
            self._notices.clear()
        owed = bool(self.clock.open)
        if frames or owed:
            link.send(frames, owed=owed)

    def _sent(self) -> Sending:
        """Start the clock of the turns that go out now."""
        turns, hub = self._turns, self._hub
        hub.outstanding += len(turns)
        if not self.banks:
            return self.clock.sent(turns, at=hub.now())
        now = hub.now()
        sending = self.clock.sent(turns, {key: self.games[key].bank for key in turns}, at=now)
        self.sample(now)
        return sending

    def _withdraw(self, game: int) -> None:
        if self.clock.withdraw(game):
            self._hub.outstanding -= 1

    def _touch(self) -> None:
        if not self._touched:
            self._touched = True
            self._hub.touch(self)

    # ---- what comes in

    def joined(self, link: Link, join: wire.Join) -> None:
        """The bot has joined over the link."""
        self.link = link
        self.join = join
        self._hub.families.forget()  # it may have children by now
        if self.meter is not None and (usage := self.meter.read()) is not None:
            self.clock.know(usage)
        self._owner.arrived(self, join)

    def message(self, data: bytes, at: float) -> None:
        """Take the answers in the message, read at the time."""
        if self.left:
            return
        self._heard = True
        if len(self.returning.keys) > 1:
            self.returning.heard()
        if len(data) > LARGEST_MESSAGE:
            self.give_up(Fault.OVERSIZED, f"a message of {len(data)} bytes; the limit is {LARGEST_MESSAGE}")
            return
        clock = self.clock
        self._listen()
        if clock.open and (clock.sampled or not clock.safe(at)) and self._look_back(at):
            return
        self._take_message(data, at)
        clock.taken(at)

    def _listen(self) -> None:
        if self.clock.unheard_since is not None and self.link is not None:
            self.clock.listening(self.link.read_since)

    def _take_message(self, data: bytes, at: float) -> None:
        clock = self.clock
        try:
            choices = wire.read_choices(data)
        except wire.Unreadable as error:
            self._unreadable(data, str(error), at)
            return
        games, open_turns = self.games, clock.open
        taken: list[tuple[SeatGame, wire.Choice]] = []
        sendings: list[Sending] = []
        for choice in choices:
            key = choice.game
            if key not in open_turns or choice.turn != games[key].turn:
                self._dropped(choice)
                continue
            sendings.append(clock.close(key))
            taken.append((games[key], choice))
        if not taken:
            clock.heard()
            self._count_useless(1)
            self._touch()  # to be heard again
            return
        self._useful += len(taken)
        self._hub.outstanding -= len(taken)
        queued = self._hub.now() - at
        voided, waited = self._hub.stalls.voided, clock.waited
        lag = self._hub.stalls.since_mark(at) if self.banks else 0.0
        bills = clock.answered(sendings, at)
        for (game, choice), sending, seconds in zip(taken, sendings, bills, strict=True):
            game.spare(sending, queued=queued, voided=voided, waited=waited)
            self._take(game, choice, data, seconds, lag)
        if open_turns:
            self._touch()  # to be heard again

    def _take(self, game: SeatGame, choice: wire.Choice, data: bytes, seconds: float, lag: float) -> None:
        """Play the choice in the game, or what stands for it. `lag`: how long it may have lain with us."""
        late = self.banks and self.clock.exceeds(game.id, seconds - lag)
        game.bill(seconds)
        table = game.table
        note: FaultNote | None
        if late:
            note = table.fault(Fault.LATE, self._too_long(seconds))
            game.start_anew()
        else:
            action = wire.chosen(choice, table.legal)
            note = table.fault(Fault.MALFORMED, wire.choice_text(choice)) if action is None else table.answer(action)
        if note is not None:
            self._owner.faulted(game, note, Came(data, seconds))
        game.go_on(self._owner)

    def _too_long(self, seconds: float) -> str:
        return f"took {1000 * seconds:.0f} ms, more than the game's bank had left"

    def closed(self, why: str) -> None:
        """The stream has ended. Its clock runs on if it may be taken up again."""
        if self.left:
            return
        if self.returning.keys:
            self.link, self.returning.away = None, True
            let_run(self.clock, self._hub.now())
            self._owe_unsent()
            self._log.info("stream broke", why=why)
            self._owner.absent(self)
        else:
            self._leave()
            self._log.info("stream ended", why=why)
            self._owner.departed(self)

    def broke(self, error: Exception) -> None:
        """Something of ours failed while the session was handled."""
        self._owner.broke(error)

    # ---- judgement

    def judge(self, now: float) -> None:
        """Find what is late at the time, and whether the process has stalled."""
        clock = self.clock
        self._listen()
        while not self.left and (late := clock.take_late(now)) is not None:
            key, seconds, sending = late
            self._hub.outstanding -= 1
            game = self.games[key]
            game.spare(sending, queued=0.0, voided=self._hub.stalls.voided, waited=clock.waited)
            game.bill(seconds)
            why = self._too_long(seconds) if self.banks else f"no answer in {self.limit_ms} ms"
            note = game.table.fault(Fault.LATE, why)
            game.start_anew()
            self._owner.faulted(game, note, Came(b"", seconds))
            game.go_on(self._owner)
            if clock.silences >= self._policy.silences and clock.silence >= SHORTEST_STALL_S:
                self.give_up(Fault.STALLED, f"{clock.silences} turns in a row without a sign of life")

    def seems_late(self, now: float) -> bool:
        """Return whether a turn seems late at `now`."""
        self._listen()
        return self.clock.any_late(now)

    def _look_back(self, at: float) -> bool:
        """Judge what was late when a message was read, though nobody had noticed by then; return whether it is over."""
        hub = self._hub
        now = hub.now()
        hub.beat(now)
        self.sample(now)
        if self.clock.any_late(at):
            hub.look_at_ourselves()
            self.judge(at - hub.stalls.since_mark(at))
        return self.left

    def check_in(self, now: float) -> float:
        """Return the seconds after which somebody must look at the clock again."""
        clock = self.clock
        self._listen()
        if self.banks:
            clock.lowest = min((game.bank for game in self.games.values()), default=self._limits.bank_ms / 1000)
        due = clock.check_in(now)
        return due if self.meter is None else min(due, clock.sample_in(now))

    def sample(self, now: float) -> None:
        """Measure how long the bot has waited for a processor, if it is time to."""
        clock = self.clock
        if self.meter is None or not clock.open or not (clock.sampled or clock.sample_in(now) <= 0):
            return
        if (usage := self.meter.read()) is None:
            self.meter = None
        else:
            clock.sample(now, usage)

    def give_up(self, fault: Fault, detail: str) -> None:
        """End the stream for a fault of the process."""
        if self.left:
            return
        self.verdict = (fault, detail)
        self._log.warning("process given up", fault=fault.value, detail=detail)
        self.hang_up(EndCode.FAULT, f"{fault.value}: {detail}")
        self._owner.departed(self)

    def hang_up(self, code: EndCode, text: str) -> None:
        """Send what is pending and end the stream."""
        if self.link is not None:
            rest = b"".join((*self._ends, *self._notices))
            if rest:
                self.link.send((Frame(data=rest),), owed=False)
            self.link.end(Ending(code=code, text=text))
        self._leave()

    def _leave(self) -> None:
        """Nothing is sent or owed any more."""
        self.left = True
        self.link = None
        self.returning.end()
        if self.meter is not None:
            self.meter.close()
        self._hub.outstanding -= len(self.clock.open)
        self.clock.open.clear()

    def _unreadable(self, data: bytes, why: str, at: float) -> None:
        """A message that cannot be read stands for a wrong answer to the oldest turn."""
        fault, said = Fault.MALFORMED, f"{why}; {len(data)} bytes: {data[:32].hex(' ')}"
        if why == wire.SECOND_JOIN:  # its bytes hold a token
            fault, said = Fault.PROTOCOL, why
        self._touch()  # to be heard again
        oldest = next(iter(self.clock.open), None)
        if oldest is None:
            self._count_useless(1)
            return
        game = self.games[oldest]
        sending = self.clock.close(oldest)
        self._hub.outstanding -= 1
        seconds = self.clock.answered([sending], at)[0]
        self.clock.exceeds(oldest, seconds)
        game.bill(seconds)
        note = game.table.fault(fault, said)
        self._owner.faulted(game, note, Came(data if fault is Fault.MALFORMED else b"", seconds))
        game.go_on(self._owner)

    def _dropped(self, choice: wire.Choice) -> None:
        game = self.games.get(choice.game)
        if game is None:
            stale = choice.game in self._ended
        else:
            stale = 0 < choice.turn <= game.turn - (game.id in self._turns)
        if self._useless < MOST_NOTICES:
            code = NoticeCode.STALE if stale else NoticeCode.UNKNOWN
            text = "no longer open" if stale else "never asked"
            self.notify(code=code, game=choice.game, turn=choice.turn, text=f"dropped: this turn is {text}")
        self._count_useless(1)

    def _count_useless(self, count: int) -> None:
        self._useless += count
        if self._useless > MOST_USELESS + 2 * self._useful:
            self.give_up(Fault.FLOOD, f"{self._useless} messages and choices that answer nothing")
