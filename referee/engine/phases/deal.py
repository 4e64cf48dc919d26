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


def begin(game: Game, pack: Sequence[int]) -> None:
    """Deal the whole pack (pack[0] first) and open the auction."""
    tables, public = game.tables, game.public
    sheet = tables.sheet
    if sorted(pack) != tables.sorted_pack:
        raise InvariantViolation(f"the deal needs the {len(tables.pack)} cards of the pack of {sheet.spec}, each once")
    dealer = public.dealer if public.deal_number < 0 else tables.next_seat[public.dealer]
    size = sheet.hand_size
    dealt = tables.seats * size
    public.new_deal(dealer, len(pack) - dealt, size)
    game.hidden = Hidden(tuple(pack[dealt:]), 0)
    log = game.log
    log((events.DEAL, dealer, public.deal_number, 0, events.EVERYONE))
    for seat, take in enumerate(takers(tables.seats, size, sheet.packet, tables.next_seat[dealer])):
        cards = sorted(take(pack))
        hand = 0
        for card in cards:
            hand |= BIT[card]
        private = game.private[seat]
        private.deal(hand)
        if tables.pitched:
            private.begin(tuple(cards))
        log((events.HAND, seat, 0, hand, 1 << seat))
    auction.begin(game)
