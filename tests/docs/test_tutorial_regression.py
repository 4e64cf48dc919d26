"""docs/tutorial-regression.md, done as a newcomer would do it: files saved, commands run, in its order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS

pytestmark = pytest.mark.slow

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"as `([\w./-]+)`:\s*$")
STATUS = re.compile(r"\(exit code (\d)\)")


def test_the_whole_tutorial(tmp_path: Path) -> None:
    text = (DOCS / "tutorial-regression.md").read_text(encoding="utf-8")
    (tmp_path / "sample_bots").symlink_to(DOCS.parent / "sample_bots")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTEST_ADDOPTS": ""}
    end, output, saved, ran, shown = 0, "", 0, 0, 0
    for block in FENCE.finditer(text):
        before, (kind, body) = text[end : block.start()], block.groups()
        end = block.end()
        name = SAVED.search(before)
        if name:
            file = tmp_path / name[1]
            file.parent.mkdir(exist_ok=True)
            file.write_text(body, encoding="utf-8")
            saved += 1
        elif kind == "sh":
            status = STATUS.search(before)
            output = run(body, tmp_path, environment, int(status[1]) if status else 0)
            ran += 1
        else:
            assert kind == "text", f"nothing is done with this block:\n{body}"
            for line in body.splitlines():
                assert line.strip() in output, f"{line!r} is not printed:\n{output}"
            shown += 1
    assert (saved, ran, shown) == (5, 8, 6)


def run(script: str, folder: Path, environment: dict[str, str], status: int) -> str:
    """Run the lines; the last one must end with the status, the others with 0. Return all that was printed."""
    output = ""
    lines = script.strip().splitlines()
    for number, line in enumerate(lines, start=1):
        done = subprocess.run(
            line, check=False, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=200
        )
        output += done.stdout + done.stderr
        assert done.returncode == (status if number == len(lines) else 0), f"{line}\n{output}"
    return output
