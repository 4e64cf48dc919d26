"""What faults cost, and who wins after forfeits."""

from __future__ import annotations

import itertools

import pytest

from referee.faults import SHORTEST_STALL_S, Fault, FaultKind, Policy, Tally, bounded, winners_after_forfeits

WRONG = [fault for fault in Fault if fault.kind is FaultKind.WRONG]
PROCESS = [fault for fault in Fault if fault.kind is FaultKind.PROCESS]


def test_every_fault_has_a_kind() -> None:
    assert {fault.kind for fault in Fault} == set(FaultKind)
    assert set(WRONG) == {Fault.ILLEGAL, Fault.MALFORMED, Fault.PROTOCOL}


def test_how_long_a_stall_is_at_least() -> None:
    assert SHORTEST_STALL_S == 1.0, "a second, as docs/protocol.md and docs/running.md tell"


@pytest.mark.parametrize("first", WRONG)
@pytest.mark.parametrize("second", WRONG)
def test_the_second_wrong_answer_forfeits(first: Fault, second: Fault) -> None:
    tally = Tally(Policy(), 4)
    assert not tally.count(2, first)
    assert not tally.count(1, first), "another seat counts for itself"
    assert tally.count(2, second)
    assert tally.forfeited == {2}


def test_the_third_late_answer_forfeits_and_wrong_ones_count_apart() -> None:
    tally = Tally(Policy(), 4)
    assert [tally.count(0, fault) for fault in (Fault.LATE, Fault.ILLEGAL, Fault.LATE)] == [False] * 3
    assert tally.count(0, Fault.LATE)


@pytest.mark.parametrize("fault", PROCESS)
def test_a_fault_of_the_process_forfeits_at_once(fault: Fault) -> None:
    tally = Tally(Policy(), 4)
    assert tally.count(3, fault)
    assert not tally.count(3, fault), "once is enough"


def test_the_policy_is_a_value() -> None:
    tally = Tally(Policy(wrong_answers=1, late_answers=1), 2)
    assert tally.count(0, Fault.ILLEGAL)
    assert tally.count(1, Fault.LATE)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_winners_after_forfeits_by_definition(sides: int) -> None:
    scores = [3, 7, 7, 1][:sides]
    for size in range(sides + 1):
        for offenders in itertools.combinations(range(sides), size):
            for winners in ((1,), (0,), (0, 1)):
                found = winners_after_forfeits(winners=winners, scores=scores, offenders=offenders)
                assert not set(found) & set(offenders), "an offender never wins"
                if not set(winners) & set(offenders):
                    assert found == winners
                if size == sides:
                    assert found == ()
                else:
                    assert found


def test_the_best_of_the_others_wins() -> None:
    assert winners_after_forfeits(winners=(0,), scores=[9, 2, 4, 4], offenders=[0]) == (2, 3)
    assert winners_after_forfeits(winners=(0, 3), scores=[9, 2, 4, 9], offenders=[0]) == (3,)


def test_of_several_winners_those_that_did_not_forfeit_stay() -> None:
    assert winners_after_forfeits(winners=(0, 1), scores=[7, 7, 9], offenders=[0]) == (1,)
    assert winners_after_forfeits(winners=(0, 1, 2), scores=[7, 7, 7], offenders=[0]) == (1, 2)


def test_the_usual_policy() -> None:
    assert Policy() == Policy(wrong_answers=2, late_answers=3, restarts=2, silences=3)


def test_details_are_bounded_and_on_one_line() -> None:
    assert bounded("a\n b\t c") == "a b c"
    assert bounded("\x1b[2Jgone\x07") == "\ufffd[2Jgone\ufffd", "no orders to a terminal"
    assert len(bounded("x" * 10_000)) == 200
    assert bounded("x" * 200) == "x" * 200
    assert bounded("x" * 201) == "x" * 197 + "..."
