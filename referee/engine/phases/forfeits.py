"""Cards lost by lot, and the pitcher's inspection of them (abacos, man-o-war)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.engine import events
from referee.engine.actions import ASK_NOTHING, ASK_TAKE, LEAVE, TAKE
from referee.engine.cards import BIT
from referee.engine.events import EVERYONE
from referee.engine.phases import hands
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

CHOICES: Final = (TAKE, LEAVE)


def draw_lots(game: Game, order: tuple[int, ...]) -> None:
    """Take from every seat that looked the card that its lot names, in dealing order; then everyone sees his hand."""
    public, hidden = game.public, game.hidden
    for seat in order:
        if public.looked >> seat & 1:
            card = hidden.hands[seat][hidden.lots[seat]]
            private = game.private[seat]
            hidden.forfeited[seat] = card
            private.start ^= BIT[card]
            private.gone |= BIT[card]
            private.forfeited = BIT[card]
            public.sizes[seat] -= 1
            game.log((events.FORFEIT, seat, 1, 0, EVERYONE))
            game.log((events.OWN_FORFEIT, seat, 1, BIT[card], 1 << seat))
    hands.everyone_looks(game)


def show_next(game: Game, order: tuple[int, ...]) -> tuple[int, int]:
    """Show the pitcher the next forfeited card, his own excepted; return him and the question, if there is one."""
    public, pitcher = game.public, game.public.pitcher
    for seat in order:
        if seat != pitcher and seat in game.hidden.forfeited:
            card = BIT[game.hidden.forfeited[seat]]
            public.offered = seat
            game.private[pitcher].offered = card
            game.log((events.OFFER, seat, 0, card, 1 << pitcher))
            return pitcher, ASK_TAKE
    public.offered = UNKNOWN
    return UNKNOWN, ASK_NOTHING


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return taking the card and leaving it."""
    return CHOICES


def take(game: Game, action: int) -> bool:
    """Do what the pitcher chose, and return whether he took the card.

    Its owner then knows that the pitcher holds it or threw it, so he does not count it as gone.
    """
    public = game.public
    owner, pitcher = public.offered, game.actor
    card, pitcher.offered = pitcher.offered, 0
    taken = action == TAKE
    game.log((events.TAKE_OR_LEAVE, owner, int(taken), 0, EVERYONE))
    if taken:
        pitcher.start |= card
        public.sizes[public.pitcher] += 1
        game.private[owner].gone &= ~card
    else:
        pitcher.gone |= card
    return taken
