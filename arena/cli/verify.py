"""`arena verify`: check replays from the revealed keys."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arena.cli.common import Commands, check_replay, whole
from arena.errors import GATE, OK
from referee.readable import readable

DESCRIPTION = """\
Deal every deal again from the revealed keys, apply every action again and compare every score.

A run's folder is checked with its journal, commitments, replays and results; every file must be as its manifest says.
What is damaged is named with its place, and the rest is checked all the same.
Exit code 3: it does not hold; 2: the file is no replay at all."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("verify", help="check replays", description=DESCRIPTION)
    parser.add_argument("path", type=Path, metavar="DIR|FILE")
    parser.add_argument(
        "--jobs", type=whole, default=1, metavar="N", help="replay files of a run checked at once (default: 1)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check and say what was found."""
    from arena.checking.replays import Report, verify
    from arena.reports.progress import Count, progress_on

    check_replay(args.path)
    progress, count = progress_on(what="games checked"), Count(total=0)

    def tick(report: Report) -> None:
        count.done = report.games
        progress.update(count)

    try:
        report = verify(args.path, tick, jobs=args.jobs)
    finally:
        progress.close()
    for problem in report.problems:
        print(f"arena: {readable(problem)}", file=sys.stderr)
    if report.dropped:
        print(f"arena: and {report.dropped} more", file=sys.stderr)
    for text in report.unchecked:
        print(f"arena: {text}; the checksums of its files were checked", file=sys.stderr)
    if report.other_rules:
        print(
            f"arena: {report.other_rules} games were played under other rules than this program's: not checked,"
            " which is no sign of tampering",
            file=sys.stderr,
        )
    files = "1 file" if report.files == 1 else f"{report.files} files"
    checked = f"{files}, {report.bouts} bouts, {report.games} games, {report.decisions} decisions"
    if not report.ok:
        print(f"NOT ok: {checked}")
        return GATE
    seed = "seed, keys" if report.seed_checked else "keys (the seed is shown when all games have been played)"
    print(f"ok: {checked}; {seed}, deals, actions and scores agree")
    return OK
