"""The standings of a run have the intervals of the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.records.derived import write_derived
from arena.records.gather import Depth, bouts_of, tables_of
from arena.records.shares import Standings, Tally
from arena.reports.terminal import standings_tables
from arena.schedules.schedule import Bout, Fill, Lineup, Variant
from arena.statistics.analysis import analyse
from arena.statistics.estimate import Estimate
from tests.arena.helpers import finished_run

BOUTS = [
    Bout(lineup=Lineup(variant=Variant(spec="v", hash="", seats=2, sides=2), names=("a", "b")), number=number)
    for number in range(2)
]


def test_standings() -> None:
    table = Standings(["a", "b", "c"])
    one, two = Tally(games=4, sides=4, wins=3, score=20, deals=10), Tally(games=4, sides=4, wins=1, score=-5, deals=10)
    table.add_bout({"a": one, "b": two}, BOUTS[0])
    one, two = Tally(games=4, sides=4, wins=2, score=10, deals=20), Tally(games=4, sides=4, wins=2, score=20, deals=20)
    table.add_bout({"a": one, "b": two}, BOUTS[1])
    table["b"].fault("late")
    first, second = table.ranked()
    assert (first.name, first.bouts, first.games, first.wins) == ("a", 2, 8, 5)
    assert first.points.estimate().mean == pytest.approx(1.0), "points over deals, not the mean over bouts"
    assert first.share.mean == pytest.approx(0.625)
    assert second.faults == {"late": 1}


def test_one_bout_has_no_interval() -> None:
    table = Standings(["a"])
    table.add_bout({"a": Tally(games=2, sides=2, wins=1, score=3, deals=2)}, BOUTS[0])
    assert table["a"].points.estimate() == Estimate(mean=1.5, low=None, high=None, bouts=1)


def test_the_house_has_no_standing() -> None:
    table = Standings(["a"])
    table.add_bout({"a": Tally(games=1, sides=1, wins=1, score=1, deals=1), "house": Tally(games=1)}, BOUTS[0])
    assert [standing.name for standing in table.ranked()] == ["a"]


DEALS = tuple(bytes([number] * 32).hex() for number in range(3))
CASES = [{}, {"fill": Fill.ALTERNATE, "variants": ("auction[max_deals=2,seats=5]",)}, {"deals": DEALS}]


@pytest.mark.parametrize("changes", CASES, ids=["plain", "alternating", "suite"])
def test_results_and_report_say_the_same(tmp_path: Path, changes: dict[str, object]) -> None:
    run = finished_run(tmp_path / "run", bouts=3, **changes)
    results = write_derived(run, {})
    said = json.loads((run.folder / "results.json").read_text(encoding="utf-8"))
    found = analyse(tables_of(run), list(bouts_of(run, depth=Depth.RESULTS)))
    tables = [entry["standings"] for entry in said["variants"]] + [said["overall"]] * bool(found.overall)
    reported = [table.rows for table in (*found.variants, found.overall) if table]
    for entries, table in zip(tables, reported, strict=True):
        rows = {row.name: row.tally for row in table}
        assert {entry["name"] for entry in entries} == set(rows)
        for entry in entries:
            tally = rows[entry["name"]]
            assert ends(entry["win_share"]) == pytest.approx(ends_of(tally.win_share), abs=1e-6)
            assert ends(entry["points_per_deal"]) == pytest.approx(ends_of(tally.points), abs=1e-6)
            assert (entry["bouts"], entry["games"]) == (tally.bouts, tally.games)
    shown = [row for table in standings_tables(results) for row in table.rows]
    assert all("[" in row[5] and "±" in row[6] for row in shown)


def ends(entry: dict[str, float]) -> tuple[float, ...]:
    return entry["mean"], entry["low_95"], entry["high_95"]


def ends_of(known: Estimate | None) -> tuple[float, ...]:
    assert known is not None and known.low is not None and known.high is not None
    return known.mean, known.low, known.high
