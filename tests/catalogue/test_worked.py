"""Deals worked out by hand from the text of the rules: engine and oracle must come to the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from referee.engine.actions import MISDEAL, PASS, Ask, Pick
from referee.engine.cards import NAMES
from referee.engine.game import Game
from referee.engine.notation import token
from referee.engine.phases.deal import places
from referee.variants.catalogue import names, resolve
from tests.catalogue.agreement import names as card_names
from tests.catalogue.agreement import offered
from tests.catalogue.tables import lots, new_game, random_action, shuffled
from tests.catalogue.worked_deals import (
    FOLDER,
    WorkedDeal,
    check_in_engine,
    check_in_oracle,
    check_side_by_side,
    deal_of,
    lay_out,
    load,
)  # fmt: skip
from tests.oracle import Offer

DEALS = {path.stem: load(path) for path in sorted(FOLDER.glob("*.toml"))}
ALL = [pytest.param(deal, id=f"{name}-{deal.name}") for name, deals in DEALS.items() for deal in deals]
FEWEST = 5


@pytest.mark.parametrize("name", names())
def test_every_sheet_has_worked_deals(name: str) -> None:
    deals = DEALS.get(name, ())
    assert len({deal.name for deal in deals}) == len(deals) >= FEWEST
    assert all(resolve(deal.sheet).id == name for deal in deals)


def test_no_file_is_left_over() -> None:
    assert set(DEALS) <= set(names())


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


# ---- the format


def test_hands_are_laid_out_in_dealing_order() -> None:
    clubs, diamonds = "2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D"
    pack = lay_out("auction[seats=2]", 0, [clubs, diamonds], "AS")
    assert " ".join(NAMES[card] for card in pack[:13]) == "2D 3D 4D 2C 3C 4C 5D 6D 7D 5C 6C 7C AS"
    with pytest.raises(ValueError, match="each once: 2C"):
        lay_out("auction[seats=2]", 0, [clubs, diamonds], "2C")
    with pytest.raises(ValueError, match="each once: HJ"):
        lay_out("auction[seats=2]", 0, [clubs, diamonds], "HJ")
    with pytest.raises(ValueError, match="2 hands of 6"):
        lay_out("auction[seats=2]", 0, [clubs, "2D 3D 4D 5D 6D"], "")


def test_packets_are_those_of_the_sheet() -> None:
    hands = ["2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S"]
    pack = lay_out("cell", 2, hands, "HJ AC")
    dealt = " ".join(NAMES[card] for card in pack[:10])
    assert dealt == "2S 2C 2D 2H 3S 3C 3D 3H 4S 4C"
    assert " ".join(NAMES[card] for card in pack[24:26]) == "HJ AC"


def written(spec: str, seed: int, on_top: Sequence[int] = ()) -> dict[str, Any]:
    """Return a random deal in the format of the files, with every decision looked at; these cards are dealt first."""
    chance = Random(seed)
    game = new_game(spec, chance.randrange(resolve(spec).seats))
    pack, drawn = shuffled(game, chance), lots(game, chance)
    pack = [*on_top, *(card for card in pack if card not in on_top)]
    sheet, dealer = game.sheet, game.public.dealer
    game.deal(pack, drawn)
    actions: list[str] = []
    stops: list[dict[str, Any]] = []
    while game.to_act >= 0:
        stop = {"at": len(actions), "seat": game.to_act, "hand": " ".join(card_names(game.view(game.to_act)[2]))}
        choices = offered(game.legal(), game.ask, sheet)
        if isinstance(choices, Offer):
            fixed, choose_from = " ".join(choices.fixed), " ".join(choices.from_)
            stop |= {"verb": choices.verb, "fixed": fixed, "from": choose_from}
            stop |= {"least": choices.least, "most": choices.most}
        else:
            stop |= {"actions": " ".join(choices)}
        stops.append(stop)
        # Passes and misdeals are chosen where they can be, so that deals that are not played come up too.
        legal = game.legal()
        action = random_action(legal, chance)
        if not isinstance(legal, Pick):
            action = next((unusual for unusual in (MISDEAL, PASS) if unusual in legal and seed % 2), action)
        actions.append(token(action, game.ask, sheet))
        game.apply(action)
    hands = places(sheet.seats, sheet.hand_size, sheet.packet, (dealer + 1) % sheet.seats)
    table: dict[str, Any] = {
        "name": f"random deal {seed}",
        "cites": ["none"],
        "sheet": spec,
        "dealer": dealer,
        "scores": [0] * sheet.sides,
        "hands": [" ".join(NAMES[pack[place]] for place in hand) for hand in hands],
        "stock": " ".join(NAMES[card] for card in pack[sheet.seats * sheet.hand_size :]),
        "actions": " ".join(actions),
        "expect": expected(game) | {"legal": stops},
    }
    return table | ({"lots": drawn} if drawn else {})


def expected(game: Game) -> dict[str, Any]:
    """Return the outcome of the game's first deal in the format of the files."""
    result, sheet = game.results[-1], game.sheet
    outcome: dict[str, Any] = {
        "scores": list(result.scores),
        "over": game.over,
        "winners": list(game.winners),
        "hickeys": game.public.sets,
    }
    if result.pitcher < 0:
        return outcome | {"contract": "misdeal" if result.contract == MISDEAL else "passed-out"}
    outcome["contract"] = token(result.contract, Ask.CALL, sheet)
    outcome["points"] = {rule.name: side for rule, side in zip(sheet.points, result.points, strict=True)}
    outcome["made"] = result.made
    if game.tables.calls_partner:
        outcome["partner"] = -1 if result.partner == result.pitcher else result.partner
    return outcome


@pytest.mark.parametrize("name", names())
def test_any_deal_of_any_sheet_can_be_written(name: str) -> None:
    for seed in range(2):
        deal = deal_of(written(name, seed))
        check_in_engine(deal)
        check_in_oracle(deal)
        check_side_by_side(deal)


PASSED_OUT = partial(written, "northwest-connecticut", 1)
LOW = [13 * suit + rank for suit in range(4) for rank in range(2, 8)]  # fours to nines: no honours
HIGH = [13 * suit + rank for suit in range(4) for rank in range(8, 13)]
NO_HONOUR = [*LOW[:3], *HIGH[:9], *LOW[3:6], *HIGH[9:18], *LOW[6:9]]  # eldest, dealt three threes, may claim a misdeal
MISDEALT = partial(written, "campbell-eleven", 1, NO_HONOUR)


@pytest.mark.parametrize(("write", "contract"), [(PASSED_OUT, "passed-out"), (MISDEALT, "misdeal")])
def test_a_deal_that_is_not_played_has_no_points(write: Callable[[], dict[str, Any]], contract: str) -> None:
    table = write()
    assert table["expect"]["contract"] == contract
    for check in (check_in_engine, check_in_oracle, check_side_by_side):
        check(deal_of(table))
    mores: list[dict[str, Any]] = [{"points": {}}, {"made": False}, {"partner": 1}]
    for more in mores:
        with pytest.raises(ValueError, match="unknown keys"):
            deal_of(table | {"expect": table["expect"] | more})


@pytest.mark.parametrize(("write", "further"), [(PASSED_OUT, 1), (MISDEALT, 0)])
def test_who_deals_next(write: Callable[[], dict[str, Any]], further: int) -> None:
    table = write()
    following = {"next_dealer": (table["dealer"] + further) % 4}
    for check in (check_in_engine, check_in_oracle):
        check(deal_of(table | {"expect": table["expect"] | following}))


def without(table: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name != key}


def test_what_a_deal_needs_must_be_there() -> None:
    abacos, called = written("abacos", 2), written("ten-point-five-handed", 2)
    for table, told in (
        (without(abacos, "lots"), r"missing keys \['lots'\]"),
        (abacos | {"lots": [0, 1]}, "lots has 2 numbers, abacos wants 4"),
        (abacos | {"scores": [0, 1]}, "scores has 2 numbers"),
        (called | {"lots": [0]}, r"unknown keys \['lots'\]"),
        (called | {"expect": without(called["expect"], "partner")}, r"missing keys \['partner'\]"),
        (called | {"cites": []}, "cites no paragraph"),
    ):
        with pytest.raises(ValueError, match=told):
            deal_of(table)


@pytest.mark.parametrize(
    "change",
    [
        {"points": {}},
        {"made": None},
        {"partner": 9},
        {"contract": "hotshot"},
        {"over": True},
        {"winners": [0]},
        {"scores": [1, 2, 3, 4, 5]},
        {"hickeys": [9, 9, 9, 9, 9]},
        {"settlement": [0, 0, 0, 0, 0]},
        {"next_dealer": 9},
    ],
)
def test_whatever_is_expected_is_looked_at(change: dict[str, Any]) -> None:
    table = written("ten-point-five-handed", 2)
    check_in_engine(deal_of(table))
    wrong = deal_of(table | {"expect": table["expect"] | change})
    for check in (check_in_engine, check_in_oracle):
        with pytest.raises(AssertionError):
            check(wrong)


def test_twenty_deals_passed_out_leave_the_dealer_stuck() -> None:
    """Section 6, termination: `pass_outs` puts the deal after so many."""
    table = PASSED_OUT()
    stuck = table | {"pass_outs": 20}
    for check in (check_in_engine, check_in_oracle):
        check(deal_of(table | {"pass_outs": 19}))
        with pytest.raises(AssertionError, match="decision 3"):
            check(deal_of(stuck))
