"""The tricks (chassis 3 and 4): leading, following, winning; and the pitcher's fold before a lead (contway)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.actions import DECLARE, FOLD, PLAY_ON, Ask
from referee.engine.cards import BIT, CARDS, cards_of
from referee.engine.errors import IllegalAction
from referee.engine.events import EventKind
from referee.engine.phases import score
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

FOLD_CHOICES = (PLAY_ON, FOLD)


def begin(game: Game) -> None:
    """The pitcher leads to the first trick."""
    _open_trick(game, game.public.pitcher)


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
    game.events.append((EventKind.FOLD, public.pitcher, 0, 0, game.tables.everyone))
    public.ask = Ask.PLAY
    public.to_act = public.leader


def apply(game: Game, action: int) -> None:
    """Play the card; finish the trick and open the next, or score the deal. IllegalAction if it may not be played."""
    tables, public = game.tables, game.public
    seat = public.to_act
    private = game.private[seat]
    hand = private.hand
    if not 0 <= action < CARDS or not (hand & public.may if hand & public.must else hand) >> action & 1:
        if action == FOLD and action in legal(tables, public, private):
            _fold(game)
            return
        raise IllegalAction(game.refusal(action))
    bit = BIT[action]
    private.hand = hand ^ bit
    sizes = public.sizes
    sizes[seat] -= 1
    public.played[seat] |= bit
    if public.trick:
        public.trick += (action,)
        public.trick_seats += (seat,)
        public.pile |= bit
        game.events.append((EventKind.PLAY, seat, 0, bit, tables.everyone))
        strength = public.row[action]
        if strength > public.best:
            public.best = strength
            public.best_seat = seat
    else:
        _lead(game, seat, action, bit)
    public.to_come -= 1
    if public.to_come:
        seat = tables.next_seat[seat]
        while not sizes[seat]:
            seat = tables.next_seat[seat]
        public.to_act = seat
    else:
        _close_trick(game)


def _lead(game: Game, seat: int, card: int, bit: int) -> None:
    """Open the trick with the card; the first card of a pitched deal makes its suit trump (chassis 3)."""
    tables, public = game.tables, game.public
    public.trick = (card,)
    public.trick_seats = (seat,)
    public.pile = bit
    game.events.append((EventKind.PLAY, seat, 1, bit, tables.everyone))
    if public.trump == UNKNOWN:
        public.trump = card // 13
        game.events.append((EventKind.TRUMP, seat, DECLARE + public.trump, 0, tables.everyone))
    table = tables.trumps[public.trump]
    public.must, public.may, public.row = table.follow[table.suit_of[card]]
    public.best = public.row[card]
    public.best_seat = seat


def _close_trick(game: Game) -> None:
    tables, public = game.tables, game.public
    winner = public.best_seat
    public.taken[tables.groups[winner]] |= public.pile
    game.events.append((EventKind.TRICK, winner, public.tricks, 0, tables.everyone))
    public.tricks += 1
    public.won[winner] += 1
    _open_trick(game, winner)


def _open_trick(game: Game, leader: int) -> None:
    """Ask for the lead; the next clockwise who has a card leads where the leader has none (chassis 4)."""
    tables, public = game.tables, game.public
    sizes = public.sizes
    public.trick = public.trick_seats = ()
    public.to_come = tables.seats - sizes.count(0)
    if not public.to_come:
        score.finish(game)
        return
    while not sizes[leader]:
        leader = tables.next_seat[leader]
    public.leader = leader
    # A first lead that must be a trump is "followed" with one; any other lead is free.
    public.must = public.may = 0 if public.tricks or tables.pitched else tables.trumps[public.trump].first_lead
    if tables.can_fold and leader != public.pitcher:
        public.ask = Ask.PLAY_ON
        public.to_act = public.pitcher
    else:
        public.ask = Ask.PLAY
        public.to_act = leader


def _fold(game: Game) -> None:
    game.public.folded = 1
    game.events.append((EventKind.FOLD, game.public.pitcher, 1, 0, game.tables.everyone))
    score.finish(game)
