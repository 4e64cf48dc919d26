"""The command `arena`. One module a subcommand; each has `add(subparsers)` and runs with what its parser found.

Modules here import what they need when they run, so that a command starts as fast as it can.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from arena.cli.parser import make_parser
from arena.errors import FAILED, ConfigError, exit_status
from referee.engine.errors import PitchError, SheetError
from referee.readable import readable

Known = PitchError | OSError | KeyboardInterrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 ok, 1 failed or interrupted, 2 usage, 3 a check did not hold."""
    parser = make_parser()
    try:
        args = parser.parse_args(argv)
        run: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough. Nothing more can be written, also not at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (PitchError, OSError, KeyboardInterrupt) as error:
        return _complain(error)
    except BaseExceptionGroup as group:
        known = first_known(group)
        if known is None:
            raise
        return _complain(known)
    return run


def first_known(group: BaseExceptionGroup[BaseException]) -> Known | None:
    """Return the first error in the group that a user can be told in a line; None when another stands beside it."""
    found, unknown = group.split((PitchError, OSError, KeyboardInterrupt))
    if unknown is not None:
        return None
    ours = found.split(PitchError)[0] if found else None
    first: BaseException | None = ours or found
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first if isinstance(first, PitchError | OSError | KeyboardInterrupt) else None


def _complain(error: Known) -> int:
    match error:
        case KeyboardInterrupt():
            problems: tuple[str, ...] = ("interrupted",)
        case ConfigError() | SheetError():
            problems = error.problems
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            problems = (place + (error.strerror or str(error)),)
        case _:
            problems = (str(error),)
    for problem in problems:
        print(f"arena: {readable(problem)}", file=sys.stderr)
    return exit_status(error) if isinstance(error, PitchError) else FAILED
