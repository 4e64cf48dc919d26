"""`arena report`: what a tournament shows, with intervals."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import Commands, count, new_file

if TYPE_CHECKING:
    from arena.records.rundir import Run
    from arena.reports.page.content import GameTold
    from arena.statistics.analysis import Analysis
    from arena.statistics.course import Courses

GAMES = 20
DESCRIPTION = """\
Show ratings, intervals and comparisons of a run, finished or not, from its finished bouts.

docs/statistics.md says how every number is made. --quick leaves out what needs all actions to be played again: bids,
contracts made and points by the dealer. --html writes one page that needs no network, with drawings, and beside it a
folder with games to step through, to which it links."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("report", help="ratings and intervals of a run", description=DESCRIPTION)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text", help="default: text")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a new file instead of the standard output")
    parser.add_argument("--quick", action="store_true", help="only what the results say")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page, and FILE's name with -games beside it")
    parser.add_argument(
        "--games", type=count, metavar="N", help=f"of each variant beside the page of --html (default: {GAMES})"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print or write the report."""
    from arena.errors import OK, ConfigError
    from arena.records.rundir import read_run

    if args.games is not None and args.html is None:
        raise ConfigError(["--games are written beside a page: give --html FILE, too"])
    opened = read_run(args.folder)
    if args.html is not None:
        return _write_page(opened, args)
    text = _report(opened, args.format, quick=args.quick)
    if args.out is None:
        sys.stdout.write(text)
    else:
        with new_file(args.out):
            args.out.write_text(text, encoding="utf-8")
    return OK


def _report(opened: Run, form: str, *, quick: bool) -> str:
    from arena.reports.forms import as_json, as_markdown, as_text
    from arena.reports.sheets import Sheet, sheets
    from arena.schedules.growing import standing_lines

    analysis = _analysis(opened, quick=quick)
    done = _done(opened)
    if form == "json":
        meta = {
            "run": opened.config.name,
            "games": opened.index.done,
            "games_planned": opened.plan.total_games,
            "seed_commitment": opened.committed,
            "schedule": standing_lines(opened),
        }
        return as_json(analysis, meta) + "\n"
    shown = list(sheets(analysis))
    if not shown:
        return f"{opened.folder}: no bout is finished yet, {done}\n"
    if lines := standing_lines(opened):
        shown.insert(0, Sheet(title="schedule", level=2, lines=tuple(lines)))
    if form == "markdown":
        return "\n".join(as_markdown(shown, title=f"{opened.config.name}: {done}")) + "\n"
    return "\n".join([f"{opened.folder}: {done}", *as_text(shown)]) + "\n"


def _write_page(opened: Run, args: argparse.Namespace) -> int:
    """Write the page and the games beside it, and say what there is now."""
    from arena.errors import OK, USAGE, ConfigError, RunError
    from arena.reports.page.content import Content, facts_of, faults_of, outcomes, plan_of
    from arena.reports.page.games import write_games
    from arena.reports.page.page import report_page
    from arena.schedules.growing import standing_lines

    out: Path = args.html
    if args.out is not None or args.format != "text":
        raise ConfigError(["--html is a form and a file of its own: leave --format and --out out"])
    beside = out.with_name(f"{out.stem}-games")
    most = GAMES if args.games is None else args.games
    analysis, courses = _analysed(opened, quick=args.quick)
    games = list(outcomes(opened))
    faults, left_out = faults_of(opened, games)
    told: tuple[GameTold, ...] = ()
    notes = standing_lines(opened)
    with new_file(out):
        if beside.exists():
            raise RunError(f"{beside} exists: name another page, or remove it", exit_status=USAGE)
        if opened.config.deals and not opened.finished:
            notes.append("Games can be shown step by step when all have been played: others still get the same deals.")
        elif opened.seed is None and not opened.config.deals:
            notes.append("The seed is not there, so no game can be shown step by step.")
        elif most and games:
            told = tuple(write_games(opened, games, beside, most=most))
        content = Content(
            title=f"{opened.config.name}: standings",
            done=_done(opened),
            facts=facts_of(opened),
            analysis=analysis,
            courses=courses,
            faults=faults,
            faults_left_out=left_out,
            games=told,
            plan=plan_of(opened),
            notes=tuple(notes),
            beside=out.parent,
        )
        text = report_page(content)
        out.write_text(text, encoding="utf-8")
    print(f"{out}: {len(text.encode()) / 1024:.0f} KiB" + (f"; {len(told)} games in {beside}" if told else ""))
    return OK


def _done(opened: Run) -> str:
    """Return how far the run is, and where its sequential test stands, if it has one."""
    from arena.running.gate import Gate, verdict

    done = f"{opened.index.done} of {opened.plan.total_games} games played"
    if opened.config.sprt is None:
        return done
    gate = Gate(opened)
    gate.advance()
    new, old = (bot.name for bot in opened.config.bots)
    return f"{done}; {gate.line()}; {verdict(gate, new=new, old=old)}"


def _analysis(opened: Run, *, quick: bool) -> Analysis:
    return _analysed(opened, quick=quick)[0]


def _analysed(opened: Run, *, quick: bool) -> tuple[Analysis, Courses]:
    """Return the analysis and how the ratings went."""
    from arena.records.gather import Depth, bouts_of, tables_of
    from arena.schedules.schedule import HOUSE
    from arena.statistics.analysis import analyse
    from arena.statistics.course import courses
    from arena.statistics.selftest import SHUFFLES

    depth = Depth.RESULTS if quick or opened.seed is None else Depth.ACTIONS
    bouts = list(bouts_of(opened, depth=depth))
    hidden = (HOUSE,)
    return analyse(tables_of(opened), bouts, hidden=hidden, shuffles=SHUFFLES), courses(bouts, hidden=hidden)
