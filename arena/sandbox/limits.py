"""What is asked for each bot: how far it is kept apart, and how much it may use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

MIB: Final = 1 << 20


class Isolation(Enum):
    """How far a bot's processes are kept apart from the rest of the machine."""

    AUTO = "auto"  # sandbox where this machine can do it, else process; settled before the first game
    SANDBOX = "sandbox"  # own namespaces, no network, nothing to see but the system and its own folder
    PROCESS = "process"  # a process of the user that runs the arena, with limits, ended with all its children
    TRUSTED = "trusted"  # as process, without limits
    REMOTE = "remote"  # a process of its owner's, on whatever machine: nothing of it is ours


class Lifetime(Enum):
    """How long a bot's process lives."""

    MATCH = "match"  # for one seat of one match
    POOLED = "pooled"  # for all its seats at a referee: it may remember deals, and partners may talk


class Dial(Enum):
    """How a bot reaches the referee: gRPC's `unix:` address, or a port of 127.0.0.1 that leads there."""

    UNIX = "unix"
    TCP = "tcp"


class BuildNetwork(Enum):
    """What a sandboxed build step reaches over the network."""

    NONE = "none"
    HOST = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """The most that one process of a bot may use together with all its children; 0: no limit."""

    memory_mib: int = 1024
    cpu_s: int = 3600
    processes: int = 256  # threads count
    open_files: int = 1024  # of each single process
    file_mib: int = 64  # of each single file
    tmp_mib: int = 64  # of the private /tmp, in the sandbox


DEFAULT: Final = Resources()
# A compiler may use more, once.
BUILD: Final = Resources(memory_mib=4096, cpu_s=3600, processes=1024, open_files=4096, file_mib=1024, tmp_mib=1024)


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a process used together with all its children. `stopped`: the limit that ended it, "" if none did."""

    cpu_s: float = 0.0
    peak_mib: float = 0.0
    processes: int = 0
    stopped: str = ""


NOTHING: Final = Used()
