"""Throwing, drawing and burning between the auction and the first lead (A8, A14, A15, A16)."""

from __future__ import annotations

from collections.abc import Callable

from .cards import in_code_order, trump_card
from .questions import Forfeits, Offer, Phase, Question, cards_answered
from .search import search_stock, search_stock_and_thrown
from .table import Forfeit, Table

KEPT = 6  # cards a hand is filled to, and trumps that may be kept


def exchange_cards(table: Table) -> Phase:
    yield from EXCHANGES[table.sheet.exchange](table)


def no_exchange(table: Table) -> Phase:
    yield from ()


# --- steps that several sheets share ---


def throw_all_plain(table: Table, seat: int, *, face_up: bool) -> None:
    table.throw(seat, in_code_order(table.plain_in_hand(seat)), face_up=face_up)


def all_throw_all_plain(table: Table, *, face_up: bool) -> None:
    """All non-trumps go, unasked."""
    for seat in table.from_eldest():
        throw_all_plain(table, seat, face_up=face_up)


def fill_from_eldest(table: Table, size: int = KEPT, *, but: int | None = None) -> None:
    for seat in table.from_eldest():
        if seat != but:
            table.draw_up_to(seat, size)


def all_burn_down(table: Table) -> Phase:
    for seat in table.from_eldest():
        yield from burn_down(table, seat)


def burn_down(table: Table, seat: int) -> Phase:
    """Whoever holds more than six trumps burns the surplus, non-point trumps first (A16)."""
    trumps = table.trumps_in_hand(seat)
    surplus = len(trumps) - KEPT
    if surplus <= 0:
        return
    point_cards = point_trumps(table)
    burnable = in_code_order(card for card in trumps if card != table.called)
    worthless = tuple(card for card in burnable if card not in point_cards)
    if len(worthless) >= surplus:
        offer = Offer("burn", (), worthless, surplus, surplus)
    else:
        worthy = tuple(card for card in burnable if card in point_cards)
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


def narrow(table: Table, seat: int) -> Phase:
    """To six cards: all trumps if they fit and plain cards of his choice, else the surplus is burned (A16)."""
    if len(table.hands[seat]) <= KEPT:
        return
    places = KEPT - len(table.trumps_in_hand(seat))
    if places < 0:
        throw_all_plain(table, seat, face_up=False)
        yield from burn_down(table, seat)
        return
    plain = in_code_order(table.plain_in_hand(seat))
    answer = yield Question(seat, Offer("keep", (), plain, places, places))
    kept = cards_answered(answer)
    table.throw(seat, [card for card in plain if card not in kept], face_up=False)


# --- sections 3 and 4 ---


def throw_and_refill(table: Table, *, trumps_too: bool, face_up: bool) -> Phase:
    """From eldest each throws any number and is refilled to six at once.

    Everybody is asked, also a player with nothing to throw: not asking would tell (A8).
    """
    for seat in table.from_eldest():
        throwable = table.hands[seat] if trumps_too else table.plain_in_hand(seat)
        offer = Offer("throw", (), in_code_order(throwable), 0, len(throwable))
        answer = yield Question(seat, offer)
        table.throw(seat, cards_answered(answer), face_up=face_up)
        table.draw_up_to(seat, KEPT)


def throw_non_trumps(table: Table) -> Phase:
    yield from throw_and_refill(table, trumps_too=False, face_up=False)


def throw_non_trumps_face_up(table: Table) -> Phase:
    yield from throw_and_refill(table, trumps_too=False, face_up=True)


def throw_anything(table: Table) -> Phase:
    yield from throw_and_refill(table, trumps_too=True, face_up=False)


def lookers_forfeit(table: Table) -> Phase:
    """Abacos: every player who looked loses one card by lot; then everyone sees his own hand."""
    seats = tuple(seat for seat in table.from_eldest() if seat in table.looked)
    if seats:
        answer = yield Forfeits(seats)
        for seat, place in zip(seats, answer.split(","), strict=True):
            table.forfeit(seat, int(place))
    table.looked = set(range(table.seats))


def forfeit_and_take(table: Table) -> Phase:
    """Man-o-war: the pitcher is shown the forfeited cards one at a time, his own excepted."""
    yield from lookers_forfeit(table)
    for forfeit in table.forfeits:  # in seat order from eldest
        if forfeit.seat != table.pitcher:
            yield from take_or_leave(table, forfeit)


def take_or_leave(table: Table, forfeit: Forfeit) -> Phase:
    pitcher = table.the_pitcher()
    forfeit.shown = True
    answer = yield Question(pitcher, ("take", "leave"))
    if answer == "leave":
        return
    forfeit.taken = True
    table.hands[pitcher].append(forfeit.card)
    offer = Offer("throw", (), in_code_order(table.hands[pitcher]), 1, 1)
    answer = yield Question(pitcher, offer)
    table.throw(pitcher, cards_answered(answer), face_up=False)


def cell_exchange(table: Table) -> Phase:
    """All throw all non-trumps face up; refilled to six in rounds of one card from eldest."""
    all_throw_all_plain(table, face_up=True)
    while table.stock and any(len(hand) < KEPT for hand in table.hands):
        for seat in table.from_eldest():
            if len(table.hands[seat]) < KEPT:
                table.draw_up_to(seat, len(table.hands[seat]) + 1)
    yield from ()


def high_five_exchange(table: Table) -> Phase:
    """All throw, burns from eldest, all but the pitcher are refilled; he searches the rest."""
    all_throw_all_plain(table, face_up=False)
    yield from all_burn_down(table)
    fill_from_eldest(table, but=table.the_pitcher())
    yield from search_stock(table, table.the_pitcher(), KEPT)


# --- section 5 ---


def ten_point_exchange(table: Table) -> Phase:
    """Section 5.1. All non-trumps go; fill to six; the rest; plain cards aside; burns."""
    all_throw_all_plain(table, face_up=True)
    fill_from_eldest(table)
    yield from give_rest_of_stock(table)
    for seat in table.from_eldest():
        table.lay_aside_plain_cards(seat)
    yield from all_burn_down(table)


def give_rest_of_stock(table: Table) -> Phase:
    """The pitcher takes the rest of the stock, if any, or hands it on unseen to his partner."""
    if not table.stock:
        return
    pitcher = table.the_pitcher()
    partner = (pitcher + table.sides) % table.seats
    answer = yield Question(pitcher, ("keep-widow", "hand-on"))
    table.take_stock(pitcher if answer == "keep-widow" else partner)


def called_partner_exchange(table: Table) -> Phase:
    """Section 5.4: the pitcher takes the blind; all non-trumps go, face up; burns."""
    table.take_stock(table.the_pitcher())
    all_throw_all_plain(table, face_up=True)
    yield from all_burn_down(table)


def narrow_pitcher_and_burn_others(table: Table) -> Phase:
    """From eldest, each in turn, the pitcher narrows to six and the others burn to six."""
    for seat in table.from_eldest():
        if seat == table.pitcher:
            yield from narrow(table, seat)
        else:
            yield from burn_down(table, seat)


def others_throw_all_plain(table: Table) -> None:
    for seat in table.from_eldest():
        if seat != table.pitcher:
            throw_all_plain(table, seat, face_up=False)


def razzle_dazzle_exchange(table: Table) -> Phase:
    table.take_stock(table.the_pitcher())
    others_throw_all_plain(table)
    yield from narrow_pitcher_and_burn_others(table)


def oklahoma_exchange(table: Table) -> Phase:
    """The pitcher takes the whole stock; then from eldest everyone narrows to six."""
    table.take_stock(table.the_pitcher())
    for seat in table.from_eldest():
        yield from narrow(table, seat)


def wahoo_exchange(table: Table) -> Phase:
    table.take_stock(table.the_pitcher())
    yield from narrow(table, table.the_pitcher())


def campbell_exchange(table: Table) -> Phase:
    """As ten-point, but face down, the pitcher filled last, and the rest of the stock is his."""
    all_throw_all_plain(table, face_up=False)
    fill_from_eldest(table, but=table.the_pitcher())
    table.take_stock(table.the_pitcher())
    for seat in table.from_eldest():
        table.lay_aside_plain_cards(seat)
    yield from all_burn_down(table)


def carthage_exchange(table: Table) -> Phase:
    others_throw_all_plain(table)
    fill_from_eldest(table, but=table.the_pitcher())
    table.take_stock(table.the_pitcher())
    yield from narrow_pitcher_and_burn_others(table)


def susqy_river_exchange(table: Table) -> Phase:
    all_throw_all_plain(table, face_up=False)
    fill_from_eldest(table, table.sheet.hand_size)
    yield from ()


def nine_five_exchange(table: Table) -> Phase:
    """All throw, burns from eldest, all but the dealer are filled; he searches."""
    all_throw_all_plain(table, face_up=False)
    yield from all_burn_down(table)
    fill_from_eldest(table, but=table.dealer)
    yield from search_stock_and_thrown(table, table.dealer, KEPT)


EXCHANGES: dict[str, Callable[[Table], Phase]] = {
    "none": no_exchange,
    "throw non-trumps": throw_non_trumps,
    "throw non-trumps face up": throw_non_trumps_face_up,
    "throw anything": throw_anything,
    "forfeit": lookers_forfeit,
    "forfeit and take": forfeit_and_take,
    "cell": cell_exchange,
    "high-five": high_five_exchange,
    "ten-point": ten_point_exchange,
    "called partner": called_partner_exchange,
    "razzle-dazzle": razzle_dazzle_exchange,
    "oklahoma": oklahoma_exchange,
    "wahoo": wahoo_exchange,
    "campbell": campbell_exchange,
    "carthage": carthage_exchange,
    "susqy-river": susqy_river_exchange,
    "nine-five": nine_five_exchange,
}
