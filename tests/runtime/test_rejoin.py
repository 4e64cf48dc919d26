"""Streams that break and are taken up again, over scripted links in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.hub import EARLY_S, EndCode
from referee.match import Match
from referee.orders import SeatLeft
from referee.returning import MOST_RETURNS
from tests.runtime.matches import play, until
from tests.runtime.scripted import Bot, SilentBot, World, answer_message, faults_of, in_virtual_time

REJOIN_MS = 5_000


class Returner(Bot):
    """A bot whose stream can break and be taken up again on another link, which it remembers in `later`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.later: Returner | None = None

    @property
    def key(self) -> str:
        """The session key of the last welcome."""
        return next(frame.welcome.session_key for frame in reversed(self.frames) if frame.HasField("welcome"))

    def come_back(self, key: str | None = None, *, kind: type[Returner] | None = None, token: str = "") -> Returner:
        """Take the stream up again on a new link."""
        self.later = later = (kind or type(self))(self.hub, self.nursery, self.token)
        join = pb.Join(name="test", version="1", protocol_versions=[1], token=token)
        join.session_key = self.key if key is None else key
        self.hub.opened(later, pb.PlayRequest(join=join).SerializeToString())
        self.hub.flush()
        return later


class Waiting(Returner):
    """Answers when told to."""

    async def answer(self, message: pb.PlayResponse) -> None:
        pass

    async def answer_now(self) -> None:
        """Answer the last frame."""
        await super().answer(self.frames[-1])


async def back(bot: Bot, key: str | None = None, *, kind: type[Returner] = Waiting) -> Returner:
    """Let the bot take its stream up again, and wait for what it is told."""
    assert isinstance(bot, Returner)
    later = bot.come_back(key, kind=kind)
    await until(lambda: bool(later.frames))
    return later


def world_of(nursery: trio.Nursery, spec: str = "auction[max_deals=2]", **options: object) -> World:
    """Return a world in which streams may be taken up again."""
    world = World(nursery, spec, **options)  # type: ignore[arg-type]
    seats = tuple(replace(seat, rejoin_limit_ms=REJOIN_MS) for seat in world.order.seats)
    world.order = replace(world.order, seats=seats)
    world.match = Match(world.order, world.hub, world.reports.append, exits_told=False)
    return world


def run(test: Callable[[trio.Nursery], object]) -> None:
    async def whole() -> None:
        async with trio.open_nursery() as nursery:
            with trio.fail_after(10_000):
                await test(nursery)  # type: ignore[misc]
            nursery.cancel_scope.cancel()

    in_virtual_time(whole)


# ---- coming back


@pytest.mark.parametrize("spec", ["auction[max_deals=2]", "ten-point[max_deals=1]", "contway[max_deals=2]"])
@pytest.mark.parametrize("games", [1, 3])
def test_a_bot_that_comes_back_at_every_turn_plays_the_same_games(spec: str, games: int) -> None:
    class Flighty(Returner):
        """Leaves at every third turn, and comes back."""

        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns and not message.HasField("welcome") and len(self.turns) >= 3:
                self.leave()
                await trio.sleep(0.02)
                self.come_back()
            else:
                await super().answer(message)

    there = play(lambda nursery: world_of(nursery, spec, games=games))
    back = play(lambda nursery: world_of(nursery, spec, games=games, bots={1: Flighty}))
    assert back.records == there.records and not any(record.faults for record in back.records)
    assert isinstance(back.bots[1], Flighty) and back.bots[1].later is not None


def test_it_is_told_anew_what_it_knew_and_nothing_else() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = world_of(nursery, "ten-point[max_deals=2]", games=1, bots={0: Waiting})
        await world.start()
        bot = world.bots[0]
        assert isinstance(bot, Waiting)
        while len(bot.turns) < 7:
            seen = len(bot.turns)
            if seen:
                await bot.answer_now()
            await until(lambda: len(bot.turns) > seen)  # noqa: B023 - it is over before the next round
        turns = bot.turns
        bot.leave()
        later = await back(bot)
        (frame,) = later.frames
        assert frame.welcome.session_key != bot.frames[0].welcome.session_key
        assert frame.welcome.games == 1 and list(frame.starts) == bot.starts
        (turn,) = frame.turns
        last = turns[-1]
        assert (turn.game, turn.turn, turn.ask) == (last.game, last.turn, last.ask)
        assert (turn.known, list(turn.legal), turn.pick) == (last.known, list(last.legal), last.pick)
        assert list(turn.events) == [event for one in turns for event in one.events]
        assert 0 < turn.time_left_ms <= last.time_left_ms
        assert not any(other.starts[0].seat == 0 for seat, other in world.bots.items() if seat)

    run(test)


def test_the_clock_runs_on_meanwhile() -> None:
    async def test(nursery: trio.Nursery) -> None:
        limits = Limits(move_limit_ms=1_000, grace_ms=100)
        world = world_of(nursery, games=1, limits=limits, bots={0: Waiting})
        await world.start()
        bot = world.bots[0]
        assert isinstance(bot, Waiting)
        await until(lambda: bool(bot.turns))
        bot.leave()
        await trio.sleep(0.6)
        later = await back(bot)
        assert 350 <= later.turns[-1].time_left_ms <= 400
        later.leave()
        await trio.sleep(0.55)
        again = await back(later)  # late by now: the house has moved
        assert [notice.code for notice in again.notices] == [pb.NOTICE_CODE_LATE]

    run(test)


def test_a_turn_that_comes_while_it_is_away_is_timed_too() -> None:
    class Leaver(Returner):
        async def answer(self, message: pb.PlayResponse) -> None:
            await super().answer(message)
            if len(self.turns) == 2:
                self.leave()

    limits = Limits(move_limit_ms=100, grace_ms=10)
    world = play(lambda nursery: world_of(nursery, games=1, limits=limits, bots={0: Leaver}))
    assert faults_of(world.records[0], 0)[:3] == ["late"] * 3 and world.records[0].forfeits == (0,)


@pytest.mark.parametrize("limit_ms", [0, 60_000])
def test_who_does_not_come_back_in_time_forfeits(limit_ms: int) -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = world_of(nursery, games=1, limits=Limits(move_limit_ms=limit_ms), bots={0: Waiting})
        await world.start()
        bot = world.bots[0]
        assert isinstance(bot, Waiting)
        await until(lambda: bool(bot.turns))
        bot.leave()
        await trio.sleep(REJOIN_MS / 1000 - 0.1)
        later = await back(bot)
        assert later.turns
        later.leave()
        await trio.sleep(REJOIN_MS / 1000 + 0.1)
        (left,) = [report for report in world.reports if isinstance(report, SeatLeft)]
        assert left.detail == "disconnect: the stream ended, and was not taken up again in 5 s"
        too_late = later.come_back()
        await trio.sleep(2 * EARLY_S)
        assert too_late.ended is not None and too_late.ended.code is EndCode.UNKNOWN_TOKEN
        await world.over.wait()
        assert world.records[0].forfeits == (0,)

    run(test)


def test_a_stream_that_is_still_open_is_taken_over() -> None:
    """The bot may know before the referee does that its stream is dead."""

    async def test(nursery: trio.Nursery) -> None:
        world = world_of(nursery, games=1, bots={0: Waiting})
        await world.start()
        bot = world.bots[0]
        assert isinstance(bot, Waiting)
        await until(lambda: bool(bot.turns))
        later = bot.come_back(kind=Returner)
        assert bot.ended is not None and bot.ended.code is EndCode.STOPPED
        bot.leave()  # news of it, late
        await world.over.wait()
        assert later.ended is not None and later.ended.code is EndCode.OVER
        assert not world.records[0].faults

    run(test)


def test_ends_that_came_meanwhile_are_told() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = world_of(nursery, "auction[max_deals=1]", games=2, bots={0: Waiting})
        world.bots[1].capacity = 1  # one game after the other
        await world.start()
        bot = world.bots[0]
        assert isinstance(bot, Returner)
        await until(lambda: bool(bot.frames))
        while not bot.ends:
            assert isinstance(bot, Waiting)
            await bot.answer_now()
            bot.leave()
            await trio.sleep(1)
            bot = await back(bot)
            open_games = {start.game for start in bot.frames[0].starts}
            assert not open_games & {end.game for end in bot.ends}
        assert bot.ends and bot.frames[0].HasField("welcome")

    run(test)


def test_who_comes_back_for_ever_is_given_up() -> None:
    class Fickle(Returner):
        async def answer(self, message: pb.PlayResponse) -> None:
            self.leave()
            self.come_back()

    world = play(lambda nursery: world_of(nursery, games=1, bots={0: Fickle}))
    assert faults_of(world.records[0], 0) == ["flood"]
    assert f"broke {MOST_RETURNS + 1} times" in world.records[0].faults[0].detail


# ---- keys


def test_keys_that_are_wrong_used_or_somebody_elses() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = world_of(nursery, games=1, bots=dict.fromkeys(range(4), Waiting))
        await world.start()
        bots = [bot for bot in world.bots.values() if isinstance(bot, Waiting)]
        await until(lambda: all(bot.starts for bot in bots))
        used = bots[0].key
        bots[0].leave()
        lost = await back(bots[0])  # this stream breaks too, before the bot has read anything of it
        lost.leave()
        later = await back(bots[0], used)
        later.say(answer_message())  # now it has its new key
        wrong = [
            bots[0].come_back(lost.key),
            bots[0].come_back(used),
            bots[0].come_back("no such key"),
            bots[0].come_back("t0"),
            bots[0].come_back(later.key[:-1]),
            bots[0].come_back("no such key", token="t1"),  # a token beside it does not help
        ]
        await trio.sleep(2 * EARLY_S)
        endings = {bot.ended for bot in wrong}
        assert len(endings) == 1  # the same words for all
        assert wrong[0].ended is not None and wrong[0].ended.code is EndCode.UNKNOWN_TOKEN
        assert not any(bot.frames for bot in wrong)
        token = Returner(world.hub, nursery, later.key)
        token.join()  # a session key is no token
        await trio.sleep(2 * EARLY_S)
        assert token.ended is not None and token.ended.code is EndCode.UNKNOWN_TOKEN
        assert later.ended is None
        # With another seat's key one is that seat, and its old stream is over: keys are as secret as tokens.
        other = await back(bots[0], bots[2].key)
        assert {start.seat for start in other.starts} == {2}
        assert bots[2].ended is not None and later.ended is None

    run(test)


def test_without_a_limit_there_is_no_key() -> None:
    world = play(lambda nursery: World(nursery, games=1))
    assert all(bot.frames[0].welcome == pb.Welcome(protocol_version=1, capacity=64, games=1)
               for bot in world.bots.values())  # fmt: skip


def test_keys_are_unlike_each_other_and_unlike_tokens() -> None:
    keys = set[str]()
    for _ in range(2):
        world = play(lambda nursery: world_of(nursery, games=1))
        keys |= {bot.frames[0].welcome.session_key for bot in world.bots.values()}
    assert len(keys) == 8 and all(len(key) == 32 for key in keys)


def test_a_bot_with_a_token_of_a_match_to_come_is_kept_waiting() -> None:
    async def test(nursery: trio.Nursery) -> None:
        world = World(nursery, games=1, bots={0: SilentBot})
        nursery.start_soon(world.hub.attend)
        world.hub.announce(["t0", "t1"])
        world.bots[0].join()
        stranger = Bot(world.hub, nursery, "t2")
        stranger.join()
        await trio.sleep(60)
        assert stranger.ended is not None and world.bots[0].ended is None
        await world.start(join=[1, 2, 3])
        await until(lambda: bool(world.bots[0].frames))

    run(test)
