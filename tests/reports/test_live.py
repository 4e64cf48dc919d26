"""The view on a terminal while a tournament is played."""

from __future__ import annotations

import io
import re
from pathlib import Path

from arena.records.rundir import create_run
from arena.reports.live import Board, view_of
from arena.reports.progress import Count, Lines
from tests.arena.helpers import SEED, all_matches, config, fill, finished_run


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(out: Terminal) -> str:
    """Return what was drawn since the last call, without what moves the cursor."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out.getvalue())
    out.seek(0)
    out.truncate()
    return text


def test_standings_grow_with_their_intervals(tmp_path: Path) -> None:
    run, journal = create_run(config(tmp_path / "run", bouts=3, games=1), SEED)
    now = [0.0]
    out = Terminal()
    board = Board(run, out, now=lambda: now[0])
    board.update(Count(total=run.plan.total_games))
    assert "no bout is finished yet" in shown(out)
    first = [match for match in all_matches(run) if match.bout.number < 2]
    fill(run, journal, first)
    for bout in {match.bout.id: match.bout for match in first}.values():
        board.bout_finished(bout)
    now[0] = 2.0
    count = Count(total=run.plan.total_games, done=len(first), running=2, extra="LLR: 0.10 (-2.94, 2.94) [0, 10]")
    count.tables = {f"match-{number}": (0, 4) for number in range(9)}
    board.update(count)
    text = shown(out)
    assert len(re.findall(r"\d +(ann|bob|cleo) +\d+ +[\d.]+% ± [\d.]+ +-?[\d.]+ ± [\d.]+ ", text)) == 3
    assert "LLR: 0.10" in text and "match-0, game 1 of 4" in text and "and at 3 tables more" in text
    assert f"{len(first)}/{run.plan.total_games} games, {len(first) / 2:.1f}/s, less than a minute left, 2 mat" in text
    assert re.search(rf"\d+/{run.plan.total_games} games", text)
    board.close()
    journal.close()


def test_a_run_that_is_resumed_shows_what_was_played_and_its_faults(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    out = Terminal()
    board = Board(run, out)
    board.update(Count(total=run.plan.total_games, done=run.plan.total_games))
    text = shown(out)
    late = [int(found) for found in re.findall(r"(\d+) late", text)]
    assert len(late) == 4 and sum(late[:-1]) == late[-1] == run.plan.total_games // 2
    board.note("bot [x] fell over")
    assert "bot [x] fell over" in shown(out)
    board.close()


def test_what_suits_the_stream(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    assert isinstance(view_of(run, io.StringIO()), Lines)
    assert isinstance(view_of(run, Terminal()), Board)
