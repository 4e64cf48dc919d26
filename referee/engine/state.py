"""The state of a game, split by who may know it: Public, one Private a seat, Hidden.

Nothing is redacted: what a seat is shown is made from Public and its own Private, which hold no more than it may know.
"""

from __future__ import annotations

from typing import Final

from referee.engine.actions import ASK_NOTHING
from referee.engine.cards import CARDS, CHOICES, cards_of, mask_of

UNKNOWN: Final = -1
UNTAKEN: Final = [UNKNOWN] * CARDS
TRUMP: Final = 4  # the "suit" of a trump; 0-3 are the plain suits
FREE: Final = 5  # no suit, and no card is of it
ALSO: Final = 6  # what may be played as well when following
NO_SUITS: Final[tuple[int, ...]] = (0,) * 7
ALL_PLACES: Final = tuple((1 << size) - 1 for size in range(CARDS + 1))  # by the size of a hand


class Public:
    """What everybody at the table knows. Scalars, tuples (replaced) and lists (changed in place)."""

    __slots__ = (
        "after", "ask", "best", "best_seat", "call", "calls", "deal_number", "dealer", "even", "folded", "leader",
        "led", "may_fold", "pitcher", "row", "scores", "sets", "shown", "sizes", "step", "stock",
        "taken", "taker", "to_act", "trick", "tricks", "trump", "whole",
    )  # fmt: skip

    def __init__(self, seats: int, sides: int, dealer: int) -> None:
        self.deal_number = -1
        self.dealer = dealer
        self.scores: tuple[int, ...] = (0,) * sides
        self.sets: list[int] = [0] * sides  # how often each side was set (hickeys)
        self.ask = ASK_NOTHING
        self.to_act = UNKNOWN
        self.calls: list[int] = [0] * seats
        self.call = 0
        self.pitcher = UNKNOWN
        self.trump = UNKNOWN
        self.step = 0  # which exchange step runs
        self.stock = 0  # cards left in it
        self.shown = 0  # cards out of play that everybody has seen
        self.whole = 0  # so many tricks everybody has a card for
        self.even = False  # whether all play with as many cards
        self.leader = UNKNOWN
        self.after: tuple[int, ...] = ()  # by seat who plays after it in the trick
        self.trick: list[int] = []
        self.led = FREE  # the suit led: 0-3, TRUMP, or FREE when nothing must be followed
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
        new.deal_number = self.deal_number
        new.dealer = self.dealer
        new.scores = self.scores
        new.sets = self.sets[:]
        new.ask = self.ask
        new.to_act = self.to_act
        new.calls = self.calls[:]
        new.call = self.call
        new.pitcher = self.pitcher
        new.trump = self.trump
        new.step = self.step
        new.stock = self.stock
        new.shown = self.shown
        new.whole = self.whole
        new.even = self.even
        new.leader = self.leader
        new.after = self.after
        new.trick = self.trick[:]
        new.best = self.best
        new.best_seat = self.best_seat
        new.led = self.led
        new.row = self.row
        new.may_fold = self.may_fold
        new.tricks = self.tricks
        new.folded = self.folded
        new.sizes = self.sizes[:]
        new.taker = self.taker[:]
        new.taken = self.taken[:]
        return new

    def new_deal(self, dealer: int, stock: int, hand_size: int) -> None:
        """Forget the last deal; scores, sets and the count of deals stay."""
        seats, sides = len(self.sizes), len(self.scores)
        self.deal_number += 1
        self.dealer = dealer
        self.stock = stock
        self.calls = [0] * seats
        self.sizes = [hand_size] * seats
        self.pitcher = self.trump = self.leader = self.best_seat = UNKNOWN
        self.call = self.step = self.shown = self.whole = self.tricks = self.best = 0
        self.led = FREE
        self.folded = self.may_fold = self.even = False
        self.after = self.row = ()
        self.trick = []
        self.taker = UNTAKEN[:]
        self.taken = [0] * sides


class Private:
    """What one seat knows beside Public: its hand, and what it threw or laid aside.

    While playing, its cards have places: those of the hand that it began with, in code order. A set of places is a
    small int and costs far less to work with than a set of cards.
    """

    __slots__ = ("cards", "gone", "left", "start", "suits")

    def __init__(self) -> None:
        self.start = 0  # the hand that it begins the play with; until then, the hand that it holds
        self.gone = 0
        self.cards: tuple[int, ...] = ()  # the same hand in code order, once it is sure
        self.left = 0  # the places of the cards still held
        self.suits = NO_SUITS  # the places of its cards by suit, see tables.PlacesBySuit; of none until trump is known

    @property
    def hand(self) -> int:
        """The cards held, as a set."""
        return mask_of(CHOICES[self.left](self.cards)) if self.cards else self.start

    def held(self) -> tuple[int, ...]:
        """Return the cards held, in code order."""
        return CHOICES[self.left](self.cards) if self.cards else cards_of(self.start)

    def deal(self, hand: int) -> None:
        """Take up a new hand."""
        self.start = hand
        self.gone = self.left = 0
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
        new.cards = self.cards
        new.left = self.left
        new.suits = self.suits
        return new


class Hidden:
    """What nobody knows: the order of the stock, and how much of it was drawn."""

    __slots__ = ("drawn", "stock")

    def __init__(self, stock: tuple[int, ...], drawn: int) -> None:
        self.stock = stock
        self.drawn = drawn
