"""Declaring trump after the auction (A12: any suit may be declared)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.engine import events
from referee.engine.actions import ASK_DECLARE, DECLARE
from referee.engine.phases import exchange
from referee.engine.state import Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

SUITS: Final = tuple(DECLARE + suit for suit in range(4))


def begin(game: Game) -> None:
    """Ask the pitcher for the suit of trump."""
    game.turn(game.public.pitcher, ASK_DECLARE)


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the four suits."""
    return SUITS


def apply(game: Game, action: int) -> None:
    """Fix the suit of trump and go on to the exchange."""
    public = game.public
    public.trump = action - DECLARE
    game.log((events.TRUMP, public.pitcher, action, 0, events.EVERYONE))
    exchange.begin(game)
