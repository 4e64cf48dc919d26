"""What the clock measures and does not bill: queues, transport, waiting for a processor."""

from __future__ import annotations

import pytest

from referee.clock import MOST_TRANSPORT_S, Limits, SeatClock, Usage
from tests.runtime.test_clock import BANKED, answer, bank, late, make, send


def test_queue_and_transport_are_measured_and_not_billed() -> None:
    clock, _ = make()
    sending = clock.sent((1,), at=1.0)
    assert sending.start is None, "the transport does not have it"
    sending.writing(1.25)
    assert sending.queued == 0.25
    assert clock.take_late(1.25 + MOST_TRANSPORT_S + 1.09) is None, "it is still being written"
    sending.written(2.0)
    assert sending.transport == 0.75
    assert answer(clock, 2.5, 1) == [0.5]


def test_an_answer_before_the_writing_is_known_to_have_ended_costs_nothing() -> None:
    clock, _ = make()
    sending = clock.sent((1,), at=0.0)
    sending.writing(0.0)
    assert answer(clock, 0.5, 1) == [0.0]


def test_a_bot_that_does_not_read_can_only_put_off_its_clock() -> None:
    clock, _ = make()
    sending = clock.sent((1,), at=0.0)
    sending.writing(0.0)
    assert clock.sample_in(0.0) == pytest.approx(MOST_TRANSPORT_S + 0.25)
    assert clock.take_late(MOST_TRANSPORT_S + 1.09) is None
    assert late(clock, MOST_TRANSPORT_S + 1.1) == (1, 1.1)
    sending = clock.sent((2,), at=10.0)
    sending.writing(10.0)
    sending.written(13.0)
    assert sending.transport == 3.0
    assert answer(clock, 13.0, 2) == [pytest.approx(3.0 - MOST_TRANSPORT_S)]


def test_written_without_writing_says_nothing() -> None:
    clock, _ = make()
    sending = clock.sent((1,))
    sending.written(3.0)
    assert sending.written_at is None and sending.start is None


def test_what_we_had_no_processor_for_is_known_for_three_beats() -> None:
    _, stalls = make()
    assert stalls.lag(1.0) == 0.0
    assert not stalls.fed(1.0, within=9.0)
    for when, longest in ((1.0, 0.5), (1.1, 0.01), (1.2, 0.02), (1.3, 0.03)):
        stalls.feed(when, longest)
    assert stalls.lag(1.3) == pytest.approx(0.06), "three looks are kept"
    assert stalls.lag(1.45) == pytest.approx(0.05)
    assert stalls.lag(1.65) == 0.0
    assert stalls.fed(1.34, within=0.05)
    assert not stalls.fed(1.36, within=0.05)


# ---- waiting for a processor


def starving(clock: SeatClock) -> bool:
    return clock.starving


def test_waiting_for_a_processor_is_spared() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    assert clock.sample_in(0.0) == pytest.approx(0.25), "from a quarter of the limit on"
    assert clock.sample_in(0.1) == pytest.approx(0.15)
    assert clock.sample_in(0.3) == 0.0
    clock.sample(0.25, Usage(cpu=5.0, waited=1.0))
    assert clock.sampled
    assert clock.sample_in(9.0) == float("inf")
    clock.sample(1.25, Usage(cpu=5.1, waited=1.6))
    assert clock.waited == pytest.approx(0.6)
    assert clock.take_late(1.69) is None
    assert late(clock, 1.71) == (1, 1.11)
    assert not clock.sampled, "nothing is open"


def test_time_with_a_processor_is_never_spared() -> None:
    """A hundred threads that fight for two processors wait all the time, and work all the time."""
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=0.0, waited=0.0))
    clock.sample(1.25, Usage(cpu=2.0, waited=98.0))
    assert clock.waited == 0.0
    clock.sample(1.75, Usage(cpu=2.25, waited=198.0))
    assert clock.waited == pytest.approx(0.25), "no more than the time in which it had none"


def test_a_wait_that_is_not_over_is_spared_ahead_of_the_count() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=1.0, waited=1.0))
    assert not starving(clock), "the first look tells nothing"
    clock.sample(0.75, Usage(cpu=1.0, waited=1.0, starving=True))
    assert starving(clock)
    assert clock.waited == pytest.approx(0.5)
    clock.sample(1.0, Usage(cpu=1.0, waited=1.6))
    assert not starving(clock)
    assert clock.waited == pytest.approx(0.6), "0.5 of the 0.6 that the host counts now had been spared"
    clock.sample(1.25, Usage(cpu=1.1, waited=1.7, starving=True))
    assert not starving(clock), "another of its threads worked"
    assert clock.waited == pytest.approx(0.7)


def test_threads_that_end_take_their_counts_with_them() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=3.0, waited=3.0))
    clock.sample(0.5, Usage(cpu=1.0, waited=1.0))
    assert clock.waited == 0.0
    clock.sample(0.75, Usage(cpu=1.0, waited=1.25))
    assert clock.waited == pytest.approx(0.25)


def test_waiting_while_nothing_was_owed_is_nobody_s() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=0.0, waited=0.0))
    answer(clock, 0.5, 1)
    send(clock, 10.0, 2)
    assert clock.sample_in(10.0) == pytest.approx(0.25)
    clock.sample(10.25, Usage(cpu=0.0, waited=9.0))
    assert clock.waited == 0.0
    answer(clock, 10.5, 2)
    assert clock.sample_in(10.5) == pytest.approx(0.25), "a turn may be sent now"


def test_measuring_goes_on_while_something_is_owed() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    clock.sample(0.25, Usage(cpu=0.0, waited=0.0))
    answer(clock, 0.5, 1)
    assert clock.sampled
    answer(clock, 0.6, 2)
    assert not clock.sampled


def test_a_stall_is_not_spared_twice() -> None:
    clock, stalls = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=0.0, waited=0.0))
    stalls.beat(1.0)  # 0.9 s
    clock.sample(1.25, Usage(cpu=0.0, waited=5.0))
    assert clock.waited == pytest.approx(0.1)
    assert clock.spared == pytest.approx(1.0)


def test_with_a_bank_waiting_is_measured_from_the_start() -> None:
    clock, _ = make(BANKED)
    assert clock.sample_in(0.0) == float("inf"), "nothing is owed"
    bank(clock, 0.0, {1: 5.0})
    assert clock.sample_in(0.0) == 0.0


def test_without_a_clock_nothing_is_measured() -> None:
    clock, _ = make(Limits(move_limit_ms=0))
    send(clock, 0.0, 1)
    assert clock.sample_in(100.0) == float("inf")
