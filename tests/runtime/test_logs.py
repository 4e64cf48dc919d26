"""Log files: bounded, rotated, and every line says whose it is."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
import structlog

from referee.logs import LogStyle, RotatingFile, configure, get_log


@pytest.fixture(autouse=True)
def unconfigured() -> object:
    yield
    structlog.reset_defaults()


def test_a_full_file_is_put_aside_and_the_oldest_goes(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = RotatingFile(path, largest=100, old=2)
    for number in range(10):
        log.write(f"{number}" * 39 + "\n")
    names = sorted(entry.name for entry in tmp_path.iterdir())
    assert names == ["log", "log.1", "log.2"]
    assert [(tmp_path / name).read_text()[0] for name in names] == ["8", "6", "4"]
    assert all(entry.stat().st_size <= 100 for entry in tmp_path.iterdir())


def test_a_line_longer_than_a_file_is_written_whole(tmp_path: Path) -> None:
    log = RotatingFile(tmp_path / "log", largest=10, old=1)
    log.write("x" * 50 + "\n")
    assert (tmp_path / "log").stat().st_size == 51
    assert [entry.name for entry in tmp_path.iterdir()] == ["log"], "nothing was put aside for an empty file"


def test_a_file_that_was_there_counts(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("x" * 95 + "\n")
    RotatingFile(tmp_path / "log", largest=100, old=1).write("yyyyyy\n")
    assert (tmp_path / "log").read_text() == "yyyyyy\n"


def test_a_disk_that_is_full_ends_nothing() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    RotatingFile(Path("/dev/full")).write("lost\n")


def test_every_line_names_its_process_and_what_it_is_about(tmp_path: Path) -> None:
    configure(level="info", file=tmp_path / "log", style=LogStyle.JSON, process="referee-3")
    get_log(match="m", game=7).info("game started", seat=1)
    get_log(match="m").debug("too much")
    (line,) = (tmp_path / "log").read_text().splitlines()
    told = json.loads(line)
    assert told.pop("timestamp")
    assert told == {
        "process": "referee-3", "pid": os.getpid(), "match": "m", "game": 7, "seat": 1,
        "event": "game started", "level": "info",
    }  # fmt: skip


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_no_color(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], no_color: str, coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    configure(level="info")
    get_log().warning("here")
    assert ("\x1b[" in capsys.readouterr().err) is coloured
