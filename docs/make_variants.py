"""Write docs/variants.md from the sheets, or look whether it is current: python docs/make_variants.py [--check].

First a table of all sheets and one of their options; then for each sheet its rules in words, and a deal played by rules
of thumb.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from arena.cli.variants import common_options, options_of, players_text  # noqa: E402
from referee.engine.describe import describe  # noqa: E402
from referee.engine.sheet import Sheet  # noqa: E402
from referee.variants.catalogue import variants  # noqa: E402
from referee.variants.variant import Variant  # noqa: E402
from tests.docs.example_deal import example_deal  # noqa: E402

PAGE = ROOT / "docs" / "variants.md"
HEAD = """\
# The variants

This page is written by `docs/make_variants.py` from the sheets that are played; do not edit it.
[rules.md](rules.md) is the authority on the games and explains every word.

A variant is named by its id, with options in brackets: `auction`, `auction[seats=3]`,
`ten-point[dirty=true,target=32]`. `arena variants` lists them, `arena rules ID` tells the rules of one with its options
resolved.

## All sheets

*Players*: 4 is four players, each for himself; 2x2 is two sides of two partners, 3x2 three sides of two. The first is
what is played where the options `seats` and `sides` are not given. *Options*: every sheet has {common};
these come besides.
"""
OPTIONS = """\
## All options

`seats` and `sides` are options of every sheet that has more than one kind of table: so many players in so many sides.
"""
READING = """\
## How to read the sheets

Seats are numbered clockwise from 0; *eldest* is the dealer's left neighbour. Under each sheet stands a worked deal, the
first of a game, with everybody's cards: what follows from the rules above it can be checked card by card. The bids and
plays are no advice. In a trick every card stands behind the seat that played it, in order; who has no card that he can
play is left out.
"""
LISTS = {"Special call": "*Special calls*", "Point": "*Points*", "Exchange": "*Exchange*, one step after the other"}


def make_page() -> str:
    """Return the whole page."""
    found = variants()
    common = common_options(found)
    parts = [HEAD.format(common=" and ".join(f"`{name}`" for name in common)), *_sheets(common), ""]
    parts += [OPTIONS, *_options(), "", READING]
    parts += [line for variant in found.values() for line in section(variant)]
    return "\n".join(parts).rstrip() + "\n"


def _sheets(common: tuple[str, ...]) -> Iterator[str]:
    yield "| sheet | title | players | target | options |"
    yield "|---|---|---|---|---|"
    for name, variant in variants().items():
        own = ", ".join(f"`{option.name}`" for option in variant.options if option.name not in common)
        sheet = variant.sheet
        yield f"| [`{name}`](#{name}) | {sheet.title} | {players_text(variant)} | {sheet.target} | {own} |"


def _options() -> Iterator[str]:
    yield "| option | values | meaning | sheets |"
    yield "|---|---|---|---|"
    for option, having in options_of(variants()):
        yield f"| `{option.name}` | {option.values} | {option.meaning} | {_having(having)} |"


def _having(having: list[str]) -> str:
    """Return which sheets these are, by those that are left out where that is shorter."""
    others = [name for name in variants() if name not in having]
    if not others:
        return "all"
    listed = ", ".join(f"`{name}`" for name in min(having, others, key=len))
    return listed if len(having) <= len(others) else f"all but {listed}"


def section(variant: Variant) -> Iterator[str]:
    """Yield the section of a variant."""
    sheet = variant.sheet
    options = ", ".join(f"`{option.name}`" for option in variant.options)
    yield f"## {sheet.id}"
    yield ""
    yield f"{sheet.title}. Players: {players_text(variant)}. Options: {options}."
    yield ""
    yield from rules(sheet)
    yield ""
    yield f"### A worked deal of {sheet.id}"
    yield ""
    yield "```text"
    yield from example_deal(sheet)
    yield "```"
    yield ""


def rules(sheet: Sheet) -> Iterator[str]:
    """Yield the sheet in words, as a list; special calls, points and exchange steps are lists in it."""
    last = ""
    for line in describe(sheet)[1:]:
        head, _, text = line.partition(": ")
        if head in LISTS:
            if head != last:
                yield f"- {LISTS[head]}:"
            yield f"  - {text}"
        else:
            yield f"- *{head}*: {text}"
        last = head


def main() -> int:
    """Write the page, or compare it; the exit status is 1 when it is not current."""
    parser = argparse.ArgumentParser(description="Write docs/variants.md from the sheets.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is not current")
    check = parser.parse_args().check
    text = make_page()
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/variants.md is not current: run python docs/make_variants.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
