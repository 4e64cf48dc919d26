"""`arena compare`: is the new version of a bot better than the old one?"""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands, add_session_flags
from arena.cli.tournament import add_config_flags, flags_of, play_flags

VARIANTS = ("auction-partners[max_deals=8]", "ten-point[max_deals=8]")
USUAL = {"sprt": "elo0=0 elo1=30 alpha=0.05 beta=0.05", "fill": "alternate", "games": 4, "name": "compare"}
DESCRIPTION = f"""\
Play NEW against OLD until it is clear whether NEW is better, and say so in a sentence.

Each is a folder with a bot.toml, or name=mine,cmd='...'. Both play the same deals on every seat. Without --variant they
play {" and ".join(VARIANTS)}; without --sprt the test is
{USUAL["sprt"]}. Exit code 0: NEW is better; 3: it is not, or it could not be
decided."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("compare", help="is a new version better than the old one?", description=DESCRIPTION)
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    add_config_flags(parser)
    add_session_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the two and print the verdict."""
    from arena.errors import ConfigError

    if args.bot:
        raise ConfigError(["compare plays OLD and NEW: `arena run` takes any number of --bot"])
    args.bot = [args.new, args.old]
    flags = flags_of(args)
    bots = flags["bots"]
    assert isinstance(bots, list)
    _tell_apart(bots)
    flags["variants"] = flags["variants"] or list(VARIANTS)
    return play_flags({**flags, **{key: value for key, value in USUAL.items() if flags.get(key) is None}}, args)


def _tell_apart(bots: list[dict[str, object]]) -> None:
    """Give the two names that differ when their own do not."""
    names = [_name(bot) for bot in bots]
    if names[0] and names[0] == names[1]:
        for bot, which in zip(bots, ("new", "old"), strict=True):
            bot["name"] = f"{names[0]}-{which}"


def _name(bot: dict[str, object]) -> str:
    """Return the name of a bot, "" where it cannot be read: loading the configuration says why."""
    from arena.setup.bots import bot_from_table
    from arena.setup.checks import Table
    from referee.engine.errors import PitchError

    try:
        found = bot_from_table(Table(dict(bot), problems=[], place=lambda _: ""), base=Path())
    except PitchError:
        return ""
    return found.name if found else ""
