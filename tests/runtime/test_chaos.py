"""Every way to misbehave, on every variant and with every number of seats: the match ends, the right seat is blamed for
the right thing, and the others' games come out as if the house had played that seat all along."""

from __future__ import annotations

import importlib.util
import json
import sys
from types import ModuleType

import pytest

from referee.faults import Fault
from tests.runtime.chaotic import CHAOS, GAMES, Case, Played, all_specs, play_cases, reference


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, CHAOS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


load("line")
KINDS = load("kinds")
for gone in ("line", "kinds"):
    del sys.modules[gone]

START, NONE = frozenset({"start-failure"}), frozenset[str]()
CRASH, LATE = frozenset({"crash"}), frozenset({"late", "stalled"})
GONE, FORM = CRASH | {"disconnect"}, frozenset({"malformed"})
FAULTS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("exit-at-start", "never-join", "mute", "no-http", "wrong-token", "wrong-version"), START),
    **dict.fromkeys(("first-garbage", "first-no-join", "first-empty"), START),
    **dict.fromkeys(("join-late", "join-twice", "leave-a-child"), NONE),
    "illegal": frozenset({"illegal"}),
    **dict.fromkeys(("wrong-form", "both-forms", "no-such-card"), FORM),
    # They stand for the oldest turn: when that was another one, nobody answers the one that was meant.
    **dict.fromkeys(("garbage", "truncated"), FORM | LATE),
    "second-join": LATE | {"protocol"},
    **dict.fromkeys(("wrong-type", "empty", "zeros", "unknown-game", "unknown-turn", "silent", "late", "spin"), LATE),
    **dict.fromkeys(("hang", "sleep", "freeze"), LATE),
    **dict.fromkeys(("abort", "segfault", "kill", "leave", "fail"), CRASH),
    **dict.fromkeys(("die-in-mid-frame", "die-at-game-start", "die-between-games"), CRASH),
    **dict.fromkeys(("close", "close-after-join"), GONE),
    **dict.fromkeys(("cancel", "hang-up"), frozenset({"disconnect"})),
    **dict.fromkeys(("flood", "flood-empty"), LATE | {"flood"}),
    "oversized": frozenset({"oversized"}),
    "huge": GONE | {"oversized"},  # the transport may end the stream before we see the size
    **dict.fromkeys((*KINDS.HARMLESS, "reverse"), NONE),
}
ALWAYS = {"garbage": "malformed", "truncated": "malformed", "second-join": "protocol"}
SPECS = all_specs()
OPTIONS = ("--think", "2.0")


def cases() -> list[Case]:
    """Every kind at each decision and at some, going through sheets and seats in turn."""
    found = []
    for number, kind in enumerate(KINDS.ALL):
        for options in ((), ("--at", "2,5")):
            spec = SPECS[(2 * number + bool(options)) % len(SPECS)]
            found.append(Case(kind, spec, number % 2, (*options, *OPTIONS), comes=FAULTS[kind] != START))
    return found


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


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.kind}-{case.spec}{''.join(case.options[:-2])}")
@pytest.mark.xdist_group("chaos")
def test_each(played: dict[Case, Played], case: Case) -> None:
    check(case, played[case])


def check(case: Case, match: Played) -> None:
    assert match.over, "the match ends"
    assert match.voids == []
    records, expected = match.records, reference(case.spec, case.seat)
    assert [record.game for record in records] == list(range(GAMES))
    found = {note.fault.value for record in records for note in record.faults}
    assert {note.seat for record in records for note in record.faults} <= {case.seat}, "nobody else is blamed"
    assert found <= FAULTS[case.kind], found
    assert ALWAYS.get(case.kind) in (None, *found)
    if FAULTS[case.kind]:
        assert found or case.kind == "die-between-games", "it was found out"
    for record, house in zip(records, expected, strict=True):
        assert record.scores == house.scores, "the others play as against the house"
        assert [deal.actions for deal in record.deals] == [deal.actions for deal in house.deals]
        assert set(record.forfeits) <= {case.seat}
        if record.forfeits:
            assert case.seat % len(record.scores) not in record.winners
    told = [json.loads(bundle) for bundle in match.bundles]
    assert {data["seat"] for data in told} <= {case.seat}
    assert {data["fault"] for data in told} >= found, "there is evidence of each"
