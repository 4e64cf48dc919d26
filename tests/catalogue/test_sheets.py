"""Sheets that cannot be played refuse to be made and say why; specs that name none say what comes near."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any, get_args

import pytest

from referee.engine.actions import call_code
from referee.engine.errors import SheetError
from referee.engine.kinds import (
    FirstLead,
    FirstLeader,
    Follow,
    Jokers,
    Looking,
    Needs,
    Partner,
    Stake,
    TrumpMaker,
    TrumpOrder,
)  # fmt: skip
from referee.engine.phases import exchange
from referee.engine.sheet import Special, sheet_hash, sheet_json
from referee.engine.steps import Burn, ExchangeStep, Fill, Forfeit, Inspect, Search, ThrowPlain, Where, Who
from referee.engine.tables import compile_tables
from referee.variants.catalogue import names, resolve, split, variants
from tests.catalogue.tables import TABLES

MOON = Special(name="moon", value=4, needs=Needs.POINTS, stake=Stake.GAME)
EVERY_SHEET = """
abacos auction auction-backdoor auction-partners barn campbell-eleven campbell-eleven-five-handed campbell-ten carthage
cell contway contway-three eight-point eleven-point fifteen-point five-point fourteen-point high-five juniper man-o-war
maryland-jack nine-five nine-five-backdoor nine-five-hotshot northeast-connecticut northwest-connecticut oklahoma
partnership-draw razzle-dazzle reverse roadhouse seven-point seven-point-nebraska seventeen-point sixteen-point
southeast-missouri susqy-river ten-point ten-point-capture-low ten-point-dirty ten-point-five-handed
ten-point-reverse-hierarchy thirteen-point two-trump wahoo
"""

# What makes a sheet unplayable, and a word of the reason.
PROBLEMS: list[tuple[str, dict[str, Any], str]] = [
    ("auction", {"seats": 1, "sides": 1}, "seats is 1, must be 2 to 9"),
    ("auction", {"seats": 10, "sides": 10, "hand_size": 3}, "seats is 10, must be 2 to 9"),
    ("auction", {"seats": 5, "sides": 2}, "5 seats do not make 2 equal sides"),
    ("auction", {"sides": 1}, "4 seats do not make 1 equal sides"),
    ("auction", {"sides": 8}, "4 seats do not make 8 equal sides"),
    ("auction", {"hand_size": 14}, "4 hands of 14 are more than the 52 cards"),
    ("auction", {"lowest_rank": 8}, "4 hands of 6 are more than the 20 cards"),
    ("auction", {"jokers": 3}, "jokers is 3"),
    ("auction", {"lowest_call": 0}, "calls from 0 to 4"),
    ("auction", {"lowest_call": 5}, "calls from 5 to 4"),
    ("auction", {"highest_call": 5}, "a call of 5 asks for more than the 4 points there are"),
    ("auction", {"stuck_from": 0}, "a stuck dealer's lowest call, 0, is not among"),
    ("auction", {"stuck_from": 5}, "a stuck dealer's lowest call, 5, is not among"),
    ("auction", {"points": ()}, "no point rule"),
    ("auction", {"exchange": (ThrowPlain(),)}, "trump must be declared, not pitched"),
    ("auction", {"follow": Follow.TRUMPS_ONLY}, "the exchange must take all plain cards away"),
    ("auction", {"specials": (MOON, MOON, MOON)}, "3 special calls, at most 2"),
    ("auction", {"specials": (replace(MOON, value=3),)}, "the call moon has the value 3, below the highest call 4"),
    ("auction", {"first_leader": FirstLeader.LEFT_OF_PITCHER}, "first card makes trump, so he must lead first"),
    ("auction", {"follow": Follow.UNTIL_BROKEN}, "may lead any card"),
    ("auction", {"joker_role": Jokers.SUITLESS}, "there are none in the pack"),
    ("juniper", {"joker_role": Jokers.SUITLESS}, "a joker of no suit that is pitched makes no trump"),
    ("auction", {"partner": Partner.CALLED}, "trump must be declared, not pitched"),
    ("auction", {"only_when_set": ("off-jack",)}, "only_when_set names 'off-jack', but there is no such point"),
    ("auction", {"loses_at": 0}, "loses_at is 0, must be -999999 to -1"),
    ("auction", {"draws_at": 7}, "draws_at is 7, must be -999999 to -1"),
    ("auction", {"margin": 0}, "margin is 0"),
    ("auction", {"looking": Looking.OR_BLIND}, "Forfeit and look-or-blind go together"),
    ("auction", {"looking": Looking.OR_BLIND_SPECIAL}, "made blind, but there is no second one"),
    ("man-o-war", {"exchange": (Inspect(), Forfeit())}, "Forfeit must come before Inspect"),
    ("abacos", {"looking": Looking.AT_ONCE}, "Forfeit and look-or-blind go together"),
    ("two-trump", {"off_ranks": (9,)}, "with a sub-trump there can be no off-cards"),
    ("two-trump", {"trump_maker": TrumpMaker.DECLARED}, "is of the sub-trump, but none is declared"),
    ("razzle-dazzle", {"seats": 4, "sides": 2}, "every seat must be a side of its own"),
    ("cell", {"jokers": 1}, "goes with the low-joker, which is no trump of this sheet"),
    ("cell", {"off_ranks": ()}, "goes with the off-jack"),
    ("ten-point-capture-low", {"trump_order": TrumpOrder.REVERSED}, "the two cannot capture where"),
    (
        "high-five",
        {"exchange": (ThrowPlain(), Search(to=6, who=Who.PITCHER, where=Where.STOCK), Fill(to=6))},
        "no cards may be drawn or thrown after it",
    ),
    ("campbell-ten", {"exchange": (ThrowPlain(), Fill(to=6), Burn(to=6))}, "must take all plain cards away"),
    ("auction", {"target": 0}, "target is 0"),
    ("auction", {"target": -5}, "target is -5"),
    ("auction", {"backdoor": 0}, "backdoor is 0"),
    ("auction", {"max_deals": 0}, "max_deals is 0"),
    ("ten-point", {"sides": 4}, "a widow that may be handed on needs one partner"),
    ("ten-point", {"seats": 6, "sides": 2, "hand_size": 8}, "a widow that may be handed on needs one partner"),
    ("ten-point", {"trump_maker": TrumpMaker.PITCHED}, "trump must be declared, not pitched"),
]


@pytest.mark.parametrize(("name", "changes", "reason"), PROBLEMS)
def test_an_unplayable_sheet_is_not_made(name: str, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(SheetError) as caught:
        replace(resolve(name), **changes)
    assert any(reason in problem for problem in caught.value.problems)
    assert all(problem.startswith(f"{name}: ") for problem in caught.value.problems)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(SheetError) as caught:
        replace(resolve("auction"), seats=10, sides=4, highest_call=9, stuck_from=10, points=(), target=0, max_deals=0)
    told = " | ".join(caught.value.problems)
    assert len(caught.value.problems) == 7
    for reason in (
        "seats is 10",
        "10 seats do not make 4",
        "hands of 6",
        "stuck dealer",
        "no point rule",
        "target",
        "max_deals",
    ):
        assert reason in told
    assert str(caught.value) == "; ".join(caught.value.problems)


@pytest.mark.parametrize("spec", TABLES)
def test_a_sheet_is_frozen_and_comes_with_its_tables(spec: str) -> None:
    sheet = resolve(spec)
    with pytest.raises(FrozenInstanceError):
        sheet.target = 5  # type: ignore[misc]
    assert resolve(sheet.spec) == sheet
    assert compile_tables(sheet) is compile_tables(replace(sheet))
    assert len(sheet.pack) == 4 * (13 - sheet.lowest_rank) + sheet.jokers
    assert sheet.calls[0] == call_code(sheet.lowest_call)


# ---- Specs


def test_the_catalogue_is_sorted_and_complete() -> None:
    assert list(names()) == sorted(names())
    assert list(names()) == EVERY_SHEET.split()
    for name, variant in variants().items():
        assert (variant.sheet.id, variant.sheet.options) == (name, ())
        assert (variant.sheet.seats, variant.sheet.sides) in variant.layouts
        assert len({option.name for option in variant.options}) == len(variant.options)


@pytest.mark.parametrize(
    ("spec", "same"),
    [
        ("auction[target=11,seats=3]", "auction[seats=3,target=11]"),
        ("  auction [ target = 11 , seats = 3 ] ", "auction[seats=3,target=11]"),
        ("auction[]", "auction"),
        ("auction[seats=3,]", "auction[seats=3]"),
    ],
)
def test_equal_specs_give_equal_sheets(spec: str, same: str) -> None:
    assert resolve(spec) == resolve(same)
    assert sheet_hash(resolve(spec)) == sheet_hash(resolve(same))
    assert resolve(spec).spec == same


def test_different_specs_give_different_hashes() -> None:
    hashes = {spec: sheet_hash(resolve(spec)) for spec in TABLES}
    assert len(set(hashes.values())) == len(TABLES)
    assert all(len(value) == 64 for value in hashes.values())
    assert sheet_json(resolve("auction")).startswith('{"all_pass":"dealer-stuck","backdoor":null,')


@pytest.mark.parametrize(
    ("spec", "options"),
    [("auction", {}), ("auction[target=11]", {"target": "11"}), ("x[a=1,b=c d]", {"a": "1", "b": "c d"})],
)
def test_split(spec: str, options: dict[str, str]) -> None:
    assert split(spec) == (spec.partition("[")[0], options)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        # unknown ids, with what comes near
        ("auctoin", ["unknown variant 'auctoin' (did you mean 'auction'", "arena variants"]),
        ("tenpoint", ["'ten-point'"]),
        ("zzz", ["unknown variant 'zzz'"]),
        ("", ["unknown variant ''"]),
        ("Auction", ["'auction'"]),
        # no specs at all
        ("auction[target=11", ["is no variant: expected id or id[option=value,...]"]),
        ("auction]target=11[", ["is no variant"]),
        ("auction[[target=11]]", ["is no variant"]),
        ("auction[target=11]x", ["is no variant"]),
        ("auction[target]", ["'target' is no option=value"]),
        ("auction[=11]", ["'=11' is no option=value"]),
        ("auction[target=]", ["'target=' is no option=value"]),
        ("auction[target=11,target=15]", ["option 'target' is given twice"]),
        # unknown options
        (
            "auction[tarhet=11]",
            ["auction has no option 'tarhet' (did you mean 'target'?)", "it has seats, sides, target"],
        ),
        ("ten-point[low=holder]", ["ten-point has no option 'low'", "dirty"]),
        ("contway[backdoor=11]", ["contway has no option 'backdoor'"]),
        ("auction[dirty=true]", ["auction has no option 'dirty'"]),
        ("auction[options=x]", ["auction has no option 'options'"]),
        # values
        ("auction[target=0]", ["auction[target]: must be a whole number from 1 up, not '0'"]),
        ("auction[target=-3]", ["must be a whole number"]),
        ("auction[target=7.5]", ["must be a whole number"]),
        ("auction[target=seven]", ["must be a whole number from 1 up, not 'seven'"]),
        ("auction[target=1234567]", ["must be a whole number"]),
        ("auction[max_deals=0]", ["auction[max_deals]: must be a whole number from 1 up"]),
        ("auction[backdoor=0]", ["auction[backdoor]: must be a whole number from 1 up"]),
        ("auction[low=dealer]", ["auction[low]: must be taker or holder, not 'dealer'"]),
        ("ten-point[dirty=1]", ["ten-point[dirty]: must be true or false, not '1'"]),
        # layouts
        ("auction[seats=9]", ["auction has no table of seats=9; it has 2 seats in 2 sides, 3 seats"]),
        ("auction[seats=4,sides=2]", ["auction has no table of seats=4, sides=2"]),
        ("roadhouse[seats=6,sides=3]", ["roadhouse has no table of seats=6, sides=3", "4 seats in 2 sides"]),
        ("auction[seats=four]", ["auction[seats]: must be a whole number, not 'four'"]),
        ("auction[sides=-2]", ["auction[sides]: must be a whole number, not '-2'"]),
        ("ten-point[seats=6]", ["ten-point has no table of seats=6; it has 4 seats in 2 sides"]),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(spec: str, told: list[str]) -> None:
    with pytest.raises(SheetError) as caught:
        resolve(spec)
    for text in told:
        assert text in str(caught.value)


def test_all_problems_of_a_spec_are_told_at_once() -> None:
    with pytest.raises(SheetError) as caught:
        resolve("auction[seats=9,target=x,low=y,colour=red]")
    assert len(caught.value.problems) == 4


@pytest.mark.parametrize(
    ("spec", "layout"),
    [
        ("auction", (4, 4)),
        ("auction[seats=6]", (6, 6)),
        ("roadhouse[seats=4]", (4, 4)),
        ("roadhouse[sides=2]", (4, 2)),
        ("roadhouse[seats=4,sides=2]", (4, 2)),
        ("ten-point[seats=4,sides=2]", (4, 2)),
    ],
)
def test_layouts(spec: str, layout: tuple[int, int]) -> None:
    assert (resolve(spec).seats, resolve(spec).sides) == layout


def test_a_new_sheet_can_be_made_of_an_old_one() -> None:
    """What the catalogue does not have may still be played, where the parts fit."""
    sheet = replace(resolve("contway"), id="mine", first_lead=FirstLead.ANY, exchange=(), options=())
    assert sheet.spec == "mine"
    assert compile_tables(sheet) is not compile_tables(resolve("contway"))


def test_every_exchange_step_has_its_rule() -> None:
    assert set(exchange.RULES) == set(get_args(ExchangeStep))


@pytest.mark.parametrize("value", ["\N{FULLWIDTH DIGIT FIVE}", "9" * 5000, "99999999999"])
def test_numbers_that_are_none_of_ours_are_refused(value: str) -> None:
    with pytest.raises(SheetError, match=r"auction\[target\]: must be a whole number from 1"):
        resolve(f"auction[target={value}]")
    with pytest.raises(SheetError):
        resolve(f"auction[seats={value}]")


@pytest.mark.parametrize("options", ["target=40,float57=true", "float57=true,target=40"])
def test_the_number_of_a_target_holds_beside_float57(options: str) -> None:
    assert resolve(f"susqy-river[{options}]").target == 40
