"""The tricks (chassis 3 and 4): leading, following, winning; and the pitcher's fold before a lead (contway)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.actions import ASK_PLAY, ASK_PLAY_ON, DECLARE, FOLD, PLAY_ON
from referee.engine.cards import BIT, BIT_OF, FEW, cards_of
from referee.engine.errors import IllegalAction
from referee.engine.events import EVERYONE
from referee.engine.phases import score
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

FOLD_CHOICES = (PLAY_ON, FOLD)

# The event of every card played and led, by seat and card: looked up, not made.
PLAYED, LED = (
    tuple(tuple((events.PLAY, seat, led, bit, EVERYONE) for bit in BIT) for seat in range(9)) for led in (0, 1)
)


def begin(game: Game) -> None:
    """The pitcher leads to the first trick."""
    public = game.public
    public.whole = min(public.sizes)
    for private in game.private:
        private.start = private.hand
    public.after = game.tables.next_seat
    _open_trick(game, public.pitcher)
    if not game.tables.pitched:
        # A first lead that must be a trump (A12) is "followed" with one.
        public.must = public.may = game.tables.trumps[public.trump].first_lead


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the cards that may be played, in code order, then the fold where the pitcher leads and may."""
    hand = private.hand
    mask = hand & public.may if hand & public.must else hand
    cards = FEW.get(mask) or cards_of(mask)
    if public.may_fold:
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
    game.log((events.FOLD, public.pitcher, 0, 0, EVERYONE))
    public.ask = ASK_PLAY
    public.to_act = public.leader


def apply(game: Game, action: int) -> None:
    """Play the card; finish the trick and open the next, or score the deal. IllegalAction if it may not be played."""
    public = game.public
    seat = public.to_act
    private = game.private[seat]
    hand = private.hand
    bit = BIT_OF.get(action, 0)
    if not bit & (hand & public.may if hand & public.must else hand):
        _not_a_card(game, action)
        return
    private.hand = hand ^ bit
    trick = public.trick
    if trick:
        public.pile |= bit
        game.log(PLAYED[seat][action])
        strength = public.row[action]
        if strength > public.best:
            public.best = strength
            public.best_seat = seat
    else:
        _lead(game, seat, action)
    trick.append(action)
    seat = public.after[seat]
    if seat == public.leader:
        _close_trick(game)
    else:
        public.to_act = seat


def _lead(game: Game, seat: int, card: int) -> None:
    """Open the trick with the card; the first card of a pitched deal makes its suit trump (chassis 3)."""
    public = game.public
    game.log(LED[seat][card])
    if public.trump < 0:
        public.trump = card // 13
        game.log((events.TRUMP, seat, DECLARE + public.trump, 0, EVERYONE))
    public.may_fold = False
    public.must, public.may, row = game.tables.trumps[public.trump].follow_card[card]
    public.row = row
    public.best = row[card]
    public.best_seat = seat
    public.pile = BIT_OF[card]


def _close_trick(game: Game) -> None:
    public = game.public
    winner = public.best_seat
    public.taken[game.tables.groups[winner]] |= public.pile
    game.log((events.TRICK, winner, public.tricks, 0, EVERYONE))
    public.tricks += 1
    public.won[winner] += 1
    _open_trick(game, winner)


def _open_trick(game: Game, leader: int) -> None:
    """Ask for the lead; the next clockwise who has a card leads where the leader has none (chassis 4)."""
    public = game.public
    public.trick = []
    tricks = public.tricks
    if tricks >= public.whole:
        sizes = public.sizes
        left = [seat for seat in game.tables.rotation[leader] if sizes[seat] > tricks]
        if not left:
            score.finish(game)
            return
        leader = left[0]
        if len(left) < len(sizes):
            public.after = _after(left, len(sizes))
    public.leader = leader
    public.must = public.may = 0  # a lead is free
    if game.tables.can_fold and leader != public.pitcher:
        public.ask = ASK_PLAY_ON
        public.to_act = public.pitcher
    else:
        public.may_fold = game.tables.can_fold
        public.ask = ASK_PLAY
        public.to_act = leader


def _after(order: list[int], seats: int) -> tuple[int, ...]:
    """Return by seat who plays after it in the trick; only the seats in `order` play."""
    after = [UNKNOWN] * seats
    for seat, following in zip(order, [*order[1:], order[0]], strict=True):
        after[seat] = following
    return tuple(after)


def _not_a_card(game: Game, action: int) -> None:
    """Fold where the pitcher leads and may; refuse anything else."""
    public = game.public
    if action != FOLD or FOLD not in legal(game.tables, public, game.private[public.to_act]):
        raise IllegalAction(game.refusal(action))
    _fold(game)


def _fold(game: Game) -> None:
    game.public.folded = True
    game.log((events.FOLD, game.public.pitcher, 1, 0, EVERYONE))
    score.finish(game)
