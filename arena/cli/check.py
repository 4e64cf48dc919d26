"""`arena check`: look at a configuration without playing; or at a bot, by playing with it (check_bot.py)."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli import check_bot
from arena.cli.common import Commands
from arena.cli.tournament import add_config_flags, check_folder, flags_of
from arena.errors import OK, ConfigError
from referee.variants.catalogue import label

DESCRIPTION = """\
BOT (a folder, its bot.toml, or name=mine,cmd='{python} mine.py'): play with it and see that it keeps to the
protocol, step by step; docs/bots.md tells what each step looks at. Ends with 3 when a step fails.
CONFIG.toml (or flags): check the configuration, see that its bots can be started, and print the plan."""
_FOR_CONFIGS = (
    "bot", "bouts", "games", "max_deals", "fill", "seed", "jobs", "referees", "show_names", "name", "out",
    "listen", "tls_cert", "tls_key", "tls_client_ca", "insecure",
    "start_limit", "move_limit", "st", "tc", "timemargin", "no_clock", "pace",
)  # fmt: skip
_FOR_BOTS = ("full", "variants", "step", "time_limit", "json")


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "check",
        help="check that a bot keeps to the protocol; or a configuration, and print the plan",
        description=DESCRIPTION,
    )
    parser.add_argument("config", nargs="?", metavar="BOT|CONFIG.toml")
    add_config_flags(parser)
    check_bot.add_bot_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the bot, or print the plan of the configuration."""
    if args.config is not None and check_bot.is_bot(args.config):
        _refuse(args, [name for name in _FOR_CONFIGS if getattr(args, name) is not None], "a configuration")
        return check_bot.run(args)
    _refuse(args, [name for name in _FOR_BOTS if getattr(args, name)], "a bot")
    return _plan(args)


def _refuse(args: argparse.Namespace, names: list[str], what: str) -> None:
    """Raise ConfigError for flags that are for something else."""
    if names:
        given = "--" + names[0].replace("_", "-")
        raise ConfigError([f"{given} is for {what}, and {args.config or 'what is given'} is none"])


def _plan(args: argparse.Namespace) -> int:
    from arena.sandbox.settle import settle
    from arena.schedules.rounds import RoundsPlan
    from arena.setup.config import load_config

    config = load_config(Path(args.config) if args.config else None, flags_of(args)).config
    plan = config.plan()
    config.check_commands()
    config, _ = settle(config)
    check_folder(config)
    print(f"{config.name}: {len(config.bots)} bots, {len(config.variants)} variants")
    for bot in config.bots:
        print(f"  bot {bot.name}: {bot.isolation.value}")
    for variant in plan.variants:
        mine = {bout.lineup for bout in plan.bouts_of(variant)}
        matches = sum(bout.lineup.rotations for bout in plan.bouts_of(variant))
        bouts = sum(1 for _ in plan.bouts_of(variant))
        counts = f"{len(mine)} line-ups, {bouts} bouts, {matches} matches, {matches * config.games} games"
        print(f"  {label(variant.spec)}: {counts}")
    print(f"in all {plan.total_bouts} bouts, {plan.total_matches} matches, {plan.total_games} games")
    if isinstance(plan, RoundsPlan):
        print(f"that is the first round; {plan.ahead}")
    return OK
