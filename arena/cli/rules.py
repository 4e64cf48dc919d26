"""`arena rules`: a sheet in words."""

from __future__ import annotations

import argparse

from arena.cli.common import Commands, sheet_of
from arena.errors import OK


def add(commands: Commands) -> None:
    """Add the subcommand."""
    text = "Tell the rules of a variant with its options resolved."
    parser = commands.add_parser("rules", help="tell the rules of a variant", description=text)
    parser.add_argument("variant", metavar="ID", help="as in auction or ten-point[dirty=true]")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rules."""
    from arena.words import sheet_in_words

    for line in sheet_in_words(sheet_of(args.variant)):
        print(line)
    return OK
