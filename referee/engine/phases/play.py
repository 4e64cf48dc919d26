"""The tricks (chassis 3 and 4): leading, following, winning; and the pitcher's fold before a lead (contway)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.actions import ASK_PLAY, ASK_PLAY_ON, DECLARE, FOLD, PLAY_ON
from referee.engine.cards import BIT, CARDS, CHOICES, cards_of
from referee.engine.events import EVERYONE
from referee.engine.phases import score
from referee.engine.state import ALSO, FREE, TRUMP, UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

FOLD_CHOICES = (PLAY_ON, FOLD)

# The event of every card played and led, by seat and card, and of every trick, by winner and number: looked up, not
# made.
PLAYED, LED = (
    tuple(tuple((events.PLAY, seat, led, bit, EVERYONE) for bit in BIT) for seat in range(9)) for led in (0, 1)
)
TRICKS = tuple(tuple((events.TRICK, seat, number, 0, EVERYONE) for number in range(CARDS)) for seat in range(9))


def begin(game: Game) -> None:
    """The pitcher leads to the first trick."""
    tables, public = game.tables, game.public
    public.whole = min(public.sizes)
    public.even = public.whole == max(public.sizes)
    public.after = tables.next_seat
    if public.trump != UNKNOWN:
        for private in game.private:
            private.begin(cards_of(private.start))
        sort_hands(game)
    _open_trick(game, public.pitcher)
    if tables.first_lead_trump:
        # A first lead that must be a trump (A12) is "followed" with one.
        public.led = TRUMP
        game.turn(public.to_act, public.ask)


def sort_hands(game: Game) -> None:
    """Note the places of each hand by suit, once trump is known."""
    tables = game.tables
    places, suit_of = tables.places, tables.trumps[game.public.trump].suit_of
    for private in game.private:
        private.suits = places[bytes(private.cards).translate(suit_of)]


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the cards that may be played, in code order, then the fold where the pitcher leads and may."""
    left, suits = private.left, private.suits
    follow = left & suits[public.led]
    cards = CHOICES[follow | left & suits[ALSO] if follow else left](private.cards)
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
    game.turn(public.leader, ASK_PLAY)


def apply(game: Game, action: int) -> None:
    """Play the card; finish the trick and open the next, or score the deal. Or fold instead of leading."""
    public, private, log = game.public, game.actor, game.log
    seat = public.to_act
    trick = public.trick
    if trick:
        log(PLAYED[seat][action])
        strength = public.row[action]
        if strength > public.best:
            public.best = strength
            public.best_seat = seat
    elif action == FOLD:
        _fold(game)
        return
    else:
        _lead(game, seat, action)
    private.left ^= BIT[private.cards.index(action)]
    trick.append(action)
    seat = public.after[seat]
    if seat == public.leader:
        _close_trick(game)
        return
    public.to_act = seat
    game.actor = private = game.private[seat]
    game.offer = legal(game.tables, public, private)


def _lead(game: Game, seat: int, card: int) -> None:
    """Open the trick with the card; the first card of a pitched deal makes its suit trump (chassis 3)."""
    public, log = game.public, game.log
    log(LED[seat][card])
    if public.trump < 0:
        public.trump = card // 13
        log((events.TRUMP, seat, DECLARE + public.trump, 0, EVERYONE))
        sort_hands(game)
    public.may_fold = False
    public.led, row = game.tables.trumps[public.trump].led_card[card]
    public.row = row
    public.best = row[card]
    public.best_seat = seat


def _close_trick(game: Game) -> None:
    public, log = game.public, game.log
    winner = public.best_seat
    taker, side, taken = public.taker, game.tables.groups[winner], 0
    for card in public.trick:
        taker[card] = side
        taken |= BIT[card]
    public.taken[side] |= taken
    log(TRICKS[winner][public.tricks])
    public.tricks += 1
    _open_trick(game, winner)


def _open_trick(game: Game, leader: int) -> None:
    """Ask for the lead, which is free; who has no card is passed over (chassis 4)."""
    public = game.public
    public.trick = []
    public.led = FREE
    if public.tricks >= public.whole:
        leader = _with_a_card(game, leader)
        if leader < 0:
            score.finish(game)
            return
    public.leader = leader
    if game.tables.can_fold:
        public.may_fold = leader == public.pitcher
        if not public.may_fold:
            game.turn(public.pitcher, ASK_PLAY_ON)
            return
    game.turn(leader, ASK_PLAY)


def _with_a_card(game: Game, leader: int) -> int:
    """Leave the seats without a card out of the trick; return the first from the leader on that has one, or UNKNOWN."""
    public = game.public
    sizes, tricks = public.sizes, public.tricks
    if public.even:
        return UNKNOWN
    left = [seat for seat in game.tables.turns[leader][-1] if sizes[seat] > tricks]
    if not left:
        return UNKNOWN
    if len(left) < len(sizes):
        public.after = _after(tuple(left), len(sizes))
    return left[0]


@lru_cache(maxsize=4096)
def _after(order: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Return by seat who plays after it in the trick; only the seats in `order` play."""
    after = [UNKNOWN] * seats
    for seat, following in zip(order, (*order[1:], order[0]), strict=True):
        after[seat] = following
    return tuple(after)


def _fold(game: Game) -> None:
    game.public.folded = True
    game.log((events.FOLD, game.public.pitcher, 1, 0, EVERYONE))
    score.finish(game)
