"""Searching: a player looks through the stock, perhaps the thrown cards too, and takes what he likes (4, 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.engine import events
from referee.engine.actions import ASK_NOTHING, ASK_SEARCH, Pick
from referee.engine.cards import mask_of
from referee.engine.errors import InvariantViolation
from referee.engine.events import EVERYONE
from referee.engine.phases import hands
from referee.engine.state import Private, Public
from referee.engine.steps import Search, Where
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

_THROWN_TOO: Final = Where.STOCK_THEN_THROWN
IN_STOCK, IN_THROWN = 0, 1  # the value of a SEARCH event: what is looked through


def begin(game: Game, seat: int, step: Search) -> int:
    """Let the seat search if its hand is short; return what it is asked, ASK_NOTHING where there is no choice.

    Whether it is asked depends on numbers that all know.
    """
    public = game.public
    places = step.to - public.sizes[seat]
    if places <= 0:
        return ASK_NOTHING
    if public.stock > places:
        _look_through(game, seat, mask_of(game.hidden.stock[game.hidden.drawn :]), IN_STOCK)
        if step.where is _THROWN_TOO:
            _trumps_first(game, seat, places)
        return ASK_SEARCH
    hands.draw(game, seat, places)
    if step.where is _THROWN_TOO and public.sizes[seat] < step.to:
        _look_through(game, seat, game.hidden.thrown, IN_THROWN)
        return ASK_SEARCH
    return ASK_NOTHING


def _look_through(game: Game, seat: int, pile: int, where: int) -> None:
    private = game.private[seat]
    private.offered = pile
    private.gone |= pile
    game.log((events.SEARCH, seat, where, pile, 1 << seat))


def _trumps_first(game: Game, seat: int, places: int) -> None:
    """Every trump of the stock comes first: all are taken if they fit, else only trumps are to be chosen (5.3).

    How many were taken is nobody's business, so the hand is counted as larger only when he has chosen the rest.
    """
    private = game.private[seat]
    trumps = private.offered & game.public.table.mask
    if trumps.bit_count() > places:
        private.offered = trumps
    elif trumps:
        _into_hand(game, seat, trumps)


def _into_hand(game: Game, seat: int, mask: int) -> None:
    private = game.private[seat]
    private.start |= mask
    private.offered &= ~mask
    private.gone &= ~mask
    if mask:
        game.log((events.OWN_DRAW, seat, mask.bit_count(), mask, 1 << seat))


def legal(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of as many cards as there are places left."""
    step = tables.sheet.exchange[public.step]
    if not isinstance(step, Search):
        raise InvariantViolation(f"no search is asked in {type(step).__name__}")
    places = min(step.to - private.start.bit_count(), private.offered.bit_count())
    return Pick(0, private.offered, places, places)


def take(game: Game, seat: int, mask: int) -> None:
    """Take the chosen cards; what all learn is how many cards came to the hand."""
    public, hidden, private = game.public, game.hidden, game.private[seat]
    _into_hand(game, seat, mask)
    count = private.start.bit_count() - public.sizes[seat]
    public.sizes[seat] += count
    if not mask & hidden.thrown and hidden.drawn < len(hidden.stock):
        public.stock -= count
        hidden.stock = tuple(card for card in hidden.stock[hidden.drawn :] if not private.start >> card & 1)
        hidden.drawn = 0
    private.offered = 0
    game.log((events.DRAW, seat, count, 0, EVERYONE))
