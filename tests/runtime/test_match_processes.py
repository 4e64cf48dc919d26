"""A match over scripted links: processes that never come, end, or come again; bugs of ours; stopping."""

from __future__ import annotations

from unittest import mock

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.engine.errors import InvariantViolation
from referee.engine.game import Game
from referee.faults import Policy
from referee.hub import EARLY_S, EndCode
from referee.orders import MatchFailed, MatchFinished, SeatLeft
from tests.runtime.matches import forfeited_by, play, until
from tests.runtime.scripted import (
    Bot,
    SilentBot,
    World,
    in_virtual_time,
)


def test_a_bot_that_never_joins_is_a_start_failure_and_the_match_ends() -> None:
    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=3)
            await world.play(join=[0, 1, 3])
        return world

    world = in_virtual_time(run)
    forfeited_by(world, 2, "start-failure")
    assert "10000 ms" in world.records[0].faults[0].detail
    assert any(isinstance(report, SeatLeft) and report.seat == 2 for report in world.reports)


def test_when_nobody_joins_the_house_plays_it_all() -> None:
    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=40)
            await world.play(join=[])
        return world

    world = in_virtual_time(run)
    assert len(world.records) == 40
    assert all(record.winners == () and len(record.forfeits) == 4 for record in world.records)


class Leaves(Bot):
    """Leaves at its fifth turn."""

    async def answer(self, message: pb.PlayResponse) -> None:
        if len(self.turns) >= 5:
            self.leave()
        else:
            await super().answer(message)


def test_a_disconnect_without_news_of_the_process() -> None:
    world = play(lambda nursery: World(nursery, games=3, bots={0: Leaves}))
    forfeited_by(world, 0, "disconnect")


def test_a_crash_is_never_called_a_disconnect() -> None:
    """The news of the exit comes 400 ms after the stream has ended."""

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=3, bots={0: Leaves}, exits_told=True)
            await world.start()
            await until(lambda: len(world.bots[0].turns) >= 5)
            await trio.sleep(0.4)
            world.match.seat_exited(0, -11, "")
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    forfeited_by(world, 0, "crash")
    assert "signal 11" in world.records[0].faults[0].detail


def test_without_the_news_in_time_it_is_a_disconnect() -> None:
    world = play(lambda nursery: World(nursery, games=3, bots={0: Leaves}, exits_told=True))
    forfeited_by(world, 0, "disconnect")


def test_news_of_an_exit_before_the_end_of_the_stream() -> None:
    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=2, bots={0: SilentBot}, exits_told=True)
            await world.start()
            await trio.sleep(0.2)
            world.match.seat_exited(0, 3, "")
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    forfeited_by(world, 0, "crash")
    assert "status 3" in world.records[0].faults[0].detail
    assert world.bots[0].ended is not None, "the stream is ended if the process did not"


def test_a_restarted_process_plays_the_games_that_are_left() -> None:
    class Single(Leaves):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.capacity = 1

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=4, bots={0: Single}, exits_told=True)
            await world.start()
            await until(lambda: len(world.bots[0].turns) >= 5)
            world.match.seat_exited(0, 1, "again")
            await trio.sleep(0.5)
            world.replacement(0, token="again").join()
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    assert [record.forfeits for record in world.records] == [(0,), (), (), ()]
    assert len(world.bots[0].starts) == 3
    assert world.bots[0].frames[0].welcome.games == 3


def test_restarts_are_bounded_by_the_policy() -> None:
    class Dies(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns:
                self.leave()

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=10, exits_told=True, policy=Policy(restarts=2))
            for seat in world.bots:
                world.bots[seat].capacity = 1
            world.replacement(0, Dies, token="t0")
            await world.start()
            for number in range(5):
                await until(lambda: bool(world.bots[0].turns) or world.over.is_set())
                world.match.seat_exited(0, 1, f"new{number}")
                await trio.sleep(0.1)
                world.replacement(0, Dies, token=f"new{number}").join()
                await trio.sleep(EARLY_S + 0.2)
                if world.bots[0].ended is not None:
                    assert world.bots[0].ended.code is EndCode.UNKNOWN_TOKEN
                    break
            await world.over.wait()
            assert number == 2
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    assert len(world.records) == 10
    assert all(record.forfeits == (0,) for record in world.records)


def test_a_process_that_ends_before_it_joins_may_be_restarted_too() -> None:
    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=2, exits_told=True)
            await world.start(join=[1, 2, 3])
            world.match.seat_exited(0, 127, "again")
            await trio.sleep(0.1)
            world.replacement(0, token="again").join()
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    assert all(record.faults == () for record in world.records)


def test_a_process_that_cannot_start_forfeits_everything_at_once() -> None:
    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=2, exits_told=True)
            await world.start(join=[1, 2, 3])
            world.match.seat_exited(0, 127, "")
            await world.over.wait()
            assert trio.current_time() < 5
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    forfeited_by(world, 0, "start-failure")
    assert "exited with status 127 before it joined" in world.records[0].faults[0].detail


# ---- bugs of ours


def test_a_void_game_costs_nobody_anything() -> None:
    apply = Game.apply

    def breaks(game: Game, action: int) -> None:
        if game.public.dealer == 1 and len(game.events) > 15:
            raise InvariantViolation("a card too many")
        apply(game, action)

    with mock.patch.object(Game, "apply", breaks):
        world = play(lambda nursery: World(nursery, "auction[max_deals=1]", games=4))
    assert [void.game for void in world.voids] == [1]
    assert "a card too many" in world.voids[0].reason
    assert [record.game for record in world.records] == [0, 2, 3]
    for bot in world.bots.values():
        assert [end.reason for end in bot.ends].count(pb.GAME_END_REASON_VOID) == 1
    assert isinstance(world.reports[-1], MatchFinished)


def test_a_bug_in_the_session_fails_only_its_match() -> None:
    with mock.patch("referee.wire.chosen", side_effect=RuntimeError("oops")):
        world = play(lambda nursery: World(nursery, games=2))
    last = world.reports[-1]
    assert isinstance(last, MatchFailed)
    assert "oops" in last.reason
    assert all(bot.ended is not None and bot.ended.code is EndCode.STOPPED for bot in world.bots.values())


def test_stop_voids_what_is_open_and_keeps_what_is_finished() -> None:
    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=30)
            for bot in world.bots.values():
                bot.capacity = 4
            await world.start()
            await until(lambda: bool(world.records))
            world.match.stop()
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    assert 0 < len(world.records) < 30
    assert isinstance(world.reports[-1], MatchFinished)
    for bot in world.bots.values():
        assert len(bot.ends) == len(bot.starts)
        assert bot.ended is not None and bot.ended.code is EndCode.STOPPED


def test_a_host_stall_is_voided() -> None:
    """The whole process stands still for a minute in the middle of the match: nobody is late for it."""

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=2)
            jump = 0.0
            world.hub.now = lambda: trio.current_time() + jump
            await world.start()
            await trio.sleep(0.105)
            jump = 60.0
            await world.over.wait()
            nursery.cancel_scope.cancel()
        return world

    world = in_virtual_time(run)
    assert all(record.faults == () for record in world.records)
    assert world.hub.stalls.voided == pytest.approx(60, abs=0.3)
