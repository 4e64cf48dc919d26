"""Every planted mutant is caught by the oracle within a bounded number of random deals, and most by a worked deal.

`python -m tests.catalogue.test_mutants` says of each what catches it, and after how many deals.
"""

from __future__ import annotations

from functools import cache

import pytest

from referee.engine import game as engine
from referee.engine.errors import PitchError
from referee.engine.game import Game
from referee.variants.catalogue import names, resolve
from tests.catalogue import agreement
from tests.catalogue.agreement import compare
from tests.catalogue.luck import EVERYDAY, Luck
from tests.catalogue.mutants import MUTANTS
from tests.catalogue.mutants_of_state import STATE_MUTANTS, StateMutant
from tests.catalogue.planting import Mutant, builder
from tests.catalogue.worked_deals import FOLDER, WorkedDeal, check_in_engine, load
from tests.oracle import OracleGame

DEALS = 500  # in which the oracle must catch a mutant
PLANTED = 267


@cache
def worked(name: str) -> tuple[WorkedDeal, ...]:
    """Return the worked deals of the sheet."""
    path = FOLDER / f"{name}.toml"
    return load(path) if path.exists() else ()


def caught_by_hand(mutant: Mutant) -> str | None:
    """Return the first worked deal that the mutant gets wrong."""
    with pytest.MonkeyPatch.context() as patch:
        build = builder(mutant, patch)
        for deal in worked(resolve(mutant.spec).id):
            try:
                check_in_engine(deal, build)
            except (AssertionError, PitchError):
                return deal.name
    return None


def compare_legal(game: Game, oracle: OracleGame) -> None:
    """Assert that both ask the same of the same seat."""
    assert game.to_act == oracle.to_act()
    asked = agreement.offered(game.legal(), game.ask, game.sheet)
    assert agreement.in_order(asked) == agreement.in_order(oracle.legal())


def caught_by_oracle(mutant: Mutant, deals: int) -> int | None:
    """Return the deal, counted from 1, in which the mutant differs from the oracle; None if so many agree."""
    played = dict.fromkeys(mutant.starts, 0)
    with pytest.MonkeyPatch.context() as patch:
        if mutant.outcome_only:
            patch.setattr(agreement, "compare_decision", compare_legal)
            patch.setattr(agreement, "compare_known_at_the_end", lambda game, oracle: None)
        build, games = builder(mutant, patch), list[Game]()

        def noted(spec: str, dealer: int) -> Game:
            games.append(build(spec, dealer))
            return games[-1]

        for seed in range(deals):
            start = min(played, key=played.__getitem__)  # as many deals of either kind of game
            try:
                compare(mutant.spec, deals=1, seed=seed, start=start, build=noted, luck=mutant.luck)
            except (AssertionError, PitchError):
                return sum(played.values()) + len(games[-1].results) + 1
            played[start] += len(games[-1].results)
            if sum(played.values()) >= deals:
                break
    return None


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_mutant_is_caught_by_the_oracle(mutant: Mutant) -> None:
    assert caught_by_oracle(mutant, DEALS), f"{mutant.name} survives {DEALS} deals"


def test_worked_deals_alone_catch_most() -> None:
    missed = [mutant.name for mutant in MUTANTS if not caught_by_hand(mutant)]
    assert len(missed) < 0.4 * PLANTED, missed


LUCK = {(mutant.spec, id(mutant.luck)): mutant.luck for mutant in MUTANTS if mutant.luck is not EVERYDAY}


@pytest.mark.parametrize(("spec", "luck"), [(spec, luck) for (spec, _), luck in LUCK.items()])
def test_the_engine_itself_is_not_caught_by_luck(spec: str, luck: Luck) -> None:
    """Nor by the worked deals and by random ones: those are tests of their own."""
    assert caught_by_oracle(Mutant(name="none", spec=spec, luck=luck), 8) is None


def try_property(mutant: StateMutant) -> None:
    """Try the property in games of many seeds, none of whose rules were looked up before."""
    engine._rules.cache_clear()
    try:
        for seed in range(30):
            mutant.caught_by(mutant.spec, seed)
    finally:
        engine._rules.cache_clear()


@pytest.mark.parametrize("mutant", STATE_MUTANTS, ids=[mutant.name for mutant in STATE_MUTANTS])
def test_state_mutant_is_caught_by_a_property(mutant: StateMutant, monkeypatch: pytest.MonkeyPatch) -> None:
    try_property(mutant)  # the engine itself is right in the same games
    mutant.code(monkeypatch)
    with pytest.raises((AssertionError, PitchError)):
        try_property(mutant)


def test_there_are_mutants_of_every_sheet() -> None:
    assert {resolve(mutant.spec).id for mutant in MUTANTS} == set(names())
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) == PLANTED


def main() -> None:
    """Say of each mutant what catches it."""
    survivors = 0
    for mutant in MUTANTS:
        hand, deals = caught_by_hand(mutant), caught_by_oracle(mutant, DEALS)
        survivors += hand is None and deals is None
        oracle = f"the oracle in deal {deals}" if deals else f"nobody in {DEALS} random deals"
        print(f"{mutant.spec}: {mutant.name}: {oracle}, {hand or 'no worked deal'}", flush=True)
    print(f"{len(MUTANTS)} mutants, {survivors} survive")


if __name__ == "__main__":
    main()
