"""`arena play`: a person at the table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import SEED_HELP, Commands, seat_number, sheet_of, whole

if TYPE_CHECKING:
    from arena.setup.bots import Bot

PLAY = """\
Sit down at a table yourself, with bots on the other seats: any variant, on this terminal.

You are shown your own hand and what everybody sees, and the legal choices by number. There is no clock."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("play", help="sit at a table yourself", description=PLAY)
    parser.add_argument(
        "--bot",
        action="append",
        required=True,
        metavar="BOT",
        help="a folder with a bot.toml, or name=mine,cmd='{python} mine.py'; several take the other seats in turn",
    )
    parser.add_argument("--variant", default="auction-partners", metavar="V", help="default: auction-partners")
    parser.add_argument("--seat", type=seat_number, default=0, metavar="N", help="where you sit (default: 0)")
    parser.add_argument("--games", type=whole, default=1, metavar="N")
    parser.add_argument("--seed", default="", metavar="TEXT", help=f"the same deals again: {SEED_HELP}")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Host the table until the games are over or the person leaves."""
    from arena.errors import ConfigError
    from arena.person.host import host, seated
    from arena.setup.bots import bot_flag, bot_from_table
    from arena.setup.checks import Table
    from arena.setup.seeds import SHORTEST, fresh_seed, parse_seed

    problems: list[str] = []
    bots: list[Bot] = []
    for number, text in enumerate(args.bot):
        table = Table(bot_flag(text), problems=problems, place=lambda _, text=text: f"--bot {text}")  # type: ignore[misc]
        bot = bot_from_table(table, base=Path())
        if bot is not None:
            alike = any(bot.name == other.name for other in bots)
            bots.append(bot if not alike else _renamed(bot, number))
    if args.seed and len(args.seed) < SHORTEST:
        problems.append(f"--seed: must have at least {SHORTEST} characters")
    if problems:
        raise ConfigError(problems)
    sheet = sheet_of(args.variant)
    seed = parse_seed(args.seed) if args.seed else fresh_seed()
    return host(seated(sheet, bots, seat=args.seat, games=args.games, seed=seed))


def _renamed(bot: Bot, number: int) -> Bot:
    from dataclasses import replace

    return replace(bot, name=f"{bot.name[:58]}-{number + 1}")
