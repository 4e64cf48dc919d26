from __future__ import annotations

import io
from pathlib import Path

import pytest

from arena.cli import first_known
from arena.errors import BotError, RunError
from arena.records.derived import write_derived
from arena.records.shares import Standings, Tally
from arena.reports.progress import Count, Lines, progress_on
from arena.reports.terminal import plain, print_standings, standings_tables
from tests.arena.helpers import finished_run


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_come_every_few_seconds_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("arena.reports.progress.time.monotonic", lambda: now[0])
    out = io.StringIO()
    lines = Lines(out)
    for done in range(1, 101):
        now[0] += 0.125
        lines.update(Count(total=100, done=done, faults=2))
    lines.update(Count(total=100, done=100, faults=2))
    text = out.getvalue().splitlines()
    assert text[0] == "40/100 games, 7.8/s, 2 faults"
    assert text[-1] == "100/100 games, 7.9/s, 2 faults"
    assert len(text) == 3


def test_an_unknown_total_is_not_told() -> None:
    out = io.StringIO()
    lines = Lines(out, what="games checked")
    lines._last -= 10
    lines.update(Count(total=0, done=7))
    assert out.getvalue() == "7 games checked\n", "nothing was done while it was looked at"
    lines._last -= 10
    lines._start -= 10
    lines.update(Count(total=0, done=9))
    assert out.getvalue().splitlines()[1] == "9 games checked, 0.2/s"


def test_drawn_on_a_terminal() -> None:
    out = Terminal()
    bar = progress_on(out)
    bar.update(Count(total=10, done=1))
    bar.note("bot [x] fell over")
    bar.update(Count(total=10, done=9))
    bar.close()
    assert "bot [x] fell over" in out.getvalue()
    assert type(progress_on(io.StringIO())) is Lines


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_standings(tmp_path: Path, stream: io.StringIO) -> None:
    run = finished_run(tmp_path / "run")
    print_standings(write_derived(run, {}), stream)
    text = stream.getvalue()
    for word in ("auction[max_deals=3,seats=3]", "overall", "points per deal", "ann", "bob", "cleo", "late"):
        assert word in text


def test_more_bouts_are_asked_for_where_there_are_too_few(tmp_path: Path) -> None:
    """Points that were the same in every bout have no interval either: more bouts alone are no help there."""
    run = finished_run(tmp_path / "run")
    first, second = list(run.plan.all_bouts())[:2]
    for bouts, told in (((first,), True), ((first, second), False)):
        standings = Standings(["ann"])
        for bout in bouts:
            standings.add_bout({"ann": Tally(games=2, sides=2, wins=1, score=4, deals=2)}, bout)
        results = write_derived(run, {})
        results.by_variant, results.overall = {"auction": standings}, standings
        print_standings(results, out := io.StringIO())
        assert ("Intervals need two bouts or more" in out.getvalue()) is told


def test_columns_are_aligned(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    lines = [line for line in plain(list(standings_tables(write_derived(run, {})))) if "late" in line]
    assert len({line.index(" late") for line in lines}) <= 2
    assert all("±" in line for line in lines)


def test_the_error_of_ours_is_found_in_a_group() -> None:
    error = RunError("full")
    group = BaseExceptionGroup("", [BaseExceptionGroup("", [KeyboardInterrupt()]), ExceptionGroup("", [error])])
    assert first_known(group) is error
    assert first_known(ExceptionGroup("", [error, ValueError()])) is None
    assert isinstance(first_known(BaseExceptionGroup("", [KeyboardInterrupt()])), KeyboardInterrupt)
    assert first_known(ExceptionGroup("", [BotError("x"), error])) is not None
