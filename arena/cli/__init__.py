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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 ok, 1 failed or interrupted, 2 usage, 3 a check did not hold."""
    parser = make_parser()
    try:
        args = parser.parse_args(argv)
        run: int = args.run(args)
        sys.stdout.flush()
    except PitchError as error:
        return _complain(error)
    except BaseExceptionGroup as group:
        known = first_known(group)
        if known is None:
            raise
        return _complain(known)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has had enough. Nothing more can be written, also not at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return run


def first_known(group: BaseExceptionGroup[BaseException]) -> PitchError | None:
    """Return the first error in the group that is one of ours, unless one that is not stands beside it."""
    ours, rest = group.split(PitchError)
    unexpected = rest.split((KeyboardInterrupt,))[1] if rest else None
    found: BaseException | None = None if unexpected else ours
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found if isinstance(found, PitchError) else None


def _complain(error: PitchError) -> int:
    problems = error.problems if isinstance(error, ConfigError | SheetError) else (str(error),)
    for problem in problems:
        print(f"arena: {problem}", file=sys.stderr)
    return exit_status(error)
