"""A fixed pace: when questions come tells nobody how long others think. Scripted bots in virtual time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from tests.runtime.matches import play, until
from tests.runtime.scripted import Bot, SilentBot, World, answer_message, faults_of
from tests.runtime.test_rejoin import run

PACED = Limits(move_limit_ms=1_000, grace_ms=100, pace_ms=200)
SPEC = "auction[max_deals=2]"


class Thinker(Bot):
    """Thinks long where it holds an ace of its first hand: what a partner could read from the time."""

    async def answer(self, message: pb.PlayResponse) -> None:
        for turn in message.turns:
            await trio.sleep(0.05 if turn.known.hand[-1] % 13 > 6 else 0.0)
            self.say(answer_message(self.choose(turn)))


def seen(world: World, seats: tuple[int, ...]) -> dict[int, list[tuple[float, bytes]]]:
    """Return what came to the seats, and when (in milliseconds)."""
    return {seat: list(zip([round(1000 * t, 6) for t in world.bots[seat].times], world.bots[seat].raw, strict=True))
            for seat in seats}  # fmt: skip


@pytest.mark.parametrize("games", [1, 3])
def test_others_are_asked_at_the_same_moments_however_long_one_thinks(games: int) -> None:
    worlds = {
        (limits.pace_ms, kind): play(
            lambda nursery, limits=limits, kind=kind: World(nursery, SPEC, games=games, limits=limits, bots={0: kind})  # type: ignore[misc]
        )
        for limits in (PACED, replace(PACED, pace_ms=0))
        for kind in (Bot, Thinker)
    }
    others = (1, 2, 3)
    assert seen(worlds[200, Bot], others) == seen(worlds[200, Thinker], others)
    assert seen(worlds[0, Bot], others) != seen(worlds[0, Thinker], others)  # it can fail
    assert len({tuple(map(str, world.records)) for world in worlds.values()}) == 1


def test_questions_lie_on_the_beats() -> None:
    world = play(lambda nursery: World(nursery, SPEC, games=1, limits=PACED))
    times = sorted(
        time for bot in world.bots.values() for time, frame in zip(bot.times, bot.frames, strict=True) if frame.turns
    )
    beats = [(time - times[0]) / 0.2 for time in times]
    assert len(beats) > 20 and beats == pytest.approx(list(range(len(beats))))


def test_a_slow_answer_is_passed_on_at_a_later_beat() -> None:
    class Slow(Bot):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.think = 0.45

    world = play(lambda nursery: World(nursery, "auction[max_deals=1]", games=1, limits=PACED, bots={0: Slow}))
    times = sorted(
        time for bot in world.bots.values() for time, frame in zip(bot.times, bot.frames, strict=True) if frame.turns
    )
    steps = {round((after - before) / 0.2, 3) for before, after in pairwise(times)}
    assert steps == {1, 3} and not world.records[0].faults


def test_who_is_late_stalls_or_leaves_is_judged_as_ever() -> None:
    world = play(lambda nursery: World(nursery, SPEC, games=2, limits=PACED, bots={1: SilentBot}))
    plain = play(lambda nursery: World(nursery, SPEC, games=2, limits=replace(PACED, pace_ms=0), bots={1: SilentBot}))
    assert [faults_of(record, 1) for record in world.records] == [faults_of(record, 1) for record in plain.records]


def test_a_seat_that_leaves_before_it_is_asked_is_not_asked_twice() -> None:
    """Its predecessor has answered, and the next beat is still to come."""

    async def test(nursery: trio.Nursery) -> None:
        world = World(nursery, SPEC, games=1, limits=PACED)
        await world.start()
        await until(lambda: any(bot.turns for bot in world.bots.values()))
        first = next(seat for seat, bot in world.bots.items() if bot.turns)
        await trio.sleep(0.05)  # it has answered
        world.bots[(first + 1) % 4].leave()
        await world.over.wait()
        (record,) = world.records
        assert record.forfeits == ((first + 1) % 4,)
        for bot in world.bots.values():
            turns = [turn.turn for turn in bot.turns]
            assert turns == list(range(1, len(turns) + 1))

    run(test)


def test_a_match_that_is_stopped_between_two_beats_ends() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = World(nursery, SPEC, games=2, limits=PACED)
        await world.start()
        await until(lambda: any(bot.turns for bot in world.bots.values()))
        await trio.sleep(0.1)
        world.match.stop()
        with trio.fail_after(1):
            await world.over.wait()
        assert not world.records

    run(test)
