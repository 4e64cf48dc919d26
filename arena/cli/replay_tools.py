"""More of `arena replay`: what is made from recorded games."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli import replay_more
from arena.cli.common import DECISION_HELP, GAME_HELP, Commands, check_replay, new_file, seat_number
from arena.cli.replay_places import place, place_in, source_of, told
from arena.errors import FAILED, OK, USAGE, RunError

HTML = """\
Write the games as one page that opens in any browser, without a network: table, auction, tricks and points,
step by step, with everybody's cards or as one seat knew them. Links like
#game=3&deal=1&decision=13 lead to a moment. Of a damaged file the page has what is whole, and what is left out is told.

With --seat or --public nothing else is in the page at all, so that it may be handed out."""
POSITION = """\
Write the position of a recorded decision as a file (docs/positions.md), the start of a test: what the seat knew then,
and as a verdict the actions after --expect or --forbid; without them, that what was played is forbidden."""


def add(inner: Commands) -> None:
    """Add the subcommands to those of `arena replay`."""
    position = inner.add_parser("position", help="make a position test of a decision", description=POSITION)
    position.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    position.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    position.add_argument("--decision", required=True, type=place, metavar="K", help=DECISION_HELP)
    position.add_argument("--title", default="", metavar="TEXT", help="its name (default: the decision)")
    position.add_argument("--expect", action="append", default=[], metavar="ACTION", help="a right answer; repeat it")
    position.add_argument("--forbid", action="append", default=[], metavar="ACTION", help="a wrong answer; repeat it")
    position.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    position.set_defaults(run=run_position)
    html = inner.add_parser("html", help="games as a page to step through", description=HTML)
    html.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    html.add_argument("--game", metavar="N", help=f"only one game: {GAME_HELP}")
    eyes = html.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=seat_number, metavar="S", help="only what this seat knew")
    eyes.add_argument("--public", action="store_true", help="only what everybody at the table saw")
    html.add_argument("--out", type=Path, metavar="FILE", help="default: the file's name with .html, here")
    html.set_defaults(run=run_html)
    replay_more.add(inner)


def run_position(args: argparse.Namespace) -> int:
    """Make the position and write it."""
    from arena.positions.files import Data, position_of
    from arena.positions.make import make, toml_of
    from referee.engine.notation import place_text

    source = source_of(args)
    deal, index = place_in(source, args.decision)
    made = make(source, deal, index)
    title = args.title or place_text(deal, index)
    text = toml_of(made, title=title, expect=args.expect, forbid=args.forbid)
    verdict = Data(**{name: getattr(made.data, name) for name in Data.__struct_fields__})
    verdict.expect, verdict.forbid = args.expect, args.forbid or ([] if args.expect else [made.played])
    try:
        position_of(verdict, title)
    except ValueError as error:
        raise RunError(str(error), exit_status=USAGE) from None
    if args.out is None:
        print(text, end="")
        return OK
    with new_file(args.out):
        args.out.write_text(text, encoding="utf-8")
    return OK


def run_html(args: argparse.Namespace) -> int:
    """Write the page."""
    from arena.checking.salvage import Salvage
    from arena.replays.show import find_game, replay_file
    from arena.viewer.data import ALL, PUBLIC
    from arena.viewer.page import page, times_of
    from referee.variants.catalogue import resolve

    path = replay_file(args.file)
    check_replay(path)
    salvage = Salvage(path)
    found = list(salvage.games()) if args.game is None else [find_game(path, args.game)]
    if not found and told([salvage]):
        return FAILED
    if not found:
        raise RunError(f"{path}: there is no game in it", exit_status=USAGE)
    sheet = resolve(found[0][0].sheet)
    if args.seat is not None and args.seat >= sheet.seats:
        raise RunError(f"--seat {args.seat}: {sheet.label} has seats 0 to {sheet.seats - 1}", exit_status=USAGE)
    eyes = PUBLIC if args.public else ALL if args.seat is None else str(args.seat)
    text = page(found, title=f"{sheet.label}: {sheet.title}", eyes=eyes, times=times_of(path))
    out = Path(path.with_suffix(".html").name) if args.out is None else args.out
    with new_file(out):
        out.write_text(text, encoding="utf-8")
    print(f"{out}: {len(found)} games, {len(text.encode()) / 1024:.0f} KiB")
    return told([salvage])
