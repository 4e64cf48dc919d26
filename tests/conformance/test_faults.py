"""Each step fails on a bot that has the fault it looks for, and says what to do; a bot without it passes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
import trio

from arena.conformance.check import examine
from arena.conformance.options import Options
from arena.conformance.report import Outcome
from referee import logs
from tests.conformance.flawed import FLAWS
from tests.conformance.helpers import CHAOS, LIMITS, chaos, check, flawed

DRAW = "partnership-draw[max_deals=2]"

# The flaw, the step that must fail, and the variant.
CAUGHT = {
    "all-is-well": ("refused", "other-version", "sudden-end", "dropped-connection"),
    "says-nothing": ("refused", "sudden-end"),
    "stays": ("clean-end",),
    "fails-at-the-end": ("clean-end",),
    "spins": ("busy-waiting",),
    "dice": ("same-games-twice",),
    "shared-dice": ("any-interleaving",),
    "no-patience": ("late-listening",),
    "hasty": ("silence", "late-welcome"),
    "small-ears": ("big-frame",),
    "afraid-of-notices": ("notices",),
    "strict": ("later-fields",),
    "any-version": ("other-welcome",),
    "first-turn-only": ("frames-4",),
    "overwhelmed": ("frames-64",),
    "no-picks": ("plays partnership-draw[max_deals=2]",),
    "hungry": ("first-game",),
}
SLOW = {
    "waits-for-ever": ("nobody-listens",),
    "deaf-to-term": ("terminated",),
    "slow": ("joins",),
    "dials-again": ("dropped-connection",),
    "fixed-time": ("deadlines", "bank"),
}
# What passes though the flaw is there: the failure is the step's own, not any failure.
PASSES = {
    "shared-dice": ("same-games-twice",),
    "first-turn-only": ("frames-1",),
    "overwhelmed": ("frames-4",),
    "says-nothing": ("clean-end",),
}


def _fails(flaw: str, steps: tuple[str, ...], variants: tuple[str, ...] = ("auction-partners",)) -> None:
    report = check(flawed(flaw), *steps, *PASSES.get(flaw, ()), variants=variants)
    assert set(report.names(Outcome.FAILED)) == set(steps), [(s.name, s.verdict) for s in report.steps]
    assert not report.passed
    for name in steps:
        verdict = report.step(name).verdict
        assert verdict.expected and verdict.seen and verdict.fix


@pytest.mark.slow
@pytest.mark.parametrize("flaw", CAUGHT)
def test_a_flaw_fails_its_step(flaw: str) -> None:
    variants = ("auction-partners", DRAW) if flaw == "no-picks" else ("auction-partners",)
    _fails(flaw, CAUGHT[flaw], variants)


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.parametrize("flaw", SLOW)
def test_a_flaw_fails_its_slow_step(flaw: str) -> None:
    _fails(flaw, SLOW[flaw])


def test_every_flaw_is_tried() -> None:
    assert {*CAUGHT, *SLOW, "none"} == set(FLAWS)


def test_every_step_is_seen_to_fail() -> None:
    from arena.conformance.steps.catalogue import names

    failing = {step for steps in (*CAUGHT.values(), *SLOW.values(), *KINDS.values()) for step in steps}
    elsewhere = {"manifest", "builds", "starts"}  # test_check.py
    one_game = {"frames-1"}  # fails only with the games after the first: test_check.py
    assert set(names()) - failing == elsewhere | one_game


# ---- sample_bots/chaos: the kind, and the steps that fail of TRIED

PATIENT = replace(LIMITS, move_limit_ms=3_000)
AT_ONCE = 8  # of them: most of the time is waiting
TRIED = ("first-game", "tidy-answers", "output")
KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "exit-at-start", "never-join", "mute", "first-garbage", "first-no-join", "first-empty", "wrong-token",
            "no-http",
        ),
        ("joins",),
    ),
    "wrong-version": ("versions",),
    **dict.fromkeys(
        (
            "close-after-join", "illegal", "wrong-form", "both-forms", "no-such-card", "garbage", "truncated",
            "wrong-type", "second-join", "empty", "zeros", "unknown-game", "unknown-turn", "silent", "late", "hang",
            "sleep", "freeze", "abort", "segfault", "kill", "leave", "fail", "close", "cancel", "hang-up", "flood",
            "flood-empty", "oversized", "huge", "die-in-mid-frame", "die-at-game-start", "spin",
        ),
        ("first-game",),
    ),
    "chatter": ("output",),
    **dict.fromkeys(("twice", "changes-its-mind", "stale", "early", "join-twice"), ("tidy-answers",)),
    **dict.fromkeys(("join-late", "leave-a-child", "unknown-fields", "drip", "reverse", "none"), ()),
    "die-between-games": (),
}  # fmt: skip
# What takes a processor instead of waiting: one at a time, or it would make the others late.
BUSY = ("spin", "hang", "flood", "flood-empty", "oversized", "huge", "chatter")
# Seconds where the default would not be enough to be told from a slow machine.
THINK = {"late": "6", "spin": "6", "join-late": "0.5"}


@contextmanager
def _chaos_path() -> Iterator[None]:
    sys.path.insert(0, str(CHAOS))
    try:
        yield
    finally:
        sys.path.remove(str(CHAOS))


def test_every_kind_of_chaos_is_tried() -> None:
    with _chaos_path():
        from kinds import ALL  # type: ignore[import-not-found]
    assert {*ALL, "none"} == set(KINDS)


@pytest.mark.alone
@pytest.mark.slow
def test_chaos_is_caught() -> None:
    found: dict[str, tuple[str, ...]] = {}
    told: dict[str, list[tuple[str, str]]] = {}
    waiting = [kind for kind in KINDS if kind not in BUSY]

    async def caught(kind: str) -> None:
        more = ("--think", THINK[kind]) if kind in THINK else ()
        report = await examine(chaos(kind, *more), Options(variants=("auction-partners",), only=TRIED, limits=PATIENT))
        found[kind] = report.names(Outcome.FAILED)
        told[kind] = [(step.name, step.verdict.seen) for step in report.steps]

    async def one_after_another() -> None:
        while waiting:
            await caught(waiting.pop())

    async def all_kinds() -> None:
        logs.configure(level="error")
        async with trio.open_nursery() as nursery:
            for _ in range(AT_ONCE):
                nursery.start_soon(one_after_another)
        for kind in BUSY:
            await caught(kind)

    trio.run(all_kinds)
    wrong = {kind: told[kind] for kind in KINDS if found[kind] != KINDS[kind]}
    assert not wrong, "\n".join(f"{kind}: {told}" for kind, told in wrong.items())
    assert " MiB in " in dict(told["chatter"])["output"], "students read this sentence alone: more than what?"
