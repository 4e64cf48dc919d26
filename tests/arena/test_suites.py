from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.__main__ import main
from arena.checking.replays import verify
from arena.errors import ConfigError
from arena.records.derived import write_derived
from arena.records.gather import Depth, bouts_of, tables_of
from arena.records.rundir import create_run
from arena.running.premises import premises_of
from arena.schedules.suite import read_suite, suite_key
from arena.setup.bots import Bot
from arena.setup.config import load_config
from arena.statistics.analysis import analyse
from arena.statistics.facts import BoutFact
from arena.statistics.ratings import fit, rating
from arena.statistics.tallies import tally
from tests.arena.helpers import all_matches, config, fill, finished_run
from tests.stats.synthetic import tournament


def keys_of(out: Path, *names: str, seed: bytes, deals: tuple[str, ...]) -> set[bytes]:
    """The keys of all bouts of a finished run of these bots."""
    bots = tuple(Bot(name=name, version="1", folder="/", command=("true",)) for name in names)
    changes = {"bots": bots, "deals": deals, "bouts": len(deals), "variants": ("ten-point[max_deals=1]",)}
    run, journal = create_run(config(out, **changes), seed)
    fill(run, journal, all_matches(run))
    journal.close()
    write_derived(run, {})
    keys = {run.key(bout) for bout in run.plan.all_bouts()}
    assert len(keys) == len(deals) < run.plan.total_bouts
    return keys


def test_a_suite_gives_everybody_the_same_deals_whatever_the_seed(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text(
        "one-opening  # the first\n\n# a comment\n" + "ab" * 32 + "\n", encoding="utf-8"
    )
    deals = read_suite(tmp_path / "deals.txt")
    assert len(deals) == 2 and deals[1] == "ab" * 32
    first = keys_of(tmp_path / "a", "ann", "bob", "cleo", seed=bytes(32), deals=deals)
    second = keys_of(tmp_path / "b", "dora", "emil", "fritz", seed=bytes(range(32)), deals=deals)
    assert first == second
    assert suite_key(deals[0], "0" * 64) != suite_key(deals[0], "1" * 64), "another sheet has other deals"
    for name in ("a", "b"):
        report = verify(tmp_path / name, lambda _: None)
        assert report.ok and report.seed_checked, report.problems


def test_the_mark_that_some_editors_begin_a_file_with_is_no_part_of_a_seed(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text("ab" * 32 + "\r\n", encoding="utf-8-sig")
    assert read_suite(tmp_path / "deals.txt") == ("ab" * 32,)


def test_a_suite_that_was_changed_is_found_out(tmp_path: Path) -> None:
    deals = (bytes(32).hex(), bytes(31).hex() + "01")
    run = finished_run(tmp_path / "run", deals=deals, bouts=2)
    bout = next(run.plan.all_bouts())
    key = run.key(bout)
    run.config = replace(run.config, deals=deals[::-1])
    assert run.key(bout) != key
    text = (run.folder / "config.json").read_text(encoding="utf-8")
    (run.folder / "config.json").write_text(text.replace(deals[1], "ff" * 32), encoding="utf-8")
    assert main(["verify", str(run.folder)]) == 3


def test_bots_do_not_see_the_suite(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run", deals_file=str(tmp_path / "deals.txt"))
    assert str((tmp_path / "deals.txt").resolve()) in premises_of(run, tmp_path / "temp", None).hidden


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("abc\n", "deals.txt:1: 'abc' is too short"),
        ("hand\nhand\n", "deals.txt:2: the same seed as in line 1"),
        ("# nothing\n", "there is no seed in it"),
    ],
)
def test_a_bad_suite_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "deals.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=problem):
        read_suite(tmp_path / "deals.txt")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_suite(tmp_path / "none.txt")


def test_bouts_are_as_many_as_the_seeds(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text("first\nsecond\nthird\n", encoding="utf-8")
    bots = [{"name": name, "command": ["true"]} for name in ("ann", "bob")]
    flags = {"bots": bots, "variants": ["ten-point"], "deals_file": str(tmp_path / "deals.txt")}
    assert load_config(None, flags).config.bouts == 3
    assert load_config(None, {**flags, "bouts": 2}).config.deals == read_suite(tmp_path / "deals.txt")[:2]
    with pytest.raises(ConfigError, match="4 bouts need as many seeds"):
        load_config(None, {**flags, "bouts": 4})


def test_bouts_over_the_same_deals_are_one_observation(tmp_path: Path) -> None:
    """Five line-ups that copy each other tell no more than one of them."""
    bouts = tournament([0.4, 0.0], sides=2, bouts=30, generator=np.random.default_rng(1))
    copied = [replace(bout, shared=True) for bout in bouts for _ in range(5)]
    alone, five = fit(bouts), fit(copied)
    assert rating(five, 0).half == pytest.approx(rating(alone, 0).half, rel=0.02)
    assert (rating(fit([replace(bout, shared=False) for bout in copied]), 0).half or 0) < 0.6 * (
        rating(alone, 0).half or 0
    )
    assert width(copied) == pytest.approx(width(bouts), rel=0.01)
    run = finished_run(tmp_path / "run", deals=(bytes(32).hex(), bytes(31).hex() + "01"))
    found = analyse(tables_of(run), list(bouts_of(run, depth=Depth.RESULTS)))
    assert any("same deals" in note for note in found.variants[1].notes)


def width(bouts: list[BoutFact]) -> float:
    share = tally(bouts, "bot00").win_share
    assert share is not None and share.half is not None
    return share.half
