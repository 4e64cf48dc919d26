"""received.csv: whose time is whose, and what is wrong in it."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.classroom.received import key_of, read_received, strangers
from arena.errors import ConfigError

LONG = "Ann-Sophie de la Fontaine-Saint-Exupery_" + "1234567" * 8 + "_assignsubmission_file_"


def written(folder: Path, *lines: str) -> Path:
    path = folder / "received.csv"
    path.write_text("\n".join(("submission,received", *lines, "")), encoding="utf-8-sig")
    return path


def test_names_are_found_however_they_are_composed_and_however_long(tmp_path: Path) -> None:
    for name in (unicodedata.normalize("NFD", "café.zip"), LONG):
        (tmp_path / name).touch()
    late = "2026-12-02T11:00:00Z"
    found = read_received(
        written(tmp_path, f"{unicodedata.normalize('NFC', 'café.zip')},{late}", f"{LONG} ,{late}", "")
    )
    moment = datetime(2026, 12, 2, 11, tzinfo=UTC)
    assert [found[key_of(one.name)] for one in tmp_path.iterdir() if one.name != "received.csv"] == [moment] * 2
    assert list(strangers(tmp_path, found)) == []


def test_a_line_that_names_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "bob.zip").touch()
    (told,) = strangers(tmp_path, read_received(written(tmp_path, "bob.zp,2026-12-02T11:00:00Z")))
    assert "'bob.zp' (did you mean 'bob.zip'?)" in told


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["bob.zip,2026-12-02T11:00:00"], "received.csv:2: '2026-12-02T11:00:00' needs its offset from UTC"),
        (
            ["bob.zip,2026-12-02T11:00:00Z", "bob.zip,2026-12-03T11:00:00Z"],
            "received.csv:3: bob.zip stands there twice",
        ),
        (["bob.zip"], "received.csv:2: '' is no time"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: list[str], problem: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read_received(written(tmp_path, *lines))
    assert problem in str(caught.value)


@pytest.mark.parametrize("data", [b"submission,received\n\xe9.zip,2026-12-02\n", "submission".encode("utf-16"), b""])
def test_what_is_no_such_file_is_told(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "received.csv").write_bytes(data)
    with pytest.raises(ConfigError, match=r"received\.csv: "):
        read_received(tmp_path / "received.csv")
