"""`arena positions`: draw positions, and put them to a bot."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands, bot_named, whole
from arena.errors import GATE, OK, USAGE, ConfigError, RunError

DESCRIPTION = """\
Draw the positions of the files (docs/positions.md). With --bot they are put to a bot, over the real protocol, to two
processes of it at once; those that it answers wrongly are drawn.

Exit code 3: an answer is wrong."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("positions", help="draw positions, or test a bot on them", description=DESCRIPTION)
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR", help="position files, or folders of them")
    parser.add_argument("--bot", metavar="BOT", help="a folder with a bot.toml, or name=mine,cmd='...'")
    parser.add_argument("--wait", type=whole, default=60, metavar="SECONDS", help="for the answers (default: 60)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw, or ask and say what is wrong."""
    from arena.positions.asking import ask_positions, wish_text
    from arena.positions.drawing import drawn
    from arena.positions.files import Position, position_files, read_positions

    positions: list[Position] = []
    problems: list[str] = []
    for path in args.paths:
        for file in position_files(path):
            try:
                positions += read_positions(file)
            except ConfigError as error:
                problems += error.problems
    if problems:
        raise ConfigError(problems)
    if not positions:
        raise RunError("there is no position file (.toml or .json) there", exit_status=USAGE)
    if args.bot is None:
        for position in positions:
            print("\n".join((position.place, *drawn(position), wish_text(position), "")))
        return OK
    bot = bot_named(args.bot, "--bot")
    wrong = 0
    for outcome in ask_positions(bot, positions, wait_s=args.wait):
        if outcome.wrong:
            wrong += 1
            position = outcome.position
            print(
                "\n".join((position.place, *drawn(position), wish_text(position), f"{bot.name}: {outcome.wrong}", ""))
            )
    print(
        f"{'NOT ok' if wrong else 'ok'}: {bot.name}: {len(positions) - wrong} of {len(positions)} positions are right"
    )
    return GATE if wrong else OK
