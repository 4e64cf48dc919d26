"""More of `arena replay`: what is made from recorded games."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import DECISION_HELP, GAME_HELP, Commands, check_replay, decision, new_file, seat_number
from arena.errors import OK, USAGE, RunError

if TYPE_CHECKING:
    from arena.regress.exam import Source

HTML = """\
Write the games as one page that opens in any browser, without a network: table, auction, tricks and points,
step by step, with everybody's cards or as one seat knew them. Links like #3-0-12 lead to a moment (game, deal, step).

With --seat or --public nothing else is in the page at all, so that it may be handed out."""
POSITION = """\
Write the position of a recorded decision as a file (docs/positions.md), the start of a test: what the seat knew then,
and as a verdict the actions after --expect or --forbid; without them, that what was played is forbidden."""


def add(inner: Commands) -> None:
    """Add the subcommands to those of `arena replay`."""
    position = inner.add_parser("position", help="make a position test of a decision", description=POSITION)
    position.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    position.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    where = f"{DECISION_HELP}, or DEAL:ACTION as in 0:TH, the first one in that deal"
    position.add_argument("--decision", required=True, type=place, metavar="K", help=where)
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


def place(text: str) -> tuple[int, int] | int | str:
    """Return the decision that is named, for argparse; DEAL:ACTION as it is."""
    return text if re.fullmatch(r"[0-9]{1,6}:\S+", text) else decision(text)


def source_of(args: argparse.Namespace) -> Source:
    """Return the game that --game means in the file."""
    from arena.regress.exam import Source
    from arena.show import find_game, replay_file

    path = replay_file(args.file)
    check_replay(path)
    record, bout = find_game(path, args.game)
    return Source(str(path), 0, record, bout)


def place_in(source: Source, wanted: tuple[int, int] | int | str) -> tuple[int, int]:
    """Return deal and decision in the game. RunError when it has no such decision."""
    counts = [len(deal.actions) for deal in source.record.deals]
    if isinstance(wanted, str):
        deal, _, token = wanted.partition(":")
        if int(deal) < len(counts) and token in source.record.deals[int(deal)].actions:
            return int(deal), source.record.deals[int(deal)].actions.index(token)
        raise RunError(f"--decision: {token} is not done in deal {deal} (they count from 0)", exit_status=USAGE)
    if isinstance(wanted, tuple):
        if wanted[0] < len(counts) and wanted[1] < counts[wanted[0]]:
            return wanted
        name = f"{wanted[0]}.{wanted[1]}"
    else:
        name, left = str(wanted), wanted - 1
        for number, count in enumerate(counts):
            if left < count:
                return number, left
            left -= count
    there = f"the game has {sum(counts)}, in {len(counts)} deals"
    raise RunError(f"--decision: there is no decision {name}: {there}", exit_status=USAGE)


def run_position(args: argparse.Namespace) -> int:
    """Make the position and write it."""
    from arena.positions.files import Data, position_of
    from arena.positions.make import make, toml_of

    source = source_of(args)
    deal, index = place_in(source, args.decision)
    made = make(source, deal, index)
    title = args.title or f"decision {deal}.{index}"
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
    from arena.show import find_game, games, replay_file
    from arena.viewer.data import ALL, PUBLIC
    from arena.viewer.page import page, times_of
    from referee.variants.catalogue import resolve

    path = replay_file(args.file)
    check_replay(path)
    found = list(games(path)) if args.game is None else [find_game(path, args.game)]
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
    return OK
