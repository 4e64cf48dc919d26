"""What `pitch-referee` can do.

`serve` plays one match with bots that dial in, `control` plays what an arena orders.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trio

from referee.addresses import ListenError
from referee.engine.errors import PitchError, SheetError, plain_number
from referee.logs import LEVELS, LogStyle, configure
from referee.parser import Parser
from referee.secrecy import no_core_dumps

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 ok, 1 failed or interrupted, 2 usage."""
    args = make_parser().parse_args(argv)
    no_core_dumps()
    try:
        style = LogStyle.JSON if args.log else None
        configure(level=args.log_level, file=args.log, style=style, process=args.log_name)
    except OSError as error:
        print(f"pitch-referee: {args.log} cannot be written: {error.strerror}", file=sys.stderr)
        return USAGE
    _calm_collector()
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # errors are told in our own words
    try:
        status: int = args.run(args)
    except SheetError as error:
        return _complain(error.problems, USAGE)
    except PitchError as error:
        return _complain((str(error),), USAGE if isinstance(error, ListenError) else FAILED)
    except KeyboardInterrupt:
        return _complain(("interrupted",), FAILED)
    return status


def make_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="pitch-referee", description="Referee of Pitch: plays matches between bots.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=Parser)
    serve = commands.add_parser(
        "serve",
        help="play one match with bots that dial in, and print the result",
        description="Print the address and one token per seat, wait for a bot at each, play, and print the result.",
    )
    serve.add_argument("--variant", required=True, metavar="SPEC", help='such as auction or "ten-point[dirty=true]"')
    serve.add_argument("--games", type=_count, default=20, metavar="N", help="games to play (default: 20)")
    serve.add_argument(
        "--listen", metavar="ADDRESS", help="unix:PATH or HOST:PORT (default: a socket in a folder of its own)"
    )
    add_listening_flags(serve)
    serve.add_argument(
        "--rejoin-limit-ms",
        type=_limit,
        default=60_000,
        metavar="N",
        help="how long a broken stream over HOST:PORT may be taken up again; 0: not at all (default: 60000)",
    )
    serve.add_argument("--seed", metavar="HEX", help="the secret seed, 64 hex digits (default: a new one)")
    serve.add_argument("--out", type=Path, metavar="FILE", help="write the games to it as a replay file")
    serve.add_argument("--house", default="", metavar="SEATS", help="seats that the house plays, such as 1,2,3")
    serve.add_argument(
        "--move-limit-ms", type=_limit, default=5_000, metavar="N", help="per move; 0: no clock (default: 5000)"
    )
    serve.add_argument(
        "--start-limit-ms", type=_limit, default=0, metavar="N", help="to join; 0: no limit (default: 0)"
    )
    serve.add_argument("--grace-ms", type=_limit, default=250, metavar="N", help="added to a move (default: 250)")
    serve.add_argument(
        "--pace-ms",
        type=_limit,
        default=0,
        metavar="N",
        help="pass answers on at a fixed pace; 0: at once (default: 0)",
    )
    serve.add_argument("--json", action="store_true", help="say everything as JSON lines")
    serve.set_defaults(run=_serve)
    control = commands.add_parser("control", help="play what an arena orders (started by it)")
    control.add_argument("--control", required=True, metavar="ADDRESS", help="where the arena dials in")
    control.add_argument("--play", required=True, metavar="ADDRESS", help="where bots dial in")
    control.add_argument("--listen", metavar="ADDRESS", help="where bots of other machines dial in, HOST:PORT")
    add_listening_flags(control)
    control.add_argument("--cpu", type=_limit, metavar="N", help="keep to one processor (default: any)")
    control.set_defaults(run=_control)
    for command, level in ((serve, "warning"), (control, "info")):
        command.add_argument("--log", type=Path, metavar="FILE", help="log to the file (default: standard error)")
        command.add_argument(
            "--log-name", metavar="NAME", default="referee", help="the process in each line of the log"
        )
        command.add_argument("--log-level", choices=tuple(LEVELS), default=level, help=f"(default: {level})")
    return parser


def add_listening_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags for bots on other machines."""
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="the certificate chain for HOST:PORT (PEM)")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its private key (PEM)")
    parser.add_argument(
        "--tls-client-ca", type=Path, metavar="FILE", help="admit only bots with a certificate of this authority (PEM)"
    )
    parser.add_argument(
        "--insecure", action="store_true", help="plain text even where other machines can reach HOST:PORT"
    )


def _count(text: str) -> int:
    if not 0 < (plain_number(text) or 0) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to 1000000, not {text!r}")
    return int(text)


def _limit(text: str) -> int:
    number = plain_number(text)
    if number is None or number >= 1 << 31:
        raise argparse.ArgumentTypeError(f"must be a whole number of milliseconds below 2147483648, not {text!r}")
    return number


def _serve(args: argparse.Namespace) -> int:
    from referee import standalone

    return trio.run(standalone.serve, standalone.plan_of(args))


def _control(args: argparse.Namespace) -> int:
    from referee.rpc.play_server import Door
    from referee.running import run_under_control
    from referee.tls import check_exposure, read_tls

    away: Door | None = None
    if args.listen is not None:
        tls = read_tls(args.tls_cert, args.tls_key, args.tls_client_ca)
        check_exposure(args.listen, tls, insecure=args.insecure)
        away = Door(address=args.listen, tls=tls)

    async def run() -> int:
        return await run_under_control(control=args.control, play=args.play, away=away, cpu=args.cpu)

    return trio.run(run)


def _calm_collector() -> None:
    """Look for cycles seldom: events and records are many and make none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _complain(problems: Sequence[str], status: int) -> int:
    for problem in problems:
        print(f"pitch-referee: {problem}", file=sys.stderr)
    return status
