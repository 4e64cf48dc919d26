"""The clock, against a slow model of the definition in DESIGN section 6."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from referee.clock import MOST_SPARED_S, MOST_TRANSPORT_S, SHORTEST_PATIENCE_S, Limits, SeatClock
from referee.stalls import STALL_LAG, StallMeter

LIMITS = Limits(start_limit_ms=0, move_limit_ms=1_000, grace_ms=100)
BANKED = Limits(move_limit_ms=0, grace_ms=100, bank_ms=10_000)


def make(limits: Limits = LIMITS) -> tuple[SeatClock, StallMeter]:
    stalls = StallMeter(0.0, beat=0.1)
    return SeatClock(limits, stalls), stalls


def send(clock: SeatClock, now: float, *turns: int) -> None:
    clock.sent(turns, at=now).written_at = now


def bank(clock: SeatClock, now: float, banks: dict[int, float]) -> None:
    clock.sent(banks, banks, at=now).written_at = now


def answer(clock: SeatClock, now: float, *turns: int) -> list[float]:
    return clock.answered([clock.close(turn) for turn in turns], now)


def late(clock: SeatClock, now: float) -> tuple[int, float] | None:
    found = clock.take_late(now)
    return None if found is None else (found[0], round(found[1], 9))


def test_an_answer_is_billed_from_its_sending() -> None:
    clock, _ = make()
    send(clock, 5.0, 1)
    assert answer(clock, 5.25, 1) == [0.25]


def test_answers_of_one_message_share_equally() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2, 3, 4)
    assert answer(clock, 1.0, 1, 2, 3, 4) == [0.25] * 4


def test_the_next_answer_is_billed_from_the_previous_one() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    assert answer(clock, 0.5, 2) == [0.5]
    assert answer(clock, 0.75, 1) == [0.25]


def test_a_later_sending_counts_from_itself() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    assert answer(clock, 0.5, 1) == [0.5]
    send(clock, 2.0, 2)
    assert answer(clock, 2.125, 2) == [0.125]


def test_turns_of_different_frames_in_one_message() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    send(clock, 0.5, 2)
    assert answer(clock, 1.0, 1, 2) == [0.5, 0.25]


def test_what_is_left_of_a_turn_is_told_without_the_grace() -> None:
    clock, _ = make()
    clock.sent((1,), at=0.0)
    assert clock.left(1, 0.0) == 1.0
    clock.open[1].written_at = 2.0
    assert clock.left(1, 2.25) == 0.75
    send(clock, 2.5, 2)
    answer(clock, 2.625, 1)
    assert clock.left(2, 3.125) == 0.5, "since the last answer"
    assert clock.left(2, 9.0) == 0.0, "never negative"


def test_a_frame_that_the_transport_does_not_have_is_not_billed() -> None:
    clock, _ = make()
    clock.sent((1,), at=0.0)
    assert clock.take_late(100.0) is None
    assert clock.check_in(100.0) == pytest.approx(1.1)
    assert answer(clock, 100.0, 1) == [0.0]


def test_late_is_silence_longer_than_limit_and_grace() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    assert clock.take_late(1.099) is None
    assert late(clock, 1.1) == (1, 1.1)
    assert clock.take_late(1.1) is None, "the silence starts anew"
    send(clock, 2.0, 3)
    assert clock.take_late(2.09) is None
    assert late(clock, 2.11) == (2, 1.01), "older than the limit times the two that were outstanding"
    assert clock.take_late(3.2) is None
    assert late(clock, 3.21) == (3, 1.1)


def test_what_seems_late_is_what_is_found() -> None:
    clock, _ = make()
    assert not clock.any_late(9.0), "nothing is owed"
    send(clock, 0.0, 1)
    assert not clock.any_late(1.09)
    assert clock.any_late(1.1)
    assert clock.open, "it is only asked"


def test_every_answer_ends_the_silence() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2, 3)
    for number, now in ((2, 1.0), (3, 2.0)):
        assert clock.take_late(now) is None
        answer(clock, now, number)
    assert clock.take_late(3.05) is None
    assert late(clock, 3.1) == (1, 1.1)


def test_a_turn_older_than_limit_times_outstanding_is_late() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)  # outstanding 2: at most 2 x 1.0 + 0.1
    for step in range(4):
        send(clock, 0.5 * step, 10 + step)
        answer(clock, 0.5 * step + 0.4, 10 + step)
        assert clock.take_late(0.5 * step + 0.4) is None
    answer(clock, 2.05, 2)
    assert clock.take_late(2.09) is None
    found = clock.take_late(2.1)
    assert found is not None and found[0] == 1


def test_more_outstanding_gives_more_time() -> None:
    clock, _ = make()
    send(clock, 0.0, *range(5))
    for turn in range(4, 0, -1):
        answer(clock, 5.0 - turn, turn)
        assert clock.take_late(5.0 - turn) is None
    assert answer(clock, 5.0, 0) == [1.0]


def test_with_a_bank_the_whole_silence_must_exceed_every_open_allowance() -> None:
    clock, _ = make(BANKED)
    bank(clock, 0.0, {1: 0.3, 2: 0.8})
    assert clock.take_late(0.899) is None, "it may think about the game with the larger bank"
    assert late(clock, 0.9) == (1, 0.9)
    assert clock.take_late(1.2) is None, "older than both allowances together, and the silence starts anew"
    assert late(clock, 1.7) == (2, 0.8)


def test_an_answer_that_cost_more_than_its_own_bank_is_late_when_it_comes() -> None:
    clock, _ = make(BANKED)
    bank(clock, 0.0, {1: 0.3, 2: 0.8})
    assert answer(clock, 0.5, 1) == [0.5]
    assert clock.exceeds(1, 0.5)
    assert answer(clock, 1.0, 2) == [0.5]
    assert not clock.exceeds(2, 0.5)
    bank(clock, 1.0, {1: 0.25})
    assert not clock.exceeds(1, 0.25 + BANKED.grace_ms / 1000), "just in time"
    bank(clock, 1.0, {1: 0.3})
    (bill,) = answer(clock, 1.4, 1)
    assert not clock.exceeds(1, bill - 1e-9), "the grace is added"


def test_the_move_limit_caps_what_the_bank_allows() -> None:
    clock, _ = make(Limits(move_limit_ms=1_000, grace_ms=100, bank_ms=60_000))
    bank(clock, 0.0, {1: 60.0})
    assert clock.take_late(1.09) is None
    assert late(clock, 1.1) == (1, 1.1)


def test_a_bank_below_zero_leaves_the_rest_of_the_grace() -> None:
    clock, _ = make(BANKED)
    bank(clock, 0.0, {1: -0.04})
    assert clock.take_late(0.059) is None
    assert late(clock, 0.061) == (1, 0.061)


def test_with_a_bank_somebody_looks_often_enough() -> None:
    clock, _ = make(BANKED)
    assert clock.patience == pytest.approx(0.1)
    clock.lowest = 7.0
    assert clock.patience == pytest.approx(1.1)
    clock.lowest = 0.5
    assert clock.patience == pytest.approx(0.6)
    clock.lowest = 0.0
    bank(clock, 0.0, {1: 5.0})
    assert clock.check_in(0.0) == pytest.approx(0.1), "a turn with an empty bank may come"
    assert clock.check_in(5.05) == pytest.approx(0.05)
    assert SeatClock(Limits(move_limit_ms=0, grace_ms=0, bank_ms=1), StallMeter(0.0)).patience == SHORTEST_PATIENCE_S


def test_a_withdrawn_turn_is_forgotten() -> None:
    clock, _ = make(BANKED)
    bank(clock, 0.0, {1: 0.3, 2: 9.0})
    assert clock.withdraw(2)
    assert not clock.withdraw(2)
    assert late(clock, 0.4) == (1, 0.4)
    assert not clock.open
    assert not clock.exceeds(2, 1e9), "no allowance is left of it, and there is no move limit"


def test_nothing_is_late_before_the_time_to_look_again() -> None:
    clock, _ = make()
    assert not clock.safe(0.0), "nobody has looked yet"
    send(clock, 0.0, 1)
    assert clock.check_in(0.5) == pytest.approx(0.6)
    assert clock.safe(1.09)
    assert not clock.safe(1.1)


def test_only_a_clock_that_has_limits_runs() -> None:
    assert not make(Limits(move_limit_ms=0))[0].runs
    assert not Limits(move_limit_ms=0).clock
    assert make(BANKED)[0].runs
    assert BANKED.clock and LIMITS.clock


def test_short_limits_are_watched_closely() -> None:
    stalls = StallMeter(0.0)
    stalls.serve(Limits(move_limit_ms=0))
    stalls.serve(Limits(move_limit_ms=5_000))
    assert stalls.beat_s == 0.1
    stalls.serve(Limits(move_limit_ms=400))
    assert stalls.beat_s == pytest.approx(0.08)
    stalls.serve(Limits(move_limit_ms=50))
    assert stalls.beat_s == pytest.approx(0.01)
    stalls.serve(Limits(move_limit_ms=20))
    assert stalls.beat_s == 0.01, "not more often than that"
    stalls.serve(Limits(move_limit_ms=0))
    stalls.serve(Limits(move_limit_ms=400))
    assert stalls.beat_s == 0.01, "the shortest of them counts"


def test_an_answer_that_was_read_earlier_does_not_turn_the_clock_back() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2, 3)
    answer(clock, 0.75, 1)
    assert answer(clock, 0.5, 2) == [0.0]
    assert answer(clock, 1.0, 3) == [0.25], "since the answer at 0.75"


def test_the_usual_limits_and_bounds() -> None:
    usual = Limits(start_limit_ms=60_000, move_limit_ms=5_000, grace_ms=250, bank_ms=0, increment_ms=0, pace_ms=0)
    assert Limits() == usual, "as docs/running.md tells"
    assert (STALL_LAG, MOST_TRANSPORT_S, MOST_SPARED_S) == (1.5, 1.0, 30.0)


def test_no_limit_never_late() -> None:
    clock, _ = make(Limits(move_limit_ms=0))
    send(clock, 0.0, 1)
    assert not clock.runs
    assert clock.take_late(1e9) is None


def test_silences_in_a_row_are_counted_until_a_sign_of_life() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2, 3)
    assert clock.take_late(1.1) is not None
    assert clock.take_late(2.2) is not None
    assert (clock.silences, round(clock.silence, 9)) == (2, 2.2)
    clock.heard()
    assert (clock.silences, clock.silence) == (0, 0.0)
    assert clock.take_late(3.3) is not None
    assert (clock.silences, round(clock.silence, 9)) == (1, 1.1)
    send(clock, 4.0, 4)
    answer(clock, 4.1, 4)
    assert (clock.silences, clock.silence) == (0, 0.0)


def test_a_stall_is_voided_and_told() -> None:
    clock, stalls = make()
    send(clock, 0.0, 1)
    stalls.beat(0.1)
    assert stalls.beat(0.2) == 0.0
    assert stalls.beat(10.3) == pytest.approx(10.0)
    assert stalls.voided == pytest.approx(10.0)
    assert clock.take_late(10.3) is None, "only 0.3 s count"
    assert clock.check_in(10.3) == pytest.approx(0.8)
    assert answer(clock, 10.4, 1) == [pytest.approx(0.4)]


def test_a_small_lag_is_no_stall() -> None:
    _, stalls = make()
    for beat in range(1, 50):
        assert stalls.beat(beat * 0.24) == 0.0


def test_a_stall_before_the_sending_changes_nothing_after_it() -> None:
    clock, stalls = make()
    stalls.beat(50.0)
    send(clock, 50.0, 1)
    assert answer(clock, 50.5, 1) == [0.5]


def test_an_answer_read_before_the_stall_was_noticed_is_never_negative() -> None:
    clock, stalls = make()
    send(clock, 0.0, 1)
    stalls.beat(20.0)
    assert answer(clock, 0.5, 1) == [0.0]


def test_check_in_is_never_later_than_the_next_lateness() -> None:
    clock, _ = make()
    assert clock.check_in(3.0) == clock.patience == pytest.approx(1.1)
    send(clock, 0.0, 1)
    assert clock.check_in(0.4) == pytest.approx(0.7)
    assert clock.check_in(9.0) == 0.0


@dataclass
class Open:
    turn: int
    sent: float
    outstanding: int


class Model:
    """The definition, word by word, without any cleverness."""

    def __init__(self, limit: float, grace: float) -> None:
        self.limit, self.grace = limit, grace
        self.open: list[Open] = []
        self.last = float("-inf")

    def send(self, now: float, turns: list[int]) -> None:
        outstanding = len(self.open) + len(turns)
        self.open += [Open(turn, now, outstanding) for turn in turns]

    def answer(self, now: float, turns: list[int]) -> list[float]:
        bills = []
        for turn in turns:
            one = next(o for o in self.open if o.turn == turn)
            bills.append((now - max(one.sent, self.last)) / len(turns))
        self.open = [o for o in self.open if o.turn not in turns]
        self.last = now
        return bills

    def late(self, now: float) -> int | None:
        for place, one in enumerate(self.open):
            silent = place == 0 and now - max(one.sent, self.last) >= self.limit + self.grace
            old = now - one.sent >= self.limit * one.outstanding + self.grace
            if silent or old:
                self.open.remove(one)
                self.last = now
                return one.turn
        return None


@pytest.mark.parametrize("seed", range(40))
def test_the_clock_agrees_with_the_model(seed: int) -> None:
    rng = random.Random(seed)
    limits = Limits(move_limit_ms=1024, grace_ms=128)
    clock, _ = make(limits)
    model = Model(1.024, 0.128)
    now, number = 0.0, itertools.count()
    for _ in range(400):
        now += rng.choice((0.0, 1 / 64, 1 / 8, 1 / 2, 1.0))
        while (expected := model.late(now)) is not None:
            due = clock.check_in(now)
            found = clock.take_late(now)
            assert found is not None and found[0] == expected and due == 0.0
        assert clock.take_late(now) is None
        assert set(clock.open) == {one.turn for one in model.open}
        if rng.random() < 0.5 and len(model.open) < 6:
            turns = [next(number) for _ in range(rng.randint(1, 3))]
            send(clock, now, *turns)
            model.send(now, turns)
        elif model.open:
            turns = rng.sample([one.turn for one in model.open], rng.randint(1, len(model.open)))
            assert answer(clock, now, *turns) == pytest.approx(model.answer(now, turns))
