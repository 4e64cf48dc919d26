"""docs/classroom.md: its commands run as a teacher and as a student would type them, and its tables are complete."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.classroom.assignment import CriterionKind
from arena.classroom.refusals import Kind
from tests.docs.pages import ROOT, blocks, page

TEXT = page("classroom.md")


def test_every_status_and_kind_is_told() -> None:
    for kind in (*Kind, *CriterionKind):
        assert f"`{kind.value}`" in TEXT, kind


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_teacher_and_student_type_what_stands_there(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "classroom").mkdir()
    text = (ROOT / "examples" / "classroom" / "hw3.toml").read_text(encoding="utf-8")
    for much, little in (
        ("bouts = 10", "bouts = 2"),
        ("max_deals = 4", "max_deals = 1"),
        ("bouts = 2\n", "bouts = 2\n"),
    ):
        assert much in text
        text = text.replace(much, little)
    (tmp_path / "examples" / "classroom" / "hw3.toml").write_text(text, encoding="utf-8")
    (tmp_path / "sample_bots").symlink_to(ROOT / "sample_bots")
    script = "\n".join(("set -eux", *blocks(TEXT, "sh")))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    grades = (tmp_path / "graded" / "grades.csv").read_text(encoding="utf-8")
    assert grades.count(",played,") == 3, grades
    results = json.loads((tmp_path / "kit" / "graded" / "results.json").read_bytes())
    assert results["extra_data"]["status"] == "played", results
    assert (tmp_path / "autograder.zip").stat().st_size > 100_000
