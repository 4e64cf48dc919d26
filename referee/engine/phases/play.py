"""The tricks (chassis 3 and 4): leading, following, winning; and the pitcher's fold before a lead (contway)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.actions import ASK_NAME_SUIT, ASK_PLAY, ASK_PLAY_ON, DECLARE, FOLD, PLAY_ON
from referee.engine.cards import BIT, CARDS, CHOICES, LOW_JOKER, cards_of, mask_of
from referee.engine.events import EVERYONE
from referee.engine.kinds import FirstLeader
from referee.engine.phases import score
from referee.engine.state import AFTER_JOKER, FREE, JOKER, LEADS, TRUMP, UNKNOWN, Private, Public
from referee.engine.tables import PlacesBySuit, Tables

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
    """The pitcher (or his left neighbour) leads to the first trick."""
    tables, public = game.tables, game.public
    public.whole = min(public.sizes)
    public.even = public.whole == max(public.sizes)
    if tables.plays_out:  # who is up keeps his cards
        public.whole, public.even = 0, False
    public.after = tables.next_seat
    if not tables.begins_dealt:
        for private in game.private:
            private.begin(cards_of(private.start))
    if public.trump != UNKNOWN:
        sort_hands(game, tables.places)
    leader = public.pitcher
    if tables.sheet.first_leader is FirstLeader.LEFT_OF_PITCHER:
        leader = tables.next_seat[leader]
    public.opening = tables.opening
    _open_trick(game, leader)
    if public.opening == TRUMP:  # only the first lead must be a trump (A12)
        public.opening = FREE


def sort_hands(game: Game, places: PlacesBySuit) -> None:
    """Note the places of each hand by what they follow, once trump is known (and again once it is broken)."""
    suit_of = game.public.table.suit_of
    for private in game.private:
        private.suits = places[bytes(private.cards).translate(suit_of)]


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the cards that may be played, in code order, then the fold where the pitcher leads and may."""
    left, suits, led = private.left, private.suits, public.led
    if left & suits[led]:
        left &= suits[led + LEADS]
    cards = CHOICES[left](private.cards)
    if public.may_fold:
        return (*cards, FOLD)
    return cards


def legal_play_on(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return playing on and folding."""
    return FOLD_CHOICES


def legal_name_suit(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the suits that the card just pitched may mean (A23)."""
    return tuple(DECLARE + suit for suit in tables.suits_meant[public.trick[0]])


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
    elif not _lead(game, seat, action):
        private.left ^= BIT[private.cards.index(action)]
        trick.append(action)
        game.turn(seat, ASK_NAME_SUIT)
        return
    private.left ^= BIT[private.cards.index(action)]
    trick.append(action)
    seat = public.after[seat]
    if seat == public.leader:
        _close_trick(game)
        return
    public.to_act = seat
    game.actor = private = game.private[seat]
    game.offer = game.playable(game.tables, public, private)


def _lead(game: Game, seat: int, card: int) -> bool:
    """Open the trick with the card; return whether its suit is known, or must be named first (A23).

    The first card of a pitched deal makes its suit trump (chassis 3).
    """
    public = game.public
    game.log(LED[seat][card])
    public.may_fold = False
    if public.trump < 0:
        suits = game.tables.suits_meant[card]
        if len(suits) > 1:
            return False
        _make_trump(game, seat, suits[0])
    public.led, row = public.table.led_card[card]
    public.row = row
    public.best = row[card]
    public.best_seat = seat
    return True


def _make_trump(game: Game, seat: int, suit: int) -> None:
    public, tables = game.public, game.tables
    public.trump = suit
    public.table = tables.trumps[suit]
    game.log((events.TRUMP, seat, DECLARE + suit, 0, EVERYONE))
    sort_hands(game, tables.places)


def apply_name_suit(game: Game, action: int) -> None:
    """Make the suit trump that the card just pitched was meant to be of, and go on."""
    public = game.public
    seat, card = public.to_act, public.trick[0]
    _make_trump(game, seat, action - DECLARE)
    public.led, public.row = public.table.led_card[card]
    public.best = public.row[card]
    public.best_seat = seat
    game.turn(public.after[seat], ASK_PLAY)


def _close_trick(game: Game) -> None:
    public, log = game.public, game.log
    if not public.best:
        _dead_trick(game)
        return
    winner = public.best_seat
    taker, side, taken = public.taker, game.tables.groups[winner], 0
    for card in public.trick:
        taker[card] = side
        taken |= BIT[card]
    public.taken[side] |= taken
    log(TRICKS[winner][public.tricks])
    public.tricks += 1
    _open_trick(game, winner)


def _dead_trick(game: Game) -> None:
    """Nobody's trick: its cards are out of play, and who led it leads again (carthage)."""
    public = game.public
    public.shown |= mask_of(public.trick)
    game.log((events.DEAD_TRICK, public.leader, public.tricks, 0, EVERYONE))
    public.tricks += 1
    _open_trick(game, public.leader)


def _open_trick(game: Game, leader: int) -> None:
    """Ask for the lead; who has no card that he can play is passed over (chassis 4)."""
    public = game.public
    public.trick = []
    public.led = public.opening
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
    """Leave the seats without a card out of the trick; return the first from the leader on that has one, or UNKNOWN.

    Unless seats may go up, nobody else is out before the smallest hand of those left is played.
    """
    public = game.public
    if public.even:
        return UNKNOWN
    up, private = public.up, game.private
    left = [seat for seat in game.tables.turns[leader][-1] if private[seat].left and not up >> seat & 1]
    if not left:
        return UNKNOWN
    if len(left) < len(private):
        public.after = _after(tuple(left), len(private))
    if not game.tables.plays_out:
        public.whole = min([public.sizes[seat] for seat in left])
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


# ---- sheets on which a card played does more than that


def is_watched(tables: Tables) -> bool:
    """Return whether the sheet looks at each card played: `apply_watched` then takes the place of `apply`."""
    return tables.broken is not None or tables.calls_partner or tables.plays_out or not tables.jokers_rank


def apply_watched(game: Game, action: int) -> None:
    """Play the card, with what follows from it: trump broken, a suit set by it, the partner known, a seat up."""
    public, tables = game.public, game.tables
    if tables.broken is not None and public.opening != FREE and public.table.mask >> action & 1:
        public.opening = FREE  # broken (barn), for the next player in the same trick too
        sort_hands(game, tables.broken)
    elif public.led == JOKER and public.trick and action < LOW_JOKER:
        _set_suit(game, action)
    elif action == public.called:
        public.partner = public.to_act
    apply(game, action)
    while not game.offer and public.to_act >= 0:
        _go_up(game)


def _set_suit(game: Game, card: int) -> None:
    """The first card after a joker that is none sets the suit to follow (two-trump)."""
    public = game.public
    public.led, public.row = public.table.led_card[card]
    if game.tables.overrides:
        public.led = AFTER_JOKER.get(public.led, public.led)


def _go_up(game: Game) -> None:
    """The seat to act has no trump for a trump led: it is out for the rest of the deal (carthage)."""
    public = game.public
    seat, leader = public.to_act, public.leader
    public.up |= 1 << seat
    public.sizes[seat] = game.private[seat].left.bit_count()
    following, order = public.after[seat], [leader]
    while (at := public.after[order[-1]]) != leader:
        order.append(at)
    order.remove(seat)
    public.after = _after(tuple(order), len(public.sizes))
    if following == leader:
        _close_trick(game)
    else:
        game.turn(following, ASK_PLAY)


def legal_called(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return what may be played where a partner is called (5.4).

    A pitcher who holds the called card himself must lead it first; on some sheets whoever holds it must play it to the
    first trick where that is legal.
    """
    cards = legal(tables, public, private)
    if public.tricks or public.called not in cards:
        return cards
    alone = public.to_act == public.pitcher and not public.trick
    return (public.called,) if alone or tables.called_at_once else cards


def legal_or_up(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return what may be played in carthage: () for who has no trump when trump was led, and goes up."""
    if public.led == TRUMP and public.trick and not private.left & private.suits[TRUMP]:
        return ()
    return legal(tables, public, private)
