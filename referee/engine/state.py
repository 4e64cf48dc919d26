"""The state of a game, split by who may know it: Public, one Private a seat, Hidden.

Nothing is redacted: what a seat is shown is made from Public and its own Private, which hold no more than it may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.engine.actions import ASK_NOTHING
from referee.engine.cards import CARDS, CHOICES, cards_of, mask_of

if TYPE_CHECKING:
    from referee.engine.tables import Tables

UNKNOWN: Final = -1
UNTAKEN: Final = [UNKNOWN] * CARDS
# What may be led: a plain suit (0-3), or one of these. The first four are "suits" of cards too.
TRUMP: Final = 4
FREE: Final = 5  # nothing must be followed, and no card is of it
SUB_TRUMP: Final = 6
JOKER: Final = 7  # that is no trump: nothing must be followed until a card of a suit falls
AFTER_JOKER: Final = {TRUMP: 8, SUB_TRUMP: 9}  # trump or sub-trump, set by the first such card after a joker
NO_TRUMP: Final = 10  # "led" to a leader who may not lead trump (barn)
LEADS: Final = 11
NO_SUITS: Final[tuple[int, ...]] = (0,) * (2 * LEADS)
ALL_PLACES: Final = tuple((1 << size) - 1 for size in range(CARDS + 1))  # by the size of a hand


class Public:
    """What everybody at the table knows. Scalars, tuples (replaced) and lists (changed in place)."""

    __slots__ = (
        "after", "ask", "best", "best_seat", "burned", "call", "called", "calls", "deal_number", "dealer", "even",
        "folded", "leader", "led", "looked", "may_fold", "offered", "opening", "partner", "pass_outs", "pitcher",
        "redeal", "row", "scores", "sets", "shown", "sizes", "step", "stock", "sub_trump", "table", "taken", "taker",
        "to_act", "trick", "tricks", "trump", "up", "whole",
    )  # fmt: skip

    def __init__(self, tables: Tables, dealer: int) -> None:
        seats, sides = tables.seats, tables.sides
        self.deal_number = -1
        self.dealer = dealer
        self.redeal = False  # whether the same dealer deals again
        self.pass_outs = 0  # deals in a row that all passed
        self.scores: tuple[int, ...] = (0,) * sides
        self.sets: list[int] = [0] * sides  # how often each side was set (hickeys)
        self.ask = ASK_NOTHING
        self.to_act = UNKNOWN
        self.looked = 0  # the seats that have looked at their hands, a bit each
        self.calls: list[int] = [0] * seats
        self.call = 0
        self.pitcher = UNKNOWN
        self.trump = UNKNOWN
        self.sub_trump = UNKNOWN
        self.table = tables.trumps[0]  # what depends on trump, once it is known
        self.called = UNKNOWN  # the card whose holder is the partner
        self.partner = UNKNOWN  # who has played it
        self.step = 0  # which exchange step runs
        self.offered = UNKNOWN  # the seat whose forfeited card the pitcher is shown
        self.stock = 0  # cards left in it
        self.shown = 0  # cards out of play that everybody has seen
        self.burned: tuple[tuple[int, int], ...] = ()  # who burned which trumps
        self.whole = 0  # so many tricks nobody runs out of cards who is still in
        self.even = False  # whether all play with as many cards
        self.leader = UNKNOWN
        self.after: tuple[int, ...] = ()  # by seat who plays after it in the trick
        self.up = 0  # the seats that are out for the deal with cards in hand, a bit each
        self.trick: list[int] = []
        self.opening = FREE  # what a leader must "follow"
        self.led = FREE  # what is led (see above)
        self.row: tuple[int, ...] = ()  # strength of every card in this trick
        self.best = 0  # the strength of the best card in it, and who played it
        self.best_seat = UNKNOWN
        self.may_fold = False  # whether the seat to act leads and may give the game up
        self.tricks = 0  # tricks finished in the deal
        self.folded = False  # whether the pitcher gave the game up
        self.sizes: list[int] = [0] * seats  # cards held by each seat; from the first lead on, at that moment
        self.taker = UNTAKEN[:]  # by card, the side that won it
        self.taken: list[int] = [0] * sides  # the same by side, as sets

    def clone(self) -> Public:
        """Return an independent copy."""
        new = object.__new__(Public)
        new.after = self.after
        new.ask = self.ask
        new.best = self.best
        new.best_seat = self.best_seat
        new.burned = self.burned
        new.call = self.call
        new.called = self.called
        new.calls = self.calls[:]
        new.deal_number = self.deal_number
        new.dealer = self.dealer
        new.even = self.even
        new.folded = self.folded
        new.leader = self.leader
        new.led = self.led
        new.looked = self.looked
        new.may_fold = self.may_fold
        new.offered = self.offered
        new.opening = self.opening
        new.partner = self.partner
        new.pass_outs = self.pass_outs
        new.pitcher = self.pitcher
        new.redeal = self.redeal
        new.row = self.row
        new.scores = self.scores
        new.sets = self.sets[:]
        new.shown = self.shown
        new.sizes = self.sizes[:]
        new.step = self.step
        new.stock = self.stock
        new.sub_trump = self.sub_trump
        new.table = self.table
        new.taken = self.taken[:]
        new.taker = self.taker[:]
        new.to_act = self.to_act
        new.trick = self.trick[:]
        new.tricks = self.tricks
        new.trump = self.trump
        new.up = self.up
        new.whole = self.whole
        return new

    def new_deal(self, dealer: int, stock: int, hand_size: int) -> None:
        """Forget the last deal; scores, sets and the count of deals stay."""
        seats, sides = len(self.sizes), len(self.scores)
        self.deal_number += 1
        self.dealer = dealer
        self.stock = stock
        self.calls = [0] * seats
        self.sizes = [hand_size] * seats
        self.pitcher = self.trump = self.sub_trump = self.leader = self.best_seat = UNKNOWN
        self.called = self.partner = self.offered = UNKNOWN
        self.call = self.step = self.shown = self.whole = self.tricks = self.best = self.looked = self.up = 0
        self.led = self.opening = FREE
        self.folded = self.may_fold = self.even = self.redeal = False
        self.after = self.row = self.burned = ()
        self.trick = []
        self.taker = UNTAKEN[:]
        self.taken = [0] * sides


class Private:
    """What one seat knows beside Public: its hand, and the cards it has seen that are not in play.

    While playing, its cards have places: those of the hand that it began with, in code order. A set of places is a
    small int and costs far less to work with than a set of cards.
    """

    __slots__ = ("cards", "forfeited", "gone", "left", "offered", "start", "suits")

    def __init__(self) -> None:
        self.start = 0  # the hand that it begins the play with; until then, the hand that it holds
        self.gone = 0
        self.forfeited = 0  # the card that it lost by lot
        self.offered = 0  # cards it is shown to choose from: a forfeited card, or those that it searches
        self.cards: tuple[int, ...] = ()  # the same hand in code order, once it is sure
        self.left = 0  # the places of the cards still held
        self.suits = NO_SUITS  # the places of its cards by suit, see tables.PlacesBySuit; of none until trump is known

    @property
    def hand(self) -> int:
        """The cards held, as a set; none while it has not looked."""
        return mask_of(CHOICES[self.left](self.cards)) if self.cards else self.start

    def held(self) -> tuple[int, ...]:
        """Return the cards held, in code order."""
        return CHOICES[self.left](self.cards) if self.cards else cards_of(self.start)

    def deal(self, hand: int) -> None:
        """Take up a new hand."""
        self.start = hand
        self.gone = self.left = self.forfeited = self.offered = 0
        self.cards = ()
        self.suits = NO_SUITS

    def begin(self, cards: tuple[int, ...]) -> None:
        """Begin the play: the hand will not grow any more, and these are its cards in code order."""
        self.cards = cards
        self.left = ALL_PLACES[len(cards)]

    def clone(self) -> Private:
        """Return an independent copy."""
        new = object.__new__(Private)
        new.start = self.start
        new.gone = self.gone
        new.forfeited = self.forfeited
        new.offered = self.offered
        new.cards = self.cards
        new.left = self.left
        new.suits = self.suits
        return new


class Hidden:
    """What nobody knows (or nobody yet): the order of the stock and how much of it was drawn.

    `hands` are those dealt, in dealing order, where their owners may not have looked; `lots` the places of the cards
    that they lose; `forfeited` has by seat the card lost; `thrown` are all cards thrown.
    """

    __slots__ = ("drawn", "forfeited", "hands", "lots", "stock", "thrown")

    def __init__(
        self, stock: tuple[int, ...], drawn: int, hands: tuple[tuple[int, ...], ...] = (), lots: tuple[int, ...] = ()
    ) -> None:
        self.stock = stock
        self.drawn = drawn
        self.hands = hands
        self.lots = lots
        self.forfeited: dict[int, int] = {}
        self.thrown = 0

    def clone(self) -> Hidden:
        """Return an independent copy."""
        new = Hidden(self.stock, self.drawn, self.hands, self.lots)
        new.forfeited = dict(self.forfeited)
        new.thrown = self.thrown
        return new
