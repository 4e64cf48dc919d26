"""Bots in all languages play each other in sandboxes: no faults, and a draw on every bout."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.sandbox.machine import look
from referee.variants.catalogue import names
from tests.bots import round_robin
from tests.bots.bot_process import needed, required
from tests.bots.languages import ALL

PAIRS = (("python", "node"), ("typescript", "go"), ("cpp", "java"), ("ruby", "rust"))

pytestmark = [pytest.mark.alone, pytest.mark.slow, pytest.mark.timeout(900)]


def isolation() -> str:
    """Sandboxes where this machine can make them; tests/sandbox says it where it cannot."""
    return "sandbox" if look().tools is not None else "process"


def test_every_language_meets_every_other(tmp_path: Path) -> None:
    here = [language for language in ALL if not language.lacks()]
    assert round_robin.play(here, ["auction[seats=2]"], tmp_path / "run", isolation()) == []
    needed("; ".join(language.lacks() for language in ALL if language.lacks()))


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_sheet_is_drawn_between_two_languages(pair: tuple[str, str], tmp_path: Path) -> None:
    """The pairs share the sheets out; all pairs at all tables: python -m tests.bots.round_robin."""
    languages = [required(name) for name in pair]
    sheets = round_robin.taking_turns(PAIRS, names())[pair]
    assert round_robin.play(languages, sheets, tmp_path / "run", isolation()) == []
    assert len(list((tmp_path / "run" / "replays").iterdir())) == len(sheets)


def test_a_pair_that_decides_otherwise_is_no_draw(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    rows = ["variant,bout,rotation,game,side,score", "v,b,0,0,0,3", "v,b,0,0,1,1", "v,b,1,0,0,3", "v,b,1,0,1,1"]
    (run / "results.csv").write_text("\n".join(rows))
    assert round_robin.uneven(run) == []
    (run / "results.csv").write_text("\n".join([*rows[:-1], "v,b,1,0,1,0"]))
    assert len(round_robin.uneven(run)) == 1
