"""A table over trio ports in virtual time: the game, the fault policy and the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from unittest import mock

import pytest
import trio

from referee.engine.actions import PASS, Pick, house_move
from referee.engine.errors import InvariantViolation
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.faults import Fault, Policy
from referee.replay import GameRecord, replay
from referee.table import FORFEIT, GameSpec, HousePort, Port, Question, Table, play_game
from referee.variants.catalogue import resolve
from tests.runtime.scripted import KEY, in_virtual_time

Play = Callable[[Question], int | Fault]


def spec_of(spec: str = "auction[max_deals=2]", game: int = 0) -> GameSpec:
    tables = compile_tables(resolve(spec))
    return GameSpec(
        tables=tables,
        bout="b",
        bout_key=KEY,
        rotation=0,
        game=game,
        entrants=tuple(f"e{seat}" for seat in range(tables.seats)),
    )


@dataclass
class ScriptedPort:
    """Answers with `play` after `think` seconds; later than `limit` it is late."""

    play: Play = lambda question: house_move(question.legal)
    think: float = 0.0
    limit: float = 1.0
    asked: list[Question] = field(default_factory=list)
    begun: list[int] = field(default_factory=list)
    ended: int = 0

    def begin(self, spec: GameSpec, seat: int) -> None:
        self.begun.append(seat)

    async def ask(self, question: Question) -> int | Fault:
        self.asked.append(question)
        with trio.move_on_after(self.limit):
            await trio.sleep(self.think)
            return self.play(question)
        return Fault.LATE

    def end(self, table: Table) -> None:
        self.ended += 1


def play(ports: Sequence[Port], spec: str = "auction[max_deals=2]", policy: Policy | None = None) -> GameRecord:
    async def run() -> GameRecord:
        return await play_game(spec_of(spec), ports, policy or Policy())

    record = in_virtual_time(run)
    replay(record, KEY)
    return record


def last(question: Question) -> int:
    return house_move(question.legal) if isinstance(question.legal, Pick) else question.legal[-1]


def test_a_game_is_played_to_its_record() -> None:
    ports = [ScriptedPort(last, think=0.1) for _ in range(4)]
    record = play(ports)
    assert len(record.deals) == 2
    assert record.faults == () and record.forfeits == ()
    assert sum(len(port.asked) for port in ports) == sum(len(deal.actions) for deal in record.deals)
    assert all(port.begun == [seat] and port.ended == 1 for seat, port in enumerate(ports))


def test_each_event_is_told_once_and_only_to_its_audience() -> None:
    ports = [ScriptedPort(last) for _ in range(4)]
    play(ports)
    for seat, port in enumerate(ports):
        events = [event for question in port.asked for event in question.events]
        assert all(event[4] >> seat & 1 for event in events)
        hands = [event for event in events if event[0] == 2]
        assert len(hands) == 2 and all(event[1] == seat for event in hands)


def test_the_house_plays_a_seat_with_nobody_behind_it() -> None:
    record = play([ScriptedPort(last), HousePort(), ScriptedPort(last), HousePort()], "ten-point[max_deals=2]")
    assert record.deals and record.faults == ()


def faulty(faults: dict[int, Fault | int]) -> Play:
    """Give a fault, or an illegal action, at the questions of these numbers."""
    count = iter(range(10_000))

    def answer(question: Question) -> int | Fault:
        return faults.get(next(count), house_move(question.legal))

    return answer


def test_an_illegal_answer_is_replaced_by_the_house_move() -> None:
    eldest = ScriptedPort(faulty({0: 53}))
    record = play([ScriptedPort(), eldest, ScriptedPort(), ScriptedPort()])
    (note,) = record.faults
    assert (note.seat, note.fault, note.deal) == (1, Fault.ILLEGAL, 0)
    assert "action 53 to call" in note.detail
    assert record.deals[0].house == ((note.index, "illegal"),)
    assert record.deals[0].actions[note.index] == "pass"
    assert record.forfeits == ()


def test_the_second_wrong_answer_forfeits_and_the_house_plays_on() -> None:
    port = ScriptedPort(faulty({0: 53, 2: Fault.MALFORMED}))
    record = play([port, *(ScriptedPort() for _ in range(3))])
    assert record.forfeits == (0,)
    assert [note.fault for note in record.faults] == [Fault.ILLEGAL, Fault.MALFORMED]
    assert len(port.asked) == 3, "nobody asks it again"
    assert {why for deal in record.deals for _, why in deal.house} == {"illegal", "malformed", FORFEIT}
    assert 0 not in record.winners


def test_late_answers_in_virtual_time() -> None:
    port = ScriptedPort(think=5.0)
    record = play([port, *(ScriptedPort(think=0.9) for _ in range(3))])
    assert [note.fault for note in record.faults] == [Fault.LATE] * 3
    assert len(port.asked) == 3
    assert record.forfeits == (0,)


def test_late_and_wrong_answers_count_apart() -> None:
    record = play([ScriptedPort(faulty({0: Fault.LATE, 1: 53, 2: Fault.LATE})), *(ScriptedPort() for _ in range(3))])
    assert len(record.faults) == 3
    assert record.forfeits == ()


def test_a_crash_forfeits_at_once() -> None:
    record = play([ScriptedPort(faulty({1: Fault.CRASH})), *(ScriptedPort() for _ in range(3))])
    assert record.forfeits == (0,)


def test_when_all_forfeit_nobody_wins() -> None:
    record = play([ScriptedPort(faulty({0: Fault.CRASH})) for _ in range(4)])
    assert record.forfeits == (0, 1, 2, 3)
    assert record.winners == ()


def test_partners_fall_together() -> None:
    record = play(
        [ScriptedPort(faulty({0: Fault.CRASH})), *(ScriptedPort() for _ in range(3))], "ten-point[max_deals=2]"
    )
    assert record.forfeits == (0,)
    assert record.winners == (1,)


def test_the_others_results_do_not_depend_on_whose_fault_it_was() -> None:
    """The house plays the same moves: only the winners know of the forfeit."""
    honest = play([ScriptedPort() for _ in range(4)])
    forfeited = play([ScriptedPort(faulty({0: Fault.CRASH})), *(ScriptedPort() for _ in range(3))])
    assert [deal.actions for deal in honest.deals] == [deal.actions for deal in forfeited.deals]
    assert honest.scores == forfeited.scores


def test_a_forfeit_of_a_seat_that_is_not_to_act() -> None:
    table = Table(spec_of(), Policy())
    table.start()
    seat = table.seat
    other = (seat + 2) % 4
    note = table.forfeit(other, Fault.CRASH, "exited with status 1")
    assert table.seat == seat
    assert (note.seat, note.deal, note.index) == (other, 0, 0)
    asked = set()
    while not table.over:
        asked.add(table.seat)
        table.answer(house_move(table.legal))
    assert asked == {0, 1, 2, 3} - {other}
    assert table.finish().forfeits == (other,)


def test_a_forfeit_before_the_start() -> None:
    table = Table(spec_of(), Policy(), house=[1])
    for seat in (0, 2, 3):
        table.forfeit(seat, Fault.START_FAILURE, "never joined")
    table.start()
    assert table.over
    record = table.finish()
    replay(record, KEY)
    assert record.forfeits == (0, 2, 3)
    assert record.winners == (1,)


@pytest.mark.parametrize("error", [InvariantViolation("cards lost"), IndexError("list index out of range")])
def test_a_bug_of_ours_voids_the_game(error: Exception) -> None:
    async def run() -> None:
        with mock.patch.object(Game, "apply", side_effect=error), pytest.raises(InvariantViolation, match=str(error)):
            await play_game(spec_of(), [ScriptedPort() for _ in range(4)], Policy())

    in_virtual_time(run)


def test_a_void_game_has_no_record() -> None:
    table = Table(spec_of(), Policy())
    with mock.patch.object(Game, "deal", side_effect=InvariantViolation("two aces")):
        table.start()
    assert table.void == "InvariantViolation: two aces"
    assert table.over and table.seat < 0
    with pytest.raises(InvariantViolation):
        table.finish()


def test_a_running_game_has_no_record() -> None:
    table = Table(spec_of(), Policy())
    table.start()
    with pytest.raises(InvariantViolation):
        table.finish()


def test_the_first_legal_action_is_played_where_passing_is_not_legal() -> None:
    table = Table(spec_of(), Policy(wrong_answers=1000))
    table.start()
    while not table.over:
        legal = table.legal
        assert isinstance(legal, tuple)
        before = len(table.game.events)
        table.fault(Fault.MALFORMED, "nonsense")
        event = table.game.events[before]
        expected = PASS if PASS in legal else legal[0]
        assert event[2] == expected or event[3] == 1 << expected
