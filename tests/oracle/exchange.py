"""Throwing, drawing and burning between the auction and the first lead (A8, A14, A15, A16)."""

from __future__ import annotations

from .cards import in_code_order, trump_card
from .questions import Offer, Phase, Question, cards_answered
from .table import Table

KEPT = 6  # cards a hand is filled to, and trumps that may be kept


def exchange_cards(table: Table) -> Phase:
    if table.sheet.exchange == "throw non-trumps":
        yield from throw_and_refill(table, trumps_too=False)
    elif table.sheet.exchange == "throw anything":
        yield from throw_and_refill(table, trumps_too=True)
    elif table.sheet.exchange == "ten-point":
        yield from ten_point_exchange(table)


def throw_and_refill(table: Table, *, trumps_too: bool) -> Phase:
    """From eldest each throws any number face down and is refilled to six at once.

    Everybody is asked, also a player with nothing to throw: not asking would tell (A8).
    """
    for seat in table.from_eldest():
        throwable = table.hands[seat] if trumps_too else table.plain_in_hand(seat)
        offer = Offer("throw", (), in_code_order(throwable), 0, len(throwable))
        answer = yield Question(seat, offer)
        table.throw(seat, cards_answered(answer), face_up=False)
        table.draw_up_to(seat, KEPT)


def ten_point_exchange(table: Table) -> Phase:
    """Section 5.1. All non-trumps go, unasked; fill to six; the rest; plain cards aside; burns."""
    for seat in table.from_eldest():
        table.throw(seat, in_code_order(table.plain_in_hand(seat)), face_up=True)
    for seat in table.from_eldest():
        table.draw_up_to(seat, KEPT)
    yield from give_rest_of_stock(table)
    for seat in table.from_eldest():
        table.lay_aside_plain_cards(seat)
    for seat in table.from_eldest():
        yield from burn_down(table, seat)


def give_rest_of_stock(table: Table) -> Phase:
    """The pitcher takes the rest of the stock, if any, or hands it on unseen to his partner."""
    if not table.stock:
        return
    pitcher = table.the_pitcher()
    partner = (pitcher + table.sides) % table.seats
    answer = yield Question(pitcher, ("keep-widow", "hand-on"))
    table.hands[pitcher if answer == "keep-widow" else partner] += table.stock
    table.stock = []


def burn_down(table: Table, seat: int) -> Phase:
    """Whoever holds more than six trumps burns the surplus, non-point trumps first (A16)."""
    trumps = table.trumps_in_hand(seat)
    surplus = len(trumps) - KEPT
    if surplus <= 0:
        return
    point_cards = point_trumps(table)
    worthless = in_code_order(card for card in trumps if card not in point_cards)
    if len(worthless) >= surplus:
        offer = Offer("burn", (), worthless, surplus, surplus)
    else:
        worthy = in_code_order(card for card in trumps if card in point_cards)
        needed = surplus - len(worthless)
        offer = Offer("burn", worthless, worthy, needed, needed)
    answer = yield Question(seat, offer)
    table.burn(seat, cards_answered(answer))


def point_trumps(table: Table) -> set[str]:
    """Section 1: the ace and the two where High and Low score, and the trumps that score."""
    meaning = {"highest": "A", "lowest": "2"}
    names = [meaning.get(p.what, p.what) for p in table.sheet.points if p.what != "most pips"]
    if table.trump is None:
        raise RuntimeError("trump is not known yet")
    return {trump_card(name, table.trump) for name in names}
