"""The sheet in words: complete, about nothing but the sheet, and different wherever the sheet is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine.describe import describe, exchange_text
from referee.engine.sheet import (
    Ending,
    FirstLead,
    Folding,
    Follow,
    Needs,
    Settle,
    Sheet,
    Stake,
    Steal,
)
from referee.variants.catalogue import resolve, variants

HEADS = (
    "Table", "Pack", "Deal", "Trumps", "Calls", "Auction", "Stuck dealer", "Steal", "Trump", "First lead", "Following",
    "Fold", "Scoring", "End", "Back door", "Settlement", "Limit",
)  # fmt: skip


def rules(spec: str) -> tuple[str, ...]:
    """The text without its first line, which names the options."""
    return describe(resolve(spec))[1:]


def values(variant: str, option: str) -> list[str]:
    """Some values of the option, read from what it says that may be given."""
    text = next(o.values for o in variants()[variant].options if o.name == option)
    told = [value.strip() for value in text.split(",")]
    return ["3", "19"] if "..." in told else told


OPTIONS = [(name, option.name) for name, variant in variants().items() for option in variant.options]
LAYOUTS = [(name, *layout) for name, variant in variants().items() for layout in variant.layouts]


@pytest.mark.parametrize("name", variants())
def test_every_head_stands_in_the_text_once(name: str) -> None:
    sheet = resolve(name)
    text = describe(sheet)
    assert text[0] == f"{sheet.title} ({name})"
    heads = [line.partition(": ")[0] for line in text[1:]]
    absent = {
        "Fold": sheet.folding is Folding.NEVER,
        "Back door": sheet.backdoor is None,
        "Settlement": sheet.settle is Settle.NOTHING,
    }
    assert [head for head in heads if head not in ("Point", "Exchange")] == [h for h in HEADS if not absent.get(h)]
    assert heads.count("Point") == len(sheet.points)
    assert heads.count("Exchange") == len(sheet.exchange)
    for line in text[1:]:
        assert line.partition(": ")[2].strip() == line.partition(": ")[2] != ""


@pytest.mark.parametrize("name", variants())
def test_every_point_is_told_with_its_worth(name: str) -> None:
    sheet = resolve(name)
    told = [line.removeprefix("Point: ").partition(":")[0] for line in describe(sheet) if line.startswith("Point: ")]
    assert told == [f"{rule.name}, {rule.worth}" for rule in sheet.points]


@pytest.mark.parametrize("name", variants())
def test_the_exchange_is_the_same_text_alone(name: str) -> None:
    sheet = resolve(name)
    told = tuple(line.removeprefix("Exchange: ") for line in describe(sheet) if line.startswith("Exchange: "))
    assert exchange_text(sheet) == told
    assert len(told) == len(set(told)) == len(sheet.exchange)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_changes_the_text(name: str, option: str) -> None:
    texts = {rules(f"{name}[{option}={value}]") for value in values(name, option)}
    assert len(texts) == len(values(name, option))
    assert texts != {rules(name)}


@pytest.mark.parametrize(("name", "seats", "sides"), LAYOUTS)
def test_the_table_and_the_deal_are_of_the_layout(name: str, seats: int, sides: int) -> None:
    spec = name if len(variants()[name].layouts) == 1 else f"{name}[seats={seats},sides={sides}]"
    sheet, text = resolve(spec), rules(spec)
    assert text[0].startswith(f"Table: {seats} players")
    assert text[0].count(",") == (sides - 1 if sides < seats else 1)
    assert f"{len(sheet.pack) - seats * sheet.hand_size} card" in text[2]


def test_layouts_differ() -> None:
    assert len({rules(f"roadhouse[seats={n}]") for n in range(3, 8)} | {rules("roadhouse[sides=2]")}) == 6


def changed(ten: Sheet) -> list[Sheet]:
    """The sheet with one thing changed at a time (or two, where one alone makes no playable sheet)."""
    special = ten.special
    assert special is not None
    return [
        replace(ten, lowest_rank=1),
        replace(ten, jokers=1, points=ten.points[:3], highest_call=3, lowest_call=1, stuck_from=1, stuck_to=1),
        replace(ten, off_ranks=()),
        replace(ten, off_ranks=(9, 3)),
        replace(ten, reversed_trumps=True),
        replace(ten, hand_size=8),
        replace(ten, packet=1),
        replace(ten, lowest_call=3),
        replace(ten, highest_call=9),
        replace(ten, special=None),
        replace(ten, special=replace(special, name="smudge")),
        *(replace(ten, special=replace(special, needs=needs)) for needs in Needs if needs is not special.needs),
        *(replace(ten, special=replace(special, stake=stake)) for stake in Stake if stake is not special.stake),
        replace(ten, special=replace(special, stake=Stake.POINTS, points=7)),
        replace(ten, stuck_to=5),
        replace(ten, stuck_special=True),
        *(replace(ten, steal=steal) for steal in Steal if steal is not ten.steal),
        *(replace(ten, first_lead=lead) for lead in FirstLead if lead is not ten.first_lead),
        *(replace(ten, follow=follow) for follow in Follow if follow is not ten.follow),
        *(replace(ten, folding=folding) for folding in Folding if folding is not ten.folding),
        *(replace(ten, exchange=(*ten.exchange[:i], *ten.exchange[i + 1 :])) for i in range(len(ten.exchange))),
        replace(ten, floor=0),
        *(replace(ten, ending=ending) for ending in Ending if ending is not ten.ending),
        replace(ten, ending=Ending.AHEAD, margin=4),
        *(replace(ten, settle=settle) for settle in Settle if settle is not ten.settle),
        replace(ten, target=53),
        replace(ten, backdoor=1),
        replace(ten, max_deals=1),
    ]


def test_every_field_of_the_sheet_is_told() -> None:
    ten = resolve("ten-point")
    texts = [describe(sheet)[1:] for sheet in (ten, *changed(ten))]
    doubles = [(a, b) for a in range(len(texts)) for b in range(a) if texts[a] == texts[b]]
    assert not doubles
