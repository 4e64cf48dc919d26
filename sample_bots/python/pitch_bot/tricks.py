"""The tricks of a deal with all hands open, played by a simple policy. Fast rather than short."""

from collections.abc import Sequence
from typing import Final

from pitch_bot.places import Places

PIP: Final = 0.03  # what a pip weighs against a point
WORTH_IT: Final = 0.25  # a trick of so many points is taken at any price
CHEAP: Final = 0.1  # who plays last takes a trick of more than this


class Tricks:
    """The running trick, the hands, and what each group has won. Cards are places, hands bits of them; -1: no card."""

    __slots__ = (
        "best",
        "best_seat",
        "broken",
        "card_pips",
        "deck",
        "groups",
        "hands",
        "joker_led",
        "leader",
        "led",
        "loose",
        "pile",
        "pile_pips",
        "pips",
        "points",
        "rest",
        "value",
        "won",
        "worth",
    )

    def __init__(
        self,
        deck: Places,
        hands: Sequence[int],
        groups: Sequence[int],
        worth: Sequence[float],
        card_pips: Sequence[float],
        value: Sequence[float],
        *,
        broken: bool,
    ) -> None:
        self.deck, self.groups, self.worth, self.card_pips, self.value = deck, groups, worth, card_pips, value
        self.hands = list(hands)
        count = max(groups) + 1
        self.points: list[float] = [0.0] * count
        self.pips: list[float] = [0.0] * count
        self.won: list[int] = [0] * count
        self.broken = broken
        self.loose: Sequence[int] = deck.loose if broken else deck.nothing
        self.rest = 0  # the trumps that are still held
        for hand in hands:
            self.rest |= hand & deck.trumps
        self._begin(0)

    def _begin(self, leader: int) -> None:
        self.leader, self.led, self.best, self.best_seat = leader, -1, -1, leader
        self.pile = self.pile_pips = 0.0
        self.joker_led = False

    def lay(self, seat: int, card: int) -> None:
        """Put the card on the trick and see who wins now."""
        deck, bit = self.deck, 1 << card
        if self.led < 0:
            self.leader, self.led, self.joker_led = seat, card, bool(bit & deck.jokers)
        elif self.joker_led and not deck.suit[self.led]:  # the first card that is no joker sets the suit
            self.led = card
        if self.best < 0:
            if bit & deck.winners:
                self.best, self.best_seat = card, seat
        elif deck.beats[self.best] & bit:
            self.best, self.best_seat = card, seat
        if bit & deck.trumps:
            self.rest &= ~bit
            if not self.broken:
                self.broken, self.loose = True, deck.loose
        self.pile += self.worth[card]
        self.pile_pips += self.card_pips[card]

    def play_on(self, seat: int, card: int, played: int) -> int:
        """Play to the end from this seat's turn, which plays this card (-1: any). Return who won the last trick, or -1.

        `played`: the seats that have played to the running trick, a bit each.
        """
        hands = self.hands
        seats = len(hands)
        waiting = sum(1 for who, hand in enumerate(hands) if hand and not played >> who & 1)
        while True:
            if card < 0:
                card = self._lead(seat) if self.led < 0 else self._follow(seat, last=waiting == 1)
            if card >= 0:
                hands[seat] ^= 1 << card
                self.lay(seat, card)
                card = -1
            waiting -= 1
            if not waiting:
                winner = self._close()
                waiting = sum(map(bool, hands))
                if not waiting:
                    return winner
                seat = self.leader if winner < 0 else winner
                while not hands[seat]:
                    seat = (seat + 1) % seats
                self._begin(seat)
                continue
            seat = (seat + 1) % seats
            while not hands[seat]:
                seat = (seat + 1) % seats

    def _close(self) -> int:
        if self.best < 0:  # a dead trick
            return -1
        group = self.groups[self.best_seat]
        self.points[group] += self.pile
        self.pips[group] += self.pile_pips
        self.won[group] += 1
        return self.best_seat

    def _lead(self, seat: int) -> int:
        """The highest trump of all, if it is held; else the card that gives the least away."""
        may, rest = self.hands[seat], self.rest
        if not self.broken:
            may = may & ~self.deck.trumps or may
        top = may & rest & -(may & rest)
        if top and not rest & (top - 1):
            return top.bit_length() - 1
        return extreme(self.value, may, -1)

    def _follow(self, seat: int, *, last: bool) -> int:
        """Feed a friend who wins; win what is worth it, if it holds; else give the least. -1: out for the deal."""
        deck, hand, led, best = self.deck, self.hands[seat], self.led, self.best
        suit = deck.suit[led]
        may = hand & suit
        if may:
            may |= hand & self.loose[led]
            if self.joker_led and deck.override:
                may |= hand & deck.jokers
        elif deck.plays_out and suit:
            self.hands[seat] = 0
            return -1
        else:
            may = hand
        if not may & (may - 1):
            return may.bit_length() - 1
        value = self.value
        over = may & (deck.beats[best] if best >= 0 else deck.winners)
        under = may & ~over or may
        if best >= 0 and self.groups[self.best_seat] == self.groups[seat]:
            return extreme(value, under, 1 if last or best < 3 else -1)
        pile = self.pile + PIP * self.pile_pips
        if over and last:
            card = extreme(value, over, 1)
            if pile + value[card] > CHEAP:
                return card
        elif over and (pile > WORTH_IT or over & 1):
            return (over & -over).bit_length() - 1
        return extreme(value, under, -1)


def extreme(value: Sequence[float], may: int, sign: int) -> int:
    """The card of most (1) or least (-1) value; of several the weakest that is no trump."""
    most, found = -99.0, 0
    while may:
        at = may.bit_length() - 1
        may ^= 1 << at
        if sign * value[at] > most:
            most, found = sign * value[at], at
    return found
