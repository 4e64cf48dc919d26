"""`arena report`: what a tournament shows, with intervals."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import Commands, new_file

if TYPE_CHECKING:
    from arena.rundir import Run
    from arena.statistics.analysis import Analysis

DESCRIPTION = """\
Show ratings, intervals and comparisons of a run, finished or not, from its finished bouts.

docs/statistics.md says how every number is made. --quick leaves out what needs all actions to be played again: bids,
contracts made and points by the dealer."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("report", help="ratings and intervals of a run", description=DESCRIPTION)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text", help="default: text")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a new file instead of the standard output")
    parser.add_argument("--quick", action="store_true", help="only what the results say")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print or write the report."""
    from arena.errors import OK
    from arena.rundir import read_run

    opened = read_run(args.folder)
    text = _report(opened, args.format, quick=args.quick)
    if args.out is None:
        sys.stdout.write(text)
    else:
        with new_file(args.out):
            args.out.write_text(text, encoding="utf-8")
    return OK


def _report(opened: Run, form: str, *, quick: bool) -> str:
    from arena.reports.forms import as_json, as_markdown, as_text
    from arena.reports.sheets import sheets

    analysis = _analysis(opened, quick=quick)
    done = f"{opened.index.done} of {opened.plan.total_games} games played"
    if form == "json":
        meta = {
            "run": opened.config.name,
            "games": opened.index.done,
            "games_planned": opened.plan.total_games,
            "seed_commitment": opened.committed,
        }
        return as_json(analysis, meta) + "\n"
    shown = list(sheets(analysis))
    if not shown:
        return f"{opened.folder}: no bout is finished yet, {done}\n"
    if form == "markdown":
        return "\n".join(as_markdown(shown, title=f"{opened.config.name}: {done}")) + "\n"
    return "\n".join([f"{opened.folder}: {done}", *as_text(shown)]) + "\n"


def _analysis(opened: Run, *, quick: bool) -> Analysis:
    from arena.gather import Depth, bouts_of, tables_of
    from arena.schedule import HOUSE
    from arena.statistics.analysis import analyse
    from arena.statistics.selftest import SHUFFLES

    depth = Depth.RESULTS if quick or opened.seed is None else Depth.ACTIONS
    return analyse(tables_of(opened), list(bouts_of(opened, depth=depth)), hidden=(HOUSE,), shuffles=SHUFFLES)
