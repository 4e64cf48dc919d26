"""`arena regress`: ask a bot again what it was asked in recorded games, and compare the answers."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import Commands, bot_named, check_replay, seat_number, whole
from arena.errors import GATE, OK, USAGE, ConfigError, RunError

if TYPE_CHECKING:
    from arena.regress.baseline import Baseline
    from arena.regress.report import Allowance, Report

DESCRIPTION = """\
Start a bot, send it what a seat was sent in recorded games, decision by decision, with the same bot_seed, and compare
what it answers with what was played then. No other bot is needed: the game follows the record whatever is answered.

Everything is asked of two processes of the bot at once; where their answers differ the decision is unstable, and listed
apart. Decisions that the house made are not compared. The bot runs as a plain process; build it before.

What a change is worth: the position is played on by the judge, from the old and from the new action, over hands that
agree with what the seat had seen; in points of the deal for its side, less the mean of the others'.

Exit code 3: more has changed than --allow, more is unstable than --allow-unstable, the bot stopped answering, or a
replay is damaged or of other rules."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("regress", help="test a bot against recorded games", description=DESCRIPTION)
    parser.add_argument("--bot", required=True, metavar="BOT", help="a folder with a bot.toml, or name=mine,cmd='...'")
    parser.add_argument(
        "--replays", required=True, nargs="+", type=Path, metavar="PATH", help="replay files, or runs, or folders"
    )
    parser.add_argument("--player", metavar="NAME", help="whose decisions (default: the bot's name)")
    parser.add_argument(
        "--seat", type=seat_number, metavar="S", help="only those of this seat; alone: whoever sat there"
    )
    parser.add_argument(
        "--filter",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="ask=play,call; variant=ten-point*; bout=*; game=1-20; deal=1; all must fit",
    )
    parser.add_argument("--allow", type=_allowance, default="0", metavar="N|P%", help="changes (default: none)")
    parser.add_argument(
        "--allow-unstable", type=_allowance, default="0", metavar="N|P%", help="unstable decisions (default: none)"
    )
    parser.add_argument(
        "--once", action="store_true", help="ask once: unstable decisions show as changed, or not at all"
    )
    parser.add_argument("--st", type=_seconds, default=0.0, metavar="SECONDS", help="time per move that it is told")
    parser.add_argument(
        "--wait", type=whole, default=60, metavar="SECONDS", help="for a round of answers (default: 60)"
    )
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="answers that are expected against the record")
    parser.add_argument("--bless", action="store_true", help="write the answers of now to the baseline")
    parser.add_argument(
        "--times", type=_count, default=32, metavar="K", help="a change is played on (default: 32; 0: not)"
    )
    parser.add_argument(
        "--valued", type=_count, default=20, metavar="N", help="changes that are played on (default: 20)"
    )
    parser.add_argument("--judge", metavar="BOT", help="who plays on (default: the sample bot greedy)")
    parser.add_argument("--show", type=_count, default=10, metavar="N", help="changes told in words (default: 10)")
    parser.add_argument("--json", action="store_true", help="the whole report as JSON instead")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write a summary in Markdown")
    parser.set_defaults(run=run)


def _allowance(text: str) -> Allowance:
    from arena.regress.report import Allowance

    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)(%)?", text)
    if not found or (not found[2] and "." in text) or (found[2] and float(found[1]) > 100):
        raise argparse.ArgumentTypeError(f"must be a number as in 5 or a share as in 0.5%, not {text!r}")
    return Allowance(share=float(found[1]) / 100) if found[2] else Allowance(count=int(found[1]))


def _count(text: str) -> int:
    return 0 if text == "0" else whole(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"must be seconds as in 0.5, not {text!r}")
    return float(text)


def run(args: argparse.Namespace) -> int:
    """Ask, compare, and write what was found."""
    from arena.regress.asking_again import Terms, regress
    from arena.regress.baseline import read_baseline
    from arena.regress.report import Keep, Report
    from arena.regress.selection import Selection, files_of, filter_of
    from arena.reports.progress import Count, progress_on
    from referee.clock import Limits

    if args.bless and args.baseline is None:
        raise ConfigError(["--bless: name the file that is to be written with --baseline FILE"])
    bot = bot_named(args.bot, "--bot")
    files = files_of(args.replays)
    for file in files:
        if not file.exists():
            raise RunError(f"{file}: there is no such file", exit_status=USAGE)
        check_replay(file)
    player = bot.name if args.player is None and args.seat is None else args.player
    selection = Selection(files=files, player=player, seat=args.seat, only=filter_of(args.filter))
    baseline = read_baseline(args.baseline, may_be_new=args.bless)
    report = Report(bot=bot.name, twice=not args.once, allow=args.allow, allow_unstable=args.allow_unstable)
    report.keep = Keep.ALL if args.junit is not None else Keep.CHANGED
    terms = Terms(limits=Limits(move_limit_ms=round(1000 * args.st)), wait_s=args.wait, twice=not args.once)
    progress, count = progress_on(what="seats asked"), Count(total=0)

    def tick(_: Report) -> None:
        count.done += 1
        progress.update(count)

    try:
        regress(bot, selection, baseline, terms, report, tick)
    finally:
        progress.close()
    if baseline.left_over and not report.failure:
        told = f"{baseline.left_over} of its {len(baseline.answers)} lines are of decisions that were not compared here"
        print(f"arena: {baseline.path}: {told}", file=sys.stderr)
    if args.bless:
        _bless(report, baseline)
    elif args.times and args.valued:
        _evaluate(report, args)
    _write(report, args)
    return OK if report.ok else GATE


def _bless(report: Report, baseline: Baseline) -> None:
    if report.failure:
        print("arena: nothing is blessed: the bot did not answer everything", file=sys.stderr)
        return
    lines = baseline.bless(f"{report.bot} ({report.joined_as})")
    report.blessed = True
    print(f"{baseline.path}: {lines} answers that differ from the record are expected from now on", file=sys.stderr)


def _evaluate(report: Report, args: argparse.Namespace) -> None:
    """Let the judge play on the first changes."""
    from itertools import islice

    from arena.regress.report import Kind
    from arena.regress.worth import evaluate
    from arena.setup.bots import sample_bot

    changes = list(islice((change for change in report.changes() if change.kind is Kind.CHANGED), args.valued))
    if not changes:
        return
    judge = sample_bot("greedy") if args.judge is None else bot_named(args.judge, "--judge")
    if judge is None:
        print("arena: changes are not played on: the sample bots are not here, name a --judge BOT", file=sys.stderr)
        return
    evaluate(changes, judge, times=args.times, wait_s=args.wait)


def _write(report: Report, args: argparse.Namespace) -> None:
    import json

    from arena.regress import outputs

    if args.junit is not None:
        args.junit.write_bytes(outputs.junit(report))
    if args.markdown is not None:
        args.markdown.write_text("\n".join(outputs.markdown(report, show=args.show)) + "\n", encoding="utf-8")
    if args.json:
        print(json.dumps(outputs.data(report), indent=1))
    else:
        for line in outputs.text(report, show=args.show):
            print(line)
