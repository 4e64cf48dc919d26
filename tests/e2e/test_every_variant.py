"""Every variant over gRPC: the example that plays them all, and a house sheet from its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.variants.catalogue import names
from tests.e2e.runs import ROOT, SAMPLES, arena, results

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800), pytest.mark.xdist_group("every-variant")]
EXAMPLE = ROOT / "examples" / "all-variants.toml"
HOUSE = ROOT / "examples" / "house-rules" / "class-pitch.toml"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The example, with one game a match and bots that stay, to save time; its folder and what it printed."""
    folder = tmp_path_factory.mktemp("every-variant") / "run"
    status, out, err = arena("run", EXAMPLE, "--games", 1, "--lifetime", "pooled", "--out", folder, limit_s=1700)
    assert status == 0, err
    return folder, out


def test_every_variant_is_played_without_faults(played: tuple[Path, str]) -> None:
    folder, _ = played
    data = results(folder)
    assert {entry["variant"].partition("[")[0] for entry in data["variants"]} == set(names())
    assert {entry["name"] for entry in data["overall"]} == {"random", "greedy", "counter"}
    assert all(entry["faults"] == {} for entry in data["overall"])
    assert all(standing["games"] > 0 for entry in data["variants"] for standing in entry["standings"])


def test_the_report_names_every_sheet(played: tuple[Path, str]) -> None:
    _, out = played
    heads = {line.partition("[")[0] for line in out.splitlines()}
    assert set(names()) - heads == set()


def test_every_deal_verifies(played: tuple[Path, str]) -> None:
    folder, _ = played
    status, out, err = arena("verify", folder)
    assert status == 0, err
    assert out.startswith(f"ok: {len(names())} files")


def test_a_house_sheet_is_played_shown_and_verified_without_its_file(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(HOUSE.read_text())
    folder = tmp_path / "run"
    variant = f"{rules}[max_deals=3]"
    status, out, err = arena("run", *SAMPLES, "--variant", variant, "--games", 2, "--seed", "house", "--out", folder)
    assert status == 0, err
    assert "class-pitch[max_deals=3]\n" in out
    rules.unlink()
    status, out, err = arena("verify", folder)
    assert (status, out[:3]) == (0, "ok:"), err
    (file,) = (folder / "replays").iterdir()
    assert file.name == "class-pitch-max-deals-3.jsonl"
    status, out, err = arena("replay", "show", file, "--game", 1)
    assert status == 0, err
    assert "Class Pitch" in out


def test_a_house_sheet_that_is_wrong_stops_before_the_first_game(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('id = "mine"\ntitle = "Mine"\nbase = "auction"\nfollow = "strikt"\n')
    status, out, err = arena("run", *SAMPLES, "--variant", rules, "--out", tmp_path / "run")
    assert (status, out) == (2, "")
    assert f"{rules}:4: follow: 'strikt' is none of" in err
    assert "did you mean 'strict'" in err
