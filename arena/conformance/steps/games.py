"""Whole games: every table that was asked for, many games at once, and the same games again."""

from __future__ import annotations

from dataclasses import replace

from arena.conformance.report import Verdict
from arena.conformance.steps.step import (
    PROTOCOL,
    Setting,
    Step,
    failed,
    no_matter,
    passed,
    played_well,
    trouble_in,
    verdict,
)
from arena.conformance.trial import Seen, Trial, Twist

SIZES = (1, 4, 64)
SAME_GAMES = 8  # that are played again
TABLE_S = 60.0
_SEED_FIX = (
    "take chance for a game only from a generator of its own that is seeded with the `bot_seed` of its GameStart; no"
    " clock, no order of sets or maps, nothing that another game has left"
)


def table_step(table: str, number: int, *, seats: str) -> Step:
    """Return the step that plays a table. The bot's seat goes round with the number."""

    async def run(setting: Setting) -> Verdict:
        seen = await setting.lab.run(
            Trial(sheet=table, limits=setting.limits, games=2, at_once=2, seat=number, within_s=TABLE_S)
        )
        trouble = trouble_in(seen)
        if trouble is None:
            setting.played.append(table)
        return verdict(f"two games of {table} without a fault", trouble, played_well(seen))

    return Step(name=f"plays {seats}", group="tables", title=f"it plays {seats}", run=run)


async def _frames(setting: Setting, size: int) -> tuple[Seen, int]:
    first = await setting.usually()
    offered = max(1, first.joined.capacity) if first.joined else 1
    twist = Twist.GATHERED if size > 1 else Twist.NONE
    games = max(size, SAME_GAMES)
    trial = Trial(sheet=setting.short, limits=setting.limits, games=games, at_once=size, twist=twist)
    return await setting.lab.run(trial), offered


def _frame_step(size: int) -> Step:
    async def run(setting: Setting) -> Verdict:
        many = f"{size} games at once, the first turns in one frame" if size > 1 else "one game after the other"
        expected = f"{many}: no fault"
        first = await setting.usually()
        offered = max(1, first.joined.capacity) if first.joined else 1
        if offered < size:
            return no_matter(expected, f"it asks for {offered} at once in its join; more is faster")
        seen, _ = await _frames(setting, size)
        trouble = trouble_in(seen)
        if trouble is not None:
            fix = f"{trouble[1]}; keep what belongs to a game under its number, and answer every turn of a frame"
            return failed(expected, trouble[0], fix)
        return passed(expected, f"{played_well(seen)}; the largest frame had {seen.largest_frame}")

    title = f"it plays {size} at once" if size > 1 else "it plays game after game"
    return Step(name=f"frames-{size}", group="frames", title=title, run=run)


async def _twice(setting: Setting) -> Verdict:
    expected = f"{SAME_GAMES} games with the same cards and seeds are played alike twice"
    first, _ = await _frames(setting, 1)
    again = await setting.lab.run(replace(first.trial, copy=1))
    trouble = trouble_in(first) or trouble_in(again)
    if trouble is not None:
        return failed(expected, *trouble)
    return _compare(expected, first, again, "the second time")


async def _interleaved(setting: Setting) -> Verdict:
    expected = "the same games are played alike, one after the other and many at once"
    first, offered = await _frames(setting, 1)
    if offered == 1:
        return no_matter(expected, "it asks for one game at a time")
    found: list[Verdict] = []
    for size in SIZES[1:]:
        if size <= offered:
            seen, _ = await _frames(setting, size)
            trouble = trouble_in(first) or trouble_in(seen)
            if trouble is not None:
                return failed(expected, *trouble)
            found.append(_compare(expected, first, seen, f"with {size} at once"))
    return next((one for one in found if one.fix), found[0] if found else no_matter(expected, "it asks for too few"))


def _compare(expected: str, first: Seen, other: Seen, when: str) -> Verdict:
    for game in range(SAME_GAMES):
        mine, theirs = first.games[game].split(), other.games[game].split()
        if mine != theirs:
            place = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), -1)
            what = (
                f"game {game + 1} differs {when}: {mine[place]} was followed by {theirs[place]} at action {place + 1}"
            )
            return failed(
                expected, what.replace(" was followed by ", " became "), f"{_SEED_FIX} ({PROTOCOL}, chapter 5)"
            )
    return passed(expected, f"{SAME_GAMES} games are equal, action by action")


FRAMES = tuple(map(_frame_step, SIZES))
SEEDS = (
    Step(name="same-games-twice", group="seed", title="the same seed gives the same game", run=_twice),
    Step(name="any-interleaving", group="seed", title="games do not disturb each other", run=_interleaved),
)
