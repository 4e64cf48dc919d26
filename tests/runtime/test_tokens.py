"""Tokens are good for one join, in whatever order streams, orders and ends come: scripted links in virtual time."""

from __future__ import annotations

import random
from collections import Counter

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from referee.clock import Limits
from referee.hub import EARLY_S, EndCode
from tests.runtime.matches import until
from tests.runtime.scripted import Bot, SilentBot, World
from tests.runtime.test_rejoin import run, world_of

REFUSED_WITHIN_S = 2 * EARLY_S
TOKEN, FRESH = "t0", "t0 again"


def refused(bot: Bot) -> bool:
    return not bot.frames and bot.ended is not None and bot.ended.code is EndCode.UNKNOWN_TOKEN


async def knock(world: World, token: str = TOKEN) -> Bot:
    """Open a stream with the token beside the bots of the world."""
    bot = SilentBot(world.hub, world.nursery, token)
    bot.join()
    await wait_all_tasks_blocked()
    return bot


async def one_is_let_in(streams: list[Bot]) -> None:
    await trio.sleep(REFUSED_WITHIN_S)
    assert [refused(bot) for bot in streams] == [False, *[True] * (len(streams) - 1)]
    assert streams[0].frames and streams[0].ended is None


@pytest.mark.parametrize("announced", [False, True])
def test_streams_that_knock_with_one_token_before_it_is_expected(*, announced: bool) -> None:
    """The first is let in, the others are refused; none is kept waiting for ever."""

    async def test(nursery: trio.Nursery) -> None:
        world = World(nursery, games=1, limits=Limits(move_limit_ms=0), bots={0: SilentBot})
        if announced:
            world.hub.announce([TOKEN])
        streams = [await knock(world) for _ in range(3)]
        await world.start(join=[1, 2, 3])
        streams.append(await knock(world))
        await one_is_let_in(streams)

    run(test)


def test_a_second_stream_while_the_first_is_there_is_gone_and_may_return() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = world_of(nursery, games=1, limits=Limits(move_limit_ms=0), bots={0: SilentBot})
        await world.start()
        beside = await knock(world)
        await until(lambda: beside.ended is not None)
        world.bots[0].leave()
        away = await knock(world)  # its seat waits for it, but for its session key
        await until(lambda: away.ended is not None)
        assert refused(beside) and refused(away) and world.bots[0].frames[0].welcome.session_key

    run(test)


def test_the_token_of_a_process_is_worth_nothing_to_its_successor() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = World(
            nursery, games=1, limits=Limits(move_limit_ms=0), exits_told=True, bots={1: SilentBot, 0: SilentBot}
        )
        await world.start()
        waiting = await knock(world)
        world.bots[0].leave()
        world.match.seat_exited(0, 1, FRESH)
        streams = [waiting, await knock(world), await knock(world, FRESH), await knock(world, FRESH)]
        await trio.sleep(REFUSED_WITHIN_S)
        assert [refused(bot) for bot in streams] == [True, True, False, True]

    run(test)


@pytest.mark.parametrize("seed", range(12))
def test_any_order(seed: int) -> None:
    """Streams with few tokens open and end, matches begin, are announced, told of exits and stopped, at random."""

    async def test(nursery: trio.Nursery) -> None:
        chance = random.Random(seed)
        world = World(nursery, games=1, limits=Limits(move_limit_ms=0), exits_told=True, bots={0: SilentBot})
        tokens = [*(f"t{seat}" for seat in range(4)), *(f"new{number}" for number in range(3))]
        fresh, streams, begun = iter(tokens[4:]), list[Bot](), False
        for _ in range(30):
            match chance.randrange(7):
                case 0 | 1 | 2:
                    streams.append(await knock(world, chance.choice(tokens)))
                case 3 if streams:
                    chance.choice(streams).leave()
                case 4:
                    world.hub.announce(chance.sample(tokens, 2))
                case 5 if not begun:
                    begun = True
                    await world.start(join=[])
                case 6 if begun and chance.random() < 0.5:
                    world.match.seat_exited(chance.randrange(4), 1, next(fresh, ""))
            await trio.sleep(chance.choice((0, 0.1, EARLY_S)))
        if begun and chance.random() < 0.5:
            world.match.stop()
        await trio.sleep(REFUSED_WITHIN_S)
        welcomed = Counter(bot.token for bot in streams if bot.frames)
        assert set(welcomed.values()) <= {1}, welcomed

    run(test)
