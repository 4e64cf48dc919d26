"""Assignments are read with every mistake told; grades follow from facts alone, each point with its evidence."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.classroom.assignment import Assignment, Late, load_assignment
from arena.classroom.facts import Facts, Place, Played, Refusal, Step, Versus
from arena.classroom.grading import grade, lateness, percent, points_text
from arena.classroom.outputs import reason_of
from arena.classroom.refusals import Kind
from arena.errors import ConfigError

V1, V2 = "auction-partners[max_deals=6]", "ten-point[max_deals=6]"
TEXT = """
title = "Homework"
variants = ["auction-partners", "ten-point"]
deadline = 2026-12-01T12:00:00Z
[games]
max_deals = 6
[[staff]]
name = "random"
path = "staff/random"
shown = true
[[criteria]]
kind = "builds"
points = 10
[[criteria]]
kind = "check"
points = 20
[[criteria]]
kind = "no-faults"
points = 10
[[criteria]]
kind = "beats"
staff = "random"
points = 25
above_in = { "ten-point" = 40 }
[[criteria]]
kind = "percentile"
points = 15
bonus = true
[late]
percent_per_day = 10
days = 3
grace_minutes = 5
"""


def write(folder: Path, text: str = TEXT) -> Path:
    (folder / "staff" / "random").mkdir(parents=True, exist_ok=True)
    (folder / "staff" / "random" / "bot.toml").write_text('name = "r"\ncommand = ["true"]\n')
    (folder / "hw.toml").write_text(text)
    return folder / "hw.toml"


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return load_assignment(write(tmp_path_factory.mktemp("hw")))


def versus(variant: str, low: float | None, **more: object) -> Versus:
    made = Versus(staff="random", variant=variant, bouts=8, won=20, lost=10, level=2, share=0.65625, low=low, high=0.8)
    return replace(made, **more)  # type: ignore[arg-type]


STEP = Step(name="joins", passed=True, expected="it joins", seen="it joined", fix="")
GOOD = Facts(
    student="Ann",
    id="ann",
    entry="ann.zip",
    received=datetime(2026, 12, 1, 11, tzinfo=UTC),
    built=True,
    checked=True,
    steps=(STEP,),
    versus=(versus(V1, 0.51), versus(V2, 0.45)),
    played=(Played(variant=V1, games=32, forfeited=0, faults=()), Played(variant=V2, games=32, forfeited=0, faults=())),
    place=Place(group="ab", better=2, worse=1, others=8),
)


def test_an_assignment_is_read(assignment: Assignment) -> None:
    assert assignment.labels == (V1, V2) and assignment.total == 65
    assert assignment.criteria[3].thresholds == ((V1, 50), (V2, 40))


def test_every_mistake_is_told_with_the_nearest_name(tmp_path: Path) -> None:
    text = TEXT.replace('staff = "random"', 'staff = "randon"').replace('"ten-point"]', '"ten-pint"]')
    text = text.replace('kind = "builds"', 'kind = "build"').replace("grace_minutes", "grace_minuts")
    text = text.replace('above_in = { "ten-point" = 40 }', 'variants = ["auction-partner"]')
    with pytest.raises(ConfigError) as caught:
        load_assignment(write(tmp_path, text))
    told = "\n".join(caught.value.problems)
    for part in ("'random'", "'ten-point'", "'builds'", "grace_minutes", "'auction-partners", "hw.toml:"):
        assert part in told, told
    assert len(caught.value.problems) == 5


def test_a_deadline_in_quotes_is_told(tmp_path: Path) -> None:
    text = TEXT.replace("2026-12-01T12:00:00Z", '"2026-12-01T12:00:00Z"')
    with pytest.raises(ConfigError, match=r'deadline: .* without quotes.* not "2026-12-01T12:00:00Z"'):
        load_assignment(write(tmp_path, text))


@pytest.mark.parametrize(
    "text", ["", 'variants = ["auction"]', TEXT.replace("points = 20\n", "", 1), TEXT.replace("12:00:00Z", "12:00:00")]
)
def test_what_is_missing_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError):
        load_assignment(write(tmp_path, text))


def test_full_points_with_evidence(assignment: Assignment) -> None:
    found = grade(assignment, GOOD)
    assert found.points == 10 + 20 + 10 + 25 + Fraction(15) * 6 / 8
    assert found.total == 65 and found.parts[4].bonus
    evidence = [part.evidence for part in found.parts]
    assert "20 won, 10 lost, 2 level in 8 bouts, 65.6%, surely more than 51%, which is above 50%" in evidence[3]
    assert "Of 8 others in class 2 are surely better and 1 surely worse" in evidence[4]
    assert "No fault in 64 games" in evidence[2]


@pytest.mark.parametrize(("low", "points"), [(0.5, 0), (0.500001, Fraction(25, 2)), (None, 0)])
def test_only_the_lower_bound_beats(assignment: Assignment, low: float | None, points: Fraction) -> None:
    facts = replace(GOOD, versus=(versus(V1, low, share=0.99), versus(V2, 0.4)))
    assert grade(assignment, facts).parts[3].points == points


def test_a_refused_submission_has_its_reason_everywhere(assignment: Assignment) -> None:
    why = Refusal(kind=Kind.BUILD_FAILED, text="make ended with status 2: no rule")
    facts = Facts(student="Eve", id="eve", entry="eve.zip", refusal=why)
    found = grade(assignment, facts)
    assert found.points == 0
    assert all(why.text in part.evidence for part in found.parts)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("the process was killed: it had more than 256 processes and threads", "Resource temporarily unavailable"),
        ("the process was killed: it took 1,030 MiB", "the process ended with status 1; its last line: MemoryError"),
    ],
)
def test_who_notices_a_limit_first_is_chance_and_changes_no_line(first: str, second: str) -> None:
    """One fork finds the limit itself or is caught at it: grades.csv must be the same after each run."""
    eve = Facts(student="Eve", id="eve", entry="eve")
    refused = [replace(eve, refusal=Refusal(kind=Kind.OVER_LIMIT, text=seen)) for seen in (first, second)]
    assert len({reason_of(facts) for facts in refused}) == 1 and "processes" in reason_of(refused[0])
    steps = [Step(name="output", passed=False, expected="", seen=seen, fix="") for seen in (first, second)]
    played = [replace(eve, steps=(step,)) for step in steps]
    assert len({reason_of(facts) for facts in played}) == 1 and reason_of(played[0]).startswith("output: it wanted")
    crashed = replace(eve, refusal=Refusal(kind=Kind.CRASHED, text="ended with status 1 after 12 ms"))
    assert reason_of(crashed) == "ended with status 1 after some time"


def test_a_crash_in_games_is_told_and_never_pays(assignment: Assignment) -> None:
    crashed = replace(
        GOOD,
        versus=(versus(V1, 0.0, won=0, lost=32, level=0, share=0.0), versus(V2, 0.0, share=0.0)),
        played=(replace(GOOD.played[0], forfeited=32, faults=(("crash", 32),)), GOOD.played[1]),
        place=None,
    )
    found = grade(assignment, crashed)
    assert found.points == 30 < grade(assignment, GOOD).points
    assert f"32 crash in {V1}" in found.parts[2].evidence


def test_games_that_are_missing_are_no_flawless_games(assignment: Assignment) -> None:
    assert grade(assignment, replace(GOOD, played=GOOD.played[:1])).parts[2].points == 0


@pytest.mark.parametrize(
    ("hours", "taken"), [(-1.0, 0), (0.08, 0), (0.09, 10), (24.0, 10), (24.1, 20), (72.0, 30), (72.1, 100)]
)
def test_lateness(hours: float, taken: int) -> None:
    due = datetime(2026, 12, 1, tzinfo=UTC)
    late = Late(percent_per_day=10, grace_minutes=5, days=3)
    assert lateness(late, due, due + timedelta(hours=hours))[0] == taken
    assert lateness(late, due, None)[0] == 0 and lateness(late, None, due)[0] == 0


def test_lateness_takes_part_of_everything(assignment: Assignment) -> None:
    late = grade(assignment, replace(GOOD, received=datetime(2026, 12, 2, 11, tzinfo=UTC)))
    assert late.points == late.earned * 9 / 10


@given(low=st.floats(0, 1), more=st.floats(0, 1))
def test_more_certainty_never_costs_points(assignment: Assignment, low: float, more: float) -> None:
    bounds = sorted((low, more))
    points = [grade(assignment, replace(GOOD, versus=(versus(V1, x), versus(V2, x)))).points for x in bounds]
    assert points[0] <= points[1]


@given(share=st.floats(0, 1))
def test_percent_never_promises_more(share: float) -> None:
    assert float(percent(share).rstrip("%")) <= share * 100 + 1e-6


def test_points_are_written_short() -> None:
    assert [points_text(x) for x in (Fraction(1, 3), 10, Fraction(25, 2), Fraction(0))] == ["0.33", "10", "12.5", "0"]
