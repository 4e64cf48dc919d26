"""The one place where logging is set up, for the referee and the arena.

Lines carry `match` and `game` where they are about one. Seeds, keys, tokens and hidden cards are never logged.
"""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Any, TextIO

import structlog
from structlog.typing import FilteringBoundLogger, Processor

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
Log = FilteringBoundLogger


class LogStyle(Enum):
    """JSON lines, one object a line, or text for a person."""

    JSON = "json"
    PRETTY = "pretty"


def configure(*, level: str, file: Path | None = None, style: LogStyle | None = None) -> None:
    """Send all log lines of `level` ("debug", "info", "warning", "error") and above to the file or to standard error.

    The file is appended to; its folder must exist. Without a style: pretty on a terminal, JSON lines elsewhere. Raises
    OSError when the file cannot be opened and KeyError for an unknown level.
    """
    stream: TextIO = sys.stderr if file is None else file.open("a", encoding="utf-8", buffering=1)
    if style is None:
        style = LogStyle.PRETTY if stream.isatty() else LogStyle.JSON
    final: list[Processor]
    if style is LogStyle.PRETTY:
        # A plain traceback: the default one prints local variables, and with them keys and tokens.
        plain = structlog.dev.plain_traceback
        final = [structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain)]
    else:
        final = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *final,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )


def get_log(**fields: Any) -> Log:
    """Return a logger that adds the fields to each line."""
    log: Log = structlog.get_logger(**fields)
    return log
