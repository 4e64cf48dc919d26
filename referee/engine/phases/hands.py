"""What moves cards to and from a hand before the play, and who is told (section 6, who knows what)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.cards import mask_of
from referee.engine.events import EVERYONE

if TYPE_CHECKING:
    from referee.engine.game import Game


def look(game: Game, seat: int) -> None:
    """Let the seat see its hand, unless it has."""
    public = game.public
    if public.looked >> seat & 1:
        return
    public.looked |= 1 << seat
    hand = mask_of(game.hidden.hands[seat])
    game.private[seat].start = hand
    game.log((events.HAND, seat, 0, hand, 1 << seat))


def everyone_looks(game: Game) -> None:
    """Let every seat see its hand that has not yet."""
    for seat in range(game.tables.seats):
        look(game, seat)


def draw(game: Game, seat: int, wanted: int) -> None:
    """Give the seat the next cards of the stock, as many as there are (A14)."""
    stock = game.public.stock
    count = wanted if wanted < stock else stock
    if count > 0:
        game.log((events.DRAW, seat, count, 0, EVERYONE))
        game.log((events.OWN_DRAW, seat, count, _take(game, seat, count), 1 << seat))


def take_stock(game: Game, seat: int) -> None:
    """Give the seat all that is left of the stock."""
    count = game.public.stock
    if count:
        game.log((events.WIDOW, seat, count, 0, EVERYONE))
        game.log((events.OWN_DRAW, seat, count, _take(game, seat, count), 1 << seat))


def _take(game: Game, seat: int, count: int) -> int:
    hidden, public = game.hidden, game.public
    drawn = hidden.drawn
    hidden.drawn = drawn + count
    mask = mask_of(hidden.stock[drawn : drawn + count])
    public.stock -= count
    public.sizes[seat] += count
    game.private[seat].start |= mask
    return mask


def throw_down(game: Game, seat: int, mask: int) -> None:
    """Take the cards from the hand, face down: their number is public."""
    private, count = game.private[seat], mask.bit_count()
    private.start ^= mask
    private.gone |= mask
    game.public.sizes[seat] -= count
    game.hidden.thrown |= mask
    game.log((events.THROW, seat, count, 0, EVERYONE))
    game.log((events.OWN_THROW, seat, count, mask, 1 << seat))


def throw_up(game: Game, seat: int, mask: int) -> None:
    """Take the cards from the hand, face up."""
    count = mask.bit_count()
    game.private[seat].start ^= mask
    game.public.sizes[seat] -= count
    game.public.shown |= mask
    game.hidden.thrown |= mask
    game.log((events.THROW, seat, count, mask, EVERYONE))


def lay_aside(game: Game, seat: int, mask: int) -> None:
    """Lay plain cards that were drawn aside, face down: their number is public."""
    private, count = game.private[seat], mask.bit_count()
    private.start ^= mask
    private.gone |= mask
    game.public.sizes[seat] -= count
    game.log((events.ASIDE, seat, count, 0, EVERYONE))
    game.log((events.OWN_ASIDE, seat, count, mask, 1 << seat))


def burn(game: Game, seat: int, mask: int) -> None:
    """Burn trumps, shown to all."""
    count, public = mask.bit_count(), game.public
    game.private[seat].start ^= mask
    public.sizes[seat] -= count
    public.shown |= mask
    public.burned = (*public.burned, (seat, mask))
    game.log((events.BURN, seat, count, mask, EVERYONE))
