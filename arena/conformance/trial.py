"""A trial: one process of the bot, what it is put through, and what was seen of it. Frozen data alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from arena.sandbox.limits import NOTHING, Used
from referee.clock import Limits

LIMITS: Final = Limits(start_limit_ms=20_000, move_limit_ms=5_000, grace_ms=250)
USUAL: Final = "auction-partners[max_deals=2]"


class Twist(Enum):
    """What the referee, or the line to it, does otherwise than usual."""

    NONE = "none"
    REFUSED = "refused"  # the token is refused
    OTHER_VERSION = "other-version"  # the referee says that it speaks another version, and refuses
    OTHER_WELCOME = "other-welcome"  # it welcomes the bot to another version
    LATE_WELCOME = "late-welcome"  # it is silent for three seconds before the welcome
    LATE_LISTENING = "late-listening"  # it listens two seconds after the bot was started
    NOBODY = "nobody"  # it never listens
    GATHERED = "gathered"  # the first turns of all games come in one frame
    NOTICES = "notices"  # it sends notices of every kind, twice, also of a kind that the protocol does not have
    UNKNOWN_FIELDS = "unknown-fields"  # every frame has fields of a later protocol
    BIG_FRAME = "big-frame"  # a frame of a megabyte
    SILENCE = "silence"  # three seconds without a frame, in the middle of a game
    SUDDEN_END = "sudden-end"  # the stream is ended in the middle of a game
    DROPPED = "dropped"  # the connection breaks in the middle of a game
    TERMINATE = "terminate"  # the process is sent SIGTERM in the middle of a game

    @property
    def ends(self) -> bool:
        """Whether the bot is to end because of it."""
        return self in _ENDS

    @property
    def refuses(self) -> bool:
        """Whether it never comes to a game."""
        return self in (Twist.REFUSED, Twist.OTHER_VERSION, Twist.NOBODY)


_ENDS: Final = frozenset(
    {
        Twist.REFUSED, Twist.OTHER_VERSION, Twist.OTHER_WELCOME, Twist.NOBODY,
        Twist.SUDDEN_END, Twist.DROPPED, Twist.TERMINATE,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What one process of the bot is put through. `copy` tells equal trials apart, `within_s` bounds it."""

    sheet: str = USUAL
    games: int = 1
    at_once: int = 1
    seat: int = 1
    limits: Limits = LIMITS
    twist: Twist = Twist.NONE
    copy: int = 0
    within_s: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault as the referee named it. `place`: where in the game, `asked` and `came`: the question and the answer."""

    kind: str
    detail: str
    place: str = ""
    asked: str = ""
    came: str = ""

    def text(self) -> str:
        """Return it in a line."""
        asked = f"; asked {self.asked}" if self.asked else ""
        came = f"; answered {self.came}" if self.came else ""
        return f"{self.kind}: {self.detail}{self.place}{asked}{came}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """What the first message of the bot said."""

    name: str
    version: str
    versions: tuple[int, ...]
    capacity: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A message of the bot: the turns it answered, and the seconds since the later of the last frame and message."""

    choices: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What was seen of the process of a trial.

    `status` None: it had to be killed, or never started (`start_error`). `exit_s` are the seconds from the moment at
    which it should end (the stream was over, or the twist) to its end. `first` is what its first message was,
    `admitted` whether the referee took it. `said` is the first and the last part of its output, `written` its size.
    """

    trial: Trial
    start_error: str = ""
    joined: Joined | None = None
    admitted: bool = False
    first: str = ""
    join_s: float = 0.0
    streams: int = 0
    faults: tuple[Fault, ...] = ()
    games: dict[int, str] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    largest_frame: int = 0
    dropped: tuple[str, ...] = ()
    twisted: bool = False
    status: int | None = None
    exit_s: float = 0.0
    used: Used = NOTHING
    said: str = ""
    written: int = 0
    silence_cpu: float | None = None
    timed_out: bool = False

    @property
    def complete(self) -> bool:
        """Whether all games were played to their end."""
        return len(self.games) == self.trial.games

    @property
    def last_words(self) -> str:
        """The last line that the bot wrote, in words for a report."""
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        return f'its last line: "{lines[-1][:200]}"' if lines else "it wrote nothing"
