"""Bots that are not Python play whole games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.runs import HONEST, ROOT, arena, standing

NODE_BOT = ROOT / "sample_bots" / "node"


@pytest.mark.skipif(
    shutil.which("node") is None or not (NODE_BOT / "node_modules").is_dir(),
    reason="needs node and `npm install` in sample_bots/node (.ci/run does it)",
)
def test_a_bot_in_javascript_plays_whole_games(tmp_path: Path) -> None:
    run = tmp_path / "run"
    bot = f"name=node-first,cmd=node {NODE_BOT / 'main.js'}"
    flags = ("--variant", "ten-point", "--variant", "partnership-draw", "--bouts", 1, "--games", 2, "--max-deals", 2)
    status, _, err = arena("run", "--bot", bot, *HONEST, *flags, "--out", run)
    assert status == 0, err
    row = standing(run, "node-first")
    assert (row["games"], row["faults"]) == (8, {})
    status, out, err = arena("verify", run)
    assert status == 0 and out.startswith("ok: "), err
