"""House sheets: what a user changes in a file is played as written, or refused with every reason and its place."""

from __future__ import annotations

import dataclasses
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.setup import house as files
from referee.engine import kinds, steps
from referee.engine.errors import SheetError
from referee.engine.game import Game
from referee.engine.plain import fields_from
from referee.engine.points import CardPoint, High, LastTrick, Low, Owner, Tens
from referee.engine.points import Game as GamePoint
from referee.engine.ranking import RANK_NAMES
from referee.engine.sheet import Sheet, canonical, sheet_hash
from referee.engine.tables import compile_tables
from referee.variants import house
from referee.variants.catalogue import label, names, resolve
from tests.catalogue.tables import play_out

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "house-rules" / "class-pitch.toml"


@pytest.mark.parametrize("name", names())
def test_every_sheet_is_read_back_from_its_plain_form(name: str) -> None:
    sheet = resolve(name)
    plain = {key: value for key, value in canonical(sheet).items() if key not in ("is", "options")}
    assert Sheet(**fields_from(Sheet, plain)) == sheet


def test_the_example_is_played_as_written() -> None:
    sheet = resolve(files.load(EXAMPLE))
    base = resolve("auction[seats=3]")
    assert (sheet.id, sheet.title, sheet.seats, sheet.sides) == ("class-pitch", "Class Pitch", 3, 3)
    assert (sheet.target, sheet.lowest_call, sheet.floor, sheet.follow) == (11, 2, 0, kinds.Follow.STRICT)
    assert [(rule.name, rule.worth) for rule in sheet.points] == [("high", 1), ("low", 1), ("jack", 2), ("game", 1)]
    assert [special.name for special in sheet.specials] == ["moon"]
    assert (sheet.steal, sheet.ending) == (base.steal, base.ending)
    assert sheet_hash(sheet) != sheet_hash(base)


def test_a_spec_leads_back_to_its_sheet_and_takes_options() -> None:
    spec = files.spec_of("class-pitch.toml[target=9,max_deals=3]", EXAMPLE.parent)
    sheet = resolve(spec)
    assert resolve(sheet.spec) == sheet
    assert (sheet.target, sheet.max_deals) == (9, 3)
    assert sheet.label == label(sheet.spec) == "class-pitch[max_deals=3,target=9]"


def test_the_same_changes_give_the_same_spec_in_any_order() -> None:
    base, changes = resolve("auction"), {"floor": 0, "lowest_call": 2}
    one = house.changed(base, "mine", "Mine", changes)
    two = house.changed(base, "mine", "Mine", dict(reversed(changes.items())))
    assert one.spec == two.spec


def _called(name: str, points: int) -> str:
    return f'\n[[specials]]\nname = "{name}"\nvalue = 5\nneeds = "all-tricks"\nstake = "points"\npoints = {points}\n'


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("lowest_cal = 2", 4, "did you mean 'lowest_call'"),
        ('follow = "strikt"', 4, "did you mean 'strict'"),
        ("floor = true", 4, "must be a whole number, not True"),
        ('points = [{ is = "Hgh" }]', 4, "did you mean 'High'"),
        ('points = [{ is = "Low" }]', 4, "Low needs owner"),
        (
            '\n[[specials]]\nname = "moon"\nvalue = 5\nneeds = "everything"\nstake = "game"',
            8,
            "'everything' is none of",
        ),
        ("options = []", 4, "not for changing"),
        ("jokers = 3", 4, "jokers is 3, must be 0 to 2"),
        ("off_ranks = [9, 13]", 4, "off_ranks has 13"),
        ("lowest_rank = -2_000_000_000", 4, "must be 0 to 12"),
        ("target = 9_000_000_000", 4, "must be 1 to 999999"),
        ("hand_size = 9\nseats = 7\nsides = 7", 4, "7 hands of 9 are more than the 52 cards"),
        ('points = [{ is = "High", worth = -1 }]', 4, "worth -1, must be 1 or more"),
        ('points = [{ is = "Game", worth = 2_000_000_000 }]', 4, "at most 999 are possible"),
        ('points = [{ is = "High", name = "a b" }]', 4, "'a b' cannot name a point"),
        ('exchange = [{ is = "Burn", to = 0 }]\ntrump_maker = "declared"', 4, "Burn to 0 cards, must be 1 to 54"),
        (_called("pass", 4), 5, "a call cannot be called 'pass'"),
        (_called("moon", -5), 5, "is for -5 points"),
        (_called("moon", 4) + _called("moon", 4), 5, "two calls are called 'moon'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'id = "mine"\ntitle = "Mine"\nbase = "auction"\n{text}\n')
    with pytest.raises(ConfigError) as told:
        files.load(file)
    (first, *_) = told.value.problems
    assert first.startswith(f"{file}:{line}:" if line else f"{file}: ")
    assert problem in first


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "Mine!"\ntitle = "Mine"\nbase = "auction"\nfolow = "strict"\nfloor = "low"\n')
    with pytest.raises(ConfigError) as told:
        files.load(file)
    assert len(told.value.problems) == 3


@pytest.mark.parametrize(
    ("name", "problem"), [("auction", "a name of its own|is a sheet of the catalogue"), ("", "needs `id`")]
)
def test_names_of_the_catalogue_are_taken(tmp_path: Path, name: str, problem: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'id = "{name}"\ntitle = "Mine"\nbase = "auction"\n')
    with pytest.raises(ConfigError, match=problem):
        files.load(file)


@pytest.mark.parametrize(
    "spec", ['auction{"base":"auction","changes":{},"title":"x"}', "mine{}", 'mine{"base":"a"', "mine{3}"]
)
def test_definitions_that_are_none_are_refused(spec: str) -> None:
    with pytest.raises(SheetError):
        resolve(spec)


# ---- any sheet that is accepted can be played

TO = st.integers(3, 7)
STEPS = st.one_of(
    st.builds(steps.Swap, cards=st.sampled_from(steps.Cards), to=TO, face=st.sampled_from(steps.Face)),
    st.builds(steps.ThrowPlain, who=st.sampled_from(steps.Who), face=st.sampled_from(steps.Face)),
    st.builds(steps.Fill, to=TO, who=st.sampled_from(steps.Who), rounds=st.sampled_from(steps.Rounds)),
    st.builds(steps.Widow),
    st.builds(steps.TakeStock),
    st.builds(steps.LayAside),
    st.builds(steps.Burn, to=TO),
    st.builds(steps.Narrow, to=TO, who=st.sampled_from(steps.Who), rest=st.sampled_from(steps.Rest)),
    st.builds(steps.Search, to=TO, who=st.sampled_from(steps.Who), where=st.sampled_from(steps.Where)),
    st.builds(steps.Forfeit),
    st.builds(steps.Inspect),
)
OWNERS = st.sampled_from(Owner)
POINTS = st.one_of(
    st.builds(High),
    st.builds(Low, owner=OWNERS),
    st.builds(CardPoint, card=st.sampled_from((*RANK_NAMES, "off-jack", "off-five", "high-joker")), owner=OWNERS),
    st.builds(GamePoint),
    st.builds(Tens),
    st.builds(LastTrick),
)
CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "seats": st.integers(2, 9),
    "sides": st.integers(2, 5),
    "lowest_rank": st.integers(0, 10),
    "jokers": st.integers(0, 2),
    "hand_size": st.integers(1, 12),
    "packet": st.integers(1, 4),
    "lowest_call": st.integers(1, 4),
    "highest_call": st.integers(1, 5),
    "stuck_from": st.integers(1, 5),
    "off_ranks": st.lists(st.integers(0, 12), max_size=3, unique=True).map(tuple),
    "exchange": st.lists(STEPS, max_size=4).map(tuple),
    "points": st.lists(POINTS, min_size=1, max_size=5, unique_by=lambda rule: rule.name).map(tuple),
    "floor": st.none() | st.integers(-5, 0),
    "target": st.integers(1, 12),
    "margin": st.integers(1, 4),
    "loses_at": st.none() | st.integers(-12, -1),
    "draws_at": st.none() | st.integers(-12, -1),
    "backdoor": st.none() | st.integers(1, 9),
    "max_deals": st.integers(1, 6),
}
for field in dataclasses.fields(Sheet):
    if isinstance(field.default, Enum):
        CHANGES[field.name] = st.sampled_from(list(type(field.default)))
SOME = st.sets(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=7).flatmap(
    lambda keys: st.fixed_dictionaries({key: CHANGES[key] for key in sorted(keys)})
)
PLAYED: dict[bool, int] = {True: 0, False: 0}


@settings(max_examples=600, derandomize=True, deadline=None, database=None)
@given(st.sampled_from(names()), SOME, st.integers(0, 2**32))
def _play_what_is_accepted(name: str, changes: dict[str, Any], seed: int) -> None:
    base = dataclasses.replace(resolve(name), max_deals=4)
    try:
        sheet = dataclasses.replace(base, **changes)
    except SheetError:
        PLAYED[False] += 1
        return
    PLAYED[True] += 1
    game = Game(compile_tables(sheet), 0)
    play_out(game, Random(seed))
    assert game.over and len(game.results) <= sheet.max_deals


def test_whatever_is_accepted_can_be_played() -> None:
    PLAYED.update({True: 0, False: 0})
    _play_what_is_accepted()
    assert PLAYED[True] > 100, PLAYED
