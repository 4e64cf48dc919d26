"""A small class graded unattended: the right reason for every broken submission, and nobody's grade moved by others."""

from __future__ import annotations

import csv
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.classroom import gradescope_format
from tests.classroom.made_up import CAREFUL_HIGH, HONEST, ROOT, broken, python

ASSIGNMENT = """
title = "Small <b>homework</b>"
variants = ["auction-partners"]
seed = "a small class"
deadline = 2026-12-01T12:00:00Z
[games]
bouts = 2
games = 1
max_deals = 1
[class_games]
bouts = 1
games = 1
[limits]
start_limit_ms = 8000
move_limit_ms = 3000
[late]
percent_per_day = 10
[[staff]]
path = "{random}"
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
points = 30
above = 1
[[criteria]]
kind = "percentile"
points = 10
bonus = true
"""
SMALL = ("e1", "e2", "e3", "e4", "e5", "e7", "e9", "e10", "e11", "e13")  # of the broken ones: those that end soon


def arena(*argv: str, cwd: Path, status: int = 0) -> str:
    command = [sys.executable, "-m", "arena", *argv]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=900, check=False, encoding="utf-8")
    assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout + done.stderr


def write_assignment(folder: Path) -> Path:
    path = folder / "hw.toml"
    path.write_text(ASSIGNMENT.replace("{random}", str(ROOT / "sample_bots" / "python" / "random")), encoding="utf-8")
    return path


def grades(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


class Pages(HTMLParser):
    """Sees that a page is whole, and loads and runs nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    seen = Pages()
    seen.feed(text)
    assert not seen.open and not seen.tags & {"script", "img", "iframe", "b<"} and set(seen.links) == {"data:,"}
    return text


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_small_class(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("ben", "cleo"):
        HONEST[name](folder)
    expected = {}
    for key, make in broken(folder).items():
        status, _, student = key.partition(" ")
        if student in SMALL or "🎲" in student:
            make()
            expected[student] = status
    (folder / "received.csv").write_text("submission,received\ncleo.zip,2026-12-02T11:00:00Z\n", encoding="utf-8")
    assignment = write_assignment(tmp_path)
    arena("class", "run", "in", "--assignment", str(assignment), "--out", "all", cwd=tmp_path)
    out = tmp_path / "all"
    first = grades(out)

    # Every broken one has the right reason, and none of them a point for playing.
    assert {student: first[student]["status"] for student in expected} == expected
    honest = ["ben", "cleo", next(name for name in expected if "🎲" in name)]
    worst = min(float(first[name]["points"]) / (0.9 if name == "cleo" else 1) for name in honest)
    for student, status in expected.items():
        if status != "played":
            assert first[student]["reason"] and float(first[student]["points"]) <= 10 < worst
    assert float(first["ben"]["points"]) >= 40 and first["cleo"]["late_percent"] == "10"

    # The pages are whole and quiet, results.json is as documented, and nothing secret is in what a student gets.
    seed = (out / "seed.secret").read_text(encoding="ascii").strip()
    assert stat.S_IMODE((out / "seed.secret").stat().st_mode) == 0o600
    for row in first.values():
        home = out / "students" / row["id"]
        data = json.loads((home / "results.json").read_bytes())
        assert gradescope_format.problems(data) == []
        text = check_page(home / "index.html") + json.dumps(data)
        assert seed not in text and str(tmp_path) not in text
        assert not any(
            other["student"] in text for other in first.values() if len(other["student"]) > 3 and other is not row
        )
    for name in ("report.html", "leaderboard.html", "similarity.html"):
        check_page(out / name)
    board = (out / "leaderboard.csv").read_text(encoding="utf-8")
    assert board.count("\n") == 1 + len(honest) and not any(name in board for name in ("ben", "cleo"))
    ben = (out / "students" / "ben" / "index.html").read_text(encoding="utf-8")
    assert "Told as seat" in ben and "rotation 1" not in ben

    # The same again plays nothing and gives the same; a late and a repeated submission play only their own games.
    before = (out / "grades.csv").read_bytes()
    runs = {path: path.stat().st_mtime_ns for path in out.glob("staff-games/*/*/journal")}
    arena("class", "run", "in", "--assignment", str(assignment), "--out", "all", cwd=tmp_path)
    assert (out / "grades.csv").read_bytes() == before
    python(folder / "late", CAREFUL_HIGH.replace("def choose", "X = 1\n\n\ndef choose"))
    arena("class", "run", "in", "--assignment", str(assignment), "--out", "all", cwd=tmp_path)
    assert {path: path.stat().st_mtime_ns for path in runs} == runs
    second = grades(out)
    assert second["late"]["status"] == "played" and len(list(out.glob("class-games/*.pairs.json"))) == 2
    staff = [key for key in first["ben"] if key[:2] in ("1.", "2.", "3.", "4.")]
    assert all(second[name][key] == row[key] for name, row in first.items() for key in staff)

    # Without the broken ones the honest have what they had.
    for student, status in expected.items():
        if status != "played":
            for path in [*folder.glob(f"{student}"), *folder.glob(f"{student}.*")]:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    arena("class", "run", "in", "--assignment", str(assignment), "--out", "honest", cwd=tmp_path)
    third = grades(tmp_path / "honest")
    assert third == {name: second[name] for name in [*honest, "late"]}


def test_the_autograder_grades_and_never_leaves_without_results(tmp_path: Path) -> None:
    arena("class", "gradescope", str(write_assignment(tmp_path)), "--out", "a.zip", cwd=tmp_path)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        archive.extractall(tmp_path / "source")
        assert archive.getinfo("run_autograder").external_attr >> 16 & 0o100
        text = archive.read("assignment.toml").decode()
    assert "a small class" not in text and "percentile" not in text
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "readme.txt").write_text("hello")
    env = {**os.environ, "AUTOGRADER_ROOT": str(tmp_path), "ARENA_GRADER_PYTHON": sys.executable}
    command = ["bash", str(tmp_path / "source" / "run_autograder")]
    subprocess.run(command, env=env, check=True, timeout=240)
    data = json.loads((tmp_path / "results" / "results.json").read_bytes())
    assert gradescope_format.problems(data) == []
    assert data["score"] == 0 and "no bot.toml" in data["output"] and data["extra_data"]["status"] == "no-manifest"
    shutil.rmtree(tmp_path / "results")
    (tmp_path / "source" / "assignment.toml").write_text("nonsense")
    subprocess.run(command, env=env, check=True, timeout=240)
    data = json.loads((tmp_path / "results" / "results.json").read_bytes())
    assert gradescope_format.problems(data) == [] and "not your fault" in data["output"]


def test_the_kit_tells_no_secrets(tmp_path: Path) -> None:
    path = write_assignment(tmp_path)
    text = path.read_text(encoding="utf-8")
    hidden = f'[[staff]]\nname = "secret"\npath = "{ROOT / "sample_bots" / "python" / "greedy"}"\n'
    more = '[[criteria]]\nkind = "beats"\nstaff = "secret"\npoints = 5\n'
    path.write_text(text + hidden + more, encoding="utf-8")
    arena("class", "kit", str(path), "--out", "kit", cwd=tmp_path)
    everything = b"".join(one.read_bytes() for one in (tmp_path / "kit").rglob("*") if one.is_file())
    assert b"a small class" not in everything and not (tmp_path / "kit" / "staff" / "secret").exists()
    assert (tmp_path / "kit" / "staff" / "random" / "bot.toml").is_file()
    assert "It beats secret: 5 points" in (tmp_path / "kit" / "README.md").read_text(encoding="utf-8")
    told = arena("replay", "show", str(next((tmp_path / "kit" / "replays").iterdir())), "--game", "1", cwd=tmp_path)
    assert "seat 0" in told
    assert "'python'" in arena("class", "kit", str(path), "--lang", "pyton", "--out", "k2", cwd=tmp_path, status=2)
    arena("class", "kit", str(path), "--lang", "ruby", "--out", "k3", cwd=tmp_path)
    assert (tmp_path / "k3" / "my_bot" / "main.rb").is_file()


def test_what_the_teacher_must_mend_is_told(tmp_path: Path) -> None:
    path = write_assignment(tmp_path)
    (tmp_path / "in").mkdir()
    run = ("class", "run", "in", "--assignment", str(path))
    assert "nothing was handed in" in arena(*run, cwd=tmp_path, status=2)
    assert "no such" in arena("class", "run", "on", "--assignment", str(path), cwd=tmp_path, status=2).lower()
    (tmp_path / "in" / "x.zip").write_bytes(b"")
    (tmp_path / "in" / "received.csv").write_text("submission,received\nx.zip,yesterday\n")
    assert "received.csv:2" in arena(*run, cwd=tmp_path, status=2)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "precious").write_text("x")
    (tmp_path / "in" / "received.csv").unlink()
    assert "name another folder" in arena(*run, "--out", "mine", cwd=tmp_path, status=2)
    assert "lies in in, which holds what was handed in" in arena(*run, "--out", "in/out", cwd=tmp_path, status=2)
    assert not (tmp_path / "in" / "out").exists()
    words = ("class", "gradescope", str(path), "--wheels", "mine")
    assert "there is no wheel in it" in arena(*words, cwd=tmp_path, status=2)
