"""The auction and the naming of trump (chassis 2, A8, A12)."""

from __future__ import annotations

from .cards import SUITS
from .questions import Phase, Question
from .table import Table


def hold_auction(table: Table) -> Phase:
    """One round from eldest, the dealer last; over as soon as no higher call exists."""
    for seat in table.from_eldest():
        if table.contract == table.sheet.calls[-1]:
            return
        answer = yield Question(seat, calls_open_to(table, seat))
        if answer != "pass":
            table.contract = answer
            table.pitcher = seat


def calls_open_to(table: Table, seat: int) -> tuple[str, ...]:
    sheet, standing = table.sheet, table.contract
    if standing is None:
        if seat == table.dealer:
            return sheet.stuck_calls
        return ("pass", *sheet.calls)
    place = sheet.calls.index(standing)
    higher = sheet.calls[place + 1 :]
    if seat == table.dealer and standing in sheet.dealer_equals:
        return ("pass", standing, *higher)
    return ("pass", *higher)


def name_trump(table: Table) -> Phase:
    """Where trump is declared the pitcher declares any suit; a pitched trump comes with the lead."""
    if table.sheet.trump_is == "declared":
        answer = yield Question(table.the_pitcher(), tuple("trump:" + suit for suit in SUITS))
        table.trump = answer.removeprefix("trump:")
