"""What all matches of a referee share: the tokens of expected bots, the sessions with something to send, and the time.

The hub is told of every stream that opens, speaks or ends, whichever transport it belongs to (rpc/play_server.py, or a
scripted one in tests), and hands the news to the session. All of it is synchronous and runs in the trio thread.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, Protocol

import trio

from referee import wire
from referee.clock import Sending
from referee.logs import get_log
from referee.stalls import StallMeter
from referee.waiting import Families, WaitMeter, stolen

LINGER_S: Final = 0.002
EARLY_S: Final = 0.5  # how long a stream with an unknown token is kept waiting before it is refused
MOST_EARLY: Final = 100


class EndCode(Enum):
    """How the referee ends a stream."""

    OVER = "over"  # all is played
    NO_JOIN = "no-join"  # the first message does not join
    UNKNOWN_TOKEN = "unknown-token"  # noqa: S105 - a name, not a secret
    OTHER_PROTOCOL = "other-protocol"  # no protocol version in common
    FAULT = "fault"  # the process is given up
    STOPPED = "stopped"  # the match was stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Why the referee ends a stream, in words for the bot's author."""

    code: EndCode
    text: str


class Frame(NamedTuple):
    """One message to a bot. The transport sets the time of `sending`; None where no turn is in the frame."""

    data: bytes
    sending: Sending | None = None


class Link(Protocol):
    """The transport end of one bot's stream. It reads only while an answer is owed, one message for each `send`."""

    @property
    def read_since(self) -> float | None:
        """When it last began to wait for a message; None where it always does."""

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        """Write the frames in order; then read the next message if an answer is owed."""

    def end(self, ending: Ending) -> None:
        """Write what was given, then end the stream."""


class Session(Protocol):
    """What the hub needs of a seat's session (seats.py)."""

    def joined(self, link: Link, join: wire.Join) -> None:
        """The bot has joined over the link."""

    def rejoined(self, link: Link) -> None:
        """The bot has taken its session up again over the link."""

    def message(self, data: bytes, at: float) -> None:
        """The bot said something, read at the time."""

    def closed(self, why: str) -> None:
        """The stream has ended from the other side."""

    def flush(self, *, held: bool) -> bool:
        """Send what is pending; False to be asked again after the linger time. `held`: it has been asked before."""

    def broke(self, error: Exception) -> None:
        """Handling it failed by a bug of ours."""


class Hub:
    """See the module. `now` returns seconds of the clock that stamps messages.

    The transport sets `drain`, which takes in what it has already read, so that nobody is judged late for an answer
    that waits here, and `settle`, which returns when it has looked for more. `on_held` is called when something is held
    back: `flush_held` is due after the linger time, which `attend` sees to unless it is set to something else.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.stalls = StallMeter(now())
        self.families = Families()
        self.meter: WaitMeter | None = None  # of our own process, where time is real
        self.drain: Callable[[], None] = lambda: None
        self.settle: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint
        self.outstanding = 0  # turns that somebody owes
        self._expected: dict[str, Session] = {}
        self._ahead: set[str] = set()  # tokens of matches to come
        self._keys: dict[str, Session] = {}  # by session key: whose stream may be taken up again
        self._early: dict[Link, tuple[wire.Join, float]] = {}  # their tokens may be on the way to us
        self._sessions: dict[Link, Session] = {}
        self._dirty: list[Session] = []
        self._held: list[Session] = []
        self._holding = trio.Event()
        self.on_held: Callable[[], None] = lambda: self._holding.set()  # noqa: PLW0108 - it is replaced
        self._log = get_log(part="hub")

    def look_at_ourselves(self, *, within: float = 0.0) -> bool:
        """Measure how long our own threads have waited for a processor, unless it was done so recently.

        Returns whether they all have had one: otherwise answers may lie there that nobody has read.
        """
        now = self.now()
        if self.meter is None or self.stalls.fed(now, within=within):
            return True
        usage = self.meter.read()
        if usage is None:
            self.meter = None
            return True
        self.stalls.feed(now, usage.longest, waiting=usage.starving)
        self.stalls.steal(stolen())
        return not usage.starving

    def beat(self, now: float) -> None:
        """Note that this process runs at `now`, and what it could not help if it did not for a while."""
        if self.stalls.overdue(now):
            self.look_at_ourselves()
        self.stalls.beat(now)

    # ---- tokens

    def expect(self, token: str, session: Session) -> None:
        """Let a bot with the token join the session, once: the first that came with it, if one has."""
        self._expected[token] = session
        self._ahead.discard(token)
        for link, (join, until) in list(self._early.items()):
            if join.session_key or join.token != token:
                continue
            if token in self._expected:
                del self._early[link]
                self._admit(link, join)
            else:  # nothing is to come for it any more
                self._early[link] = (join, min(until, self.now() + EARLY_S))

    def announce(self, tokens: Iterable[str]) -> None:
        """These tokens will be expected: whoever comes with one before that is kept waiting."""
        self._ahead.update(tokens)

    def allow_return(self, key: str, session: Session) -> None:
        """Let a bot with the session key take up the session's stream again."""
        self._keys[key] = session

    def forbid_return(self, key: str) -> None:
        """The session key is worth nothing any more."""
        self._keys.pop(key, None)

    def forget(self, token: str) -> None:
        """The token is worth nothing any more."""
        self._expected.pop(token, None)

    # ---- news from the transport

    def opened(self, link: Link, first: bytes) -> None:
        """A stream was opened with this first message: let it join, or end it with the reason."""
        try:
            join = wire.read_join(first)
        except wire.Unreadable:
            join = None
        if join is None:
            self._refuse(link, EndCode.NO_JOIN, "the first message must carry `join`")
        elif not set(join.protocol_versions).intersection(wire.PROTOCOL_VERSIONS):
            ours = ", ".join(map(str, wire.PROTOCOL_VERSIONS))
            theirs = ", ".join(map(str, join.protocol_versions[:8])) or "none"
            self._refuse(
                link, EndCode.OTHER_PROTOCOL, f"this referee speaks protocol version {ours}; the bot offers {theirs}"
            )
        elif join.session_key in self._keys:
            self._readmit(link, join)
        elif not join.session_key and join.token in self._expected:
            self._admit(link, join)
        elif not join.session_key and join.token in self._ahead:
            self._early[link] = (join, float("inf"))
        elif len(self._early) < MOST_EARLY + len(self._ahead):
            self._early[link] = (join, self.now() + EARLY_S)
        else:
            self._refuse_token(link)

    def _admit(self, link: Link, join: wire.Join) -> None:
        session = self._sessions[link] = self._expected.pop(join.token)
        self._guard(session, lambda: session.joined(link, join))

    def _readmit(self, link: Link, join: wire.Join) -> None:
        """Let a bot take up its session again; a stream that it has still, perhaps without knowing, is ended."""
        session = self._keys[join.session_key]
        for old in [old for old, whose in self._sessions.items() if whose is session]:
            del self._sessions[old]
            old.end(Ending(code=EndCode.STOPPED, text="taken up again on another stream"))
        self._sessions[link] = session
        self._guard(session, lambda: session.rejoined(link))

    def _refuse_token(self, link: Link) -> None:
        # The same for a session key, so that nobody learns which of the two was nearly right.
        self._refuse(link, EndCode.UNKNOWN_TOKEN, "the token is unknown, used before, or no longer valid")

    def message(self, link: Link, data: bytes, at: float) -> None:
        """A message was read from the stream at the time."""
        session = self._sessions.get(link)
        if session is not None:
            try:
                session.message(data, at)
            except Exception as error:  # noqa: BLE001 - one match's trouble must not be the others'
                session.broke(error)

    def closed(self, link: Link, why: str) -> None:
        """The stream has ended, whoever ended it."""
        self._early.pop(link, None)
        session = self._sessions.pop(link, None)
        if session is not None:
            self._guard(session, lambda: session.closed(why))

    # ---- sending

    def touch(self, session: Session) -> None:
        """The session has something to send at the next flush."""
        self._dirty.append(session)

    def flush(self) -> None:
        """Let every touched session send. What a session holds back goes out after the linger time (`attend`)."""
        dirty = self._dirty
        if not dirty:
            return
        self._dirty = []
        for session in dirty:
            try:
                sent = session.flush(held=False)
            except Exception as error:  # noqa: BLE001 - as above
                session.broke(error)
                continue
            if not sent:
                if not self._held:
                    self.on_held()
                self._held.append(session)

    async def attend(self) -> None:
        """See to what takes time, for ever: send what is held back, notice stalls, refuse who is not expected."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._linger)
            nursery.start_soon(self._beat)

    async def _linger(self) -> None:
        while True:
            await self._holding.wait()
            self._holding = trio.Event()
            await trio.sleep(LINGER_S)
            self.flush_held()

    async def _beat(self) -> None:
        while True:
            await trio.sleep(self.stalls.beat_s)
            now = self.now()
            self.look_at_ourselves(within=self.stalls.beat_s / 2)
            self.beat(now)
            for link, (_, until) in list(self._early.items()):
                if now >= until:
                    del self._early[link]
                    self._refuse_token(link)

    def flush_held(self) -> None:
        """Send what was held back."""
        held, self._held = self._held, []
        for session in held:
            try:
                session.flush(held=True)
            except Exception as error:  # noqa: BLE001 - as above
                session.broke(error)

    def _refuse(self, link: Link, code: EndCode, text: str) -> None:
        self._log.warning("bot refused", why=code.value, text=text)
        link.end(Ending(code=code, text=text))

    def _guard(self, session: Session, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - as above
            session.broke(error)
