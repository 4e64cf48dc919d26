"""What the clock measures and does not bill: queues, transport, waiting for a processor."""

from __future__ import annotations

import pytest

from referee.clock import MOST_SPARED_S, MOST_TRANSPORT_S, Limits, SeatClock, Usage
from referee.stalls import MOST_MARKS, SETTLED_S
from tests.runtime.test_clock import BANKED, answer, bank, late, make, send


def test_queue_and_transport_are_measured_and_not_billed() -> None:
    clock, _ = make()
    sending = clock.sent((1,), at=1.0)
    assert (sending.queued, sending.transport, clock.starving) == (0.0, 0.0, False)  # nothing is known yet
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
    sending = clock.sent((1,), at=0.0)
    sending.written(3.0)
    assert sending.written_at is None and sending.start is None


# ---- our own waiting


def test_how_long_an_answer_may_have_lain_here() -> None:
    """What our threads have waited since the last look that found none waiting, a moment before it was read."""
    _, stalls = make()
    assert not stalls.fed(0.0, within=9.0)
    assert stalls.since_mark(1.0) == 0.0
    stalls.feed(1.0, 0.5)
    assert stalls.since_mark(1.0 + SETTLED_S - 0.001) == 0.5, "what was read in that wait may come through now"
    assert stalls.since_mark(1.0 + SETTLED_S) == 0.0
    stalls.feed(1.3, 0.25, waiting=True)
    assert stalls.since_mark(1.3) == 0.25
    stalls.feed(1.5, 0.125)
    assert stalls.since_mark(1.5) == 0.375
    assert stalls.since_mark(1.6) == 0.0
    assert stalls.fed(1.54, within=0.05)
    assert not stalls.fed(1.55, within=0.05)


def test_while_our_threads_wait_again_nothing_comes_through() -> None:
    """A look between two waits has found none waiting; what lay there before it is still not read."""
    _, stalls = make()
    stalls.feed(1.0, 0.25)
    stalls.feed(1.25, 0.125, waiting=True)
    stalls.feed(1.5, 0.125)
    stalls.feed(1.5 + SETTLED_S, SETTLED_S)
    assert stalls.since_mark(1.5 + SETTLED_S) == pytest.approx(0.25 + SETTLED_S), "not since the look at 1.5 alone"
    assert stalls.since_mark(1.51 + 2 * SETTLED_S) == 0.0


def test_marks_are_bounded_and_the_oldest_is_better_than_none() -> None:
    _, stalls = make()
    for number in range(MOST_MARKS + 1):
        stalls.feed(1.0 + number, 1.0)
    assert stalls.since_mark(0.5) == MOST_MARKS - 1


def test_a_late_beat_that_our_own_waiting_explains_voids_nothing() -> None:
    _, stalls = make()
    stalls.feed(0.4, 0.2)
    assert not stalls.overdue(0.25)
    assert stalls.overdue(0.4)
    assert stalls.beat(0.4) == 0.0, "0.2 of the 0.3 s are explained"
    assert stalls.beat(0.8) == pytest.approx(0.3), "and do not explain the next ones"


def test_what_was_stolen_is_void_unless_a_beat_has_noticed() -> None:
    _, stalls = make()
    stalls.steal(7.0)
    assert stalls.voided == 0.0, "before our time"
    stalls.steal(7.01)
    assert stalls.voided == 0.0, "too little to be sure of"
    stalls.steal(7.03)
    assert stalls.voided == pytest.approx(0.03), "it adds up"
    stalls.beat(0.4)
    stalls.steal(7.23)
    assert stalls.voided == pytest.approx(0.33), "the beat came 0.3 s late; what was stolen explains 0.2 of them"
    stalls.steal(7.33)
    assert stalls.voided == pytest.approx(0.43)


# ---- not listening


def test_while_nobody_listens_nothing_is_late_or_billed() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    assert answer(clock, 0.5, 1) == [0.5]
    clock.taken(0.5)
    assert not clock.any_late(9.0), "the answer may lie there"
    clock.listening(0.25)
    assert clock.unheard == 0.0, "that was for the message before"
    clock.listening(2.5)
    assert clock.unheard == 2.0
    assert clock.take_late(2.5 + 1.09) is None
    assert answer(clock, 2.75, 2) == [0.25]
    clock.taken(2.75)
    assert clock.unheard_since is None, "nothing is owed"


def test_a_transport_that_always_listens_costs_nothing() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    answer(clock, 0.5, 1)
    clock.taken(0.5)
    clock.listening(None)
    assert clock.unheard_since is None and clock.unheard == 0.0
    assert late(clock, 1.6) == (2, 1.1)


def test_a_turn_sent_later_gets_nothing_for_what_was_not_heard_before() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    answer(clock, 0.5, 1)
    clock.taken(0.5)
    clock.listening(2.5)
    send(clock, 3.0, 3)
    answer(clock, 3.0, 2)
    assert late(clock, 4.0) is None
    assert late(clock, 4.125) == (3, 1.125)


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


def test_a_wait_is_counted_when_it_is_over_and_spared_from_when_it_began() -> None:
    """What the threads did between the looks is not known: a wait that began before the last one has its room there."""
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=1.0, waited=1.0, runnable=True))
    clock.sample(0.75, Usage(cpu=1.1, waited=1.0, runnable=True, starving=True))
    assert starving(clock)
    assert clock.waited == 0.0, "nothing is counted yet"
    clock.sample(0.8, Usage(cpu=1.1, waited=1.4))
    assert not starving(clock)
    assert clock.waited == pytest.approx(0.4), "of 0.55 s it worked 0.1"
    clock.sample(0.85, Usage(cpu=1.1, waited=1.9))
    assert clock.waited == pytest.approx(0.45), "at the last look none of its threads could run: no more is to come"


def test_what_the_work_took_leaves_no_room() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.25, Usage(cpu=1.0, waited=1.0, runnable=True))
    clock.sample(0.75, Usage(cpu=2.0, waited=1.0, runnable=True))
    clock.sample(1.0, Usage(cpu=2.0, waited=5.0, runnable=True))
    assert clock.waited == pytest.approx(0.25), "two threads worked all the time before"


def test_a_first_look_that_comes_late_goes_back_to_one_before() -> None:
    clock, _ = make()
    clock.know(Usage(cpu=1.0, waited=1.0))
    send(clock, 0.0, 1)
    clock.sample(1.0, Usage(cpu=1.0, waited=1.5))
    assert clock.waited == pytest.approx(0.5)
    other, _ = make()
    other.know(Usage(cpu=1.0, waited=1.0))
    send(other, 0.0, 1)
    other.sample(0.35, Usage(cpu=1.0, waited=1.5))
    assert other.waited == pytest.approx(0.1), "no more than the look is late by"
    blind, _ = make()
    send(blind, 0.0, 1)
    blind.sample(1.0, Usage(cpu=1.0, waited=1.5))
    assert blind.waited == 0.0, "nothing is known from before"


def test_with_a_bank_it_goes_back_to_the_sending_of_the_oldest_turn() -> None:
    clock, _ = make(BANKED)
    clock.know(Usage(cpu=1.0, waited=1.0))
    bank(clock, 0.0, {1: 9.0, 2: 9.0})
    answer(clock, 0.5, 1)
    clock.sample(1.0, Usage(cpu=1.0, waited=1.9))
    assert clock.waited == pytest.approx(0.9)


def test_what_it_waited_before_its_last_answer_helps_it_no_more() -> None:
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    clock.sample(0.25, Usage(cpu=0.0, waited=0.0, runnable=True))
    answer(clock, 0.75, 1)
    clock.sample(0.75, Usage(cpu=0.0, waited=0.5))
    assert clock.waited == pytest.approx(0.5)
    assert late(clock, 1.84) is None
    assert late(clock, 1.86) == (2, 1.11)


def test_a_turn_is_looked_at_when_it_is_old_too() -> None:
    """A turn may be late by its age, though the bot has just answered another one."""
    clock, _ = make()
    send(clock, 0.0, 1, 2)
    answer(clock, 0.45, 1)
    assert clock.sample_in(0.45) == pytest.approx(0.05), "a quarter of the time for both"


def test_room_that_was_used_is_gone() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.0, Usage(cpu=0.0, waited=0.0, runnable=True))
    clock.sample(1.0, Usage(cpu=0.0, waited=0.6, runnable=True))
    assert clock.waited == pytest.approx(0.6)
    assert clock.left(1, 1.0) == pytest.approx(0.6)
    clock.sample(1.1, Usage(cpu=0.0, waited=2.6))
    assert clock.waited == pytest.approx(1.1), "never more than the time that has passed"
    assert clock.left(1, 1.35) == pytest.approx(0.75)


def test_what_was_spared_before_a_sending_changes_nothing_for_it() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.0, Usage(cpu=0.0, waited=0.0, runnable=True))
    clock.sample(0.5, Usage(cpu=0.0, waited=0.5))
    answer(clock, 0.5, 1)
    assert clock.spared == pytest.approx(0.5)
    send(clock, 10.0, 2)
    assert clock.sample_in(10.0) == pytest.approx(0.25)
    assert clock.left(2, 10.25) == pytest.approx(0.75)
    assert clock.check_in(11.05) == pytest.approx(0.05)
    assert late(clock, 11.09) is None
    assert late(clock, 11.11) == (2, 1.11)


def test_who_waits_for_the_next_message_since_the_last_was_taken_hears() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.taken(1.0)
    told = []
    for since in (0.75, 1.0):
        clock.listening(since)
        told.append(clock.unheard_since)
    assert told == [1.0, None], "the first was for the message before"
    assert clock.unheard == 0.0


def test_nobody_is_spared_for_ever() -> None:
    clock, _ = make()
    send(clock, 0.0, 1)
    clock.sample(0.0, Usage(cpu=0.0, waited=0.0, runnable=True))
    clock.sample(100.0, Usage(cpu=0.0, waited=100.0, runnable=True, starving=True))
    assert clock.waited == MOST_SPARED_S
    clock.sample(200.0, Usage(cpu=0.0, waited=200.0, runnable=True, starving=True))
    assert clock.waited == MOST_SPARED_S
    assert late(clock, 200.0) == (1, 200.0 - MOST_SPARED_S)


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


def test_a_look_while_nothing_is_owed_spares_nothing() -> None:
    clock, _ = make()
    clock.know(Usage(cpu=1.0, waited=1.0))
    clock.sample(1.0, Usage(cpu=1.0, waited=1.5))
    assert clock.waited == 0.0
    assert not clock.sampled


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
