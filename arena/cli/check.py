"""`arena check`: look at a configuration without playing."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands
from arena.cli.tournament import add_config_flags, check_folder, flags_of
from arena.errors import OK
from referee.variants.catalogue import label


def add(commands: Commands) -> None:
    """Add the subcommand."""
    text = "Check a configuration, see that its bots can be started, and print the plan."
    parser = commands.add_parser("check", help="check a configuration and print the plan", description=text)
    parser.add_argument("config", nargs="?", type=Path, metavar="CONFIG.toml")
    add_config_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the plan."""
    from arena.config import load_config
    from arena.sandbox.settle import settle

    config = load_config(args.config, flags_of(args)).config
    plan = config.plan()
    config.check_commands()
    config, _ = settle(config)
    check_folder(config)
    print(f"{config.name}: {len(config.bots)} bots, {len(config.variants)} variants")
    for bot in config.bots:
        print(f"  bot {bot.name}: {bot.isolation.value}")
    for variant in plan.variants:
        mine = [lineup for lineup in plan.lineups if lineup.variant == variant]
        matches = sum(lineup.rotations for lineup in mine) * config.bouts
        bouts = len(mine) * config.bouts
        counts = f"{len(mine)} line-ups, {bouts} bouts, {matches} matches, {matches * config.games} games"
        print(f"  {label(variant.spec)}: {counts}")
    print(f"in all {plan.total_bouts} bouts, {plan.total_matches} matches, {plan.total_games} games")
    return OK
