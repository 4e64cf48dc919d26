"""The deal (chassis 1): packets from eldest; what is left is the stock, drawn from its front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.cards import BIT, Chooser, chooser
from referee.engine.errors import InvariantViolation
from referee.engine.phases import auction
from referee.engine.state import Hidden

if TYPE_CHECKING:
    from referee.engine.game import Game


@lru_cache(maxsize=256)
def places(seats: int, hand_size: int, packet: int, eldest: int) -> tuple[tuple[int, ...], ...]:
    """Return, by seat, the places in the pack of the cards it is dealt."""
    found: list[list[int]] = [[] for _ in range(seats)]
    place, left = 0, hand_size
    while left:
        size = min(packet, left)
        for turn in range(seats):
            found[(eldest + turn) % seats].extend(range(place, place + size))
            place += size
        left -= size
    return tuple(tuple(p) for p in found)


@lru_cache(maxsize=256)
def takers(seats: int, hand_size: int, packet: int, eldest: int) -> tuple[Chooser, ...]:
    """Return, by seat, what takes its cards from the pack."""
    return tuple(map(chooser, places(seats, hand_size, packet, eldest)))


def begin(game: Game, pack: Sequence[int], lots: Sequence[int]) -> None:
    """Deal the whole pack (pack[0] first) and open the auction; `lots` as Game.deal says."""
    tables, public = game.tables, game.public
    sheet = tables.sheet
    if len(pack) != len(tables.pack) or set(pack) != tables.pack_set:
        raise InvariantViolation(f"the deal needs the {len(tables.pack)} cards of the pack of {sheet.label}, each once")
    size = sheet.hand_size
    if tables.forfeits and not (len(lots) == tables.seats and all(0 <= lot < size for lot in lots)):
        raise InvariantViolation(f"{sheet.label} needs {tables.seats} lots, each a place in a hand of {size}")
    again = public.deal_number < 0 or public.redeal
    dealer = public.dealer if again else tables.next_seat[public.dealer]
    dealt = tables.seats * size
    public.new_deal(dealer, len(pack) - dealt, size)
    log = game.log
    log((events.DEAL, dealer, public.deal_number, 0, events.EVERYONE))
    hands = takers(tables.seats, size, sheet.packet, tables.next_seat[dealer])
    if not tables.at_once:
        _deal_unseen(game, pack, lots, hands)
        return
    game.hidden = Hidden(tuple(pack[dealt:]), 0)
    for seat, take in enumerate(hands):
        cards = take(pack)
        hand = 0
        for card in cards:
            hand |= BIT[card]
        private = game.private[seat]
        private.deal(hand)
        if tables.begins_dealt:
            private.begin(tuple(sorted(cards)))
        log((events.HAND, seat, 0, hand, 1 << seat))
    auction.begin(game)


def _deal_unseen(game: Game, pack: Sequence[int], lots: Sequence[int], hands: tuple[Chooser, ...]) -> None:
    """Deal where a seat may look at its hand only later: until then the hands are hidden from all."""
    tables = game.tables
    size = tables.sheet.hand_size
    dealt = tuple(take(pack) for take in hands)
    game.hidden = Hidden(tuple(pack[tables.seats * size :]), 0, dealt, tuple(lots))
    for private in game.private:
        private.deal(0)
    auction.begin(game)
