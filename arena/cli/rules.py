"""`arena rules`: a sheet in words."""

from __future__ import annotations

import argparse
import textwrap
from typing import Final

from arena.cli.common import Commands, sheet_of
from arena.errors import OK

WIDTH: Final = 110  # columns
INDENT: Final = 14


def add(commands: Commands) -> None:
    """Add the subcommand."""
    text = "Tell the rules of a variant with its options resolved."
    parser = commands.add_parser("rules", help="tell the rules of a variant", description=text)
    parser.add_argument("variant", metavar="ID", help="as in auction or ten-point[dirty=true]")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rules."""
    from referee.engine.describe import describe

    for line in describe(sheet_of(args.variant)):
        head, colon, text = line.partition(": ")
        lines = textwrap.wrap(text, WIDTH - INDENT) or [head]
        print(f"{head + ':':{INDENT}}{lines[0]}" if colon else line)
        for more in lines[1:]:
            print(" " * INDENT + more)
    return OK
