"""Mutants of the deal and of what happens between auction and play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.engine import events
from referee.engine import steps as s
from referee.engine.actions import ASK_NOTHING, ASK_TAKE, ASK_WIDOW, CALL_CARD, DECLARE, Ask, Pick, call_code
from referee.engine.cards import BIT
from referee.engine.events import EVERYONE
from referee.engine.game import Game
from referee.engine.phases import exchange as ex
from referee.engine.phases import forfeits, hands, search
from referee.engine.sheet import Sheet
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables
from tests.catalogue.luck import Luck
from tests.catalogue.planting import Mutant, Patch, exchange, fields, offers, steps, without

MANY_HEARTS = Luck(
    hands={2: "KH QH JH TH 8H 7H 6H 5H 4H 3H"},
    prefers=(call_code(10), DECLARE + 2, *(CALL_CARD + 26 + rank for rank in (11, 10, 9, 8))),
)
FEW_HEARTS = Luck(  # so that the stock is soon empty: everybody holds plain cards
    hands={1: "2C 3C 4C 5C 6C 7C 8C 9D TD", 2: "2D 3D 4D 5D 6D 7D 8D 9S TS", 3: "2S 3S 4S 5S 6S 7S 8S 9C TC"},
    prefers=(DECLARE + 2,),
)
TRUMPS_LAST = Luck(  # the dealer has two places left when three trumps are
    hands={1: "2H 3H", 2: "4H 5H", 3: "6H TH", 4: "KH QH JH AH"}, bottom="9H 8H 7H", prefers=(DECLARE + 2,)
)


def aside_before_widow(sheet: Sheet) -> Sheet:
    moved: list[s.ExchangeStep] = [step for step in sheet.exchange if not isinstance(step, s.LayAside)]
    moved.insert([isinstance(step, s.Widow) for step in moved].index(True), s.LayAside())
    return replace(sheet, exchange=tuple(moved))


def fill_all(sheet: Sheet) -> Sheet:
    """The pitcher is filled in his turn, not last."""
    return steps(s.Fill, who=s.Who.ALL)(sheet)


# ---- wrong code


def rule(kind: type, wrong: Callable[[Game, Any, tuple[int, ...]], tuple[int, int]]) -> Callable[[Patch], None]:
    """Return a patch of an exchange step."""
    return lambda patch: patch.setitem(ex.RULES, kind, wrong)


def last_first(kind: type) -> Callable[[Patch], None]:
    """Return a patch that takes the seats of a step that asks nothing in the opposite order."""
    original = ex.RULES[kind]
    return rule(kind, lambda game, step, order: original(game, step, order[::-1]))


def widow_though_the_stock_is_empty(game: Game, step: s.Widow, order: tuple[int, ...]) -> tuple[int, int]:
    return (game.public.pitcher, ASK_WIDOW) if game.public.pitcher in order else ex.NOBODY_ASKED


def not_asked_what_he_keeps(game: Game, step: s.Narrow, order: tuple[int, ...]) -> tuple[int, int]:
    """Who has exactly six trumps is not asked (against A8)."""
    public = game.public
    for seat in order:
        trumps = game.private[seat].start & public.table.mask
        if ex.concerns(step.who, seat, public) and public.sizes[seat] > step.to == trumps.bit_count():
            hands.throw_down(game, seat, game.private[seat].start & public.table.plain)
            order = order[order.index(seat) + 1 :]
        else:
            found = ORIGINAL_NARROW(game, step, (seat,))
            if found[1]:
                return found
    return ex.NOBODY_ASKED


ORIGINAL_NARROW = ex.RULES[s.Narrow]


def blind_lose_too(game: Game, step: s.Forfeit, order: tuple[int, ...]) -> tuple[int, int]:
    hands.everyone_looks(game)
    forfeits.draw_lots(game, order)
    return ex.NOBODY_ASKED


def lots_in_code_order(game: Game, step: s.Forfeit, order: tuple[int, ...]) -> tuple[int, int]:
    game.hidden.hands = tuple(tuple(sorted(hand)) for hand in game.hidden.hands)
    forfeits.draw_lots(game, order)
    return ex.NOBODY_ASKED


def forfeits_are_shown(game: Game, step: s.Forfeit, order: tuple[int, ...]) -> tuple[int, int]:
    forfeits.draw_lots(game, order)
    for seat, card in game.hidden.forfeited.items():
        game.log((events.OWN_FORFEIT, seat, 1, BIT[card], EVERYONE))
    return ex.NOBODY_ASKED


def nobody_loses(game: Game, step: s.Forfeit, order: tuple[int, ...]) -> tuple[int, int]:
    hands.everyone_looks(game)
    return ex.NOBODY_ASKED


def only_the_first_loses(game: Game, step: s.Forfeit, order: tuple[int, ...]) -> tuple[int, int]:
    game.public.looked &= -game.public.looked
    forfeits.draw_lots(game, order)
    return ex.NOBODY_ASKED


def shown_from_the_pitcher(game: Game, step: s.Inspect, order: tuple[int, ...]) -> tuple[int, int]:
    """The forfeited cards are shown in seat order from the pitcher, not from eldest."""
    public, seats = game.public, game.tables.seats
    done = (public.offered - public.pitcher) % seats if public.offered >= 0 else 0
    for after in range(done + 1, seats):
        seat = (public.pitcher + after) % seats
        if seat in game.hidden.forfeited:
            return show(game, seat)
    public.offered = UNKNOWN
    return ex.NOBODY_ASKED


def own_card_is_shown_too(game: Game, step: s.Inspect, order: tuple[int, ...]) -> tuple[int, int]:
    for seat in order:
        if seat in game.hidden.forfeited:
            return show(game, seat)
    game.public.offered = UNKNOWN
    return ex.NOBODY_ASKED


def show(game: Game, seat: int) -> tuple[int, int]:
    pitcher, card = game.public.pitcher, BIT[game.hidden.forfeited[seat]]
    game.public.offered = seat
    game.private[pitcher].offered = card
    game.log((events.OFFER, seat, 0, card, 1 << pitcher))
    return pitcher, ASK_TAKE


def not_the_lowest(tables: Tables, public: Public, private: Private) -> Pick:
    """For a card taken any is thrown but the lowest."""
    offer = ex.legal_throw(tables, public, private)
    return Pick(0, offer.choose_from & (offer.choose_from - 1), 1, 1)


def owner_does_not_learn(patch: Patch) -> None:
    """Which forfeited cards were taken stays with the pitcher."""
    patch.setattr(forfeits, "EVERYONE", 0)


def any_trump(tables: Tables, public: Public, private: Private) -> Pick:
    trumps = private.hand & public.table.mask
    return Pick(0, trumps, trumps.bit_count() - 6, trumps.bit_count() - 6)


def called_card_too(tables: Tables, public: Public, private: Private) -> Pick:
    called, public.called = public.called, UNKNOWN
    try:
        return ex.legal_burn(tables, public, private)
    finally:
        public.called = called


def fewer_kept(tables: Tables, public: Public, private: Private) -> Pick:
    offer = ex.legal_keep(tables, public, private)
    return Pick(0, offer.choose_from, 0, offer.most)


def burns_are_face_down(patch: Patch) -> None:
    patch.setattr(hands, "burn", hands.throw_down)


def fewer_searched(tables: Tables, public: Public, private: Private) -> Pick:
    offer = search.legal(tables, public, private)
    return Pick(0, offer.choose_from, 0, offer.most)


def plain_cards_with_the_trumps(patch: Patch) -> None:
    """In the stock of nine-five the trumps do not come first."""
    patch.setattr(search, "_trumps_first", lambda game, seat, places: None)


def plain_cards_where_trumps_are_left(patch: Patch) -> None:
    """All the trumps do not fit, but plain cards are offered beside them."""
    original = search._trumps_first

    def first(game: Game, seat: int, places: int) -> None:
        offered = game.private[seat].offered
        if (offered & game.public.table.mask).bit_count() <= places:
            original(game, seat, places)

    patch.setattr(search, "_trumps_first", first)


def burned_trumps_lie_with_the_thrown(patch: Patch) -> None:
    original = hands.burn

    def burn(game: Game, seat: int, mask: int) -> None:
        original(game, seat, mask)
        game.hidden.thrown |= mask

    patch.setattr(hands, "burn", burn)


def own_thrown_cards_are_not_searched(patch: Patch) -> None:
    original = search._look_through

    def look(game: Game, seat: int, pile: int, where: int) -> None:
        if where == search.IN_THROWN:
            own = [e[3] for e in game.events if e[0] == events.OWN_THROW and e[1] == seat]
            pile &= ~(own[-1] if own else 0)
        original(game, seat, pile, where)

    patch.setattr(search, "_look_through", look)


def thrown_search_ends_at_the_stock(game: Game, step: s.Search, order: tuple[int, ...]) -> tuple[int, int]:
    """When the stock does not suffice the search is over."""
    seat, ask = ORIGINAL_SEARCH(game, step, order)
    return ex.NOBODY_ASKED if ask and not game.public.stock else (seat, ask)


def searched_unasked(game: Game, step: s.Search, order: tuple[int, ...]) -> tuple[int, int]:
    """The searcher is given the top of the stock."""
    for seat in order:
        if ex.concerns(step.who, seat, game.public):
            hands.draw(game, seat, step.to - game.public.sizes[seat])
    return UNKNOWN, ASK_NOTHING


ORIGINAL_SEARCH = ex.RULES[s.Search]


CELL_EXCHANGE = exchange(s.ThrowPlain(face=s.Face.UP), s.Fill(to=6, rounds=s.Rounds.CARD_BY_CARD))

EXCHANGE_MUTANTS: tuple[Mutant, ...] = (
    # the deal
    Mutant(name="cards dealt singly", spec="auction[seats=3]", sheet=fields(packet=1)),
    Mutant(name="cards dealt in threes", spec="southeast-missouri", sheet=fields(packet=3)),
    Mutant(name="nine cards for six seats", spec="oklahoma[seats=6]", sheet=fields(hand_size=9)),
    # swaps
    Mutant(name="trumps may be thrown", spec="partnership-draw", sheet=steps(s.Swap, cards=s.Cards.ANY)),
    Mutant(name="trumps may not be thrown", spec="contway-three", sheet=steps(s.Swap, cards=s.Cards.PLAIN)),
    Mutant(name="no refill", spec="partnership-draw", sheet=steps(s.Swap, to=0)),
    Mutant(name="thrown face down", spec="northwest-connecticut", sheet=steps(s.Swap, face=s.Face.DOWN)),
    Mutant(name="thrown face up", spec="partnership-draw", sheet=steps(s.Swap, face=s.Face.UP)),
    Mutant(name="the exchange of nine-five", spec="northeast-connecticut",
           sheet=exchange(s.ThrowPlain(), s.Burn(to=6), s.Fill(to=6))),
    # throwing and filling
    Mutant(name="all plain cards thrown face down", spec="ten-point", sheet=steps(s.ThrowPlain, face=s.Face.DOWN)),
    Mutant(name="all plain cards thrown face up", spec="campbell-ten", sheet=steps(s.ThrowPlain, face=s.Face.UP)),
    Mutant(name="filled hand by hand", spec="cell", sheet=steps(s.Fill, rounds=s.Rounds.HAND_BY_HAND)),
    Mutant(name="filled card by card", spec="susqy-river", sheet=steps(s.Fill, rounds=s.Rounds.CARD_BY_CARD)),
    Mutant(name="filled from the dealer", spec="high-five", code=last_first(s.Fill)),
    Mutant(name="filled to six", spec="susqy-river", sheet=steps(s.Fill, to=6)),
    Mutant(name="the pitcher filled in his turn", spec="campbell-ten", sheet=fill_all),
    Mutant(name="the dealer filled in his turn", spec="nine-five", sheet=fill_all),
    Mutant(name="a refill from the blind", spec="southeast-missouri", sheet=CELL_EXCHANGE),
    # widow and stock
    Mutant(name="no widow", spec="ten-point", sheet=without(s.Widow)),
    Mutant(name="widow asked of an empty stock", spec="ten-point",
           code=rule(s.Widow, widow_though_the_stock_is_empty), luck=FEW_HEARTS),
    Mutant(name="a widow where there is none", spec="campbell-ten", sheet=lambda sheet: replace(
        sheet, exchange=tuple(s.Widow() if isinstance(step, s.TakeStock) else step for step in sheet.exchange))),
    Mutant(name="plain cards aside before the widow", spec="ten-point", sheet=aside_before_widow),
    Mutant(name="the blind is not taken", spec="razzle-dazzle", sheet=without(s.TakeStock)),
    Mutant(name="the pitcher of carthage throws too", spec="carthage", sheet=steps(s.ThrowPlain, who=s.Who.ALL)),
    Mutant(name="drawn plain cards aside in carthage", spec="carthage", sheet=lambda sheet: replace(
        sheet, exchange=(*sheet.exchange[:3], s.LayAside(), *sheet.exchange[3:]))),
    # burns and narrowing
    Mutant(name="seven trumps may be kept", spec="ten-point", sheet=steps(s.Burn, to=7)),
    Mutant(name="any trump may be burned", spec="ten-point", code=offers(Ask.BURN, any_trump)),
    Mutant(name="burns are face down", spec="seventeen-point", code=burns_are_face_down),
    Mutant(name="the called card may be burned", spec="ten-point-five-handed", code=offers(Ask.BURN, called_card_too),
           luck=MANY_HEARTS),
    Mutant(name="narrowed to seven", spec="oklahoma", sheet=steps(s.Narrow, to=7)),
    Mutant(name="fewer may be kept", spec="oklahoma", code=offers(Ask.KEEP, fewer_kept)),
    Mutant(name="six trumps are not asked about", spec="oklahoma", code=rule(s.Narrow, not_asked_what_he_keeps)),
    Mutant(name="only the pitcher narrows", spec="oklahoma", sheet=steps(s.Narrow, who=s.Who.PITCHER)),
    Mutant(name="the others do not burn", spec="carthage", sheet=steps(s.Narrow, rest=s.Rest.STAY), luck=Luck(
        hands={2: "AH KH QH JH TH 9H 8H 7H 6H"}, prefers=(DECLARE + 2,))),
    Mutant(name="the others do not burn in razzle-dazzle", spec="razzle-dazzle",
           sheet=steps(s.Narrow, rest=s.Rest.STAY), luck=MANY_HEARTS),
    # searches
    Mutant(name="a search to seven", spec="high-five", sheet=steps(s.Search, to=7)),
    Mutant(name="the dealer searches", spec="high-five", sheet=steps(s.Search, who=s.Who.DEALER)),
    Mutant(name="the pitcher searches", spec="nine-five", sheet=steps(s.Search, who=s.Who.PITCHER)),
    Mutant(name="fewer may be searched", spec="high-five", code=offers(Ask.SEARCH, fewer_searched)),
    Mutant(name="a search unasked", spec="nine-five-hotshot", code=rule(s.Search, searched_unasked)),
    Mutant(name="the thrown cards are not searched", spec="nine-five", sheet=steps(s.Search, where=s.Where.STOCK)),
    Mutant(name="a search ends at the stock", spec="nine-five-hotshot",
           code=rule(s.Search, thrown_search_ends_at_the_stock)),
    Mutant(name="plain cards beside the trumps", spec="nine-five-backdoor", code=plain_cards_with_the_trumps),
    Mutant(name="plain cards though trumps are left", spec="nine-five", code=plain_cards_where_trumps_are_left,
           luck=TRUMPS_LAST),
    Mutant(name="burned trumps are searched", spec="nine-five", code=burned_trumps_lie_with_the_thrown, luck=Luck(
        hands={1: "AH KH QH JH TH 9H 8H"}, prefers=(DECLARE + 2,))),
    Mutant(name="own thrown cards are not searched", spec="nine-five-hotshot", code=own_thrown_cards_are_not_searched),
    # lots
    Mutant(name="no card is forfeited", spec="abacos", code=rule(s.Forfeit, nobody_loses)),
    Mutant(name="who bids blind loses a card too", spec="abacos[seats=3]", code=rule(s.Forfeit, blind_lose_too)),
    Mutant(name="only one loses a card", spec="abacos", code=rule(s.Forfeit, only_the_first_loses)),
    Mutant(name="lots count in code order", spec="man-o-war", code=rule(s.Forfeit, lots_in_code_order)),
    Mutant(name="forfeited cards are shown", spec="abacos", code=rule(s.Forfeit, forfeits_are_shown)),
    Mutant(name="nothing is inspected", spec="man-o-war", sheet=without(s.Inspect)),
    Mutant(name="shown from the pitcher on", spec="man-o-war[seats=5]", code=rule(s.Inspect, shown_from_the_pitcher)),
    Mutant(name="his own card is shown too", spec="man-o-war", code=rule(s.Inspect, own_card_is_shown_too)),
    Mutant(name="never the lowest for one taken", spec="man-o-war[seats=3]", code=offers(Ask.THROW, not_the_lowest)),
    Mutant(name="the owner does not learn of the taking", spec="man-o-war", code=owner_does_not_learn),
)  # fmt: skip
