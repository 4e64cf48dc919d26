"""The one place where logging is set up, for the referee and the arena.

Lines carry `process` and `pid`, and `match`, `game`, `seat` and `referee` where they are about one: with these the
lines of all processes about one game are found. Seeds, keys, tokens and hidden cards are never logged.
"""

from __future__ import annotations

import os
import sys
import threading
from enum import Enum
from pathlib import Path
from typing import Any, Final, TextIO, cast

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
Log = FilteringBoundLogger
LARGEST_FILE: Final = 16 << 20  # bytes of a log file before it is put aside
OLD_FILES: Final = 3  # that are kept of it, as FILE.1 (the newest) to FILE.3


class LogStyle(Enum):
    """JSON lines, one object a line, or text for a person."""

    JSON = "json"
    PRETTY = "pretty"


class RotatingFile:
    """A log file that is appended to and never grows beyond `largest` bytes: then it is put aside, and the oldest of
    those that were is removed. A disk that takes nothing more loses lines, and ends nothing."""

    def __init__(self, path: Path, *, largest: int = LARGEST_FILE, old: int = OLD_FILES) -> None:
        self._path = path
        self._largest = largest
        self._old = old
        self._lock = threading.Lock()
        self._file = path.open("ab", buffering=0)
        self._size = self._file.tell()

    def write(self, text: str) -> None:
        """Append the text, whole lines."""
        data = text.encode("utf-8", "backslashreplace")
        with self._lock:
            try:
                if self._size and self._size + len(data) > self._largest:
                    self._put_aside()
                self._size += self._file.write(data)
            except OSError:
                return

    def flush(self) -> None:
        """Everything is written at once."""

    def isatty(self) -> bool:
        """Return False."""
        return False

    def __del__(self) -> None:
        self._file.close()

    def _put_aside(self) -> None:
        for number in range(self._old, 0, -1):
            newer = self._path if number == 1 else self._aside(number - 1)
            if newer.exists():
                newer.replace(self._aside(number))
        self._file.close()
        self._file = self._path.open("ab", buffering=0)
        self._size = 0

    def _aside(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")


def configure(*, level: str, file: Path | None = None, style: LogStyle | None = None, process: str = "") -> None:
    """Send all log lines of `level` ("debug", "info", "warning", "error") and above to the file or to standard error.

    The file is appended to and rotated; its folder must exist. Without a style: pretty on a terminal (without colours
    where NO_COLOR is set), JSON lines elsewhere. `process` names the process in each line of JSON. Raises OSError when
    the file cannot be opened and KeyError for an unknown level.
    """
    stream: TextIO | RotatingFile = sys.stderr if file is None else RotatingFile(file)
    if style is None:
        style = LogStyle.PRETTY if stream.isatty() else LogStyle.JSON
    named = {"process": process, "pid": os.getpid()} if process else {}

    def name(_logger: Any, _method: str, event: EventDict) -> EventDict:
        return {**named, **event}

    final: list[Processor]
    if style is LogStyle.PRETTY:
        # A plain traceback: the default one prints local variables, and with them keys and tokens.
        plain = structlog.dev.plain_traceback
        colors = stream.isatty() and not os.environ.get("NO_COLOR")
        final = [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    else:
        final = [name, structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *final,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(file=cast("TextIO", stream)),  # it writes and flushes
        cache_logger_on_first_use=False,
    )


def get_log(**fields: Any) -> Log:
    """Return a logger that adds the fields to each line."""
    log: Log = structlog.get_logger(**fields)
    return log
