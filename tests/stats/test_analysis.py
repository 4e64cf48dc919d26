from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from arena.records.gather import Depth, bouts_of, tables_of
from arena.reports.sheets import sheets
from arena.schedules.schedule import HOUSE, Fill
from arena.statistics.analysis import Analysis, Table, analyse
from arena.statistics.bias import bias
from arena.statistics.facts import BoutFact, places_of
from arena.statistics.saved import saved
from tests.arena.helpers import finished_run
from tests.stats.synthetic import bout, duel, game, tournament


def test_places() -> None:
    assert places_of((11, 7, 9), (0,), ()) == (0, 2, 1)
    assert places_of((11, 11, 9), (0, 1), ()) == (0, 0, 1)
    assert places_of((11, 7, 9), (2,), (0,)) == (2, 1, 0), "who forfeits is last whatever the score"
    assert places_of((11, 12), (0,), ()) == (0, 1), "the winner is first even with fewer points (bidder goes out)"
    assert places_of((3, 4), (), (0, 1)) == (0, 0), "all have forfeited"


def test_a_run_is_analysed(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run", bouts=3)
    bouts = list(bouts_of(run, depth=Depth.ACTIONS))
    found = analyse(tables_of(run), bouts, shuffles=20)
    assert [one.variant for one in found.variants] == ["auction[max_deals=3,seats=3]", "ten-point[max_deals=2]"]
    assert sum(one.games for one in found.variants) == run.plan.total_games
    assert found.overall is not None and len(found.overall.rows) == 3
    auction = found.variants[0]
    assert auction.bias.balanced
    assert sum(one.mean for one in auction.bias.sides) == pytest.approx(1)
    assert sum(one.mean for one in auction.bias.first_deal) == pytest.approx(1)
    rates = [row.tally.bids.mean for row in auction.rows if row.tally.bids]
    assert 0.5 < sum(rates) <= 1, "in each deal at most one has the contract"
    assert sum(row.tally.wins for row in auction.rows) == pytest.approx(auction.games)
    assert all(dict(row.tally.faults).get("late") for row in auction.rows)
    for row in auction.rows:
        for rate in (row.tally.win_share, row.tally.bids, row.tally.makes):
            assert rate is not None and rate.low is not None and rate.high is not None
            assert 0 <= rate.low <= rate.mean <= rate.high <= 1


def test_points_by_the_dealer_are_those_of_the_scores(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    for one in bouts_of(run, depth=Depth.ACTIONS):
        for played in one.games:
            sides = len(played.scores)
            assert sum(played.by_offset) == sum(played.scores) * len(played.by_offset) // sides
            assert sum(played.made) <= sum(played.pitched) <= played.deals


def test_the_order_of_bouts_changes_no_digit() -> None:
    bouts = tournament([0.5, 0.0, -0.5], sides=2, bouts=4, games=2, generator=np.random.default_rng(3))
    tables = [Table(variant="v", seats=2, sides=2)]
    shuffled = bouts[:]
    random.Random(1).shuffle(shuffled)
    assert analyse(tables, bouts, shuffles=10) == analyse(tables, shuffled, shuffles=10)


def test_nobody_has_played_every_variant_yet() -> None:
    """As while a run goes on: there is nobody to be rated overall, and that is said."""
    tables = [Table(variant=name, seats=2, sides=2) for name in ("v", "w")]
    found = analyse(tables, [duel("a", "b", "wl", variant="v"), duel("c", "d", "wl", variant="w")])
    assert found.overall is not None and found.overall.rows == ()
    assert found.overall.notes == ("Not rated overall, as they did not play every variant: a, b, c and d.",)
    assert [sheet.title for sheet in sheets(found)][:2] == ["overall", "v"]


@pytest.mark.parametrize("results", [("w", "w", "w"), ("l", "l", "l"), ("ww", "ll", "w")])
def test_a_chance_of_one_but_for_rounding_tells_nothing_overall(results: tuple[str, ...]) -> None:
    """That one always won a single bout is as likely as not, whichever way that is rounded: after a first round."""
    tables = [Table(variant=name, seats=2, sides=2) for name in ("v", "w")]
    pairs = list(zip(("ac", "ad", "bd"), results, strict=True))
    bouts = [duel(pair[0], pair[1], told, variant=table.variant) for table in tables for pair, told in pairs]
    found = analyse(tables, bouts)
    assert found.overall is not None and not any(pair.sure for pair in found.overall.pairs)
    assert all(np.isfinite(row.rating.mean) for row in found.overall.rows)


def test_who_met_nobody_but_the_house_is_told_to_be_alone() -> None:
    table = Table(variant="v", seats=2, sides=2)
    (variant,) = analyse([table], [duel("a", HOUSE, "wl", number=n) for n in range(3)], hidden=(HOUSE,)).variants
    assert variant.notes == ("a is the only one that is rated: there is nobody to compare it with.",)
    assert [sheet.title for sheet in sheets(Analysis(variants=(variant,), overall=None))] == ["v", "fairness and luck"]


def test_the_house_is_fitted_and_not_shown(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run", fill=Fill.HOUSE, variants=("auction[max_deals=2,seats=5]",), bouts=3)
    found = analyse(tables_of(run), list(bouts_of(run, depth=Depth.RESULTS)), hidden=(HOUSE,))
    (variant,) = found.variants
    assert found.overall is None and found.final is variant
    assert [row.name for row in variant.rows if row.name == HOUSE] == []
    assert {name for pair in variant.pairs for name in (pair.better, pair.worse)} == {"ann", "bob", "cleo"}
    assert variant.rows[0].tally.bids is None, "nobody looked at the actions"


def test_a_forfeit_is_told_apart_from_strength() -> None:
    """a is as strong as b but forfeits every third bout: it is rated lower, and the same without these."""
    fair = [duel("a", "b", "wl" if n % 2 else "lw", number=n) for n in range(12)]
    lost = [
        BoutFact(
            variant="v",
            names=("a", "b"),
            number=n,
            games=tuple(
                type(g)(
                    rotation=g.rotation,
                    game=0,
                    entrants=g.entrants,
                    places=g.places,
                    won=g.won,
                    scores=g.scores,
                    deals=1,
                    forfeited=(g.entrants.index("a"),),
                    faults=(("a", "crash"),),
                )
                for g in duel("a", "b", "ll").games
            ),
        )
        for n in range(12, 18)
    ]
    (variant,) = analyse([Table(variant="v", seats=2, sides=2)], [*fair, *lost]).variants
    row = next(row for row in variant.rows if row.name == "a")
    assert row.rating.mean < -40
    assert row.clean is not None and row.clean.mean == pytest.approx(0, abs=1e-6)
    assert row.tally.forfeits == 12 and row.tally.faults == (("crash", 12),)


@pytest.mark.parametrize("bouts", [[], [bout(game(("a", "b"), (0, 1)))]])
def test_next_to_nothing_is_analysed_and_explained(bouts: list[BoutFact]) -> None:
    found = analyse([Table(variant="v", seats=2, sides=2)], bouts, shuffles=5)
    if not bouts:
        assert found.final is None
        return
    (variant,) = found.variants
    assert "One bout has been played" in " ".join(variant.notes)
    assert variant.rows[0].places == (1, 2)


def test_odd_fields_are_explained() -> None:
    tables = [Table(variant="v", seats=2, sides=2)]
    groups = [duel(*names, "wl", number=n) for n in range(3) for names in (("a", "b"), ("c", "d"))]
    assert "a and b; c and d" in " ".join(analyse(tables, groups).variants[0].notes)
    star = [duel("a", x, "ww", number=n) for n in range(3) for x in "bc"]
    star += [duel("b", "c", "wl", number=n) for n in range(3)]
    assert "a always finished before b and c" in " ".join(analyse(tables, star).variants[0].notes)


def test_unbalanced_seats_are_named() -> None:
    whole = [duel("a", "b", "wl", number=n) for n in range(3)]
    assert bias(whole, seats=2).balanced
    half = [BoutFact(variant="v", names=one.names, number=one.number, games=one.games[:1]) for one in whole]
    found = bias(half, seats=2)
    assert not found.balanced
    assert "a sat on the seats 3, 0 times" in found.unbalanced


def test_what_bouts_save() -> None:
    """Luck that goes with the seat cancels over the rotations: with much of it a bout is worth far more games."""
    factors = []
    for luck in (0.0, 3.0):
        bouts = tournament([0.0, 0.0], sides=2, bouts=400, luck=luck, generator=np.random.default_rng(6))
        factor = saved(bouts).wins
        assert factor is not None
        factors.append(factor)
    assert factors[0] == pytest.approx(1, abs=0.2)
    assert factors[1] > 2.5
