"""Write docs/variants.md from the sheets, or look whether it is current: python docs/make_variants.py [--check].

A section for each sheet: its rules in words, its tables and options, and a deal worked out by hand
(tests/catalogue/worked), told from what the engine makes of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from referee.engine.actions import PASS, Ask  # noqa: E402
from referee.engine.cards import NAMES, SUITS, card_names, cards_of, pips  # noqa: E402
from referee.engine.describe import describe  # noqa: E402
from referee.engine.events import Event, EventKind  # noqa: E402
from referee.engine.game import Game  # noqa: E402
from referee.engine.notation import parse_token, token  # noqa: E402
from referee.engine.points import Game as MostPips  # noqa: E402
from referee.engine.sheet import Sheet  # noqa: E402
from referee.engine.tables import compile_tables  # noqa: E402
from referee.variants.catalogue import resolve, variants  # noqa: E402
from referee.variants.variant import Layout, Variant  # noqa: E402
from tests.catalogue.worked_deals import FOLDER, WorkedDeal, load  # noqa: E402

PAGE = ROOT / "docs" / "variants.md"
HEAD = """\
# The variants

This page is written by `docs/make_variants.py` from the sheets that are played; do not edit it.
[rules.md](rules.md) is the authority on the games and explains every word.

A variant is named by its id, with options in brackets: `auction`, `auction[seats=3]`,
`ten-point[dirty=true,target=32]`. `arena variants` lists them, `arena rules ID` tells the rules of one with its options
resolved. Seats are numbered clockwise from 0; *eldest* is the dealer's left neighbour.
"""
LISTS = {"Point": "*Points*", "Exchange": "*Exchange*, one step after the other"}
SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


def make_page() -> str:
    """Return the whole page."""
    index = [f"- [`{name}`](#{name}): {variant.sheet.title}" for name, variant in variants().items()]
    parts = [HEAD, *index, "", *(line for variant in variants().values() for line in section(variant))]
    return "\n".join(parts).rstrip() + "\n"


def section(variant: Variant) -> Iterator[str]:
    """Yield the section of a variant."""
    sheet = variant.sheet
    yield f"## {sheet.id}"
    yield ""
    yield f"{sheet.title}."
    yield ""
    yield from rules(sheet)
    yield ""
    yield from options(variant)
    yield ""
    file = FOLDER / f"{sheet.id}.toml"
    if file.exists():
        yield from worked(load(file)[0])
        yield ""


def rules(sheet: Sheet) -> Iterator[str]:
    """Yield the sheet in words, as a list; points and exchange steps are lists in it."""
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


def options(variant: Variant) -> Iterator[str]:
    """Yield the table of the variant's options; how many players there may be comes first."""
    yield "| option | values | meaning |"
    yield "|---|---|---|"
    if len(variant.layouts) > 1:
        default = f"{variant.sheet.seats} in {variant.sheet.sides} sides"
        yield f"| `seats`, `sides` | {layouts_text(variant.layouts)} | how many play; left out: {default} |"
    for option in variant.options:
        yield f"| `{option.name}` | {option.values} | {option.meaning} |"


def layouts_text(layouts: tuple[Layout, ...]) -> str:
    """Return the tables in words: those where every seat is a side first."""
    solo = [seats for seats, sides in layouts if seats == sides]
    parts = [f"{solo[0]} to {solo[-1]} in as many sides"] if solo else []
    return ", ".join([*parts, *(f"{seats} in {sides} sides" for seats, sides in layouts if seats != sides)])


def worked(deal: WorkedDeal) -> Iterator[str]:
    """Yield a deal worked out by hand, as the engine plays it."""
    yield f"### A worked deal of {deal.sheet.partition('[')[0]}"
    yield ""
    yield f"*{deal.name}*, `{deal.sheet}`:"
    yield ""
    yield "```text"
    yield from Telling(deal).lines()
    yield "```"


class Telling:
    """Tells one deal line by line. What belongs together, like the calls of the auction, stands on one line."""

    def __init__(self, deal: WorkedDeal) -> None:
        self._deal = deal
        self._game = Game(compile_tables(resolve(deal.sheet)), deal.dealer)
        self._sheet = self._game.sheet
        self._counts_pips = any(isinstance(rule, MostPips) for rule in self._sheet.points)
        self._calls: list[str] = []
        self._trick: list[tuple[int, int]] = []  # seat, card
        self._points: list[str] = []

    def lines(self) -> Iterator[str]:
        """Yield the deal."""
        deal, game = self._deal, self._game
        game.public.scores, game.public.sets = tuple(deal.scores), list(deal.hickeys)
        game.deal(deal.pack)
        yield f"dealer     {deal.dealer}"
        yield f"scores     {self._by_side(deal.scores)}"
        for seat, private in enumerate(game.private):
            yield f"hand {seat}     {card_names(private.hand)}"
        told = len(game.events)
        for text in deal.actions:
            game.apply(parse_token(text, self._sheet))
            for event in game.events[told:]:
                yield from self._tell(event)
            told = len(game.events)
        yield f"points     {', '.join(self._points) or 'none'}"
        result = game.results[-1]
        how = "gives the deal up" if result.folded else "makes it" if result.made else "is set"
        yield f"result     {result.pitcher} {how}; scores {self._by_side(result.scores)}"
        if game.over:
            won = " and ".join(self._side(side) for side in game.winners)
            yield f"end        {won} {'draw' if len(game.winners) > 1 else 'wins'}"

    def _side(self, side: int) -> str:
        return "+".join(str(seat) for seat in range(side, self._sheet.seats, self._sheet.sides))

    def _by_side(self, numbers: tuple[int, ...]) -> str:
        return ", ".join(f"{self._side(side)}: {number}" for side, number in enumerate(numbers))

    def _tell(self, event: Event) -> Iterator[str]:
        kind, seat, value, cards, _ = event
        shown = card_names(cards)
        match EventKind(kind):
            case EventKind.CALL:
                self._calls.append(f"{seat} {'passes' if value == PASS else token(value, Ask.CALL, self._sheet)}")
            case EventKind.CONTRACT:
                yield f"auction    {', '.join(self._calls)}"
            case EventKind.TRUMP:
                yield f"trump      {SUIT_NAMES[token(value, Ask.DECLARE, self._sheet)[-1]]}, made by {seat}"
            case EventKind.FOLD:
                yield f"fold       {seat} {'gives the deal up' if value else 'plays on'}"
            case EventKind.PLAY:
                self._trick.append((seat, cards_of(cards)[0]))
            case EventKind.TRICK:
                yield self._trick_line(seat, value)
            case EventKind.POINT:
                self._points.append(f"{self._sheet.points[value].name} {self._side(self._sheet.side_of(seat))}")
            case _:
                text = self._exchanged(EventKind(kind), value, shown)
                if text:
                    yield f"exchange   {seat} {text}"

    @staticmethod
    def _exchanged(kind: EventKind, value: int, shown: str) -> str:
        """Return what a seat did between auction and play; "" for what is told by another event."""
        match kind:
            case EventKind.THROW if shown or not value:
                return f"throws {shown or 'nothing'}"
            case EventKind.OWN_THROW if value:
                return f"throws {shown} face down"
            case EventKind.OWN_DRAW:
                return f"draws {shown}"
            case EventKind.WIDOW:
                return f"gets the widow of {value} cards"
            case EventKind.OWN_ASIDE:
                return f"lays aside {shown}"
            case EventKind.BURN:
                return f"burns {shown}"
            case _:
                return ""

    def _trick_line(self, winner: int, number: int) -> str:
        played = ", ".join(f"{seat} {NAMES[card]}" for seat, card in self._trick)
        worth = sum(pips(1 << card) for _, card in self._trick)
        self._trick = []
        return f"trick {number + 1:<4} {played} -> {winner}" + (
            f", {worth} pip{'s' * (worth != 1)}" if self._counts_pips else ""
        )


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
