"""How hands change between auction and play when everybody does the sensible thing: for thinking a call through."""

from functools import lru_cache

from pitch_bot.cards import Suit
from pitch_bot.places import Places, places
from pitch_bot.sheet import Sheet, Step

MANY = 6  # trumps with which a pitcher hands the widow on


class Exchange:
    """The exchange of a sheet under one trump. Hands are bits of the places."""

    def __init__(self, sheet: Sheet, trump: Suit, sub: Suit | None = None) -> None:
        self.sheet = sheet
        self.places: Places = places(sheet, trump, sub)
        worth = sheet.worth(trump, sub)
        trumps = sorted(range(self.places.trumps.bit_length()), key=lambda at: -worth.get(self.places.cards[at], 0))
        plain = [at for at in range(len(self.places.cards)) if at not in trumps]
        plain.sort(key=lambda at: (not self.places.subs >> at & 1, -self.places.cards[at].rank))
        self._best = tuple(1 << at for at in (*trumps, *plain))

    def best(self, hand: int, count: int) -> int:
        """So many cards of the hand to keep: trumps that score, other trumps, high plain cards."""
        if hand.bit_count() <= count:
            return hand
        kept = 0
        for bit in self._best:
            if hand & bit:
                if not count:
                    break
                kept |= bit
                count -= 1
        return kept

    def run(self, hands: list[int], stock: list[int], *, pitcher: int, dealer: int) -> list[int]:
        """The hands that are played, from those dealt and the places of the cards of the stock in their order.

        `stock` is used up. Cards lost by lot are the first in the stock's order that a hand holds none of: any will do.
        """
        hands = hands[:]
        seats = len(hands)
        for step in self.sheet.exchange:
            for turn in range(seats):
                seat = (dealer + 1 + turn) % seats
                if step.concerns(seat, pitcher, dealer):
                    self._take_step(step, hands, stock, seat, pitcher)
                elif step.get("rest") == "burn":
                    hands[seat] = self._burn(hands[seat], step.to)
        return hands

    def _take_step(self, step: Step, hands: list[int], stock: list[int], seat: int, pitcher: int) -> None:
        hand, trumps = hands[seat], self.places.trumps
        match step.name:
            case "throw-plain" | "lay-aside":
                hands[seat] = hand & trumps
            case "fill":
                hands[seat] = hand | _draw(stock, step.to - hand.bit_count())
            case "swap":
                hands[seat] = hand & trumps | _draw(stock, step.to - (hand & trumps).bit_count())
            case "take-stock" if seat == pitcher:
                hands[seat] = hand | _draw(stock, len(stock))
            case "widow" if seat == pitcher:
                handed_on = (hand & trumps).bit_count() >= MANY
                taker = (seat + self.sheet.sides) % len(hands) if handed_on else seat
                hands[taker] |= _draw(stock, len(stock))
            case "burn":
                hands[seat] = self._burn(hand, step.to)
            case "narrow":
                hands[seat] = self.best(hand, step.to)
            case "search":
                self._search(hands, stock, seat, step.to)
            case "forfeit" if stock:
                # The bits are in order of strength, so a card in the place of a random one of the stock is random too.
                low = 1 << stock[0]
                lost = hand & -low or hand
                hands[seat] = hand ^ (lost & -lost)
            case _:
                pass

    def _burn(self, hand: int, to: int) -> int:
        trumps = hand & self.places.trumps
        return hand if trumps.bit_count() <= to else self.best(trumps, to) | hand & ~trumps

    def _search(self, hands: list[int], stock: list[int], seat: int, to: int) -> None:
        found = self.best(sum(1 << at for at in stock), max(0, to - hands[seat].bit_count()))
        hands[seat] |= found
        stock[:] = [at for at in stock if not found >> at & 1]


def _draw(stock: list[int], count: int) -> int:
    drawn = stock[: max(0, count)]
    del stock[: max(0, count)]
    return sum(1 << at for at in drawn)


exchange_of = lru_cache(maxsize=512)(Exchange)
"""The exchange of a sheet under a trump, made once."""
