"""A match over scripted links: wrong, late and useless answers."""

from __future__ import annotations

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.faults import Policy
from referee.hub import EndCode
from referee.seats import LARGEST_MESSAGE, MOST_NOTICES, MOST_USELESS
from tests.runtime.matches import forfeited_by, play
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


@pytest.mark.parametrize(("hiccup", "stalls"), [(0.9, False), (1.2, True)])
def test_a_hiccup_of_less_than_a_second_stalls_nobody_however_short_the_limit(hiccup: float, *, stalls: bool) -> None:
    class Hiccup(Bot):
        had = False

        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns and not self.had:
                self.had = True
                await trio.sleep(hiccup)
            await super().answer(message)

    limits = Limits(start_limit_ms=0, move_limit_ms=50, grace_ms=0)
    world = play(lambda nursery: World(nursery, games=20, bots={1: Hiccup}, limits=limits))
    found = {name for record in world.records for name in faults_of(record, 1)}
    assert found == ({"late", "stalled"} if stalls else {"late"})


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
