"""What a step is, and what the steps share: the trials they order, and words for what can go wrong in any of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from arena.conformance.lab import Lab
from arena.conformance.report import Outcome, Verdict
from arena.conformance.trial import Seen, Trial, Twist
from arena.running.launch import describe_end
from referee.clock import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the steps of one run work with. `usual` is the sheet of trials that are not about a sheet."""

    lab: Lab
    usual: str
    short: str  # the same, one deal a game
    limits: Limits
    played: list[str] = field(default_factory=list)  # the tables that were played to their end

    async def usually(self, **what: object) -> Seen:
        """Return what was seen in a trial on the usual sheet."""
        return await self.lab.run(replace(Trial(sheet=self.usual, limits=self.limits), **what))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step. `title` says what it looks at; a `gate` that fails ends the run: what comes after would say the same."""

    name: str
    group: str
    title: str
    run: Callable[[Setting], Awaitable[Verdict]]
    gate: bool = False


PROTOCOL: Final = "docs/protocol.md"
_FIXES: Final = {
    "illegal": "answer with one of the turn's `legal` actions, or with the `cards` that its `pick` allows"
    f" ({PROTOCOL}, chapter 6)",
    "malformed": "set `action` where the turn has `legal`, and `cards` (all of `fixed`, and `least` to `most` of"
    f" `choose_from`) where it has a `pick`, never both ({PROTOCOL}, chapter 6)",
    "late": f"answer within `limits.move_limit_ms` of the game's start; what is left is in the turn"
    f" ({PROTOCOL}, chapter 9)",
    "stalled": "answer every turn of a frame; several were left without any sign of life",
    "crash": "the process must live until the stream ends; its last words are above",
    "disconnect": "keep the stream open until the referee ends it",
    "oversized": "keep a message under 256 KiB; answer a frame with one message",
    "flood": "say nothing but answers to turns, each once",
    "protocol": "send `join` in the first message only",
    "start-failure": "send a message with `join` and the token from PITCH_ARENA_TOKEN as soon as the stream is open",
}


def passed(expected: str, seen: str) -> Verdict:
    """Return that it holds."""
    return Verdict(outcome=Outcome.PASSED, expected=expected, seen=seen)


def failed(expected: str, seen: str, fix: str) -> Verdict:
    """Return that it does not, and how to fix it."""
    return Verdict(outcome=Outcome.FAILED, expected=expected, seen=seen, fix=fix)


def no_matter(expected: str, why: str) -> Verdict:
    """Return that the step does not apply to this bot or machine."""
    return Verdict(outcome=Outcome.DOES_NOT_APPLY, expected=expected, seen=why)


def verdict(expected: str, trouble: tuple[str, str] | None, seen: str) -> Verdict:
    """Return a failure for the trouble (what was seen, the fix), or that it holds where there is none."""
    return passed(expected, seen) if trouble is None else failed(expected, *trouble)


def trouble_in(seen: Seen) -> tuple[str, str] | None:
    """Return what went wrong in a trial in which nothing should, and how to fix it; None where all went well."""
    if seen.start_error:
        return f"cannot be started: {seen.start_error}", "name the program in `command` of the bot.toml; is it built?"
    if seen.used.stopped:
        what = describe_end_of(seen)
        return what, "use less; the limits are those of [resources] (docs/security.md)"
    if seen.faults:
        first = seen.faults[0]
        more = f" (and {len(seen.faults) - 1} more)" if len(seen.faults) > 1 else ""
        words = f"; {seen.last_words}" if first.kind in ("crash", "start-failure", "disconnect") else ""
        return first.text() + more + words, _FIXES.get(first.kind, f"see {PROTOCOL}, chapter 10")
    if not seen.complete:
        limit = "the time for it was over" if seen.timed_out else "it ended early"
        done = f"{len(seen.games)} of {seen.trial.games} games were finished"
        return f"{limit}: {done}; {seen.last_words}", "answer every turn, until the referee ends the stream"
    return None


def describe_end_of(seen: Seen) -> str:
    """Return how the process ended, in words."""
    from arena.running.launch import Ended
    from arena.sandbox.limits import DEFAULT

    if seen.status is None:
        return "it did not end by itself"
    return describe_end(Ended(seen.status, seen.used), DEFAULT)


def count(number: int, word: str) -> str:
    """Return the number with the word, in the plural where it is not 1."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def decisions(seen: Seen) -> int:
    """Return how many turns the bot answered."""
    return sum(answer.choices for answer in seen.answers)


def played_well(seen: Seen) -> str:
    """Return what was seen of a trial that went well."""
    return f"{count(len(seen.games), 'game')}, {count(decisions(seen), 'decision')}, no fault"


TWISTED_LATE: Final = "the game was over before it came to that; name a variant with more decisions"


async def plays_on(setting: Setting, twist: Twist, expected: str, fix: str) -> Verdict:
    """Return the verdict on a trial whose twist a bot is to play through."""
    seen = await setting.usually(twist=twist)
    trouble = trouble_in(seen)
    if trouble is not None:
        return failed(expected, trouble[0], fix)
    if not seen.twisted and twist is not Twist.UNKNOWN_FIELDS:
        return no_matter(expected, TWISTED_LATE)
    return passed(expected, played_well(seen))
