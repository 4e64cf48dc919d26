"""Habits that cost others time, or the bot its games: busy waiting, deadlines, useless messages, floods of output."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from arena.conformance.lab import KEPT
from arena.conformance.report import Verdict
from arena.conformance.steps.step import PROTOCOL, Setting, Step, failed, no_matter, passed, played_well, trouble_in
from arena.conformance.trial import Seen, Twist
from arena.conformance.watching import SILENCE_S
from referee.clock import Limits

BUSY: Final = 0.25  # of a processor, while it has nothing to do
SHARE: Final = 5  # how much shorter the moves of `deadlines` are
BANK: Final = Limits(move_limit_ms=0, bank_ms=4000, increment_ms=20)


async def _busy(setting: Setting) -> Verdict:
    expected = f"in {SILENCE_S:g} s in which nothing is asked the bot uses less than {BUSY:.0%} of a processor"
    seen = await setting.usually(twist=Twist.SILENCE)
    if seen.silence_cpu is None:
        trouble = trouble_in(seen)
        why = "this system does not tell what a process uses, or the game was over too soon"
        return failed(expected, *trouble) if trouble else no_matter(expected, why)
    used = f"it used {seen.silence_cpu:.0%} of a processor"
    if seen.silence_cpu > BUSY:
        return failed(expected, used, "wait in the library's read for the next frame; do not poll in a loop")
    return passed(expected, used)


def _worst(seen: Seen) -> str:
    worst = max((answer.seconds for answer in seen.answers), default=0.0)
    return f"{played_well(seen)}; the slowest message after {1000 * worst:.0f} ms"


async def _deadlines(setting: Setting) -> Verdict:
    usual = setting.limits
    short = replace(usual, move_limit_ms=max(1, usual.move_limit_ms // SHARE))
    expected = f"with {short.move_limit_ms} ms a move instead of {usual.move_limit_ms} ms no answer is late"
    seen = await setting.usually(limits=short)
    trouble = trouble_in(seen)
    if trouble is None:
        return passed(expected, _worst(seen))
    fix = "take the time for a move from `limits.move_limit_ms` of the game's start, less a reserve; do not fix it"
    return failed(expected, trouble[0], f"{fix} ({PROTOCOL}, chapter 9)")


async def _bank(setting: Setting) -> Verdict:
    expected = f"with {BANK.bank_ms} ms for a whole game and {BANK.increment_ms} ms more for each answer none is late"
    limits = replace(BANK, start_limit_ms=setting.limits.start_limit_ms, grace_ms=setting.limits.grace_ms)
    seen = await setting.usually(limits=limits)
    trouble = trouble_in(seen)
    if trouble is None:
        return passed(expected, _worst(seen))
    fix = "where `limits.bank_ms` is set, divide what a turn's `time_left_ms` has among the decisions that are left"
    return failed(expected, trouble[0], f"{fix} ({PROTOCOL}, chapter 9)")


async def _tidy(setting: Setting) -> Verdict:
    expected = "in all games each turn is answered once, and nothing else is; one stream a process"
    for seen in _honest(setting):
        if seen.faults:
            continue  # an answer that came late is dropped too
        if seen.dropped:
            what = f"{len(seen.dropped)} answers were dropped, the first: {seen.dropped[0]}"
            return failed(expected, what, "answer each turn once, with its own `game` and `turn`")
        if seen.streams > 1:
            return failed(expected, f"it opened {seen.streams} streams", "a token is good for one stream: open one")
    return passed(expected, "no answer was dropped")


async def _output(setting: Setting) -> Verdict:
    expected = f"no process writes more than {KEPT >> 20} MiB"
    most = max(_honest(setting), key=lambda seen: seen.written, default=None)
    if most is None:
        return no_matter(expected, "nothing was played")
    games = f"{len(most.games)} games of {most.trial.sheet}"
    if most.written >= KEPT:
        fix = "log less: the arena keeps 256 KiB of a process, and lets who writes on wait"
        return failed(expected, f"it wrote more than {KEPT >> 20} MiB in {games}; {most.last_words}", fix)
    return passed(expected, f"{most.written} bytes at the most, in {games}")


def _honest(setting: Setting) -> list[Seen]:
    """Return what was seen in trials without a twist."""
    return [seen for trial, seen in setting.lab.seen.items() if trial.twist in (Twist.NONE, Twist.GATHERED)]


STEPS = (
    Step(name="busy-waiting", group="habits", title="it waits without work", run=_busy),
    Step(name="deadlines", group="habits", title="it keeps to the limit of a move", run=_deadlines),
    Step(name="bank", group="habits", title="it keeps to the time of a game", run=_bank),
    Step(name="tidy-answers", group="habits", title="it answers each turn once", run=_tidy),
    Step(name="output", group="habits", title="it does not flood its log", run=_output),
)
