"""Tests of one xdist group run in one process."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GROUPED = """
import os
import pytest

@pytest.mark.xdist_group("together")
@pytest.mark.parametrize("number", range(12))
def test_one(number, request):
    with open(request.config.rootpath / "who", "a") as file:
        file.write(os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""
ALONE = "import pytest\n\n@pytest.mark.parametrize('number', range(12))\ndef test_one(number):\n    pass\n"


@pytest.mark.slow
@pytest.mark.parametrize("dist", ["load", "loadgroup"])
def test_a_file_that_names_a_group_stays_together(tmp_path: Path, dist: str) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tests)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    (tests / "test_grouped.py").write_text(GROUPED)
    (tests / "test_alone.py").write_text(ALONE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "--dist", dist, "tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "24 passed" in done.stdout
    who = (tmp_path / "who").read_text().split()
    assert len(who) == 12 and len(set(who)) == 1
