"""How fast Python can be here: the classic game of four, written out with nothing else in mind.

`auction` alone: no sheet, no phases, no rule objects, nothing that another variant would need; but it logs events and
refuses what is not legal, as the engine does, and an observation has what the seat knows and the events since its last
turn. What it does not reach, no general engine in Python will. It must play as the engine does
(tests/tooling/test_floor.py). `Idle` plays nothing at all: what the loop around an engine costs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Final

from referee.engine.actions import DECLARE, PASS, call_code, call_value
from referee.engine.cards import BIT, CHOICES, HONOURS
from referee.engine.errors import IllegalAction
from referee.engine.events import EVERYONE, PLAY

CALLS: Final = tuple(call_code(value) for value in (1, 2, 3, 4))
TOP: Final = CALLS[-1]
OVER: Final = {call: (PASS, *CALLS[place:]) for place, call in enumerate((0, *CALLS))}
# For the dealer: stuck he must call two or more, else he may take the standing call over.
DEALERS: Final = {0: CALLS[1:], **{call: (PASS, *CALLS[place:]) for place, call in enumerate(CALLS)}}
FREE: Final = 4  # nothing is led
TARGET: Final = 7
PIPS: Final = tuple(dict(HONOURS).get(card, 0) for card in range(52))
# By eldest: what takes each seat's six cards from the pack, dealt in packets of three.
TAKERS: Final = tuple(
    tuple(
        itemgetter(*(3 * ((seat - eldest) % 4) + half + card for half in (0, 12) for card in range(3)))
        for seat in range(4)
    )
    for eldest in range(4)
)
PLAYED: Final = tuple(tuple((PLAY, seat, 0, bit, EVERYONE) for bit in BIT) for seat in range(4))


@cache
def followers(suits: bytes, trump: int) -> tuple[tuple[int, int], ...]:
    """Return by suit led the places in a hand of these suits that follow, and those that may be played then."""
    places = [sum(1 << place for place, suit in enumerate(suits) if suit == led) for led in range(4)]
    return (*((own, own | places[trump]) for own in places), (0, 0))


SUITS: Final = bytes(card // 13 for card in range(52)) + bytes(204)


class Floor:
    """One game of `auction` for four, to 7 points."""

    __slots__ = (
        "best",
        "best_seat",
        "call",
        "cards",
        "dealer",
        "events",
        "follows",
        "led",
        "left",
        "offer",
        "over",
        "pitcher",
        "plays",
        "scores",
        "taken",
        "to_act",
        "trick",
        "tricks",
        "trump",
    )  # fmt: skip

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer - 1
        self.scores = [0, 0, 0, 0]
        self.to_act = -1
        self.over = False
        self.events: list[tuple[int, ...]] = []

    def deal(self, pack: Sequence[int]) -> None:
        """Deal the pack and ask eldest."""
        self.dealer = (self.dealer + 1) % 4
        eldest = (self.dealer + 1) % 4
        self.cards = [tuple(sorted(take(pack))) for take in TAKERS[eldest]]
        self.left = [63, 63, 63, 63]
        self.taken: list[list[int]] = [[], [], [], []]
        self.call = self.tricks = 0
        self.trump = self.pitcher = -1
        self.trick: list[int] = []
        self.plays = False
        self.to_act, self.offer = eldest, OVER[0]

    def apply(self, action: int) -> None:
        """Do the action for the seat to act; IllegalAction if it is not legal."""
        if action not in self.offer:
            raise IllegalAction(f"action {action}")
        if self.plays:
            self._play(action)
        else:
            self._call(action)

    def observe(self, since: int) -> tuple[object, ...]:
        """Return what the seat to act knows, with the events from this index of the log on: its hand is told apart."""
        seat = self.to_act
        return (
            self.dealer,
            self.cards[seat],
            self.left[seat],
            self.call,
            self.pitcher,
            self.trump,
            tuple(self.trick),
            self.tricks,
            tuple(self.scores),
            self.events[since:],
        )

    def _call(self, action: int) -> None:
        seat = self.to_act
        self.events.append((2, seat, action))
        if action != PASS:
            self.call, self.pitcher = action, seat
        if seat == self.dealer or action == TOP:
            self.plays = True
            self.to_act, self.led = self.pitcher, FREE
            self.offer = self.cards[self.pitcher]
            return
        self.to_act = seat = (seat + 1) % 4
        self.offer = (DEALERS if seat == self.dealer else OVER)[self.call]

    def _play(self, card: int) -> None:
        seat, trick, trump = self.to_act, self.trick, self.trump
        self.events.append(PLAYED[seat][card])
        suit = card // 13
        if not trick:
            if trump < 0:
                self.trump = trump = suit
                self.events.append((3, seat, DECLARE + suit))
                self.follows = [followers(bytes(cards).translate(SUITS), trump) for cards in self.cards]
            self.led = suit
            self.best, self.best_seat = card + 64 * (suit == trump), seat
        elif suit == trump:
            if card + 64 > self.best:
                self.best, self.best_seat = card + 64, seat
        elif suit == self.led and card > self.best:
            self.best, self.best_seat = card, seat
        self.left[seat] ^= BIT[self.cards[seat].index(card)]
        trick.append(card)
        if len(trick) == 4:
            seat = self.best_seat
            self.taken[seat] += trick
            self.events.append((4, seat, self.tricks))
            self.tricks += 1
            if self.tricks == 6:
                self._score()
                return
            self.trick, self.led = [], FREE
        else:
            seat = (seat + 1) % 4
        self.to_act = seat
        left = self.left[seat]
        follow, may = self.follows[seat][self.led]
        if left & follow:
            left &= may
        self.offer = CHOICES[left](self.cards[seat])

    def _score(self) -> None:
        """High to its holder, low, jack and game to the taker; game tied goes to nobody."""
        trump, taken, points = self.trump, self.taken, [0, 0, 0, 0]
        low, high = 13 * trump, 13 * trump + 12
        trumps = [card for cards in taken for card in cards if low <= card <= high]
        highest, lowest, jack = max(trumps), min(trumps), low + 9
        best, game = 0, -1
        for seat in range(4):
            if highest in self.cards[seat]:
                points[seat] += 1
            if lowest in taken[seat]:
                points[seat] += 1
            if jack in taken[seat]:
                points[seat] += 1
            count = 0
            for card in taken[seat]:
                count += PIPS[card]
            if count > best:
                best, game = count, seat
            elif count == best:
                game = -1
        if game >= 0:
            points[game] += 1
        bid = call_value(self.call)
        pitcher, scores = self.pitcher, self.scores
        made = points[pitcher] >= bid
        if not made:
            points[pitcher] = -bid
        for seat in range(4):
            scores[seat] += points[seat]
        self.events.append((5, *scores))
        self.to_act = -1
        self.over = made and scores[pitcher] >= TARGET


def step_deal(game: Floor, random: Callable[[], float]) -> int:
    """Play the deal to its end; return the decisions."""
    decisions = 0
    while game.to_act >= 0:
        offer = game.offer
        game.apply(offer[int(random() * len(offer))])
        decisions += 1
    return decisions


def step_deal_observing(game: Floor, random: Callable[[], float]) -> int:
    """The same, observing at each decision."""
    decisions = 0
    seen = [0, 0, 0, 0]
    while game.to_act >= 0:
        seat = game.to_act
        game.observe(seen[seat])
        seen[seat] = len(game.events)
        offer = game.offer
        game.apply(offer[int(random() * len(offer))])
        decisions += 1
    return decisions


class Idle:
    """No game: it offers four actions so many times, and does nothing with them."""

    __slots__ = ("offer", "to_act")

    def __init__(self, decisions: int) -> None:
        self.to_act = decisions - 1
        self.offer = OVER[CALLS[0]]

    def apply(self, action: int) -> None:
        """Count it."""
        self.to_act -= 1


def step_idle(game: Idle, random: Callable[[], float]) -> int:
    """Do the loop of `step_deal`, written again: the interpreter adapts a loop to the objects it sees in it."""
    decisions = 0
    while game.to_act >= 0:
        offer = game.offer
        game.apply(offer[int(random() * len(offer))])
        decisions += 1
    return decisions
