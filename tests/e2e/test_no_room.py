"""A disk that fills and a folder that turns read-only stop a run; what is resumed is what an undisturbed run is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.runs import BOTS, arena, wait_for_games

pytestmark = pytest.mark.slow

RUN = (
    "run", "--bot", BOTS / "random", "--bot", BOTS / "greedy", "--variant", "auction[seats=2]", "--bouts", 8,
    "--games", 4, "--max-deals", 6, "-j", 2, "--isolation", "process", "--seed", "no room",
)  # fmt: skip
# Root may write where it has no right to: without these two it may not.
NO_OVERRIDE = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The hashes of the results of an undisturbed run."""
    folder = tmp_path_factory.mktemp("no-room") / "run"
    assert arena(*RUN, "--out", folder)[0] == 0
    return (folder / "results.sha256").read_bytes()


def _resumes(run: Path, undisturbed: bytes) -> None:
    status, _, err = arena("resume", run)
    assert status == 0, err
    assert (run / "results.sha256").read_bytes() == undisturbed
    assert arena("verify", run)[0] == 0


def _begin(*before: str, out: Path) -> subprocess.Popen[str]:
    command = [*before, sys.executable, "-m", "arena", *map(str, RUN), "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_folder_that_turns_read_only(tmp_path: Path, undisturbed: bytes) -> None:
    run = tmp_path / "run"
    process = _begin(*NO_OVERRIDE, out=run)
    wait_for_games(process, run, 1)
    folders = [run, *(path for path in run.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    _, err = process.communicate(timeout=120)
    for folder in folders:
        folder.chmod(0o700)
    assert process.returncode == 1, err
    assert "Traceback" not in err
    assert f"arena resume {run}" in err
    assert f"{run}/" in err.splitlines()[-1] and "Permission denied" in err.splitlines()[-1]
    _resumes(run, undisturbed)


@pytest.mark.skipif(
    subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode != 0,
    reason="a small disk can be made only by who may mount one",
)
def test_a_disk_that_fills(tmp_path: Path, undisturbed: bytes) -> None:
    disk, run = tmp_path / "disk", tmp_path / "run"
    disk.mkdir()
    script = f"""
        mount -t tmpfs -o size=80k none {disk}
        {sys.executable} -m arena {" ".join(f"'{word}'" for word in RUN)} --out {disk}/run
        status=$?
        cp -a {disk}/run {run}
        exit $status
    """
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], check=False, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert f"{disk}/run" in last and "No space left on device" in last, done.stderr
    assert shutil.disk_usage(tmp_path).free > 1 << 20
    _resumes(run, undisturbed)
