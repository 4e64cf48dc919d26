"""The tricks (chassis 3 and 4): leading, following, winning; and the pitcher's fold before a lead (contway)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.actions import ASK_PLAY, ASK_PLAY_ON, DECLARE, FOLD, PLAY_ON
from referee.engine.cards import BIT, CARDS, cards_of
from referee.engine.errors import IllegalAction
from referee.engine.events import EVERYONE
from referee.engine.phases import score
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

FOLD_CHOICES = (PLAY_ON, FOLD)


def begin(game: Game) -> None:
    """The pitcher leads to the first trick."""
    public = game.public
    public.whole = min(public.sizes)
    for private in game.private:
        private.start = private.hand
    _open_trick(game, public.pitcher)


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the cards that may be played, in code order, then the fold where the pitcher leads and may."""
    hand = private.hand
    cards = cards_of(hand & public.may if hand & public.must else hand)
    if tables.can_fold and not public.trick and public.to_act == public.pitcher:
        return (*cards, FOLD)
    return cards


def legal_play_on(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return playing on and folding."""
    return FOLD_CHOICES


def apply_play_on(game: Game, action: int) -> None:
    """Go on to the lead, or give the game up."""
    public = game.public
    if action == FOLD:
        _fold(game)
        return
    game.events.append((events.FOLD, public.pitcher, 0, 0, EVERYONE))
    public.ask = ASK_PLAY
    public.to_act = public.leader


def apply(game: Game, action: int) -> None:
    """Play the card; finish the trick and open the next, or score the deal. IllegalAction if it may not be played."""
    public = game.public
    seat = public.to_act
    private = game.private[seat]
    hand = private.hand
    bit = BIT[action] if 0 <= action < CARDS else 0
    if not bit & (hand & public.may if hand & public.must else hand):
        _not_a_card(game, action)
        return
    private.hand = hand ^ bit
    public.sizes[seat] -= 1
    trick = public.trick
    if trick:
        game.events.append((events.PLAY, seat, 0, bit, EVERYONE))
        strength = public.row[action]
        if strength > public.best:
            public.best = strength
            public.best_seat = seat
        public.pile |= bit
        public.trick = trick = (*trick, action)
    else:
        _lead(game, seat, action, bit)
        trick = public.trick
    order = public.order
    played = len(trick)
    if played < len(order):
        public.to_act = order[played]
    else:
        _close_trick(game)


def _lead(game: Game, seat: int, card: int, bit: int) -> None:
    """Open the trick with the card; the first card of a pitched deal makes its suit trump (chassis 3)."""
    public = game.public
    public.trick = (card,)
    public.pile = bit
    game.events.append((events.PLAY, seat, 1, bit, EVERYONE))
    if public.trump == UNKNOWN:
        public.trump = card // 13
        game.events.append((events.TRUMP, seat, DECLARE + public.trump, 0, EVERYONE))
    table = game.tables.trumps[public.trump]
    public.must, public.may, public.row = table.follow[table.suit_of[card]]
    public.best = public.row[card]
    public.best_seat = seat


def _close_trick(game: Game) -> None:
    public = game.public
    winner = public.best_seat
    public.taken[game.tables.groups[winner]] |= public.pile
    game.events.append((events.TRICK, winner, public.tricks, 0, EVERYONE))
    public.tricks += 1
    public.won[winner] += 1
    _open_trick(game, winner)


def _open_trick(game: Game, leader: int) -> None:
    """Ask for the lead; the next clockwise who has a card leads where the leader has none (chassis 4)."""
    tables, public = game.tables, game.public
    public.trick = ()
    order = tables.rotation[leader]
    if public.tricks >= public.whole:
        sizes = public.sizes
        order = tuple([seat for seat in order if sizes[seat]])
        if not order:
            score.finish(game)
            return
        leader = order[0]
    public.order = order
    public.leader = leader
    # A first lead that must be a trump is "followed" with one; any other lead is free.
    public.must = public.may = 0 if public.tricks or tables.pitched else tables.trumps[public.trump].first_lead
    if tables.can_fold and leader != public.pitcher:
        public.ask = ASK_PLAY_ON
        public.to_act = public.pitcher
    else:
        public.ask = ASK_PLAY
        public.to_act = leader


def _not_a_card(game: Game, action: int) -> None:
    """Fold where the pitcher leads and may; refuse anything else."""
    public = game.public
    if action != FOLD or FOLD not in legal(game.tables, public, game.private[public.to_act]):
        raise IllegalAction(game.refusal(action))
    _fold(game)


def _fold(game: Game) -> None:
    game.public.folded = 1
    game.events.append((events.FOLD, game.public.pitcher, 1, 0, EVERYONE))
    score.finish(game)
