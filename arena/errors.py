"""What the arena adds to the error tree of the project (drawn in referee/engine/errors.py), and the exit codes.

PitchError
|-- ConfigError   a configuration or command line that cannot be used; `problems` has every reason
|-- BotError      a bot that cannot be started at all
`-- RunError      a run folder that exists, is locked, damaged or cannot be written; a tournament that cannot go on
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.engine.errors import PitchError

OK: Final = 0
FAILED: Final = 1  # failed or interrupted
USAGE: Final = 2  # the command line, the configuration or a bot's description
GATE: Final = 3  # it ran, but what was to be shown does not hold


class ConfigError(PitchError):
    """A configuration or command line that cannot be used. `problems` names all reasons, each with its place."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__("\n".join(self.problems))


class BotError(PitchError):
    """A bot whose description, build step or command does not work."""


class RunError(PitchError):
    """A run that cannot be started, read or continued. `exit_status` is what the command ends with."""

    def __init__(self, message: str, *, exit_status: int = FAILED) -> None:
        self.exit_status = exit_status
        super().__init__(message)


def exit_status(error: PitchError) -> int:
    """Return the exit code that the command line gives for the error: 2 for what the user wrote, else 1."""
    from referee.engine.errors import NotationError, SheetError

    if isinstance(error, RunError):
        return error.exit_status
    return USAGE if isinstance(error, ConfigError | BotError | SheetError | NotationError) else FAILED
