"""Why a submission is not played: closed kinds, and a text that the student understands."""

from __future__ import annotations

from enum import Enum
from typing import Final

from referee.engine.errors import PitchError


class Kind(Enum):
    """What is wrong with a submission. The value stands in grades.csv."""

    NOT_AN_ARCHIVE = "not-an-archive"
    DAMAGED = "damaged-archive"
    ESCAPES = "path-escapes"
    LINK = "link"
    SPECIAL = "special-file"
    TWICE = "same-file-twice"
    BAD_NAME = "bad-file-name"
    TOO_BIG = "too-big"
    TOO_MANY = "too-many-files"
    BOMB = "archive-bomb"
    TOO_SLOW = "too-slow-to-unpack"
    EMPTY = "empty"
    NO_MANIFEST = "no-manifest"
    BAD_MANIFEST = "bad-manifest"
    TWO_OF_ONE_NAME = "two-of-one-name"
    BUILD_FAILED = "does-not-build"
    BUILD_LIMIT = "build-over-limit"
    NOT_STARTABLE = "missing-file"
    CRASHED = "crashes"
    SILENT = "hangs"
    LATE = "too-slow"
    FLOODED = "floods"
    ILLEGAL = "illegal-moves"
    PROTOCOL = "protocol"
    OVER_LIMIT = "over-limit"
    CHECK_FAILED = "fails-the-check"
    OURS = "not-your-fault"


HELP: Final = {
    Kind.NOT_AN_ARCHIVE: "Hand in a folder, a .zip or a .tar.gz with a bot.toml in it.",
    Kind.DAMAGED: "Make the archive again, open it yourself to see that it is whole, and hand it in again.",
    Kind.ESCAPES: "Archive names must stay inside the archive: no `..` and no absolute paths. Zip the folder itself.",
    Kind.LINK: "Hand in plain files: replace links with what they lead to, and leave out virtual environments.",
    Kind.SPECIAL: "Hand in plain files and folders only.",
    Kind.TWICE: "One path stands in the archive more than once. Make the archive again from a clean folder.",
    Kind.BAD_NAME: "Rename that file: no control characters, at most 255 bytes a name.",
    Kind.TOO_BIG: "Leave out what is built or downloaded, data that is not needed, and version history.",
    Kind.TOO_MANY: "Leave out what is built or downloaded, such as node_modules and virtual environments.",
    Kind.BOMB: "The archive grows out of all proportion. Hand in your sources, not padding.",
    Kind.TOO_SLOW: "The archive took too long to unpack. Hand in a plain .zip of your sources.",
    Kind.EMPTY: "There is nothing in it. Hand in the folder with your bot.toml.",
    Kind.NO_MANIFEST: "Put a file bot.toml beside your program, with `name` and `command` in it.",
    Kind.BAD_MANIFEST: "Correct bot.toml: `arena check` of your folder shows what is wrong with it.",
    Kind.TWO_OF_ONE_NAME: "Two different submissions have one name. Name the one that counts NAME-v2, or remove one.",
    Kind.BUILD_FAILED: "Build it in a clean copy of your folder. Builds run without a network.",
    Kind.BUILD_LIMIT: "Building has limits of time, memory, processes and disk. Build less, or hand in what is built.",
    Kind.NOT_STARTABLE: "The command in bot.toml names something that is not there. Look at its spelling.",
    Kind.CRASHED: "Run `arena check` on your folder, read the last lines that your bot wrote, and fix that first.",
    Kind.SILENT: "Your bot stopped answering. Look for endless loops and for waiting on input; try `arena check`.",
    Kind.LATE: "Your bot thinks longer than a move may take. Think less, or look at the time that each turn tells.",
    Kind.FLOODED: "Your bot sends more than it was asked for. Answer each turn once.",
    Kind.ILLEGAL: "Your bot answered with something that was not legal. Choose from the legal actions of the turn.",
    Kind.PROTOCOL: "Your bot does not keep to the protocol. Compare with docs/protocol.md, or use the SDK.",
    Kind.OVER_LIMIT: "Your bot used more memory, processor time or processes than it may.",
    Kind.CHECK_FAILED: "Run `arena check` on your folder: it shows each step and how to fix it.",
    Kind.OURS: "Something failed that is not yours. Your teacher runs the command again.",
}


class Refused(PitchError):
    """A submission that is not played. `kind` says why, the text says what was found and where."""

    def __init__(self, kind: Kind, text: str) -> None:
        self.kind = kind
        self.text = text
        super().__init__(text)


# How the arena says it, and what programs say that were refused a process or memory.
_OVER: Final = ("was killed: it ", "Resource temporarily unavailable", "Cannot allocate memory", "MemoryError")
OVER_LIMIT_TEXT: Final = "it wanted more processor time, memory, processes or files than it may have"


def is_over_limit(seen: str) -> bool:
    """Return whether what was seen of a process tells that it reached a limit; who notices that first, the process or
    we, is chance, so results say OVER_LIMIT_TEXT of all."""
    return any(sign in seen for sign in _OVER)
