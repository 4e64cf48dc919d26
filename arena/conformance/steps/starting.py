"""From the process to the first game: starts, joins, versions, a game. Each is a gate for what follows."""

from __future__ import annotations

from arena.conformance.report import Verdict
from arena.conformance.steps.step import (
    PROTOCOL,
    Setting,
    Step,
    describe_end_of,
    failed,
    passed,
    played_well,
    trouble_in,
    verdict,
)
from arena.conformance.trial import Seen
from referee.wire import PROTOCOL_VERSIONS

_ENVIRONMENT = "dial PITCH_ARENA_ADDRESS and send `join` with PITCH_ARENA_TOKEN as the first message"


async def _starts(setting: Setting) -> Verdict:
    expected = "the command of the bot.toml starts"
    seen = await setting.usually()
    if seen.start_error:
        return failed(expected, f"cannot be started: {seen.start_error}", "name a program that is there; is it built?")
    return passed(expected, "the process was started")


async def _joins(setting: Setting) -> Verdict:
    limit_ms = setting.limits.start_limit_ms
    expected = f"within {limit_ms / 1000:g} s the first message joins with the token of PITCH_ARENA_TOKEN"
    seen = await setting.usually()
    if seen.joined is None:
        return failed(expected, _instead(seen), f"{_ENVIRONMENT} ({PROTOCOL}, chapters 1 and 2)")
    if not seen.admitted and seen.join_s > limit_ms / 1000:
        late = f"it joined after {seen.join_s:.1f} s, not within {limit_ms / 1000:g} s"
        return failed(expected, late, "join first; load what takes long afterwards")
    if not seen.admitted and _speaks(seen):
        what = "it joined with a token that is not its own"
        return failed(expected, what, "send PITCH_ARENA_TOKEN as it is, in one stream, once")
    name = f"{seen.joined.name} {seen.joined.version}".strip() or "no name"
    return passed(expected, f"joined after {seen.join_s:.2f} s as {name}, at most {seen.joined.capacity} games at once")


def _instead(seen: Seen) -> str:
    if seen.first:
        return f"its first message was {seen.first}"
    if seen.status is not None and not seen.timed_out:
        return f"the process {describe_end_of(seen)} and opened no stream; {seen.last_words}"
    return f"no stream was opened, or nothing said on it; {seen.last_words}"


def _speaks(seen: Seen) -> bool:
    return seen.joined is not None and bool(set(seen.joined.versions) & set(PROTOCOL_VERSIONS))


async def _versions(setting: Setting) -> Verdict:
    ours = ", ".join(map(str, PROTOCOL_VERSIONS))
    expected = f"`join.protocol_versions` has {ours}"
    seen = await setting.usually()
    theirs = ", ".join(map(str, seen.joined.versions)) if seen.joined else ""
    if not _speaks(seen):
        return failed(expected, f"it offers {theirs or 'none'}", f"set protocol_versions to [{ours}] in the join")
    return passed(expected, f"it offers {theirs}")


async def _game(setting: Setting) -> Verdict:
    seen = await setting.usually()
    return verdict(f"a game of {setting.usual} without a fault", trouble_in(seen), played_well(seen))


STEPS = (
    Step(name="starts", group="start", title="the process starts", run=_starts, gate=True),
    Step(name="joins", group="start", title="it joins", run=_joins, gate=True),
    Step(name="versions", group="start", title="it speaks this protocol", run=_versions, gate=True),
    Step(name="first-game", group="start", title="it plays a game", run=_game, gate=True),
)
