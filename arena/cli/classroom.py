"""`arena class`: grade what students hand in, and make what teacher and students need for it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arena.cli.common import SEED_HELP, Commands, new_file
from arena.errors import FAILED, OK

RUN = """\
Grade every submission in a folder: unpack, build and check each, play it against the staff bots and the class.

Started again it goes on, and plays only what is new. docs/classroom.md tells what is graded and how."""

ONE = "Grade one submission against the staff bots, as an autograder does. What looks at the class is left out."
GRADESCOPE = "Write the zip with setup.sh and run_autograder that grades a submission in Gradescope's container."
KIT = "Write the folder that students start from: a bot, the staff bots that are shown, games to read, make targets."


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
    one = inner.add_parser("one", help="grade one submission", description=ONE)
    one.add_argument("submission", type=Path, metavar="SUBMISSION", help="a folder or an archive")
    one.add_argument("--assignment", required=True, type=Path, metavar="FILE.toml", help="what gives points")
    one.add_argument("--out", required=True, type=Path, metavar="DIR", help="where everything goes")
    one.add_argument("--results", type=Path, metavar="FILE", help="Gradescope's results.json, written last")
    one.add_argument(
        "--metadata", type=Path, metavar="FILE", help="Gradescope's submission_metadata.json: when it came"
    )
    one.set_defaults(run=run_one)
    scope = inner.add_parser("gradescope", help="write an autograder for Gradescope", description=GRADESCOPE)
    scope.add_argument("assignment", type=Path, metavar="FILE.toml")
    scope.add_argument("--out", type=Path, metavar="FILE.zip", help="default: autograder.zip")
    scope.add_argument(
        "--wheels", type=Path, metavar="DIR", help="wheels to put in, so that setting up needs no network"
    )
    scope.set_defaults(run=run_gradescope)
    kit = inner.add_parser("kit", help="write what students start from", description=KIT)
    kit.add_argument("assignment", type=Path, metavar="FILE.toml")
    kit.add_argument("--lang", default="python", metavar="LANG", help="of the bot to start from (default: python)")
    kit.add_argument("--out", type=Path, metavar="DIR", help="default: kit")
    kit.set_defaults(run=run_kit)


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


def run_one(args: argparse.Namespace) -> int:
    """Grade one submission and print its rubric."""
    from arena.classroom.alone import grade_one
    from arena.classroom.assignment import load_assignment
    from arena.classroom.grading import points_text

    found = grade_one(
        load_assignment(args.assignment), args.submission, args.out, args.results, args.metadata, told=_say
    )
    for part in found.grade.parts:
        print(f"{points_text(part.points):>6} of {part.of}  {part.name}: {part.evidence}")
    print(f"{points_text(found.grade.points):>6} of {found.grade.total}  in all. {found.grade.late_text}")
    return OK


def run_gradescope(args: argparse.Namespace) -> int:
    """Write the zip."""
    from arena.classroom.assignment import load_assignment
    from arena.classroom.kit import gradescope_zip

    out = args.out or Path("autograder.zip")
    data = gradescope_zip(load_assignment(args.assignment), wheels=args.wheels)
    with new_file(out):
        out.write_bytes(data)
    print(f"{out}: upload it as the autograder of a programming assignment (docs/classroom.md)")
    return OK


def run_kit(args: argparse.Namespace) -> int:
    """Write the kit."""
    from arena.classroom.assignment import load_assignment
    from arena.classroom.kit import write_kit
    from arena.newbot.languages import language_of

    out = args.out or Path("kit")
    write_kit(load_assignment(args.assignment), out, language_of(args.lang))
    print(f"{out}: give it to your students; README.md in it tells them what to do")
    return OK


def _say(text: str) -> None:
    print(text, flush=True)
