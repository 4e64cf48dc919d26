"""How the bot ends: by itself, in time, with an exit status and a last line that say what was the matter."""

from __future__ import annotations

from arena.conformance.lab import NOBODY_S, PATIENCE_S
from arena.conformance.report import Verdict
from arena.conformance.steps.step import (
    TWISTED_LATE,
    Setting,
    Step,
    describe_end_of,
    failed,
    no_matter,
    passed,
    trouble_in,
)
from arena.conformance.trial import Seen, Twist

_SAY = "print the status of the stream and its text on standard error, and end with an exit status that is not 0"
_REPORT = f"when the stream ends with another status than OK: {_SAY}"


def _bad_end(seen: Seen, *, within: float, words: tuple[str, ...]) -> str | None:
    """Return what is wrong with an end that should tell of trouble; None if nothing is. `words`: one is to be said."""
    if seen.start_error:
        return f"cannot be started: {seen.start_error}"
    if seen.status is None:
        return f"it was still there after {within:g} s; {seen.last_words}"
    if seen.status < 0 or seen.used.stopped:
        return f"it {describe_end_of(seen)}; {seen.last_words}"
    if seen.status == 0:
        return f"it ended with status 0, as if all was well; {seen.last_words}"
    said = seen.said.lower()
    if not seen.said.strip() or (words and not any(word in said for word in words)):
        return f"it ended with status {seen.status} and did not say why; {seen.last_words}"
    return None


def _step(name: str, twist: Twist, title: str, what: str, words: tuple[str, ...], fix: str) -> Step:
    within = NOBODY_S if twist is Twist.NOBODY else PATIENCE_S

    async def run(setting: Setting) -> Verdict:
        expected = f"{what}; the bot says so and ends with a status that is not 0, within {within:g} s"
        seen = await setting.usually(twist=twist)
        if not seen.twisted:
            trouble = trouble_in(seen)
            return failed(expected, *trouble) if trouble else no_matter(expected, TWISTED_LATE)
        wrong = _bad_end(seen, within=within, words=words)
        if wrong is not None:
            return failed(expected, wrong, fix)
        return passed(expected, f"status {seen.status} after {max(0.0, seen.exit_s):.1f} s; {seen.last_words}")

    return Step(name=name, group="ends", title=title, run=run)


async def _clean(setting: Setting) -> Verdict:
    expected = "after the last game the stream ends with OK, and the process soon after it with status 0"
    seen = await setting.usually()
    fix = (
        "leave the loop when the stream ends, stop every thread, and return 0; the arena kills a bot after two seconds"
    )
    if seen.status is None:
        return failed(expected, f"it was still there five seconds later; {seen.last_words}", fix)
    if seen.status != 0:
        return failed(expected, f"it {describe_end_of(seen)}; {seen.last_words}", fix)
    return passed(expected, f"status 0 after {max(0.0, seen.exit_s):.1f} s")


async def _terminated(setting: Setting) -> Verdict:
    expected = f"SIGTERM in the middle of a game: the process ends within {PATIENCE_S:g} s"
    seen = await setting.usually(twist=Twist.TERMINATE)
    if not seen.twisted:
        trouble = trouble_in(seen)
        return failed(expected, *trouble) if trouble else no_matter(expected, TWISTED_LATE)
    if seen.status is None:
        fix = "do not ignore SIGTERM; if you catch it, end the process"
        return failed(expected, f"it was still there after {PATIENCE_S:g} s; {seen.last_words}", fix)
    return passed(expected, f"{describe_end_of(seen)} after {max(0.0, seen.exit_s):.1f} s")


STEPS = (
    Step(name="clean-end", group="ends", title="it ends after the last game", run=_clean),
    _step(
        "refused",
        Twist.REFUSED,
        "it is refused at the join",
        "the referee refuses the token (UNAUTHENTICATED)",
        ("unauthenticated", "token"),
        _REPORT,
    ),
    _step(
        "other-version",
        Twist.OTHER_VERSION,
        "the referee speaks another version, and refuses",
        "the referee refuses the versions that are offered (FAILED_PRECONDITION)",
        ("failed_precondition", "version", "precondition"),
        _REPORT,
    ),
    _step(
        "other-welcome",
        Twist.OTHER_WELCOME,
        "the welcome is to another version",
        "the welcome has protocol_version 99, which the bot did not offer",
        (),
        "compare `welcome.protocol_version` with what the bot speaks; if it is another one, say so and end with a"
        " status that is not 0",
    ),
    _step(
        "nobody-listens",
        Twist.NOBODY,
        "nobody listens",
        "there is no referee at the address",
        (),
        "wait for the connection for ten seconds or so, then say which address did not answer and end with a status"
        " that is not 0",
    ),
    _step(
        "sudden-end",
        Twist.SUDDEN_END,
        "the referee gives it up in mid-game",
        "the stream ends with ABORTED in the middle of a game",
        (),
        _REPORT,
    ),
    _step(
        "dropped-connection",
        Twist.DROPPED,
        "the connection breaks in mid-game",
        "the connection breaks in the middle of a game",
        (),
        f"do not dial again, a token is good for one stream; {_REPORT}",
    ),
    Step(name="terminated", group="ends", title="it is sent SIGTERM in mid-game", run=_terminated),
)
