"""A match over scripted links in virtual time: the ordinary course, joining, batching."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.engine.errors import SheetError
from referee.hub import EARLY_S, LINGER_S, MOST_EARLY, EndCode, Hub
from referee.match import Match
from referee.orders import GameFinished, MatchFinished, MatchOpened, SeatJoined
from tests.runtime.matches import play
from tests.runtime.scripted import (
    Bot,
    World,
    answer_message,
    in_virtual_time,
    join_message,
)

# ---- the ordinary course


def test_a_match_is_played_and_reported() -> None:
    world = play(lambda nursery: World(nursery, games=5))
    assert [record.game for record in world.records] == [0, 1, 2, 3, 4]
    assert isinstance(world.reports[0], MatchOpened)
    assert isinstance(world.reports[-1], MatchFinished)
    assert sum(isinstance(report, SeatJoined) for report in world.reports) == 4
    for bot in world.bots.values():
        assert len(bot.starts) == len(bot.ends) == 5
        assert {end.reason for end in bot.ends} == {pb.GAME_END_REASON_FINISHED}
        assert bot.ended is not None and bot.ended.code is EndCode.OVER
        assert bot.notices == []


def test_the_timing_tells_what_was_billed() -> None:
    world = play(lambda nursery: World(nursery, games=1))
    (report,) = [r for r in world.reports if isinstance(r, GameFinished)]
    timing = json.loads(report.timing)
    assert timing["voided_ms"] == 0
    for seat in timing["seats"]:
        assert seat["billed_ms"] == pytest.approx(10 * seat["answers"])
        assert seat["slowest_ms"] == pytest.approx(10)
    assert b"ms" not in report.record, "times are no part of the record"


def test_the_record_does_not_depend_on_how_many_games_are_in_flight() -> None:
    class One(Bot):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.capacity = 1

    together = play(lambda nursery: World(nursery, games=6))
    single = play(lambda nursery: World(nursery, games=6, bots={2: One}))
    assert together.records == single.records
    assert max(len(frame.turns) for bot in single.bots.values() for frame in bot.frames) == 1
    assert max(len(frame.turns) for bot in together.bots.values() for frame in bot.frames) > 1


def test_the_welcome_comes_first_and_tells_the_capacity() -> None:
    world = play(lambda nursery: World(nursery, games=3))
    first = world.bots[0].frames[0]
    assert first.HasField("welcome")
    assert (first.welcome.protocol_version, first.welcome.capacity, first.welcome.games) == (1, 64, 3)
    assert sum(frame.HasField("welcome") for frame in world.bots[0].frames) == 1


def test_a_frame_holds_only_the_seats_own_games() -> None:
    world = play(lambda nursery: World(nursery, games=4))
    ids = {seat: {start.game for start in bot.starts} for seat, bot in world.bots.items()}
    assert len(set.union(*ids.values())) == 16, "no two seats call a game the same"
    for seat, bot in world.bots.items():
        assert {turn.game for turn in bot.turns} | {end.game for end in bot.ends} == ids[seat]
        assert {start.seat for start in bot.starts} == {seat}
        assert len({start.bot_seed for start in bot.starts}) == 4
        assert all(len(start.bot_seed) == 16 for start in bot.starts)
        assert not any(start.names for start in bot.starts)


def test_names_are_told_only_on_request() -> None:
    world = play(lambda nursery: World(nursery, games=1, show_names=True))
    assert list(world.bots[1].starts[0].names) == ["e0", "e1", "e2", "e3"]


def test_turn_numbers_are_unique_in_a_game() -> None:
    world = play(lambda nursery: World(nursery, games=3))
    for bot in world.bots.values():
        turns = [(turn.game, turn.turn) for turn in bot.turns]
        assert len(turns) == len(set(turns))


def test_a_bot_never_has_more_games_than_its_capacity() -> None:
    class Counting(Bot):
        most = 0

        def __post_init__(self) -> None:
            super().__post_init__()
            self.capacity = 2
            self.open: set[int] = set()

        async def answer(self, message: pb.PlayResponse) -> None:
            for start in message.starts:  # in the order of the field numbers
                self.open.add(start.game)
            Counting.most = max(Counting.most, len(self.open))
            for end in message.ends:
                self.open.remove(end.game)
            await super().answer(message)

    world = play(lambda nursery: World(nursery, games=9, bots={0: Counting}))
    assert len(world.records) == 9
    assert Counting.most == 2


def test_the_house_fills_seats_without_a_token() -> None:
    world = play(lambda nursery: World(nursery, "ten-point[max_deals=2]", games=3, house=(1, 3)))
    assert len(world.records) == 3
    assert all({why for deal in record.deals for _, why in deal.house} == {"house"} for record in world.records)


@pytest.mark.parametrize("spec", ["contway", "roadhouse[seats=3]", "partnership-draw", "auction[seats=7]"])
def test_other_sheets(spec: str) -> None:
    world = play(lambda nursery: World(nursery, spec.removesuffix("]").replace("[", "[max_deals=2,") + "]"
                                       if "[" in spec else f"{spec}[max_deals=2]", games=2))  # fmt: skip
    assert len(world.records) == 2
    assert all(record.faults == () for record in world.records)


def test_a_sheet_that_does_not_exist_or_has_other_seats() -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            order = World(nursery).order
            for changed in (replace(order, sheet="actuon"), replace(order, seats=order.seats[:3])):
                with pytest.raises(SheetError):
                    Match(changed, Hub(trio.current_time), lambda _: None, exits_told=False)
            nursery.cancel_scope.cancel()

    in_virtual_time(run)


# ---- joining


def test_refusals() -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=1)
            await world.start(join=[])
            hub = world.hub

            async def refused(first: bytes) -> EndCode:
                bot = Bot(hub, nursery, "")
                hub.opened(bot, first)
                hub.flush()
                await trio.sleep(EARLY_S + 0.1)
                assert bot.ended is not None and bot.frames == []
                return bot.ended.code

            assert await refused(join_message("wrong")) is EndCode.UNKNOWN_TOKEN
            assert await refused(b"") is EndCode.NO_JOIN
            assert await refused(b"\xff\xff") is EndCode.NO_JOIN
            assert await refused(answer_message(pb.Choice(game=1))) is EndCode.NO_JOIN
            assert await refused(join_message("t0", versions=[2, 3])) is EndCode.OTHER_PROTOCOL
            assert await refused(join_message("t0", versions=[])) is EndCode.OTHER_PROTOCOL
            world.bots[0].join()
            assert await refused(join_message("t0")) is EndCode.UNKNOWN_TOKEN, "a token is worth one join"
            for seat in (1, 2, 3):
                world.bots[seat].join()
            await world.over.wait()
            assert world.bots[0].ended is not None
            assert await refused(join_message("t1")) is EndCode.UNKNOWN_TOKEN
            assert len(world.records) == 1
            nursery.cancel_scope.cancel()

    in_virtual_time(run)


def test_a_bot_may_come_a_little_before_its_token() -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=1)
            nursery.start_soon(world.hub.attend)
            for bot in world.bots.values():
                bot.join()
            await trio.sleep(EARLY_S / 2)
            await world.match.run()
            assert len(world.records) == 1 and world.records[0].faults == ()
            nursery.cancel_scope.cancel()

    in_virtual_time(run)


def test_not_many_may_come_early() -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            hub = Hub(trio.current_time)
            bots = [Bot(hub, nursery, f"x{number}") for number in range(MOST_EARLY + 1)]
            for bot in bots:
                bot.join()
            assert [bot.ended is None for bot in bots] == [True] * MOST_EARLY + [False]
            bots[0].leave()
            late = Bot(hub, nursery, "late")
            late.join()
            assert late.ended is None
            nursery.cancel_scope.cancel()

    in_virtual_time(run)


def test_the_refusal_of_a_version_names_both() -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            hub = Hub(trio.current_time)
            bot = Bot(hub, nursery, "")
            hub.opened(bot, join_message("t", versions=[7]))
            assert bot.ended is not None
            assert bot.ended.text == "this referee speaks protocol version 1; the bot offers 7"
            nursery.cancel_scope.cancel()

    in_virtual_time(run)


def test_a_later_version_beside_ours_is_welcome() -> None:
    class Modern(Bot):
        def join(self) -> None:
            self.hub.opened(self, join_message(self.token, versions=[1, 2]))
            self.hub.flush()

    world = play(lambda nursery: World(nursery, games=1, bots={0: Modern}))
    assert len(world.records) == 1


# ---- batching


def test_while_a_bot_owes_answers_the_next_frame_is_held_back() -> None:
    world = play(lambda nursery: World(nursery, games=16))
    for bot in world.bots.values():
        gaps = [later - earlier for earlier, later in zip(bot.times, bot.times[1:], strict=False)]
        assert all(gap == 0 or gap >= LINGER_S - 1e-9 for gap in gaps)


class OneByOne(Bot):
    """Answers every turn in a message of its own, a little apart."""

    async def answer(self, message: pb.PlayResponse) -> None:
        for turn in message.turns:
            await trio.sleep(self.think)
            self.say(answer_message(self.choose(turn)))


class Backwards(Bot):
    """Answers the turns of a frame in the opposite order, in two messages."""

    async def answer(self, message: pb.PlayResponse) -> None:
        turns = list(reversed(message.turns))
        for part in (turns[: len(turns) // 2], turns[len(turns) // 2 :]):
            if part:
                await trio.sleep(self.think)
                self.say(answer_message(*map(self.choose, part)))


def test_any_grouping_of_answers_gives_the_same_games() -> None:
    plain = play(lambda nursery: World(nursery, games=6))
    other = play(lambda nursery: World(nursery, games=6, bots={0: OneByOne, 3: Backwards}))
    assert plain.records == other.records


def test_a_bot_that_thinks_long_about_one_game_gets_the_turns_of_others() -> None:
    class Ponders(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            for turn in message.turns:
                self.nursery.start_soon(self.ponder, turn)

        async def ponder(self, turn: pb.Turn) -> None:
            slow = turn.game == min(start.game for start in self.starts)
            await trio.sleep(0.5 if slow else 0.01)
            self.say(answer_message(self.choose(turn)))

    limits = Limits(move_limit_ms=60_000)
    world = play(lambda nursery: World(nursery, games=4, bots={0: Ponders}, limits=limits))
    slow = min(start.game for start in world.bots[0].starts)
    ends = {end.game: time for frame, time in zip(world.bots[0].frames, world.bots[0].times, strict=True)
            for end in frame.ends}  # fmt: skip
    assert all(ends[game] < ends[slow] / 3 for game in ends if game != slow)


def test_a_message_is_wanted_only_while_an_answer_is_owed() -> None:
    world = play(lambda nursery: World(nursery, games=2))
    for bot in world.bots.values():
        owed = 0
        for frame, wanted in zip(bot.frames, bot.owed, strict=False):
            owed = len(frame.turns)
            assert wanted == (owed > 0) or frame.ends
