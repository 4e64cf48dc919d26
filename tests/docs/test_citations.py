"""Every paragraph of docs/rules.md is cited by a test: chassis 1 to 7, the rulings A8 to A23, each sheet."""

from __future__ import annotations

import re
import tomllib

import pytest

from referee.engine.kinds import Ending
from referee.variants.catalogue import names, resolve
from tests.docs.pages import ROOT, page

TESTS = ROOT / "tests"
NAMED = " ".join(
    name
    for path in TESTS.glob("rules/test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
)
DEALS = [
    deal for path in TESTS.glob("catalogue/worked/*.toml") for deal in tomllib.loads(path.read_text("utf-8"))["deal"]
]
CHASSIS = re.findall(r"^(\d)\. ", page("rules.md").split("## 2.")[1].split("## 3.")[0], re.MULTILINE)
RULINGS = re.findall(r"^\* \*\*(A\d+)\*\*", page("rules.md"), re.MULTILINE)
WORKED_DEALS = 5  # a sheet


def test_the_paragraphs_are_found() -> None:
    assert list("1234567") == CHASSIS
    assert RULINGS == ["A8", "A12", "A14", "A15", "A16", "A17", "A23"]
    assert len(names()) == 45


@pytest.mark.parametrize("number", CHASSIS)
def test_every_paragraph_of_the_chassis_names_a_test(number: str) -> None:
    assert f"test_chassis_{number}_" in NAMED


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_names_a_test(ruling: str) -> None:
    assert f"_{ruling.lower()}_" in NAMED


@pytest.mark.parametrize("sheet", names())
def test_every_sheet_is_cited_and_has_its_worked_deals(sheet: str) -> None:
    deals = [deal for deal in DEALS if deal["sheet"].partition("[")[0] == sheet]
    assert len(deals) >= WORKED_DEALS
    assert len({deal["name"] for deal in deals}) == len(deals)


SPECIALS = [(name, special.name) for name in names() for special in resolve(name).specials]


@pytest.mark.parametrize(("sheet", "call"), SPECIALS)
def test_every_special_call_is_made_and_lost_in_worked_deals(sheet: str, call: str) -> None:
    """Of sheets that share a call one may show the one, another the other."""
    alike = {name for name, other in SPECIALS if other == call and kind(name, call) == kind(sheet, call)}
    outcomes = {
        deal["expect"]["made"]
        for deal in DEALS
        if deal["sheet"].partition("[")[0] in alike and call in deal["actions"].split()
    }
    assert outcomes == {True, False}


def kind(sheet: str, call: str) -> tuple[object, ...]:
    (special,) = (special for special in resolve(sheet).specials if special.name == call)
    return special.needs, special.stake


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_ends_a_game_in_a_worked_deal(ending: Ending) -> None:
    ended = [deal for deal in DEALS if deal["expect"]["over"] and resolve(deal["sheet"]).ending is ending]
    assert ended


def test_every_other_end_ends_a_game_in_a_worked_deal() -> None:
    ended = [(resolve(deal["sheet"]), deal["expect"]["scores"]) for deal in DEALS if deal["expect"]["over"]]
    for end in ("loses_at", "draws_at", "backdoor"):
        limits = [(getattr(sheet, end), min(scores)) for sheet, scores in ended if getattr(sheet, end) is not None]
        assert any(lowest <= -abs(limit) for limit, lowest in limits), end
    assert any(sheet.max_deals == 1 and max(scores) < sheet.target for sheet, scores in ended), "max_deals"


def test_the_sheets_are_those_of_the_rules() -> None:
    """Each name stands in the text, and each name in the tables of the text is a sheet."""
    text = page("rules.md")
    assert [name for name in names() if f"`{name}`" not in text] == []
    tables = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", text.split("## 6.")[0], re.MULTILINE)
    named = {name for cell in tables for name in re.findall(r"`([a-z-]+)`", cell)}
    assert named - set(names()) == set()
    assert len(named) > 30
