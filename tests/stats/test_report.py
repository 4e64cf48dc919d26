from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from arena.__main__ import main
from arena.reports.forms import as_markdown, as_text
from arena.reports.sheets import cross_table, head_lines, sheets
from arena.statistics.analysis import Table, analyse
from arena.statistics.tallies import heads
from tests.arena.helpers import finished_run
from tests.stats.synthetic import duel


def test_lines_that_users_of_fastchess_know() -> None:
    bouts = [duel("a", "b", r, number=n) for n, r in enumerate(["ww", "wl", "wd", "ll", "wl", "dd"])]
    (head,) = heads(bouts, ["a", "b"])
    lines = list(head_lines(head, sides=2))
    assert lines[0] == "Score of a vs b: 5 - 4 - 3  [0.542] 12"
    assert re.fullmatch(r"Elo: \+29\.0 \[-\d+\.\d, \+\d+\.\d\], LOS: \d\d\.\d %, DrawRatio: 25\.0 %", lines[1])
    assert lines[2] == "Ptnml(0-2): [1, 0, 3, 1, 1], bouts: 6"


def test_a_table_of_one_sided_bounds() -> None:
    bouts = [duel("a", x, "ww", number=n) for n in range(6) for x in "bc"]
    bouts += [duel("b", "c", "wl", number=n) for n in range(6)]
    analysis = analyse([Table(variant="v", seats=2, sides=2)], bouts)
    text = "\n".join(as_text(list(sheets(analysis))))
    assert re.search(r"1 +a +a +≥ \+\d+ ", text)
    assert "2 of 3 pairs are told apart" in text
    cross = cross_table(analysis.variants[0])
    assert cross.rows[0] == ("a", "-", "100*", "100*")
    assert [row[1] for row in cross.rows] == ["-", "0", "0"]


def test_every_form_of_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = finished_run(tmp_path / "run", bouts=2)
    assert main(["report", str(run.folder)]) == 0
    text = capsys.readouterr().out
    for word in ("overall", "auction[max_deals=3,seats=3]", "Score of ann vs bob", "self-test", "equally often"):
        assert word in text
    assert main(["report", str(run.folder), "--format", "json", "--quick"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == data["games_planned"] == run.plan.total_games
    rows = data["analysis"]["variants"][0]["rows"]
    assert {row["name"] for row in rows} == {"ann", "bob", "cleo"}
    assert set(rows[0]["rating"]) == {"mean", "low", "high", "bouts"}
    out = tmp_path / "report.md"
    assert main(["report", str(run.folder), "--format", "markdown", "--quick", "--out", str(out)]) == 0
    assert out.read_text().startswith("# cup: ")
    assert main(["report", str(run.folder), "--out", str(out)]) == 2, "the file exists"


def test_markdown_rows_have_as_many_cells_as_heads() -> None:
    bouts = [duel("a|b", "c", "wl", number=n) for n in range(3)]
    found = list(sheets(analyse([Table(variant="v", seats=2, sides=2)], bouts)))
    lines = [line for line in as_markdown(found, title="t") if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines[:4]}) == 1


def test_a_run_without_a_finished_bout_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from arena.records.rundir import create_run
    from tests.arena.helpers import SEED, config

    run, journal = create_run(config(tmp_path / "run"), SEED)
    journal.close()
    assert main(["report", str(run.folder)]) == 0
    assert "no bout is finished yet" in capsys.readouterr().out
