"""A match over scripted links: banks, increments, an hour of play in a moment, and what is reported of the time."""

from __future__ import annotations

import json
from unittest import mock

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits, Usage
from referee.orders import GameFinished
from referee.waiting import WaitMeter
from tests.runtime.matches import play
from tests.runtime.scripted import Bot, World, answer_message, faults_of, in_virtual_time, legal_choice


def timings(world: World) -> list[dict[str, object]]:
    return [json.loads(report.timing) for report in world.reports if isinstance(report, GameFinished)]


class OneByOne(Bot):
    """Thinks about every turn for itself, `delay` seconds."""

    delay = 0.01

    async def answer(self, message: pb.PlayResponse) -> None:
        for turn in message.turns:
            await trio.sleep(self.delay)
            self.say(answer_message(legal_choice(turn)))


BANK = Limits(move_limit_ms=0, grace_ms=100, bank_ms=10_000, increment_ms=100)


def test_a_bank_is_told_and_shrinks_by_what_is_billed() -> None:
    class Slow(OneByOne):
        delay = 0.6

    world = play(lambda nursery: World(nursery, "auction[max_deals=1]", games=1, bots={0: Slow}, limits=BANK))
    turns = world.bots[0].turns
    assert [turn.bank_left_ms for turn in turns] == [10_000 - 500 * number for number in range(len(turns))]
    assert all(turn.time_left_ms == turn.bank_left_ms for turn in turns)
    assert world.bots[0].starts[0].limits.bank_ms == 10_000
    assert world.bots[0].starts[0].limits.increment_ms == 100
    assert world.records[0].faults == ()


def test_the_move_limit_caps_the_time_left() -> None:
    limits = Limits(move_limit_ms=1_000, grace_ms=100, bank_ms=1_250)

    class Slow(OneByOne):
        delay = 0.5

    world = play(lambda nursery: World(nursery, "auction[max_deals=1]", games=1, bots={0: Slow}, limits=limits))
    told = [(turn.time_left_ms, turn.bank_left_ms) for turn in world.bots[0].turns[:3]]
    assert told == [(1000, 1250), (750, 750), (250, 250)]


def test_an_empty_bank_makes_turns_late_and_costs_the_game() -> None:
    class Slow(OneByOne):
        delay = 0.9

    limits = Limits(move_limit_ms=0, grace_ms=100, bank_ms=1_000)
    world = play(lambda nursery: World(nursery, games=1, bots={1: Slow}, limits=limits))
    (record,) = world.records
    assert faults_of(record, 1) == ["late"] * 3
    assert record.forfeits == (1,)
    assert min(turn.time_left_ms for turn in world.bots[1].turns) == 1, "0 would say that there is no clock"
    assert "bank" in record.faults[0].detail


def test_after_a_late_answer_the_increment_is_there() -> None:
    class Slow(OneByOne):
        async def answer(self, message: pb.PlayResponse) -> None:
            self.delay = 1.2 if len(self.turns) == 1 else 0.3
            await super().answer(message)

    limits = Limits(move_limit_ms=0, grace_ms=100, bank_ms=1_000, increment_ms=400)
    world = play(lambda nursery: World(nursery, games=1, bots={0: Slow}, limits=limits))
    assert faults_of(world.records[0], 0) == ["late"]
    assert [turn.bank_left_ms for turn in world.bots[0].turns[1:4]] == [400, 400, 500], "the first after it began late"


def test_each_game_has_its_own_bank() -> None:
    """What is thought in one game is not taken from another, though both stand in one frame."""

    class Partial(OneByOne):
        async def answer(self, message: pb.PlayResponse) -> None:
            for turn in message.turns:
                slow = turn.game == self.starts[0].game
                await trio.sleep(0.4 if slow else 0.001)
                self.say(answer_message(legal_choice(turn)))

    limits = Limits(move_limit_ms=0, grace_ms=100, bank_ms=1_000)
    world = play(lambda nursery: World(nursery, games=6, bots={2: Partial}, limits=limits))
    assert sorted(len(faults_of(record, 2)) for record in world.records) == [0] * 5 + [3]


def test_a_silent_bot_with_banks_is_found_out_without_an_answer() -> None:
    class Hangs(OneByOne):
        delay = 10_000.0

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=3, bots={0: Hangs}, limits=BANK)
            await world.play()
            assert trio.current_time() < 40
        return world

    world = in_virtual_time(run)
    assert all(record.forfeits == (0,) for record in world.records)


def test_an_hour_of_play() -> None:
    """Bots that think half a minute a turn, with two hours on each bank: nothing is lost in the sums."""

    class Slow(OneByOne):
        delay = 30.0

    async def run() -> tuple[World, float]:
        start = trio.current_time()
        async with trio.open_nursery() as nursery:
            limits = Limits(move_limit_ms=31_000, grace_ms=100, bank_ms=7_200_000)
            world = World(nursery, games=9, bots={0: Slow}, house=(1, 2, 3), limits=limits)
            await world.play()
        return world, trio.current_time() - start

    world, took = in_virtual_time(run)
    assert took > 3_600
    assert all(record.faults == () for record in world.records)
    (bot,) = world.bots.values()
    assert min(turn.bank_left_ms for turn in bot.turns) == 7_200_000 - 30_000 * (max_turn(bot) - 1)


def max_turn(bot: Bot) -> int:
    return max(turn.turn for turn in bot.turns)


def test_what_waited_for_a_processor_is_spared_and_reported() -> None:
    """The bot answers after 1.5 s with a limit of 1 s: for one of them its threads had no processor."""

    class Crowded(OneByOne):
        delay = 1.5

    def read(_meter: WaitMeter) -> Usage:
        return Usage(cpu=0.0, waited=trio.current_time() * 2 / 3)

    async def run(pid: int) -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, "auction[max_deals=1]", games=1, bots={0: Crowded})
            await world.start(join=[])
            world.match.seat_started(0, pid)
            world.match.seat_started(9, pid)
            for bot in world.bots.values():
                bot.join()
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    with mock.patch.object(WaitMeter, "read", read):
        world = in_virtual_time(run, 4711)
        assert faults_of(world.records[0], 0) == []
        assert faults_of(in_virtual_time(run, 0).records[0], 0) == ["late"] * 3
    (timing,) = timings(world)
    seat = timing["seats"][0]  # type: ignore[index]
    assert seat["waited_ms"] == pytest.approx(seat["answers"] * 1250 * 2 / 3, rel=0.05), (
        "from a quarter of the limit on"
    )
    assert seat["billed_ms"] + seat["waited_ms"] == pytest.approx(seat["answers"] * 1500, rel=0.01)


def test_a_late_answer_is_found_when_it_is_read_even_if_nobody_looked() -> None:
    """The task that watches sleeps through it: the answer itself says when it was read."""

    class Slow(OneByOne):
        delay = 1.2

    async def sleeps(*_: object) -> None:
        await trio.sleep_forever()

    with mock.patch("referee.chairs.watch", sleeps):
        world = play(lambda nursery: World(nursery, games=1, bots={0: Slow}))
    assert faults_of(world.records[0], 0) == ["late"] * 3


def test_times_are_reported_by_seat() -> None:
    world = play(lambda nursery: World(nursery, games=1))
    (timing,) = timings(world)
    assert set(timing) == {"seconds", "voided_ms", "seats"}
    for seat in timing["seats"]:  # type: ignore[attr-defined]
        assert seat["answers"] > 0
        assert seat["billed_ms"] == pytest.approx(10 * seat["answers"])
        assert seat["slowest_ms"] == pytest.approx(10)
        assert {seat[key] for key in ("queued_ms", "transport_ms", "waited_ms", "voided_ms", "stalled")} == {0}
