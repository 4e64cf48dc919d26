"""A match over scripted links in virtual time: joining, frames, faults, processes that end, and the reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from unittest import mock

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.engine.errors import InvariantViolation, SheetError
from referee.engine.game import Game
from referee.faults import Policy
from referee.hub import EARLY_S, LINGER_S, MOST_EARLY, EndCode, Hub
from referee.match import Match
from referee.orders import GameFinished, MatchFailed, MatchFinished, MatchOpened, SeatJoined, SeatLeft
from referee.seats import LARGEST_MESSAGE, MOST_NOTICES, MOST_USELESS
from tests.runtime.scripted import (
    Bot,
    SilentBot,
    World,
    answer_message,
    faults_of,
    in_virtual_time,
    join_message,
    legal_choice,
)


def play(make: Callable[[trio.Nursery], World]) -> World:
    """Play the match of the world to its end, all bots joining."""

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = make(nursery)
            await world.play()
        return world

    return in_virtual_time(run)


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - virtual time is free
        await trio.sleep(0.005)


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


# ---- wrong answers


class WrongAt(Bot):
    """Answers the turns of the numbers `at` (counted over all games) with what `wrong` makes of the right choice."""

    at: tuple[int, ...] = (3,)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.count = 0

    def choose(self, turn: pb.Turn) -> pb.Choice:
        self.count += 1
        choice = legal_choice(turn)
        return self.wrong(choice) if self.count in self.at else choice

    def wrong(self, choice: pb.Choice) -> pb.Choice:
        choice.action = 9_999
        return choice


def test_an_illegal_answer_is_told_and_replaced() -> None:
    world = play(lambda nursery: World(nursery, games=1, bots={0: WrongAt}))
    (record,) = world.records
    assert faults_of(record, 0) == ["illegal"]
    (notice,) = world.bots[0].notices
    assert notice.code == pb.NOTICE_CODE_ILLEGAL
    assert "action 9999" in notice.text
    assert record.forfeits == ()


def test_a_choice_of_the_wrong_form_is_malformed() -> None:
    class Cards(WrongAt):
        def wrong(self, choice: pb.Choice) -> pb.Choice:
            choice.cards = b"\0\1"
            return choice

    world = play(lambda nursery: World(nursery, games=1, bots={0: Cards}))
    assert faults_of(world.records[0], 0) == ["malformed"]
    assert world.bots[0].notices[0].code == pb.NOTICE_CODE_MALFORMED


def test_the_second_wrong_answer_forfeits_only_its_game() -> None:
    class Bad(WrongAt):
        at = (1, 2, 3)

    world = play(lambda nursery: World(nursery, games=2, bots={0: Bad}))
    forfeits = {record.game: record.forfeits for record in world.records}
    assert sorted(forfeits.values()) == [(), (0,)]
    codes = [notice.code for notice in world.bots[0].notices]
    assert codes.count(pb.NOTICE_CODE_FORFEIT) == 1
    assert sorted(end.reason for end in world.bots[0].ends) == [
        pb.GAME_END_REASON_FINISHED,
        pb.GAME_END_REASON_FORFEITED,
    ]
    assert all(end.reason == pb.GAME_END_REASON_FINISHED for end in world.bots[1].ends)
    (lost,) = [record for record in world.records if record.forfeits]
    assert 0 not in lost.winners


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\xff\xff\xff\xff", "malformed"),
        (join_message("t0"), "protocol"),
    ],
)
def test_a_message_that_has_no_place_is_a_wrong_answer(data: bytes, fault: str) -> None:
    class Nonsense(Bot):
        said = False

        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns and not self.said:
                self.said = True
                self.say(data)
                await trio.sleep(0.1)
                self.say(answer_message(*(legal_choice(turn) for turn in list(message.turns)[1:])))
            else:
                await super().answer(message)

    world = play(lambda nursery: World(nursery, games=3, bots={1: Nonsense}))
    assert sorted(len(faults_of(record, 1)) for record in world.records) == [0, 0, 1]
    assert fault in {name for record in world.records for name in faults_of(record, 1)}


def test_stale_double_and_unknown_answers_are_dropped() -> None:
    class Stutters(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            if not message.turns:
                return
            await trio.sleep(self.think)
            right = [legal_choice(turn) for turn in message.turns]
            old = [pb.Choice(game=choice.game, turn=choice.turn - 1, action=0) for choice in right if choice.turn > 1]
            odd = [pb.Choice(game=12345, turn=1), pb.Choice(game=right[0].game, turn=999)]
            self.say(answer_message(*old, *odd, *right, *right))

    plain = play(lambda nursery: World(nursery, games=2))
    world = play(lambda nursery: World(nursery, games=2, bots={0: Stutters}))
    assert world.records == plain.records
    codes = {notice.code for notice in world.bots[0].notices}
    assert codes == {pb.NOTICE_CODE_STALE, pb.NOTICE_CODE_UNKNOWN}


def test_an_answer_to_a_turn_that_was_not_sent_yet_is_dropped() -> None:
    class Hasty(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns:
                choices = [legal_choice(turn) for turn in message.turns]
                early = [pb.Choice(game=c.game, turn=c.turn + 1, action=0) for c in choices]
                await trio.sleep(self.think)
                self.say(answer_message(*early, *choices))

    plain = play(lambda nursery: World(nursery, games=2))
    world = play(lambda nursery: World(nursery, games=2, bots={0: Hasty}))
    assert world.records == plain.records
    assert {notice.code for notice in world.bots[0].notices} == {pb.NOTICE_CODE_UNKNOWN}


# ---- faults of the process


def forfeited_by(world: World, seat: int, fault: str) -> None:
    assert all(record.forfeits == (seat,) for record in world.records)
    assert {name for record in world.records for name in faults_of(record, seat)} == {fault}


def test_a_flood_ends_the_process_and_notices_are_bounded() -> None:
    class Floods(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            for number in range(MOST_USELESS + 10):
                await trio.sleep(0.0001)
                self.say(answer_message(pb.Choice(game=7, turn=number)))

    world = play(lambda nursery: World(nursery, games=2, bots={2: Floods}))
    forfeited_by(world, 2, "flood")
    assert len(world.bots[2].notices) <= MOST_NOTICES
    ended = world.bots[2].ended
    assert ended is not None and ended.code is EndCode.FAULT and "flood" in ended.text


def test_an_oversized_message_ends_the_process() -> None:
    class Huge(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns:
                self.say(answer_message(pb.Choice(game=1, cards=bytes(LARGEST_MESSAGE))))

    world = play(lambda nursery: World(nursery, games=2, bots={2: Huge}))
    forfeited_by(world, 2, "oversized")


def test_late_answers() -> None:
    class Slow(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            for turn in message.turns:
                await trio.sleep(2.0)
                self.say(answer_message(legal_choice(turn)))

    policy = Policy(silences=100)
    world = play(lambda nursery: World(nursery, games=1, bots={1: Slow}, policy=policy))
    (record,) = world.records
    assert faults_of(record, 1) == ["late"] * 3
    assert record.forfeits == (1,)
    codes = [notice.code for notice in world.bots[1].notices]
    assert codes.count(pb.NOTICE_CODE_LATE) == 3
    assert pb.NOTICE_CODE_STALE in codes, "the answers came all the same"


def test_a_slow_bot_within_the_limit_is_never_late() -> None:
    class Slow(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            for turn in message.turns:
                await trio.sleep(0.99)
                self.say(answer_message(legal_choice(turn)))

    world = play(lambda nursery: World(nursery, games=5, bots={1: Slow}))
    assert all(record.faults == () for record in world.records)


def test_without_a_clock_nobody_is_late() -> None:
    class Slow(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            await trio.sleep(20 if message.turns else 0)
            await super().answer(message)

    limits = Limits(start_limit_ms=0, move_limit_ms=0)
    world = play(lambda nursery: World(nursery, games=2, bots={1: Slow}, limits=limits))
    assert all(record.faults == () for record in world.records)
    assert {turn.time_left_ms for turn in world.bots[1].turns} == {0}


def test_a_frozen_bot_stalls_and_loses_its_games_soon() -> None:
    async def run() -> None:
        start = trio.current_time()
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=20, bots={0: SilentBot})
            await world.play()
        assert len(world.records) == 20
        assert all(record.forfeits == (0,) for record in world.records)
        assert {name for record in world.records for name in faults_of(record, 0)} == {"late", "stalled"}
        assert trio.current_time() - start < 15, "three silences, not three for each game"

    in_virtual_time(run)


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
