from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.luck.hands import LUCK, deal_luck
from arena.records.gather import Depth, bouts_of, tables_of
from arena.reports.sheets import luck_table
from arena.statistics.analysis import analyse
from arena.statistics.estimate import Estimate
from arena.statistics.facts import BoutFact, GameFact
from arena.statistics.luck import FEWEST, Luck, luck_of
from benchmarks.luck import measure, two_sided
from referee.engine.tables import compile_tables
from referee.shuffle import pack_order
from referee.variants.catalogue import resolve
from tests.arena.helpers import finished_run
from tests.stats.synthetic import duel

DEALS = 1500


@pytest.mark.parametrize(
    "spec",
    ["auction[seats=3]", "auction[seats=7]", "ten-point", "two-trump[seats=6,sides=2]", "reverse[seats=4,sides=2]"],
)
def test_luck_has_expectation_zero_whoever_deals(spec: str) -> None:
    tables = compile_tables(resolve(spec))
    for dealer in (0, tables.seats - 1):
        packs = [pack_order(bytes(32), n, dealer, tables.pack) for n in range(DEALS)]
        found = np.array([deal_luck(tables, pack, dealer) for pack in packs])
        assert found.shape == (DEALS, tables.sides, len(LUCK))
        error = found.std(axis=0) / DEALS**0.5
        assert (found.std(axis=0) > 0.05).all(), "every number tells something"
        assert (np.abs(found.mean(axis=0)) < 4 * error).all()


def lucky(count: int, generator: np.random.Generator, *, weight: float, bend: float = 0.0) -> list[BoutFact]:
    """Bouts of one game of two equals; `weight`, `bend`: how much luck adds to a's score, and its square."""
    found = []
    for number in range(count):
        luck = float(generator.exponential()) - 1.0
        lead = weight * luck + bend * (luck * luck - 1) + float(generator.normal())
        played = GameFact(
            rotation=0, game=0, entrants=("a", "b"), places=(0, 1), won=(1.0, 0.0), scores=(lead / 2, -lead / 2),  # type: ignore[arg-type]
            deals=1, luck=((luck, luck * 0), (luck, luck * 0)),
        )  # fmt: skip
        found.append(BoutFact(variant="v", names=("a", "b"), number=number, games=(played,)))
    return found


def adjusted(bouts: list[BoutFact]) -> Luck:
    found = luck_of(bouts, ["a"])
    assert found is not None
    return found


def test_the_factor_is_that_of_the_variance_explained() -> None:
    found = adjusted(lucky(4000, np.random.default_rng(1), weight=3**0.5))
    assert found.lead == pytest.approx(4.0, rel=0.1), "three quarters of the variance is luck"
    none = adjusted(lucky(400, np.random.default_rng(2), weight=0.0))
    assert none.lead == pytest.approx(1.0, abs=0.02), "where luck does nothing, nothing is lost by it"


def test_the_adjusted_score_leans_to_no_side_and_its_interval_holds() -> None:
    """Scores bend with luck, so that coefficients fitted on the very same bouts would lean."""
    generator = np.random.default_rng(3)
    means, holds, plain = [], 0, 0
    for _ in range(300):
        row = adjusted(lucky(FEWEST, generator, weight=1.0, bend=1.0)).rows[0]
        means.append(row.lead_adjusted.mean)
        holds += within(row.lead_adjusted)
        plain += within(row.lead)
    assert abs(float(np.mean(means))) < 3 * float(np.std(means)) / 300**0.5
    assert holds >= plain - 9, "so skewed scores are hard for Student's interval; luck taken out makes it no worse"


def within(known: Estimate) -> bool:
    assert known.low is not None and known.high is not None
    return known.low <= 0 <= known.high


def test_few_bouts_are_left_alone() -> None:
    row = adjusted(lucky(FEWEST - 1, np.random.default_rng(4), weight=3.0)).rows[0]
    assert row.lead_adjusted == row.lead and row.wins_adjusted == row.wins


def test_a_report_has_the_luck_of_all_deals(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run", bouts=16)
    assert analyse(tables_of(run), list(bouts_of(run, depth=Depth.RESULTS))).variants[0].luck is None
    bouts = list(bouts_of(run, depth=Depth.ACTIONS))
    for game in (game for one in bouts for game in one.games):
        assert sum(side[0] for side in game.luck) == pytest.approx(0), "one's better hands are the others' worse"
    variant = analyse(tables_of(run), bouts).variants[1]
    assert variant.luck is not None and variant.luck.lead is not None
    shown = luck_table(variant, variant.luck)
    assert [row[0] for row in shown.rows] == [row.name for row in variant.rows]
    assert "times as many bouts for the lead" in shown.lines[0]


def test_bouts_and_adjustment_save_games() -> None:
    for spec in ("auction[seats=2,sides=2]", "ten-point-reverse-hierarchy", "two-trump[seats=6,sides=2]"):
        assert spec in two_sided()
        assert measure(spec, bouts=150, deals=4).both > 1


@pytest.mark.parametrize("results", [("ww",), ("wl", "ww", "wd")])
def test_where_no_luck_is_taken_out_the_interval_is_that_of_the_raw_score(results: tuple[str, ...]) -> None:
    """Forty bouts that were all won are no certainty, however much luck there was: nothing in them varies with it."""
    generator = np.random.default_rng(1)
    bouts = []
    for number in range(40):
        lucky = 0.0 if len(results) > 1 else 1.0
        one = duel("a", "b", results[number % len(results)], number=number)
        games = tuple(replace(g, luck=((own := lucky * generator.normal(),), (-own,))) for g in one.games)
        bouts.append(replace(one, games=games))
    found = luck_of(bouts, ["a"])
    assert found is not None
    (row,) = found.rows
    assert row.wins_adjusted == row.wins and row.wins.low is not None and row.wins.low < 0.95
