"""A player looks through the stock, and the thrown cards, and takes what he likes (4 high-five, 5.3)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import in_code_order
from .questions import Offer, Phase, Question, cards_answered
from .table import Table


def search_stock(table: Table, seat: int, size: int) -> Phase:
    """High-five: any cards he likes to make exactly six; all, unasked, if there are no more."""
    places = size - len(table.hands[seat])
    if places <= 0:
        return
    if len(table.stock) <= places:
        table.take_stock(seat)
        return
    table.searched_by = seat
    answer = yield Question(seat, Offer("search", (), in_code_order(table.stock), places, places))
    take_from_stock(table, seat, cards_answered(answer))


def search_stock_and_thrown(table: Table, seat: int, size: int) -> Phase:
    """Nine-five: every trump of the stock first, then any plain cards; then the thrown plain cards."""
    places = size - len(table.hands[seat])
    if places <= 0:
        return
    if len(table.stock) <= places:
        table.take_stock(seat)
        yield from search_thrown(table, seat, size)
        return
    table.searched_by = seat
    trumps = in_code_order(card for card in table.stock if card in table.trumps())
    if len(trumps) <= places:
        take_from_stock(table, seat, trumps)
        wanted = places - len(trumps)
        offer = Offer("search", (), in_code_order(table.stock), wanted, wanted)
    else:
        offer = Offer("search", (), trumps, places, places)
    answer = yield Question(seat, offer)
    take_from_stock(table, seat, cards_answered(answer))


def take_from_stock(table: Table, seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        table.stock.remove(card)
        table.hands[seat].append(card)


def search_thrown(table: Table, seat: int, size: int) -> Phase:
    """The whole stock did not suffice: the thrown plain cards complete the hand (there are always enough)."""
    places = size - len(table.hands[seat])
    if places == 0:
        return
    table.searched_by, table.searched_thrown = seat, True
    pile = in_code_order(t.card for t in table.thrown)
    answer = yield Question(seat, Offer("search", (), pile, places, places))
    for thrown in table.thrown:
        if thrown.card in cards_answered(answer):
            thrown.taken = True
            table.hands[seat].append(thrown.card)
