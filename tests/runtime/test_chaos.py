"""Every way to misbehave, on every variant and with every number of seats: the match ends, the right seat is blamed for
the right thing, and the others' games come out as if the house had played that seat all along."""

from __future__ import annotations

import pytest

from referee.faults import Fault
from tests.runtime.chaos_cases import FAULTS, KINDS, SPECS, cases, check
from tests.runtime.chaotic import Case, Played, play_cases


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[Case, Played]:
    return play_cases(cases(), tmp_path_factory.mktemp("chaos"))


def test_at_least_25_kinds_and_what_each_should_lead_to() -> None:
    assert len(KINDS.ALL) >= 25
    assert set(FAULTS) == set(KINDS.ALL)
    assert {value for found in FAULTS.values() for value in found} == {fault.value for fault in Fault}
    assert all(KINDS.ALL.values()), "each has a line that says what it is"


def test_every_sheet_has_a_case() -> None:
    assert {case.spec for case in cases()} == set(SPECS)


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.kind}-{case.spec}{''.join(case.options[:-2])}")
@pytest.mark.xdist_group("chaos")
def test_each(played: dict[Case, Played], case: Case) -> None:
    check(case, played[case])
