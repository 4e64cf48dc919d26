"""Tables of decisions: what the seat knew, what was done, what came of it; in CSV and parquet the same."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet
import pytest

from arena.audit.capture import KEY
from arena.audit.trails import record
from arena.audit.twins import Method, twins
from arena.cli import main
from arena.errors import FAILED, OK, USAGE
from arena.formats import tables
from arena.formats.decisions import COLUMNS, FEATURES, Part, rows
from arena.replays.export import expand
from arena.replays.show import games
from referee.replay import GameRecord
from tests.catalogue.observing import DISTINCT
from tests.docs.pages import page, sections
from tests.docs.pages import rows as doc_rows
from tests.formats.games import random_file
from tests.leaks.test_leaks import TABLES
from tests.leaks.test_seen import dealt, record_of

Named = dict[str, Any]


def named(record: GameRecord, key: bytes) -> list[Named]:
    return [{column.name: value for column, value in zip(COLUMNS, row, strict=True)} for row in rows(record, key)]


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("decisions") / "r.jsonl"
    path.write_bytes(random_file("contway", 1, games=2))
    return path


@pytest.mark.parametrize("spec", DISTINCT[::3])
def test_rows_say_what_the_expanded_export_says(tmp_path: Path, spec: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(random_file(spec, 2))
    for record_, bout in games(path):
        found = named(record_, bout.secret())
        decisions = [
            (deal, decision)
            for deal in expand(record_, bout.secret())
            if deal["kind"] == "deal"
            for decision in deal["decisions"]
            if decision["house"] != "forfeit"
        ]
        assert len(found) == len(decisions)
        for row, (deal, decision) in zip(found, decisions, strict=True):
            legal = decision["legal"]
            assert (row["deal"], row["decision"], row["seat"]) == (deal["deal"], decision["index"], decision["seat"])
            assert (row["ask"], row["action"], row["house"]) == (
                decision["ask"], decision["action"], decision["house"],
            )  # fmt: skip
            if isinstance(legal, list):
                assert row["legal"] == legal and row["pick_most"] is None
            else:
                assert [row[f"pick_{name}"] for name in legal] == list(legal.values()) and row["legal"] == []
            assert (deal["dealer"] - row["seat"]) % row["seats"] == row["dealer"]
            side = row["seat"] % row["sides"]
            assert row["final_scores"][0] == record_.scores[side]
            assert row["won"] == (1 / len(record_.winners) if side in record_.winners else 0)
            if row["ask"] == "play" and row["action"] not in ("fold",):
                assert row["action"] in row["hand"]


@pytest.mark.parametrize("spec", TABLES)
def test_features_hold_what_the_seat_knew_and_no_more(spec: str) -> None:
    """In twin worlds, which differ in what the seat cannot know, they are the same as long as the worlds are."""
    names = [column.name for column in FEATURES]
    chance = Random(f"{spec}/decisions")
    trail = record(spec, chance)
    compared = 0
    with dealt(trail.world):
        mine = named(record_of(trail.world), KEY)
    for seat in range(trail.states[0].tables.seats):
        for method in (Method.DEAL, Method.UNSEEN):
            for twin in twins(trail, seat, method, chance, 1):
                with dealt(twin.world):
                    others = named(record_of(twin.world), KEY)
                for one, other in list(zip(mine, others, strict=False))[: twin.horizon + 1]:
                    if one["seat"] == other["seat"] == seat:
                        assert [one[name] for name in names] == [other[name] for name in names]
                        compared += 1
    assert compared


def test_csv_and_parquet_have_the_same_rows(replay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH", 50)
    outs = {kind: tmp_path / f"d.{kind}" for kind in ("csv", "parquet")}
    for kind, out in outs.items():
        assert main(["replay", "export", str(replay), "--format", kind, "--out", str(out)]) == OK
    with outs["csv"].open(encoding="utf-8", newline="") as file:
        flat = list(csv.DictReader(file))
    whole = pyarrow.parquet.read_table(outs["parquet"]).to_pylist()
    expected = [row for record_, bout in games(replay) for row in named(record_, bout.secret())]
    assert whole == expected and len(whole) > 100
    for row, line in zip(whole, flat, strict=True):
        for column in COLUMNS:
            value = row[column.name]
            text = " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
            assert line[column.name] == text, column


def test_a_single_game_to_standard_output(replay: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["replay", "export", str(replay), "--format", "csv", "--game", "2"]) == OK
    lines = list(csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode())))
    assert {line["game"] for line in lines} == {"1"}


def test_what_does_not_go_together_is_told(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "export", str(replay), "--format", "parquet"]) == USAGE
    assert "--out" in capsys.readouterr().err
    assert main(["replay", "export", str(replay), "--format", "csv", "--seat", "1"]) == USAGE
    assert "--seat" in capsys.readouterr().err


def test_every_column_is_documented() -> None:
    found = sections(page("decisions.md"))
    told = [(row[0].strip("`"), row[1]) for part in Part for row in doc_rows(found[f"Columns: {part.value}"])]
    assert told == [(column.name, column.type.value) for column in COLUMNS]


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_of_a_damaged_file_the_rest_is_written(
    kind: str, replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, outs = tmp_path / "damaged.jsonl", [tmp_path / f"{name}.{kind}" for name in ("whole", "rest")]
    lines = replay.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"throw:", b"throe:", 1)
    lines[3] = lines[3][:-20] + b"\n"
    path.write_bytes(b"".join(lines))
    assert main(["replay", "export", str(replay), "--format", kind, "--out", str(outs[0])]) == OK
    assert main(["replay", "export", str(path), "--format", kind, "--out", str(outs[1])]) == FAILED
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in told] == [f"{path}:3:", f"{path}:4:"]
    whole, rest = (path.read_bytes() for path in outs)
    if kind == "parquet":
        tables_ = [pyarrow.parquet.read_table(out).to_pylist() for out in outs]
        assert tables_[1] == [row for row in tables_[0] if row["rotation"] > 0]
    else:
        assert whole.endswith(rest.split(b"\n", 1)[1]) and 0 < len(rest) < len(whole)
