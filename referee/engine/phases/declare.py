"""Declaring trump after the auction (A12: any suit may be declared), and calling a partner (5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.engine import events
from referee.engine.actions import ASK_CALL_PARTNER, ASK_DECLARE, CALL_CARD, DECLARE, DECLARE_TWO
from referee.engine.cards import BIT, cards_of
from referee.engine.phases import exchange
from referee.engine.state import Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

SUITS: Final = tuple(DECLARE + suit for suit in range(4))
PAIRS: Final = tuple(DECLARE_TWO + 4 * trump + sub for trump in range(4) for sub in range(4) if sub != trump)


def begin(game: Game) -> None:
    """Ask the pitcher for trump."""
    game.turn(game.public.pitcher, ASK_DECLARE)


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the four suits, or every trump with every other suit as sub-trump."""
    return SUITS if tables.no_sub_trump else PAIRS


def legal_partner(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return every trump that the pitcher does not hold."""
    return tuple(CALL_CARD + card for card in cards_of(public.table.mask & ~private.start))


def apply(game: Game, action: int) -> None:
    """Fix trump and go on to the partner or the exchange."""
    public, tables = game.public, game.tables
    if tables.no_sub_trump:
        public.trump = action - DECLARE
        public.table = tables.trumps[public.trump]
    else:
        public.trump, public.sub_trump = divmod(action - DECLARE_TWO, 4)
        public.table = tables.trumps[action - DECLARE_TWO]
    game.log((events.TRUMP, public.pitcher, action, 0, events.EVERYONE))
    if tables.calls_partner:
        game.turn(public.pitcher, ASK_CALL_PARTNER)
    else:
        exchange.begin(game)


def apply_partner(game: Game, action: int) -> None:
    """Note the called card; who holds it is nobody's business until it is played."""
    public = game.public
    public.called = action - CALL_CARD
    game.log((events.PARTNER_CALLED, public.pitcher, 0, BIT[public.called], events.EVERYONE))
    exchange.begin(game)
