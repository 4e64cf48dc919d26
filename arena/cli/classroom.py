"""`arena class`: grade what students hand in, and make what teacher and students need for it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arena.cli.common import SEED_HELP, Commands
from arena.errors import FAILED, OK

RUN = """\
Grade every submission in a folder: unpack, build and check each, play it against the staff bots and the class.

Started again it goes on, and plays only what is new. docs/classroom.md tells what is graded and how."""


def add(commands: Commands) -> None:
    """Add the subcommand with its own subcommands."""
    parser = commands.add_parser("class", help="grade a class", description="Assignments for a class.")
    inner = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=type(parser))
    run = inner.add_parser("run", help="grade a folder of submissions", description=RUN)
    run.add_argument("submissions", type=Path, metavar="SUBMISSIONS", help="a folder with what each student handed in")
    run.add_argument("--assignment", required=True, type=Path, metavar="FILE.toml", help="what gives points")
    run.add_argument("--out", type=Path, metavar="DIR", help="where results go (default: graded/ASSIGNMENT)")
    run.add_argument("--seed", default="", metavar="TEXT", help=f"instead of the assignment's: {SEED_HELP}")
    run.set_defaults(run=run_run)


def run_run(args: argparse.Namespace) -> int:
    """Grade the class and print what came of it."""
    from arena.classroom.assignment import load_assignment
    from arena.classroom.outputs import write_outputs
    from arena.classroom.refusals import Kind
    from arena.classroom.run import run_class

    assignment = load_assignment(args.assignment)
    out = args.out or Path("graded") / args.assignment.stem
    found = run_class(assignment, args.submissions, out, seed=args.seed, told=_say)
    write_outputs(found)
    broken = [one.facts for one in found.students if one.facts.refusal]
    print(f"{len(found.students)} students graded, {len(broken)} of them not played:")
    for one in broken:
        assert one.refusal is not None
        print(f"  {one.id}: {one.refusal.kind.value}: {one.refusal.text}")
    print(f"grades.csv, report.html, leaderboard.html and students/ are in {found.course.out}")
    ours = [one.id for one in broken if one.refusal and one.refusal.kind is Kind.OURS]
    if ours:
        print(f"arena: not the students' fault, run it again: {', '.join(ours)}", file=sys.stderr)
    return FAILED if ours else OK


def _say(text: str) -> None:
    print(text, flush=True)
