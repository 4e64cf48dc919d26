"""What the arena orders of a referee, and what the referee reports. Plain values; no generated code leaks here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.clock import Limits
from referee.faults import Policy

BEAT_S: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOrder:
    """Who plays a seat. An empty token: the house does. `rejoin_limit_ms`: how long after a break its stream may be
    taken up again, 0: not at all. `remote`: nobody of ours starts its process."""

    entrant: str
    token: str = ""
    rejoin_limit_ms: int = 0
    remote: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOrder:
    """Some games of one match: fixed entrants on fixed sides. `match` is the arena's own name for it, `bout_key` 32
    secret bytes, `games` the numbers of the games to be played."""

    match: str
    sheet: str
    bout_key: bytes
    bout: str
    rotation: int
    games: tuple[int, ...]
    seats: tuple[SeatOrder, ...]
    limits: Limits
    policy: Policy
    show_names: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOpened:
    """The tokens are valid from now on: start the bots."""

    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoined:
    """The process of a seat has joined. `detail`: its name and version as it says."""

    match: str
    seat: int
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """The stream of a seat ended before the match did, and why."""

    match: str
    seat: int
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinished:
    """A game's record in canonical JSON, and as JSON what differs from run to run (times, reasons, host)."""

    match: str
    game: int
    record: bytes
    timing: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoid:
    """The game is void by a bug of ours: nobody loses for it and it has no record."""

    match: str
    game: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFinished:
    """Every game that was to be played has been reported, or the match was stopped."""

    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFailed:
    """The match cannot be played (on): a sheet that does not exist, or a referee that died."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultSeen:
    """What is known of a fault, as one JSON object (evidence.py). `game` 0 may mean none: the bundle says it."""

    match: str
    game: int
    seat: int
    bundle: bytes


Report = MatchOpened | SeatJoined | SeatLeft | GameFinished | GameVoid | FaultSeen | MatchFinished | MatchFailed


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """A sign of life from where the games are played, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """The referee is up: where bots dial in, the version of its rules, and its process. `remote_address`: where bots on
    other machines dial in, "" if they cannot."""

    play_address: str
    rules_version: str
    pid: int
    remote_address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatExited:
    """The process of a seat has ended, with a status as of waitpid: the exit status, or minus the signal.

    `new_token`: a new process was started with it; empty: none was.
    """

    match: str
    seat: int
    status: int
    new_token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStarted:
    """The process behind the seat's newest token runs; `pid` is the one that the arena started."""

    match: str
    seat: int
    pid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensAhead:
    """Tokens of matches to come: who dials in with one of them is kept waiting rather than refused."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopMatch:
    """Void what is open of the match and finish it."""

    match: str
