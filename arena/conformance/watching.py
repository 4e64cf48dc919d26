"""What the referee sees of the bot in one trial, and where it does otherwise than usual: a hub and the bot's link."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import trio

from arena.conformance.trial import Answer, Fault, Joined, Trial, Twist
from referee import wire
from referee.engine.notation import place_text
from referee.hub import EndCode, Ending, Frame, Hub, Link
from referee.orders import FaultSeen, GameFinished, MatchFailed, MatchFinished, MatchOpened, Report, SeatJoined
from referee.turns import bytes_field, number_field
from referee.wire import NoticeCode

TWIST_AT: Final = 3  # the frame with turns at which it happens
SILENCE_S: Final = 3.0
BIG: Final = 1_000_000  # bytes of a frame: under the 4 MiB that libraries take
OTHER_VERSION: Final = 99
_STRANGE_NOTICE: Final = 77  # a code that the protocol does not have
_LATER_FIELDS: Final = number_field(1000 << 3, 12345) + bytes_field(1001 << 3 | 2, b"of a later protocol")
_MOST_KEPT: Final = 50  # faults and drops that are told apart
_IN_A_GAME: Final = frozenset(
    {
        Twist.NOTICES, Twist.BIG_FRAME, Twist.SUDDEN_END, Twist.SILENCE, Twist.DROPPED, Twist.TERMINATE,
        Twist.UNKNOWN_FIELDS,
    }
)  # fmt: skip
REFUSAL: Final = "the token is unknown, used before, or no longer valid"


@dataclass(slots=True)
class Notes:
    """What has been seen so far. Times are those of the hub's clock."""

    trial: Trial
    seat: int
    first: str = ""
    joined: Joined | None = None
    joined_at: float = 0.0
    admitted: bool = False
    streams: int = 0
    faults: list[Fault] = field(default_factory=list)
    games: dict[int, str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    largest_frame: int = 0
    dropped: list[str] = field(default_factory=list)
    opened: trio.Event = field(default_factory=trio.Event)
    over_at: float | None = None
    twisted_at: float | None = None
    failure: str = ""

    def report(self, report: Report, now: float) -> None:
        """Take note of what the referee reports."""
        match report:
            case MatchOpened():
                self.opened.set()
            case GameFinished():
                deals = json.loads(report.record)["deals"]
                self.games[report.game] = "; ".join(deal["actions"] for deal in deals)
            case SeatJoined() if report.seat == self.seat:
                self.admitted = True
            case FaultSeen() if report.seat == self.seat and len(self.faults) < _MOST_KEPT:
                self.faults.append(_fault(json.loads(report.bundle)))
            case MatchFinished():
                self.over_at = now
            case MatchFailed():
                self.failure = report.reason
                self.over_at = now
            case _:
                pass


def _fault(bundle: dict[str, Any]) -> Fault:
    place = asked = came = ""
    if bundle["game"] is not None:
        place = f" (game {bundle['game'] + 1}, {place_text(bundle['deal'], bundle['decision'])})"
        sent, got = bundle["sent"], bundle["came"]
        if bundle["owed"] and sent:
            asked = f"{sent['ask'].removeprefix('ASK_')} of {sent['legal']}"[:300]
        if got:
            asked_for = [str(choice["answer"]) for choice in got.get("choices", ())]
            came = (", ".join(asked_for) or f"{got['bytes']} bytes {got['hex'][:40]}")[:200]
    return Fault(kind=bundle["fault"], detail=bundle["detail"], place=place, asked=asked, came=came)


class WatchedHub(Hub):
    """A hub that notes what the bot says, and puts a `Line` between it and its session.

    Streams with the tokens of `others` are left alone; `act` is called once when the twist is due.
    """

    def __init__(self, now: Callable[[], float], notes: Notes, act: Callable[[Line], None]) -> None:
        super().__init__(now)
        self._notes = notes
        self._act = act
        self._lines: dict[Link, Line] = {}
        self.others: set[str] = set()  # their tokens

    def opened(self, link: Link, first: bytes) -> None:
        """Note the first message, and refuse it where that is the trial."""
        join, told = _read(first)
        if join is not None and join.token in self.others:
            super().opened(link, first)
            return
        notes, twist = self._notes, self._notes.trial.twist
        notes.streams += 1
        if notes.streams == 1:
            notes.first, notes.joined_at = told, self.now()
            if join is not None:
                notes.joined = Joined(
                    name=join.name, version=join.version, versions=join.protocol_versions, capacity=join.capacity
                )
        line = self._lines[link] = Line(self, link, notes, self._act)
        if twist is Twist.GATHERED:
            line.gather()
        if twist is Twist.REFUSED:
            line.refuse(EndCode.UNKNOWN_TOKEN, REFUSAL)
        elif twist is Twist.OTHER_VERSION:
            offers = ", ".join(map(str, join.protocol_versions if join else ())) or "none"
            text = f"this referee speaks protocol version {OTHER_VERSION}; the bot offers {offers}"
            line.refuse(EndCode.OTHER_PROTOCOL, text)
        else:
            super().opened(line, first)

    def message(self, link: Link, data: bytes, at: float) -> None:
        """Note an answer."""
        line = self._lines.get(link)
        if line is not None:
            line.heard(data, at)
        super().message(line or link, data, at)

    def closed(self, link: Link, why: str) -> None:
        """The stream has ended."""
        super().closed(self._lines.get(link, link), why)


def _read(first: bytes) -> tuple[wire.Join | None, str]:
    """Return the join of a first message, and what to call the message."""
    try:
        join = wire.read_join(first)
    except wire.Unreadable:
        return None, f"{len(first)} bytes that are no PlayRequest: {first[:20].hex(' ')}"
    return join, "a join" if join else "a PlayRequest without `join`"


class Line:
    """The link to the bot. It can hold frames back, add to them, and end the stream."""

    def __init__(self, hub: Hub, link: Link, notes: Notes, act: Callable[[Line], None]) -> None:
        self._hub = hub
        self._link = link
        self._notes = notes
        self._act = act
        self._held: list[tuple[Sequence[Frame], bool]] | None = None
        self._gathering = False
        self._turn_frames = 0
        self._last = self._sent_at = hub.now()
        self._frame: Frame | None = None
        self._game = 0

    @property
    def read_since(self) -> float | None:
        """When the transport last began to wait for a message."""
        return self._link.read_since

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        """Send the frames, as the trial wants it."""
        out: list[Frame] = []
        for frame in frames:
            out += self._watched(frame)
        if self._held is not None:
            self._held.append((out, owed))
            self._gather()
        else:
            self._link.send(out, owed=owed)

    def end(self, ending: Ending) -> None:
        """End the stream."""
        self._link.end(ending)

    def refuse(self, code: EndCode, text: str) -> None:
        """End the stream as the twist wants it."""
        self._notes.twisted_at = self._hub.now()
        self._held = []
        self._link.end(Ending(code=code, text=text))

    def hold(self) -> None:
        """Keep what is to be sent from now on."""
        self._held = []

    def release(self) -> None:
        """Send what was kept."""
        held, self._held = self._held or [], None
        for frames, owed in held:
            self._link.send(frames, owed=owed)

    def gather(self) -> None:
        """Keep frames until the first turns of all games are there; then send them as one."""
        self._gathering = True
        self._held = []

    def _gather(self) -> None:
        if not self._gathering or self._held is None:
            return
        frames = [frame for sent, _ in self._held for frame in sent]
        data = b"".join(frame.data for frame in frames)
        offered = max(1, self._notes.joined.capacity) if self._notes.joined else 1
        turns = len(wire.read_turns(data))
        if turns < min(self._notes.trial.at_once, self._notes.trial.games, offered):
            return
        for frame in frames[:-1]:
            if frame.sending is not None:
                frame.sending.writing(self._hub.now())
                frame.sending.written(self._hub.now())
        last = next((frame.sending for frame in reversed(frames) if frame.sending is not None), None)
        self._held = None
        self._notes.largest_frame = turns
        self._link.send([Frame(data, last)], owed=True)

    def heard(self, data: bytes, at: float) -> None:
        """Note what the bot answered, and how long it took."""
        try:
            choices = wire.read_choices(data)
        except wire.Unreadable:
            return
        sending = self._frame.sending if self._frame is not None else None
        written = sending.written_at if sending is not None else None
        since = max(self._last, self._sent_at if written is None else written)
        self._last = at
        if choices:
            self._notes.answers.append(Answer(choices=len(choices), seconds=max(0.0, at - since)))

    def _watched(self, frame: Frame) -> list[Frame]:
        """Return what is sent in the place of the frame, and let the twist happen where it is due."""
        notes, twist = self._notes, self._notes.trial.twist
        turns = wire.read_turns(frame.data)
        notes.largest_frame = max(notes.largest_frame, len(turns))
        self._note_drops(frame.data)
        if twist is Twist.OTHER_WELCOME and notes.twisted_at is None:
            notes.twisted_at = self._hub.now()
            return [Frame(frame.data + bytes_field(0x0A, number_field(0x08, OTHER_VERSION)), frame.sending)]
        if twist is Twist.LATE_WELCOME and notes.twisted_at is None:
            self._act(self)
            notes.twisted_at = self._hub.now()
        if turns:
            self._frame, self._sent_at = frame, self._hub.now()
            self._turn_frames += 1
            self._game = turns[0].game
            if self._turn_frames == TWIST_AT and twist in _IN_A_GAME:
                notes.twisted_at = self._hub.now()
                return self._twisted(frame)
        if twist is Twist.UNKNOWN_FIELDS:
            return [Frame(frame.data + _LATER_FIELDS, frame.sending)]
        return [frame]

    def _twisted(self, frame: Frame) -> list[Frame]:
        match self._notes.trial.twist:
            case Twist.NOTICES:
                return [Frame(b"".join(_notices(self._game))), Frame(b""), frame, Frame(b"".join(_notices(self._game)))]
            case Twist.BIG_FRAME:
                text = wire.notice(code=NoticeCode.STALE, game=self._game, turn=1, text="long " * (BIG // 5))
                return [Frame(text + frame.data, frame.sending)]
            case Twist.SUDDEN_END:
                self.refuse(EndCode.FAULT, "the referee gives this process up, as a trial")
                return []
            case Twist.SILENCE | Twist.DROPPED | Twist.TERMINATE:
                self._act(self)
                return [frame]
            case _:
                return [Frame(frame.data + _LATER_FIELDS, frame.sending)]

    def _note_drops(self, data: bytes) -> None:
        for notice in wire.read_notices(data):
            useless = notice.code in (NoticeCode.STALE.value, NoticeCode.UNKNOWN.value)
            if useless and len(self._notes.dropped) < _MOST_KEPT:
                self._notes.dropped.append(f"turn {notice.turn}: {notice.text}")


def _notices(game: int) -> list[bytes]:
    """Return notices of every kind about the game and about one that never was, each twice, and one of a later kind."""
    found = [
        wire.notice(code=code, game=number, turn=turn, text="a notice that means nothing, as a trial")
        for code in NoticeCode
        if code is not NoticeCode.FORFEIT
        for number, turn in ((game, 1), (game ^ 1, 1000))
        for _ in range(2)
    ]
    return [*found, bytes_field(0x2A, number_field(0x08, _STRANGE_NOTICE) + bytes_field(0x22, b"of a later kind"))]
