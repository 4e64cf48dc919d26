"""`arena simulate`: games in this process, without bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import SEED_HELP, Commands, new_file, sheet_of, whole
from arena.errors import OK, ConfigError

DESCRIPTION = """\
Play games in this process: no bots, no sockets, no clocks. For tests, training data and speed.

With --out the games are written as a replay file that `arena verify` and `arena replay` read."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("simulate", help="play games in this process", description=DESCRIPTION)
    parser.add_argument(
        "variant", metavar="VARIANT", help="as in auction or ten-point[dirty=true], or the file of a house sheet"
    )
    parser.add_argument("--games", type=whole, default=100, metavar="N", help="default 100")
    parser.add_argument("--seed", metavar="TEXT", help=f"{SEED_HELP}; default: drawn")
    parser.add_argument("--policy", default="random", choices=["house", "random"], help="who plays (default: random)")
    parser.add_argument("--observe", action="store_true", help="make what the seat knows at each decision, too")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a replay file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print what was played."""
    from arena import simulate
    from arena.setup.seeds import SHORTEST, fresh_seed, parse_seed

    sheet = sheet_of(args.variant)
    if args.seed is not None and len(args.seed) < SHORTEST:
        raise ConfigError([f"--seed: must have at least {SHORTEST} characters"])
    seed = fresh_seed() if args.seed is None else parse_seed(args.seed)
    games, policy = args.games, args.policy
    if args.out is None:
        totals = simulate.simulate(sheet, games=games, seed=seed, policy=policy, observe=args.observe)
    else:
        with new_file(args.out):
            totals = simulate.simulate_to_file(sheet, games=games, seed=seed, policy=policy, out=args.out)
    rate = totals.decisions / totals.seconds if totals.seconds else 0.0
    print(
        f"{sheet.label}: {totals.games} games, {totals.deals} deals, {totals.decisions} decisions"
        f" in {totals.seconds:.2f} s of processor time, {rate:,.0f} decisions/s"
    )
    return OK
