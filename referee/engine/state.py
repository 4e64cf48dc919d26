"""The state of a game, split by who may know it: Public, one Private a seat, Hidden.

Nothing is redacted: what a seat is shown is made from Public and its own Private, which hold no more than it may know.
"""

from __future__ import annotations

from typing import Final

from referee.engine.actions import ASK_NOTHING

UNKNOWN: Final = -1


class Public:
    """What everybody at the table knows. Scalars, tuples (replaced) and lists (changed in place)."""

    __slots__ = (
        "after", "ask", "best", "best_seat", "call", "calls", "deal_number", "dealer", "folded", "leader", "may",
        "may_fold", "must", "pile", "pitcher", "row", "scores", "sets", "shown", "sizes", "step", "stock", "taken",
        "to_act", "trick", "tricks", "trump", "whole", "won",
    )  # fmt: skip

    def __init__(self, seats: int, sides: int, dealer: int) -> None:
        self.deal_number = -1
        self.dealer = dealer
        self.scores: tuple[int, ...] = (0,) * sides
        self.sets: list[int] = [0] * sides  # how often each side was set (hickeys)
        self.ask = ASK_NOTHING
        self.to_act = UNKNOWN
        self.calls: tuple[int, ...] = (0,) * seats
        self.call = 0
        self.pitcher = UNKNOWN
        self.trump = UNKNOWN
        self.step = 0  # which exchange step runs
        self.stock = 0  # cards left in it
        self.shown = 0  # cards out of play that everybody has seen
        self.whole = 0  # so many tricks everybody has a card for
        self.leader = UNKNOWN
        self.after: tuple[int, ...] = ()  # by seat who plays after it in the trick
        self.trick: list[int] = []
        self.pile = 0  # the same as a set
        self.must = 0  # cards that must be followed with
        self.may = 0  # cards allowed when one must
        self.row: tuple[int, ...] = ()  # strength of every card in this trick
        self.best = 0  # the strength of the best card in it, and who played it
        self.best_seat = UNKNOWN
        self.may_fold = False  # whether the seat to act leads and may give the game up
        self.tricks = 0  # tricks finished in the deal
        self.folded = False  # whether the pitcher gave the game up
        self.sizes: list[int] = [0] * seats  # cards held by each seat; from the first lead on, at that moment
        self.taken: list[int] = [0] * sides  # by side, as sets of cards
        self.won: list[int] = [0] * seats  # tricks won by seat

    def clone(self) -> Public:
        """Return an independent copy."""
        new = object.__new__(Public)
        new.deal_number = self.deal_number
        new.dealer = self.dealer
        new.scores = self.scores
        new.sets = self.sets[:]
        new.ask = self.ask
        new.to_act = self.to_act
        new.calls = self.calls
        new.call = self.call
        new.pitcher = self.pitcher
        new.trump = self.trump
        new.step = self.step
        new.stock = self.stock
        new.shown = self.shown
        new.whole = self.whole
        new.leader = self.leader
        new.after = self.after
        new.trick = self.trick[:]
        new.pile = self.pile
        new.best = self.best
        new.best_seat = self.best_seat
        new.must = self.must
        new.may = self.may
        new.row = self.row
        new.may_fold = self.may_fold
        new.tricks = self.tricks
        new.folded = self.folded
        new.sizes = self.sizes[:]
        new.taken = self.taken[:]
        new.won = self.won[:]
        return new

    def new_deal(self, dealer: int, stock: int) -> None:
        """Forget the last deal; scores, sets and the count of deals stay."""
        seats, sides = len(self.sizes), len(self.taken)
        self.deal_number += 1
        self.dealer = dealer
        self.calls = (0,) * seats
        self.call = 0
        self.pitcher = self.trump = self.leader = self.best_seat = UNKNOWN
        self.step = self.shown = self.whole = self.must = self.may = self.tricks = self.pile = self.best = 0
        self.folded = self.may_fold = False
        self.after = self.row = ()
        self.trick = []
        self.stock = stock
        self.taken = [0] * sides
        self.won = [0] * seats


class Private:
    """What one seat knows beside Public: its hand, the hand it began the play with, and what it threw or laid aside."""

    __slots__ = ("gone", "hand", "start")

    def __init__(self, hand: int, start: int, gone: int) -> None:
        self.hand = hand
        self.start = start
        self.gone = gone


class Hidden:
    """What nobody knows: the order of the stock, and how much of it was drawn."""

    __slots__ = ("drawn", "stock")

    def __init__(self, stock: tuple[int, ...], drawn: int) -> None:
        self.stock = stock
        self.drawn = drawn
