"""Engine and oracle agree on random deals of every table; `python -m tests.catalogue.agreement` does it at length."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.engine.actions import MISDEAL, PASS, SPECIAL, call_kind
from referee.engine.game import Game
from referee.engine.kinds import Stake
from referee.engine.phases.score import DealResult
from tests.catalogue.agreement import KINDS, agree_on
from tests.catalogue.luck import POOR_HANDS, Luck
from tests.catalogue.starts import near_the_end
from tests.catalogue.tables import TABLES, lots, new_game, play_out, stand

DEALS = 12  # of all kinds of start


@pytest.mark.parametrize("spec", TABLES)
def test_engine_and_oracle_agree(spec: str) -> None:
    counts = agree_on(spec, deals=DEALS, seed=2026)
    assert counts.keys() == KINDS.keys()
    assert sum(counts.values()) >= DEALS


def test_poor_hands_bring_misdeals_and_deals_that_all_pass() -> None:
    """What pure chance hardly ever shows."""
    contracts = Counter(result.contract for result in deals_of("northwest-connecticut", POOR_HANDS))
    assert contracts[PASS] > 10
    contracts = Counter(result.contract for result in deals_of("campbell-eleven", POOR_HANDS))
    assert contracts[MISDEAL] > 10


def deals_of(spec: str, luck: Luck) -> list[DealResult]:
    """Return what came of many deals of this luck."""
    chance, results = Random(3), list[DealResult]()
    while len(results) < 200:
        game = new_game(spec)
        while not game.over:
            if game.needs_deal:
                game.deal(luck.pack(game, chance), lots(game, chance))
            else:
                game.apply(luck.action(game.legal(), chance))
        results += game.results
    return results


def test_other_seeds_compare_other_deals() -> None:
    """The comparison is no use if it plays the same deal again and again."""
    one, two = (near_the_end("contway", Random(seed)) for seed in (1, 2))
    assert one != two


def kind_of_end(game: Game) -> str:
    """Return which rule ended the game, seen from the outside."""
    sheet, pitching = game.sheet, game.sheet.side_of(game.results[-1].pitcher)
    special = call_kind(game.results[-1].contract) == SPECIAL
    if special and sheet.specials and sheet.specials[0].stake is not Stake.POINTS:
        return "special call"
    if len(game.winners) > 1:
        return "draw"
    (winner,) = game.winners
    if game.scores[winner] >= sheet.target:
        rivals = [score for side, score in enumerate(game.scores) if side != winner and score >= sheet.target]
        return ("pitcher" if winner == pitching else "other") + (" of several there" if rivals else "")
    if sheet.backdoor is not None and game.scores[winner] <= -sheet.backdoor:
        return "back door"
    return "limit of deals"


EVERY_KIND = {
    *("pitcher", "other", "pitcher of several there", "other of several there"),
    *("draw", "back door", "limit of deals", "special call"),
}


@pytest.mark.parametrize(
    ("spec", "never"),
    [
        ("auction", {"special call"}),
        ("roadhouse", {"special call"}),
        ("partnership-draw", set()),
        ("ten-point", set()),
        ("contway", {"special call", "back door", "other of several there"}),
    ],
)
def test_near_the_end_every_kind_of_end_is_met(spec: str, never: set[str]) -> None:
    kinds: Counter[str] = Counter()
    chance = Random(7)
    for _ in range(600):
        start = near_the_end(spec, chance)
        game = new_game(start.spec, start.dealer)
        stand(game, start.scores, start.sets)
        play_out(game, chance)
        kinds[kind_of_end(game)] += 1
    assert set(kinds) == EVERY_KIND - never, kinds
