"""Bots in all languages play whole games in the arena."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.bot_process import required
from tests.bots.languages import ALL
from tests.e2e.runs import HONEST, arena, standing


@pytest.mark.parametrize("name", [language.name for language in ALL])
def test_a_bot_plays_whole_games(tmp_path: Path, name: str) -> None:
    language = required(name)
    run = tmp_path / "run"
    flags = ("--variant", "ten-point", "--variant", "partnership-draw", "--bouts", 1, "--games", 2, "--max-deals", 2)
    status, _, err = arena("run", "--bot", language.path, *HONEST, *flags, "--isolation", "process", "--out", run)
    assert status == 0, err
    row = standing(run, language.bot)
    assert (row["games"], row["faults"]) == (8, {})
    status, out, err = arena("verify", run)
    assert status == 0 and out.startswith("ok: "), err
