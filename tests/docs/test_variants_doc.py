"""docs/variants.md is what the sheets say now, and tells each of them with a worked deal."""

from __future__ import annotations

import subprocess
import sys

import pytest

from referee.engine.describe import describe
from referee.variants.catalogue import names, resolve, variants
from tests.docs.example_deal import example_deal
from tests.docs.pages import DOCS, blocks, page, rows, sections

TOLD = sections(page("variants.md"))
HEADS = (
    "dealer", "hand 0", "auction", "trump", "partner", "lot", "inspect", "throw", "draw", "stock", "search", "aside",
    "burn", "trick 1", "points", "result", "scores",
)  # fmt: skip


def test_the_page_is_current() -> None:
    command = [sys.executable, str(DOCS / "make_variants.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_every_sheet_and_option_is_in_the_tables() -> None:
    assert [row[0] for row in rows(TOLD["All sheets"])] == [f"[`{name}`](#{name})" for name in names()]
    mine = {(f"`{o.name}`", o.values, o.meaning) for variant in variants().values() for o in variant.options}
    told = [tuple(row[:3]) for row in rows(TOLD["All options"])]
    assert len(told) == len(mine), "an option means two things"
    assert set(told) == mine


@pytest.mark.parametrize("name", names())
def test_every_variant_is_told_whole(name: str) -> None:
    for line in describe(resolve(name))[1:]:
        assert f": {line.partition(': ')[2]}\n" in TOLD[name].replace("- ", ": "), f"{name}: {line}"
    for option in variants()[name].options:
        assert f"`{option.name}`" in TOLD[name]


@pytest.mark.parametrize("name", names())
def test_every_variant_has_a_worked_deal(name: str) -> None:
    (block,) = blocks(TOLD[f"A worked deal of {name}"], "text")
    assert tuple(block.splitlines()) == example_deal(resolve(name))


def test_the_worked_deals_show_everything_that_happens() -> None:
    deals = [example_deal(resolve(name)) for name in names()]
    for head in HEADS:
        assert any(line.startswith(head.ljust(11)) for deal in deals for line in deal), head
    text = "\n".join(line for deal in deals for line in deal)
    for words in (
        "blind",
        "x2",
        "sub-trump",
        "-> dead",
        "is taken",
        "is left",
        "nobody:",
        "set",
        "made",
    ):
        assert words in text, words
