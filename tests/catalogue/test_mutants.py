"""Every planted mutant is caught by a worked deal, or by the oracle within a few hundred random deals."""

from __future__ import annotations

from functools import cache

import pytest

from referee.engine.game import Game
from referee.engine.tables import Tables
from referee.variants.catalogue import names, resolve
from tests.catalogue.agreement import compare
from tests.catalogue.mutants import MUTANTS, Mutant
from tests.catalogue.starts import from_nothing, near_the_end
from tests.catalogue.worked_deals import FOLDER, Build, check_in_engine, load

DEALS = 300
WORKED = {name: load(FOLDER / f"{name}.toml") for name in names()}


def builder(mutant: Mutant) -> Build:
    """Return how the mutant makes a game of a spec."""

    @cache
    def tables_of(spec: str) -> Tables:
        tables = Tables(mutant.sheet(resolve(spec)))
        mutant.tables(tables)
        return tables

    return lambda spec, dealer: Game(tables_of(spec), dealer)


def caught_by_hand(mutant: Mutant) -> str | None:
    """Return the first worked deal that the mutant gets wrong."""
    for deal in WORKED[resolve(mutant.spec).id]:
        try:
            check_in_engine(deal, builder(mutant))
        except Exception:  # noqa: BLE001 - a mutant may break in any way
            return deal.name
    return None


def caught_by_oracle(mutant: Mutant, deals: int) -> str | None:
    """Return the kind of game in which the mutant differs from the oracle."""
    for start in (near_the_end, from_nothing):
        try:
            compare(mutant.spec, deals=deals, seed=11, start=start, build=builder(mutant))
        except Exception:  # noqa: BLE001
            return start.__name__
    return None


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_mutant_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.code(monkeypatch)
    assert caught_by_hand(mutant) or caught_by_oracle(mutant, DEALS)


def test_both_nets_hold_by_themselves() -> None:
    """Most mutants are caught by the worked deals alone, nearly all by the oracle alone."""
    by_hand, by_oracle = [], []
    for mutant in MUTANTS:
        with pytest.MonkeyPatch.context() as patch:
            mutant.code(patch)
            by_hand.append(caught_by_hand(mutant) is not None)
            by_oracle.append(caught_by_oracle(mutant, 100) is not None)
    missed = [mutant.name for mutant, hand, oracle in zip(MUTANTS, by_hand, by_oracle, strict=True) if not hand]
    assert sum(by_hand) > 0.6 * len(MUTANTS), missed
    assert sum(by_oracle) > 0.9 * len(MUTANTS)


@pytest.mark.parametrize("spec", names())
def test_the_engine_itself_is_not_caught(spec: str) -> None:
    honest = Mutant(name="none", spec=spec)
    assert caught_by_hand(honest) is None
    assert caught_by_oracle(honest, 30) is None


def test_there_are_mutants_of_every_sheet() -> None:
    assert {resolve(mutant.spec).id for mutant in MUTANTS} == set(names())
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 15
