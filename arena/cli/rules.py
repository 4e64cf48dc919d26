"""`arena rules`: a sheet in words."""

from __future__ import annotations

import argparse
import textwrap
from typing import Final

from arena.cli.common import Commands, sheet_of
from arena.cli.variants import players_text
from arena.errors import OK

WIDTH: Final = 110  # columns
INDENT: Final = 14


def add(commands: Commands) -> None:
    """Add the subcommand."""
    text = "Tell the rules of a variant with its options resolved."
    parser = commands.add_parser("rules", help="tell the rules of a variant", description=text)
    parser.add_argument(
        "variant", metavar="ID", help="as in auction or ten-point[dirty=true], or the file of a house sheet"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rules."""
    from referee.engine.describe import describe
    from referee.variants.catalogue import variant_of

    sheet = sheet_of(args.variant)
    title, *lines = describe(sheet)
    print(title)
    last = ""
    for line in lines:
        head, _, text = line.partition(": ")
        _print("" if head == last else f"{head}:", text)  # a list is headed once
        last = head
    print("\nOptions")
    variant = variant_of(sheet.id + sheet.definition)
    if len(variant.layouts) > 1:
        print(f"  seats, sides ({players_text(variant)}): how many play, and in how many sides")
    for option in variant.options:
        print(f"  {option.name} ({option.values}): {option.meaning}")
    return OK


def _print(head: str, text: str) -> None:
    first, *more = textwrap.wrap(text, WIDTH - INDENT)
    print(f"{head:{INDENT}}{first}")
    for line in more:
        print(" " * INDENT + line)
