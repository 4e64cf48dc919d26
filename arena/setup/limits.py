"""The tables [limits] and [faults] of a configuration, and time controls as other tournament programs write them.

The keys of [limits]:

    start_limit_ms, move_limit_ms, grace_ms     milliseconds, or text such as "2s"
    bank_ms, increment_ms                       for all moves of a game together, and added by each answer
    tc = "10+0.1"                               the two of them in seconds
    pace_ms = 200                               answers are passed on at the beats of it; 0: at once
    no_clock = true                             nothing is timed, for debugging

Who gives a bank and no move limit has no move limit. The keys of [faults]: wrong_answers, late_answers, silences,
restarts, and restart = "match" (a process that ended is started again, `restarts` times in a match) or "never".
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from enum import Enum
from typing import Final

from arena.setup.checks import Table
from referee.clock import Limits
from referee.faults import Policy

_TIME: Final = r"(?:(\d+):)?(\d+(?:\.\d+)?)"
_CONTROL: Final = re.compile(rf"{_TIME}(?:\+(\d+(?:\.\d+)?))?", re.ASCII)
_SECONDS: Final = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
LONGEST_MS: Final = 1 << 31


def parse_tc(text: str) -> dict[str, int]:
    """Return the keys of [limits] that a time control stands for: "10", "10+0.1", "2:30+1" (minutes) or "inf".

    Times are seconds. ValueError says what is wrong.
    """
    if text == "inf":
        return {"bank_ms": 0, "increment_ms": 0}
    if "/" in text:
        raise ValueError(f"{text!r}: there are no controls by numbers of moves; write it as in 10+0.1, seconds a game")
    found = _CONTROL.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no time control: write it as in 10+0.1, seconds a game and for each move")
    bank = 60_000 * int(found[1] or 0) + round(1000 * float(found[2]))
    if not 0 < bank < LONGEST_MS:
        raise ValueError(f"{text!r}: the time of a game must be more than 0 and less than {LONGEST_MS // 1000} seconds")
    return {"bank_ms": bank, "increment_ms": round(1000 * float(found[3] or 0))}


def parse_st(text: str) -> int:
    """Return the milliseconds of a time in seconds, as in "0.5". ValueError says what is wrong."""
    found = _SECONDS.fullmatch(text)
    if not found or not 0 < (limit := round(1000 * float(text))) < LONGEST_MS:
        raise ValueError(f"{text!r}: write seconds for each move, as in 0.5")
    return limit


class Restart(Enum):
    """Whether a bot process that has ended is started again."""

    MATCH = "match"  # for the rest of its match
    NEVER = "never"


def limits_of(table: Table) -> Limits:
    """Return the limits that [limits] gives; its problems are noted."""
    usual = Limits()
    tc = table.text("tc", "")
    bank: dict[str, int] = {}
    if tc:
        for key in ("bank_ms", "increment_ms"):
            if key in table:
                table.problem("is given twice, here and by `tc`", key)
        try:
            bank = parse_tc(tc)
        except ValueError as error:
            table.problem(str(error), "tc")
    bank_ms = table.duration_ms("bank_ms", 0) or bank.get("bank_ms", 0)
    increment_ms = table.duration_ms("increment_ms", 0) or bank.get("increment_ms", 0)
    if increment_ms and not bank_ms:
        table.problem("needs a `bank_ms` that it is added to", "increment_ms")
    limits = Limits(
        start_limit_ms=table.duration_ms("start_limit_ms", usual.start_limit_ms, least=1),
        move_limit_ms=table.duration_ms("move_limit_ms", 0 if bank_ms or tc == "inf" else usual.move_limit_ms),
        grace_ms=table.duration_ms("grace_ms", usual.grace_ms),
        bank_ms=bank_ms,
        increment_ms=increment_ms,
        pace_ms=table.duration_ms("pace_ms", 0),
    )
    no_clock = table.flag("no_clock", default=False)
    table.done()
    if not no_clock:
        return limits
    for key in ("move_limit_ms", "bank_ms", "tc"):
        if key in table:
            table.problem("says nothing with `no_clock`", key)
    return replace(limits, move_limit_ms=0, bank_ms=0, increment_ms=0)


def policy_of(table: Table) -> Policy:
    """Return the policy that [faults] gives; its problems are noted."""
    usual = Policy()
    restart = table.choice("restart", Restart.MATCH)
    if restart is Restart.NEVER and "restarts" in table:
        table.problem('says nothing with `restart = "never"`', "restarts")
    restarts = table.whole("restarts", usual.restarts, most=100)
    policy = Policy(
        wrong_answers=table.whole("wrong_answers", usual.wrong_answers, least=1),
        late_answers=table.whole("late_answers", usual.late_answers, least=1),
        silences=table.whole("silences", usual.silences, least=1),
        restarts=0 if restart is Restart.NEVER else restarts,
    )
    table.done()
    return policy


def add_limit_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that stand for keys of [limits]."""
    parser.add_argument("--start-limit", metavar="TIME", help="for a bot to join, as in 10s")
    parser.add_argument("--move-limit", metavar="TIME", help="for a move, as in 500ms or 2s; 0: no limit")
    parser.add_argument("--st", type=_st, metavar="SECONDS", help="for a move, as in 0.5")
    parser.add_argument("--tc", type=_tc, metavar="TC", help="for a game, and more for each move, as in 10+0.1 seconds")
    parser.add_argument("--timemargin", metavar="MS", help="by how much a move may be late, as in 50")
    parser.add_argument(
        "--pace", metavar="TIME", help="pass answers on at a fixed pace, as in 200ms: nobody sees how long others think"
    )
    parser.add_argument("--no-clock", action="store_true", default=None, help="time nothing, for debugging")


def limit_flags(args: argparse.Namespace) -> dict[str, object]:
    """Return the flags as keys of [limits]. A time control on the command line replaces the one of the file whole."""
    given: dict[str, object] = {}
    if args.tc is not None or args.st is not None or args.move_limit is not None or args.no_clock:
        given |= {"move_limit_ms": None, "bank_ms": None, "increment_ms": None, "tc": None, "no_clock": None}
    if args.tc == "inf":
        given["move_limit_ms"] = 0
    given |= {
        key: int(value) if isinstance(value, str) and key != "tc" and _digits(value) else value
        for key, value in (
            ("start_limit_ms", args.start_limit),
            ("move_limit_ms", args.st if args.st is not None else args.move_limit),
            ("tc", args.tc),
            ("grace_ms", args.timemargin),
            ("pace_ms", args.pace),
            ("no_clock", args.no_clock),
        )
        if value is not None
    }
    return given


def _tc(text: str) -> str:
    try:
        parse_tc(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _st(text: str) -> int:
    try:
        return parse_st(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _digits(text: str) -> bool:
    return text.isascii() and text.isdecimal()
