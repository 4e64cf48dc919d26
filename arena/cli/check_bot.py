"""`arena check BOT`: the conformance run, for people and as JSON."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import GATE, OK, ConfigError

if TYPE_CHECKING:
    from arena.conformance.report import Report, StepReport
    from arena.setup.bots import Bot

_MARKS = {"passed": "ok", "failed": "FAILED", "not-run": "not run", "does-not-apply": "-"}


def is_bot(word: str) -> bool:
    """Return whether the argument of `arena check` names a bot rather than a configuration."""
    return "=" in word or Path(word).is_dir() or Path(word).name == "bot.toml"


def add_bot_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that are for a bot alone."""
    group = parser.add_argument_group("for a bot")
    group.add_argument("--full", action="store_true", help="play every table of every variant, not a selection")
    group.add_argument("--variants", metavar="V,V", help="play these alone, at every number of seats they have")
    group.add_argument("--step", action="append", metavar="NAME", help="run this step, and those it needs (repeatable)")
    group.add_argument("--time-limit", type=float, metavar="SECONDS", help="of the whole check, the build with it")
    group.add_argument("--json", action="store_true", help="the report as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Check the bot, print the report and return the exit code."""
    from arena.conformance.check import check_bot
    from arena.conformance.options import Coverage, Options
    from arena.sandbox.limits import Isolation

    if args.time_limit is not None and not args.time_limit > 0:  # nor what is no number
        raise ConfigError([f"--time-limit: must be more than 0 seconds, not {args.time_limit:g}"])
    if args.full and (args.variants or args.variant):
        raise ConfigError(["--full plays all variants; give it or --variants"])
    options = Options(
        variants=(*split_specs(args.variants or ""), *(args.variant or ())),
        coverage=Coverage.FULL if args.full else Coverage.QUICK,
        time_limit_s=args.time_limit,
        only=tuple(args.step or ()),
    )
    isolation = None
    if args.isolation is not None:
        known = {member.value: member for member in Isolation}
        if args.isolation not in known:
            raise ConfigError([f"--isolation: {args.isolation!r} is none of {', '.join(known)}"])
        isolation = known[args.isolation]
    told = (lambda step: None) if args.json else _tell
    report = check_bot(_bot(args.config), options, isolation=isolation, told=told)
    if args.json:
        print(report.to_json())
    else:
        _conclude(report, narrowed=bool(options.variants))
    return OK if report.passed else GATE


def split_specs(text: str) -> tuple[str, ...]:
    """Return the variants of a list with commas; those in brackets belong to a variant."""
    return tuple(part.strip() for part in re.split(r",(?![^\[]*\])", text) if part.strip())


def _bot(word: str) -> Bot | Path:
    from arena.setup.bots import bot_flag, bot_from_table
    from arena.setup.checks import Table

    if "=" not in word:
        return Path(word)
    problems: list[str] = []
    bot = bot_from_table(Table(bot_flag(word), problems=problems, place=lambda _: word), base=Path())
    if bot is None or problems:
        raise ConfigError(problems)
    return bot


def _tell(step: StepReport) -> None:
    verdict = step.verdict
    print(f"{_MARKS[verdict.outcome.value]:>7}  {step.name:<20}  {verdict.seen}")
    if verdict.fix:
        print(f"         expected: {verdict.expected}\n         fix: {verdict.fix}")
    sys.stdout.flush()


def _conclude(report: Report, *, narrowed: bool) -> None:
    from arena.conformance.report import Outcome

    took, covered = report.measures, report.covered
    print(f"\n{report.bot}: isolation {report.isolation}", end="")
    print(f" (no sandbox: {report.no_sandbox})" if report.no_sandbox else "")
    if took.decisions:
        print(f"start-up {took.start_ms:.0f} ms; an answer {took.answer_ms_median:.2f} ms (median),", end=" ")
        print(f"{took.answer_ms_p99:.2f} ms (99 of 100), {took.answer_ms_worst:.1f} ms (the slowest)", end=" ")
        print(f"of {took.decisions} decisions")
        print(
            f"memory {took.peak_mib:.0f} MiB at the most; processor {took.cpu_ms_a_decision:.2f} ms a decision,",
            end=" ",
        )
        print(f"start-up included, {took.cpu_s:.1f} s in {took.processes_started} processes")
    more = "" if len(covered.tables) == covered.of or narrowed else "; --full plays all"
    print(f"covered: {len(covered.tables)} of {covered.of} tables (a variant at a number of seats){more}")
    if covered.steps_left_out:
        print(f"left out: {len(covered.steps_left_out)} steps that --step does not name")
    failed, not_run = report.names(Outcome.FAILED), report.names(Outcome.NOT_RUN)
    if report.passed:
        passed = len(report.names(Outcome.PASSED))
        print(f"passed: {passed} steps in {report.seconds:.0f} s")
    else:
        print(f"not passed: {len(failed)} failed ({', '.join(failed)}), {len(not_run)} not run")
