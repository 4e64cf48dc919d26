"""`arena replay serve` and `arena watch`: a run in a browser, and followed in the terminal while it is played."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands, count
from arena.errors import OK, USAGE, RunError

DELAY_S = 30
SERVE = """\
Serve a run's games to a browser on this machine: an index with filters, and every game to step through. It only reads.

Of a run that is still being played only whole finished bouts are there, --delay seconds after their last game, and
as everybody at the table saw them; --all-cards shows everything of them. The address has a secret word in it, so
that bots on this machine find nothing. Ctrl-C ends it."""
WATCH = """\
Follow a run while it is played: its games as they end, and the standings. It only reads what is on disk, so no bot
gets anything of it. Bouts are told as a whole, --delay seconds after their last game. It ends with the run."""


def add_serve(inner: Commands) -> None:
    """Add `serve` to the subcommands of `arena replay`."""
    parser = inner.add_parser("serve", help="a run's games in a browser", description=SERVE)
    parser.add_argument("folder", type=Path, metavar="RUN")
    parser.add_argument("--listen", default="127.0.0.1:8765", metavar="HOST:PORT", help="port 0: any that is free")
    parser.add_argument("--insecure", action="store_true", help="even where other machines can reach HOST:PORT")
    _add_delay(parser)
    parser.add_argument("--all-cards", action="store_true", help="of a run that is still being played, too")
    parser.set_defaults(run=run_serve)


def add(commands: Commands) -> None:
    """Add `arena watch`."""
    parser = commands.add_parser("watch", help="follow a run while it is played", description=WATCH)
    parser.add_argument("folder", type=Path, metavar="RUN")
    _add_delay(parser)
    parser.set_defaults(run=run_watch)


def _add_delay(parser: argparse.ArgumentParser) -> None:
    told = f"how long after its last game a bout is shown while the run is played (default: {DELAY_S})"
    parser.add_argument("--delay", type=count, default=DELAY_S, metavar="SECONDS", help=told)


def run_serve(args: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    import trio

    from arena.browse.library import Cards, Library
    from arena.browse.server import Site, bound, serve_site
    from referee.addresses import ListenError, host_in
    from referee.running import STOPPING
    from referee.tls import is_loopback

    try:
        host = host_in(args.listen)
    except ListenError as error:
        raise RunError(f"--listen: {error}", exit_status=USAGE) from None
    if not is_loopback(args.listen) and not args.insecure:
        raise RunError(f"--listen {args.listen}: other machines can reach it; --insecure allows it", exit_status=USAGE)
    cards = Cards.ALL if args.all_cards else Cards.PUBLIC
    library = Library(args.folder, delay_s=args.delay, cards=cards)
    if library.run.seed is None and not library.run.config.deals:
        raise RunError(f"{args.folder}: its seed is not there, so its deals cannot be shown")
    site = Site(library)
    hosts = ["*"] if args.insecure else ["localhost", "127.0.0.1", host.strip("[]")]

    async def until() -> None:
        with trio.open_signal_receiver(*STOPPING) as signals:
            async for _ in signals:
                return

    def ready(address: str) -> None:
        print(f"{args.folder} is at {address}\nCtrl-C ends it", flush=True)

    async def main() -> None:
        await serve_site(site, socket, hosts=hosts, until=until, ready=ready)

    try:
        socket = bound(args.listen)
    except OSError as error:
        raise RunError(f"--listen {args.listen}: {error.strerror or error}", exit_status=USAGE) from None
    trio.run(main)
    return OK


def run_watch(args: argparse.Namespace) -> int:
    """Follow the run to its end."""
    import trio

    from arena.browse.library import Cards, Library
    from arena.browse.watch import follow
    from arena.reports.live import view_of

    library = Library(args.folder, delay_s=args.delay, cards=Cards.PUBLIC)
    run = library.run
    told = "it is finished" if run.finished else f"whole bouts are told {args.delay} s after their last game"
    print(f"{args.folder}: {run.index.done} of {run.plan.total_games} games are played; {told}", flush=True)
    view = view_of(run, earlier=lambda _: ())
    try:
        trio.run(lambda: follow(library, view, every_s=1.0))
    finally:
        view.close()
    print(f"{args.folder}: {library.run.index.done} games; `arena report {args.folder}` says who is better")
    return OK
