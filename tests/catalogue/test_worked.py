"""Deals worked out by hand from the text of the rules: engine and oracle must come to the same."""

from __future__ import annotations

import pytest

from referee.engine.cards import NAMES
from referee.variants.catalogue import names, resolve
from tests.catalogue.worked_deals import (
    FOLDER,
    WorkedDeal,
    check_in_engine,
    check_in_oracle,
    check_side_by_side,
    lay_out,
    load,
)  # fmt: skip

DEALS = {path.stem: load(path) for path in sorted(FOLDER.glob("*.toml"))}
ALL = [pytest.param(deal, id=f"{name}-{deal.name}") for name, deals in DEALS.items() for deal in deals]
FEWEST = 5


@pytest.mark.parametrize("name", names())
def test_every_sheet_has_worked_deals(name: str) -> None:
    deals = DEALS.get(name, ())
    assert len({deal.name for deal in deals}) == len(deals) >= FEWEST
    assert all(resolve(deal.sheet).id == name for deal in deals)


def test_no_file_is_left_over() -> None:
    assert set(DEALS) == set(names())


@pytest.mark.parametrize("deal", ALL)
def test_worked_deal_in_the_engine(deal: WorkedDeal) -> None:
    check_in_engine(deal)


@pytest.mark.parametrize("deal", ALL)
def test_worked_deal_in_the_oracle(deal: WorkedDeal) -> None:
    check_in_oracle(deal)


@pytest.mark.parametrize("deal", ALL)
def test_worked_deal_side_by_side(deal: WorkedDeal) -> None:
    check_side_by_side(deal)


@pytest.mark.parametrize("deal", ALL)
def test_worked_deal_looks_at_legal_sets(deal: WorkedDeal) -> None:
    assert deal.stops


def test_hands_are_laid_out_in_dealing_order() -> None:
    clubs, diamonds = "2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D"
    pack = lay_out("auction[seats=2]", 0, [clubs, diamonds], "AS")
    assert " ".join(NAMES[card] for card in pack[:13]) == "2D 3D 4D 2C 3C 4C 5D 6D 7D 5C 6C 7C AS"
    with pytest.raises(ValueError, match="each once"):
        lay_out("auction[seats=2]", 0, [clubs, diamonds], "2C")
    with pytest.raises(ValueError, match="2 hands of 6"):
        lay_out("auction[seats=2]", 0, [clubs, "2D 3D 4D 5D 6D"], "")
