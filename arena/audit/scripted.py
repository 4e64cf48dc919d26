"""Scripted bots: they answer the turns of a real match as a world says, on links in memory, in virtual time.

What comes out carries its virtual time and `after`, the number of questions that the bots had begun to answer.
"""

from __future__ import annotations

import heapq
import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Final

import trio
import trio.testing
from trio.testing import MockClock

from arena.audit.worlds import FAULTS, Reply, Step, World
from pitch.arena.v1 import play_pb2
from referee.engine.actions import PICK, PICK_MASK
from referee.engine.cards import cards_of
from referee.hub import Ending, Frame, Hub, Session
from referee.orders import MatchOpened, MatchOrder, Report
from referee.seats import SeatSession

THINK_S: Final = 0.0031  # the least time that a bot thinks


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A frame to a seat."""

    time: float
    after: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question to a seat, when its frame was sent."""

    time: float
    after: int
    game: int
    seat: int
    ask: int


@dataclass(slots=True, kw_only=True)
class Captured:
    """All that came out of one match: frames and the end of the stream by seat, questions, log lines and reports."""

    frames: dict[int, list[Sent]] = field(default_factory=dict)
    questions: list[Asked] = field(default_factory=list)
    endings: dict[int, Ending] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)


class Lines(io.StringIO):
    """Standard error that files log lines with the number of answers begun."""

    def __init__(self, taken: Captured) -> None:
        super().__init__()
        self.taken = taken
        self.answers = 0
        self.open = True  # until the world ends; how an abandoned match is wound up is not compared

    def write(self, text: str) -> int:
        for line in filter(None, text.splitlines() if self.open else ()):
            if line.startswith("{"):
                data = json.loads(line)
                data.pop("timestamp")
                line = json.dumps(data)
            self.taken.lines.append((self.answers, line))
        return len(text)


def token_of(seat: int) -> str:
    """Return the token of the seat."""
    return f"token-{seat}-5b1d"


class WatchedHub(Hub):
    """A hub that tells which session belongs to a token."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now)
        self.sessions: dict[str, SeatSession] = {}

    def expect(self, token: str, session: Session) -> None:
        """Note the session."""
        assert isinstance(session, SeatSession)
        self.sessions[token] = session
        super().expect(token, session)


class ScriptedLink:
    """One bot's stream: notes what is sent; a message is handed over only while one is wanted, as on the wire."""

    def __init__(self, bots: Bots, seat: int) -> None:
        self._bots = bots
        self.seat = seat
        self.wanted = False
        self.waiting: list[bytes] = []
        self.ended = False
        self.read_since: float | None = None

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        """Note the frames and think about the turns in them."""
        for frame in frames:
            if frame.sending is not None:
                frame.sending.written_at = self._bots.hub.now()
            self._bots.received(self, frame.data)
        if owed:
            self.wanted = True
            self._bots.hand_over(self)

    def end(self, ending: Ending) -> None:
        """Note how the stream ends."""
        self.ended = True
        self._bots.ended(self, ending)


class Bots:
    """The scripted bots of a match, their links and the time. All of them act in one task, in the order of time."""

    def __init__(
        self,
        order: MatchOrder,
        worlds: Mapping[int, World],
        taken: Captured,
        note: Lines,
        stop_after: int | None,
        clock: MockClock,
    ) -> None:
        self.hub = WatchedHub(trio.current_time)
        self.taken = taken
        self._order = order
        self._note = note
        self._stop_after = stop_after
        self.stop: Callable[[], None] = lambda: None
        self._links = [ScriptedLink(self, seat) for seat in range(len(order.seats))]
        self._todo: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()
        self._clock = clock
        self._steps = {game: [step for step in world.steps if step.asked] for game, world in worlds.items()}
        self._next = dict.fromkeys(worlds, 0)
        taken.frames.update({seat: [] for seat in range(len(order.seats))})

    # ---- time

    def _at(self, seconds: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._todo, (self.hub.now() + seconds, next(self._number), act))

    async def serve(self) -> None:
        """Do what is to be done, then go on to the next moment at which somebody has something to do, for ever."""
        while True:
            now = self.hub.now()
            if self._todo and self._todo[0][0] <= now:
                heapq.heappop(self._todo)[2]()
                continue
            await trio.testing.wait_all_tasks_blocked()
            others = trio.lowlevel.current_statistics().seconds_to_next_deadline
            own = self._todo[0][0] - now if self._todo else math.inf
            self._clock.jump(max(0.0, min(others, own)))

    def report(self, report: Report) -> None:
        """Note the report; the bots join when the match is open."""
        self.taken.reports.append(report)
        if isinstance(report, MatchOpened):
            for link in self._links:
                self._at(0.01 * (1 + link.seat), partial(self._join, link))

    # ---- what the bots do

    def _join(self, link: ScriptedLink) -> None:
        join = play_pb2.Join(token=token_of(link.seat), name="scripted", protocol_versions=[1], capacity=8)
        self.hub.opened(link, play_pb2.PlayRequest(join=join).SerializeToString())
        self.hub.flush()

    def received(self, link: ScriptedLink, data: bytes) -> None:
        """Note a frame and think about the turns in it."""
        if not self._note.open:
            return
        now = self.hub.now()
        self.taken.frames[link.seat].append(Sent(time=now, after=self._note.answers, data=data))
        session = self.hub.sessions[token_of(link.seat)]
        for turn in play_pb2.PlayResponse.FromString(data).turns:
            game = session.games[turn.game].table.spec.game
            asked = Asked(time=now, after=self._note.answers, game=game, seat=link.seat, ask=turn.ask)
            self.taken.questions.append(asked)
            think = THINK_S * (1 + (7 * turn.turn + 3 * link.seat + game) % 4)
            self._at(think, partial(self._answer, link, turn, game))

    def ended(self, link: ScriptedLink, ending: Ending) -> None:
        """Note how a stream ends."""
        if self._note.open:
            self.taken.endings[link.seat] = ending

    def _answer(self, link: ScriptedLink, turn: play_pb2.Turn, game: int) -> None:
        steps, place = self._steps[game], self._next[game]
        if self._note.answers == self._stop_after or place >= len(steps) or steps[place].seat != link.seat:
            self._note.open = False
            self.stop()
            return
        self._note.answers += 1
        self._next[game] += 1
        step = steps[place]
        if step.reply is Reply.LATE:
            return
        if step.reply is Reply.STALE:
            for stale in (turn.turn - 1, turn.turn + 5):
                link.waiting.append(_request(turn.game, stale, step))
        link.waiting.append(_request(turn.game, turn.turn, step))
        self.hand_over(link)

    def hand_over(self, link: ScriptedLink) -> None:
        """Let the session read the next message, if it wants one and there is one."""
        if link.wanted and link.waiting and not link.ended:
            link.wanted = False
            self._at(0.0, partial(self._deliver, link, link.waiting.pop(0)))

    def _deliver(self, link: ScriptedLink, data: bytes) -> None:
        self.hub.message(link, data, self.hub.now())
        self.hub.flush()


def _request(game: int, turn: int, step: Step) -> bytes:
    """Return the message that answers the turn as the step says."""
    if step.reply is Reply.MALFORMED:
        named = bytes(cards_of(step.said & PICK_MASK)) or b"\x07\x07"
        both = play_pb2.Choice(game=game, turn=turn, action=64, cards=named)
        return play_pb2.PlayRequest(choices=[both]).SerializeToString()
    if step.reply is Reply.SECOND_JOIN:
        return play_pb2.PlayRequest(join=play_pb2.Join(token=token_of(9))).SerializeToString()
    action = step.said if step.reply in FAULTS else step.action
    choice = play_pb2.Choice(game=game, turn=turn)
    if action >= PICK:
        choice.cards = bytes(cards_of(action & PICK_MASK))
    else:
        choice.action = action
    return play_pb2.PlayRequest(choices=[choice]).SerializeToString()
