"""The sheet in words: complete, about nothing but the sheet, and different wherever the sheet is."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, get_args, get_type_hints

import pytest

from referee.engine import kinds, points
from referee.engine.cards import NINE
from referee.engine.describe import describe, exchange_text
from referee.engine.describe_points import point_text
from referee.engine.describe_steps import step_text
from referee.engine.errors import SheetError
from referee.engine.kinds import (
    AllPass,
    Burned,
    Doubling,
    Folding,
    ForcedNine,
    Jokers,
    Looking,
    Misdeal,
    Needs,
    Partner,
    Settle,
    Stake,
    Steal,
)  # fmt: skip
from referee.engine.points import CardPoint, Low, Owner
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Burn, ExchangeStep, Fill, Forfeit, Narrow, ThrowPlain
from referee.variants.catalogue import names, resolve, variants

HEADS = (
    "Table", "Pack", "Deal", "Trumps", "Jokers", "Looking", "Calls", "Doubling", "Special call", "Auction", "All pass",
    "Stuck dealer", "Steal", "Forced nine", "Misdeal", "Trump", "Partner", "Exchange", "First lead", "Following",
    "Winning", "Fold", "Point", "Burned", "Scoring", "Held back", "End", "Lost", "Back door", "Draw", "Settlement",
    "Limit",
)  # fmt: skip
SHEETS = tuple(map(resolve, names()))
OPTIONS = [(name, option.name) for name, variant in variants().items() for option in variant.options]
LAYOUTS = [(name, *layout) for name, variant in variants().items() for layout in variant.layouts]


def rules(spec: str) -> tuple[str, ...]:
    """The text without its first line, which names the options."""
    return describe(resolve(spec))[1:]


def expected_heads(sheet: Sheet) -> list[str]:
    """The heads in order, each as often as the sheet has such a thing."""
    absent = {
        "Jokers": sheet.joker_role is Jokers.TRUMPS,
        "Looking": sheet.looking is Looking.AT_ONCE,
        "Doubling": sheet.doubling is Doubling.NEVER,
        "All pass": sheet.all_pass is AllPass.DEALER_STUCK,
        "Steal": sheet.steal is Steal.NEVER,
        "Forced nine": sheet.forced_nine is ForcedNine.NO,
        "Misdeal": sheet.misdeal is Misdeal.NEVER,
        "Partner": sheet.partner is Partner.FIXED,
        "Fold": sheet.folding is Folding.NEVER,
        "Burned": sheet.burned is Burned.NOBODY and not any(isinstance(s, Burn | Narrow) for s in sheet.exchange),
        "Held back": not sheet.only_when_set,
        "Lost": sheet.loses_at is None,
        "Back door": sheet.backdoor is None,
        "Draw": sheet.draws_at is None,
        "Settlement": sheet.settle is Settle.NOTHING,
    }
    often = {"Special call": len(sheet.specials), "Exchange": len(sheet.exchange), "Point": len(sheet.points)}
    return [head for head in HEADS for _ in range(often.get(head, 1)) if not absent.get(head)]


@pytest.mark.parametrize("name", names())
def test_every_head_stands_in_the_text_as_often_as_it_should(name: str) -> None:
    sheet = resolve(name)
    text = describe(sheet)
    assert text[0] == f"{sheet.title} ({name})"
    assert [line.partition(": ")[0] for line in text[1:]] == expected_heads(sheet)
    for line in text[1:]:
        assert line.partition(": ")[2].strip() == line.partition(": ")[2] != ""


@pytest.mark.parametrize("name", names())
def test_every_point_is_told_with_its_worth(name: str) -> None:
    sheet = resolve(name)
    told = [line.removeprefix("Point: ").partition(":")[0] for line in describe(sheet) if line.startswith("Point: ")]
    assert told == [f"{rule.name}, {rule.worth}" for rule in sheet.points]


@pytest.mark.parametrize("name", names())
def test_the_exchange_is_the_same_text_alone(name: str) -> None:
    sheet = resolve(name)
    told = tuple(line.removeprefix("Exchange: ") for line in describe(sheet) if line.startswith("Exchange: "))
    assert exchange_text(sheet) == told
    assert len(told) == len(set(told)) == len(sheet.exchange)


def test_sheets_differ() -> None:
    assert len({rules(name) for name in names()}) == len(names())


# ---- options and tables


def values(variant: str, option: str) -> list[str]:
    """Some values of the option, read from what it says that may be given."""
    text = next(o.values for o in variants()[variant].options if o.name == option)
    told = [value.strip() for value in text.split(",")]
    return ["3", "19"] if "..." in told else told


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
    left = len(sheet.pack) - seats * sheet.hand_size
    assert (f"{left} card" if left else "all cards are dealt") in text[2]


def test_layouts_differ() -> None:
    assert len({rules(f"roadhouse[seats={n}]") for n in range(3, 8)} | {rules("roadhouse[sides=2]")}) == 6


# ---- every field of the sheet

QUESTIONS: Mapping[str, type[Enum]] = {
    name: hint for name, hint in get_type_hints(Sheet).items() if inspect.isclass(hint) and issubclass(hint, Enum)
}
# By field that is no enum: a sheet, and what is changed in it to change what the field says.
CHANGES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "id": ("auction", {"id": "other"}),
    "title": ("auction", {"title": "Other"}),
    "seats": ("auction", {"seats": 5, "sides": 5}),
    "sides": ("auction", {"sides": 2}),
    "lowest_rank": ("auction", {"lowest_rank": 1}),
    "jokers": ("auction", {"jokers": 1}),
    "hand_size": ("auction", {"hand_size": 7}),
    "packet": ("auction", {"packet": 1}),
    "lowest_call": ("auction", {"lowest_call": 2}),
    "highest_call": ("auction", {"highest_call": 3}),
    "specials": ("roadhouse", {"specials": ()}),
    "stuck_from": ("auction", {"stuck_from": 3}),
    "off_ranks": ("auction", {"off_ranks": (NINE,)}),
    "exchange": ("abacos", {"exchange": (Forfeit(), Fill(to=6)), "trump_maker": kinds.TrumpMaker.DECLARED}),
    "points": ("ten-point", {"points": (CardPoint(card="ace", worth=10),)}),
    "only_when_set": ("auction", {"only_when_set": ("high",)}),
    "floor": ("auction", {"floor": 0}),
    "margin": ("roadhouse", {"margin": 3}),
    "target": ("auction", {"target": 8}),
    "loses_at": ("auction", {"loses_at": -5}),
    "draws_at": ("auction", {"draws_at": -5}),
    "backdoor": ("auction", {"backdoor": 5}),
    "max_deals": ("auction", {"max_deals": 1}),
    "options": ("auction", {"options": (("target", "7"),)}),
}
# What a sheet must have besides to be playable with this answer. What it has told of that is left out below.
WITH: Mapping[Enum, Mapping[str, Any]] = {
    Looking.AT_ONCE: {"exchange": ()},
    Looking.OR_BLIND: {"exchange": (Forfeit(),)},
    Looking.OR_BLIND_SPECIAL: {"exchange": (), "specials": resolve("nine-five").specials},
    kinds.Follow.TRUMPS_ONLY: {"exchange": (ThrowPlain(),)},
}
LEFT_OUT = ("Exchange", "Calls", "Special call")


def test_every_field_of_the_sheet_is_changed_below() -> None:
    fields = {field.name for field in dataclasses.fields(Sheet)}
    fields.remove("definition")  # says again what other fields say
    assert set(CHANGES) | set(QUESTIONS) == fields
    assert not set(CHANGES) & set(QUESTIONS)


@pytest.mark.parametrize("field", CHANGES)
def test_every_field_is_told(field: str) -> None:
    spec, change = CHANGES[field]
    sheet = resolve(spec)
    changed = replace(sheet, **change)
    assert getattr(changed, field) != getattr(sheet, field)
    assert describe(changed) != describe(sheet)


def told(sheet: Sheet) -> list[str]:
    return [line for line in describe(sheet)[1:] if line.partition(": ")[0] not in LEFT_OUT]


def answered_otherwise(field: str, answer: Enum) -> Iterator[tuple[Sheet, Sheet]]:
    """Every sheet that is playable with this answer to the question instead of its own, before and after."""
    for sheet in SHEETS:
        if getattr(sheet, field) is not answer:
            try:
                changed = replace(sheet, **{**WITH.get(answer, {}), field: answer})
            except SheetError:
                continue
            yield sheet, changed


@pytest.mark.parametrize(("field", "answer"), [(field, answer) for field, kind in QUESTIONS.items() for answer in kind])
def test_every_answer_has_its_words(field: str, answer: Enum) -> None:
    pairs = list(answered_otherwise(field, answer))
    assert pairs, "no sheet can be played with this answer"
    same = [sheet.id for sheet, changed in pairs if told(sheet) == told(changed)]
    assert not same


def test_every_enum_of_the_kinds_is_asked_about() -> None:
    mine = {
        kind for _, kind in inspect.getmembers(kinds, inspect.isclass) if issubclass(kind, Enum) and kind is not Enum
    }
    assert mine == {*QUESTIONS.values(), Needs, Stake}


# ---- specials, steps and points, each field changed alone


def changes(thing: Any, values: Mapping[str, tuple[Any, ...]]) -> Iterator[Any]:
    """The thing, and the thing with each of its fields changed: enums to every other member, the rest as given."""
    yield thing
    hints = get_type_hints(type(thing))
    for field in dataclasses.fields(thing):
        now, hint = getattr(thing, field.name), hints[field.name]
        others = tuple(hint) if inspect.isclass(hint) and issubclass(hint, Enum) else values[field.name]
        yield from (replace(thing, **{field.name: other}) for other in others if other != now)


def assert_different(texts: list[Any]) -> None:
    doubles = [(texts[a], texts[b]) for a in range(len(texts)) for b in range(a) if texts[a] == texts[b]]
    assert not doubles


def test_every_field_of_a_special_call_is_told() -> None:
    sheet = resolve("roadhouse")
    special = Special(name="moon", value=4, needs=Needs.POINTS, stake=Stake.POINTS, points=15)
    changed = changes(special, {"name": ("smudge",), "value": (5,), "points": (16,)})
    assert_different([describe(replace(sheet, specials=(one,)))[1:] for one in changed])
    set_back = [replace(special, stake=Stake.TARGET_OR_SET, points=points) for points in (4, 5)]
    assert_different([describe(replace(sheet, specials=(one,)))[1:] for one in set_back])


STEPS: tuple[type[Any], ...] = get_args(ExchangeStep)
REQUIRED: Mapping[str, Any] = {"to": 6}


def made(step: type[Any]) -> Any:
    """A step of this type with the first answer to each of its questions."""
    hints = get_type_hints(step)
    fields = [field for field in dataclasses.fields(step) if field.default is dataclasses.MISSING]
    return step(**{f.name: REQUIRED.get(f.name) or next(iter(hints[f.name])) for f in fields})


def test_every_field_of_every_step_is_told() -> None:
    assert_different([step_text(one) for step in STEPS for one in changes(made(step), {"to": (7,)})])


CONSTANT = {"Game": ("of",), "LastTrick": ("of",), "Tens": ("of",)}  # they are of the whole pack
POINTS: Mapping[str, Any] = {
    name: kind for name in points.__all__ if dataclasses.is_dataclass(kind := getattr(points, name))
}
MADE: Mapping[str, Any] = {"CardPoint": CardPoint(card="jack"), "Low": Low(owner=Owner.TAKER)}


@pytest.mark.parametrize("name", POINTS)
def test_every_field_of_every_point_is_told(name: str) -> None:
    rule = MADE.get(name) or POINTS[name]()
    changed = changes(rule, {"name": ("other",), "worth": (2,), "card": ("off-jack",), "called": ("other",)})
    constant = CONSTANT.get(name, ())
    assert_different([point_text(one) for one in changed if all(getattr(one, f) == getattr(rule, f) for f in constant)])


def test_a_point_rule_without_words_is_refused() -> None:
    class Strange:
        name = "strange"
        worth = 1

    with pytest.raises(TypeError, match="no words"):
        point_text(Strange())  # type: ignore[arg-type]
