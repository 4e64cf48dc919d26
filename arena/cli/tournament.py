"""`arena run`: play a tournament."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import SEED_HELP, Commands, add_session_flags, look_before, whole
from arena.errors import USAGE, RunError
from arena.setup.limits import add_limit_flags, limit_flags

if TYPE_CHECKING:
    from arena.setup.config import Config

DESCRIPTION = """\
Play a tournament of bots over variants of Pitch: a round robin, or as --schedule says.

The configuration is a TOML file, flags, or both; flags go before the file, and --bot adds to its bots.
Everything is kept in the run's folder; `arena resume` goes on with one that was stopped."""


AUTO_ELO = 25


def whole_or_auto(text: str) -> int | str:
    """Return a whole number from 1 up, or "auto", for argparse."""
    if text == "auto":
        return text
    try:
        return whole(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}; or auto") from None


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("run", help="play a tournament", description=DESCRIPTION)
    parser.add_argument("config", nargs="?", type=Path, metavar="CONFIG.toml")
    add_config_flags(parser)
    add_session_flags(parser)
    parser.set_defaults(run=run)


def add_config_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that stand for keys of the configuration."""
    parser.add_argument(
        "--bot",
        action="append",
        metavar="BOT",
        help="a folder with a bot.toml, or name=mine,cmd='{python} mine.py' (once for each bot; {python} is the arena's"
        " own interpreter)",
    )
    parser.add_argument(
        "--variant",
        action="append",
        metavar="V",
        help="as in ten-point[dirty=true], or a house sheet's file (repeatable)",
    )
    parser.add_argument(
        "--bouts", type=whole_or_auto, metavar="N", help="bouts per line-up and variant; auto: see --precision"
    )
    parser.add_argument(
        "--precision",
        type=whole,
        metavar="ELO",
        help=f"stop when every rating is known within plus or minus ELO (95%%); --bouts auto: {AUTO_ELO}",
    )
    parser.add_argument("--games", type=whole, metavar="N", help="games per match")
    parser.add_argument("--max-deals", type=whole, metavar="N", help="end games after so many deals")
    parser.add_argument("--fill", metavar="HOW", help="error, house or alternate: with fewer bots than sides")
    parser.add_argument(
        "--schedule",
        metavar="HOW",
        help="round-robin; gauntlet: the first bot against all others; swiss, knockout, adaptive: by results so far",
    )
    parser.add_argument("--rounds", type=whole, metavar="N", help="of a Swiss system (default: the usual number)")
    parser.add_argument("--budget", type=whole, metavar="N", help="bouts in all, of an adaptive schedule")
    parser.add_argument(
        "--most-lineups", type=whole, metavar="N", help="of more in a variant play a balanced design of at most so many"
    )
    parser.add_argument(
        "--deals-file", metavar="FILE", help="the deals of each bout from a file of seeds, one a line; the same for all"
    )
    parser.add_argument(
        "--sprt",
        nargs="+",
        metavar="WORD",
        help="stop when it is clear how the first of two bots compares: elo0=0 elo1=10 alpha=0.05 beta=0.05;"
        " exit code 3 unless elo1 is accepted",
    )
    parser.add_argument("--seed", metavar="TEXT", help=f"{SEED_HELP}; default: drawn and kept secret")
    parser.add_argument("-j", "--jobs", type=whole, metavar="N", help="matches at once (default: the cores)")
    parser.add_argument(
        "--referees", type=whole, metavar="N", help="referee processes (default: as jobs, at most cores)"
    )
    add_limit_flags(parser)
    parser.add_argument(
        "--isolation", metavar="HOW", help="sandbox, process or trusted; default: sandbox where this machine can do it"
    )
    parser.add_argument(
        "--lifetime", metavar="HOW", help="match, or pooled: processes are kept, and may remember (trusted bots only)"
    )
    add_remote_flags(parser)
    parser.add_argument("--show-names", action="store_true", default=None, help="tell bots who sits where")
    parser.add_argument("--name", metavar="NAME", help="name of the tournament, and of its folder below runs/")
    parser.add_argument("--out", metavar="DIR", help="the run's folder (default: runs/NAME)")


def add_remote_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags for bots on other machines."""
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help="where remote bots dial in (--bot name=mine,remote=true); port 0: any"
    )
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="the certificate chain for --listen (PEM)")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its private key (PEM)")
    parser.add_argument(
        "--tls-client-ca", type=Path, metavar="FILE", help="admit only bots with a certificate of this authority (PEM)"
    )
    parser.add_argument(
        "--insecure", action="store_true", default=None, help="plain text even where other machines can reach --listen"
    )


def remote_flags(args: argparse.Namespace) -> dict[str, object]:
    """Return the flags for bots on other machines as keys of [remote]."""
    files = {key: getattr(args, key) for key in ("tls_cert", "tls_key", "tls_client_ca")}
    named = {key: str(file.resolve()) for key, file in files.items() if file is not None}
    given = {"listen": args.listen, "insecure": args.insecure} | named
    return {key: value for key, value in given.items() if value is not None}


def flags_of(args: argparse.Namespace) -> dict[str, object]:
    """Return the flags as keys of the configuration."""
    from arena.setup.bots import bot_flag

    return {
        "bots": [bot_flag(text) for text in args.bot or ()],
        "variants": args.variant,
        "bouts": None if args.bouts == "auto" else args.bouts,
        "precision_elo": args.precision or (AUTO_ELO if args.bouts == "auto" else None),
        "games": args.games,
        "max_deals": args.max_deals,
        "fill": args.fill,
        "schedule": args.schedule,
        "rounds": args.rounds,
        "budget": args.budget,
        "most_lineups": args.most_lineups,
        "deals_file": args.deals_file,
        "sprt": " ".join(args.sprt) if args.sprt else None,
        "seed": args.seed,
        "jobs": args.jobs,
        "referees": args.referees,
        "limits": limit_flags(args) or None,
        "isolation": args.isolation,
        "lifetime": args.lifetime,
        "remote": remote_flags(args) or None,
        "show_names": args.show_names,
        "name": args.name,
        "out": args.out,
    }


def check_folder(config: Config) -> None:
    """Raise RunError when the folder of the run cannot be made; nothing is made yet."""
    from arena.records.rundir import folder_exists, free_folder

    folder = Path(config.out) if config.out else free_folder(config.name)
    try:
        folder.lstat()
    except (FileNotFoundError, NotADirectoryError):
        above = next(path for path in folder.absolute().parents if os.path.lexists(path))
        if not above.is_dir():
            raise RunError(f"{folder}: cannot be made: {above} is no folder", exit_status=USAGE) from None
        if not os.access(above, os.W_OK | os.X_OK):
            raise RunError(f"{folder}: cannot be made: {above} cannot be written to", exit_status=USAGE) from None
    except OSError as error:
        raise RunError(f"{folder}: cannot be made: {error.strerror}", exit_status=USAGE) from None
    else:
        raise RunError(folder_exists(folder), exit_status=USAGE)


def run(args: argparse.Namespace) -> int:
    """Play the tournament and print the standings."""
    return play_flags(flags_of(args), args, args.config)


def play_flags(flags: dict[str, object], args: argparse.Namespace, file: Path | None = None) -> int:
    """Play the tournament that the flags, laid over the file, describe, and return the exit code."""
    from arena.records.rundir import PLAN, create_run
    from arena.running.session import play_run
    from arena.sandbox.settle import settle
    from arena.setup.config import load_config
    from arena.setup.outlook import lines, outlook, to_json
    from arena.setup.seeds import fresh_seed, parse_seed

    loaded = load_config(file, flags)
    loaded.config.check_commands()
    config, tools = settle(loaded.config)
    check_folder(config)
    look_before(config, forced=args.force)
    seed = parse_seed(loaded.seed) if loaded.seed else fresh_seed()
    opened, journal = create_run(config, seed)
    found = outlook(config, opened.plan)
    (opened.folder / PLAN).write_bytes(to_json(found))
    print("\n".join(lines(found)))
    return play_run(opened, journal, tools, log_level=args.log_level)
