"""What is made of a damaged replay file: all that is whole, and nothing with the key of another bout."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pyarrow.parquet
import pytest

from arena.cli import main
from arena.errors import FAILED, OK
from tests.formats.games import random_file

KINDS = ["jsonl", "csv", "parquet", "html"]


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    path = tmp_path / "whole.jsonl"
    path.write_bytes(random_file("contway", 1, games=3))
    return path


def write(kind: str, path: Path) -> tuple[int, list[int]]:
    """Return the exit code, and the rotations of what was written, in order."""
    out = path.with_name(f"{path.stem}-out.{kind}")
    words = ["html", str(path)] if kind == "html" else ["export", str(path), "--format", kind]
    status = main(["replay", *words, "--out", str(out)])
    if kind == "parquet":
        return status, [row["rotation"] for row in pyarrow.parquet.read_table(out).to_pylist()]
    text = out.read_text(encoding="utf-8")
    if kind == "csv":
        return status, [int(row["rotation"]) for row in csv.DictReader(text.splitlines())]
    named = '"name":"[^"]+/([0-9]+)/[0-9]+"' if kind == "html" else '"rotation":([0-9]+)'
    return status, [int(number) for number in re.findall(named, text)]


def test_a_page_holds_the_games_that_are_whole(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"throw:", b"throe:", 1)  # a game of rotation 0
    lines[3] = lines[3][:-20] + b"\n"
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(b"".join(lines))
    assert write("html", whole) == (OK, [0, 0, 0, 1, 1, 1])
    capsys.readouterr()
    assert write("html", path) == (FAILED, [0, 1, 1, 1])
    out, err = capsys.readouterr()
    assert "4 games" in out
    assert [line.split()[1] for line in err.splitlines()] == [f"{path}:3:", f"{path}:4:"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_a_sheet_that_there_is_not_is_left_out(
    kind: str, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"sheet":"contway', b'"sheet":"contwya')
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(b"".join(lines[:-1]))
    _, games = write(kind, whole)
    status, rest = write(kind, path)
    assert (status, set(rest)) == (FAILED, {0, 1}) and len(rest) < len(games)
    (told,) = capsys.readouterr().err.splitlines()
    assert f"{path}:4: unknown variant 'contwya" in told
    assert main(["replay", "stats", str(path)]) == FAILED
    assert '"games": 5' in capsys.readouterr().out


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_behind_a_damaged_bout_is_not_shown_with_the_key_of_another(
    kind: str, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    first = lines[1][: lines[1].index(b'","')]  # {"bout":"...
    games = [line.replace(first, first + b"0") for line in lines[5:8]]  # bout 10 has, as it happens, the same key
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(b"".join([*lines[:5], lines[1].replace(first, first + b"0")[:-9] + b"\n", *games]))
    status, rotations = write(kind, path)
    assert (status, set(rotations)) == (FAILED, {0})
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in told] == [f"{path}:{number}:" for number in (6, 7, 8, 9)]
    assert all("of another bout" in line for line in told[1:])
