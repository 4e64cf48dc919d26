"""What each way to misbehave must lead to, and trying them all: `python -m tests.runtime.chaos_cases [--sheets N]`.

Every kind is played on that many sheets (0: all, in all their layouts), each time on another seat; exit code 1 if one
does not lead to what it should.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from referee.logs import configure
from referee.variants.catalogue import resolve
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
    "huge": frozenset({"oversized"}),
    **dict.fromkeys((*KINDS.HARMLESS, "reverse"), NONE),
}
ALWAYS = {"garbage": "malformed", "truncated": "malformed", "second-join": "protocol"}
SPECS = all_specs()
PICKS = "partnership-draw[max_deals=2]"
OPTIONS = ("--think", "2.0")
BATCH = 60


def cases() -> list[Case]:
    """Every kind at each decision and at some, going through sheets and seats in turn."""
    found = []
    for number, kind in enumerate(KINDS.ALL):
        for options in ((), ("--at", "2,5")):
            spec = SPECS[(2 * number + bool(options)) % len(SPECS)]
            found.append(Case(kind, spec, number % 2, (*options, *OPTIONS), comes=FAULTS[kind] != START))
    # What is wrong with an answer, where sets of cards are asked for, too.
    found += [Case(kind, PICKS, 2, OPTIONS, comes=True) for kind in ("illegal", "wrong-form", "both-forms")]
    return found


def all_cases(sheets: int) -> list[Case]:
    """Every kind on so many sheets, at each decision and at some; 0: on all."""
    found = []
    for number, kind in enumerate(KINDS.ALL):
        for step in range(sheets or len(SPECS)):
            spec = SPECS[(number + step * len(SPECS) // (sheets or len(SPECS))) % len(SPECS)]
            seat = (number + step) % resolve(spec).seats
            options = ("--at", "2,5") if step % 2 else ()
            found.append(Case(kind, spec, seat, (*options, *OPTIONS), comes=FAULTS[kind] != START))
    return found


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


def main() -> int:
    """Try the cases, a batch after the other; return 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=0, help="on how many sheets each kind is tried (default: all)")
    configure(level="error")
    cases, failed = all_cases(parser.parse_args().sheets), 0
    for start in range(0, len(cases), BATCH):
        batch = cases[start : start + BATCH]
        with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
            for case, match in play_cases(batch, Path(folder)).items():
                try:
                    check(case, match)
                except AssertionError as error:
                    failed += 1
                    print(f"{case.kind} on {case.spec}, seat {case.seat}: {str(error).splitlines()[:1]}", flush=True)
        print(f"{min(start + BATCH, len(cases))} of {len(cases)} cases, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
