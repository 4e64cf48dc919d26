"""`arena why`: what went wrong for a bot in a run."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands
from arena.errors import OK
from referee.readable import readable

DESCRIPTION = """\
Tell the faults of a bot in a run: what it was sent, what was legal, what came back and when, what its process did.

Without GAME: how many there were of each kind, and the first of each. Evidence shows the cards of the bot's seat."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("why", help="tell what went wrong for a bot", description=DESCRIPTION)
    parser.add_argument("folder", type=Path, metavar="RUN")
    parser.add_argument("bot", metavar="BOT", help="its name in the run")
    parser.add_argument("game", nargs="?", metavar="GAME", help="its number in the plan from 1, or BOUT/ROTATION/GAME")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from arena.records.rundir import read_run
    from arena.records.why import tell_why

    for line in tell_why(read_run(args.folder), args.bot, args.game):
        print(readable(line))
    return OK
