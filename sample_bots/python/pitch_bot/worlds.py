"""Ways the unseen cards may lie: for bots that try a deal out before they play."""

import random
from collections.abc import Iterable
from functools import lru_cache

from pitch_bot.cards import Card, Suit
from pitch_bot.memory import Memory
from pitch_bot.sheet import Sheet
from pitch_bot.turn import Turn


class Places:
    """The cards of a sheet under one trump as places: trumps from the strongest, then suit by suit from the highest.

    A set of cards is an int with a bit per place, so the best card of a suit is the lowest bit in it.
    """

    def __init__(self, sheet: Sheet, trump: Suit) -> None:
        row = sheet.trumps[trump]
        plain = sorted((card for card in sheet.pack if card not in row), key=lambda card: (card.suit, -card.rank))
        self.cards: tuple[Card, ...] = (*row, *plain)
        self.place: dict[Card, int] = {card: place for place, card in enumerate(self.cards)}
        self.trumps: int = (1 << len(row)) - 1
        self.suits: list[Suit | None] = [sheet.suit_of(card, trump) for card in self.cards]
        """By place: the suit it belongs to."""
        self.suit: list[int] = [
            sum(1 << other for other, suit in enumerate(self.suits) if suit == own) for own in self.suits
        ]
        """By place: all the cards of its suit."""
        self.beats: list[int] = [
            suit & (1 << place) - 1 | (0 if suit & 1 else self.trumps) for place, suit in enumerate(self.suit)
        ]
        """By place of the card that wins a trick so far: the cards that beat it."""

    def bits(self, cards: Iterable[Card]) -> int:
        """The set of some cards."""
        return sum(1 << self.place[card] for card in cards)


places = lru_cache(maxsize=256)(Places)
"""The places of a sheet under a trump, made once."""


class Worlds:
    """The hands that agree with what a seat has seen at a turn, as far as `memory` tells."""

    def __init__(self, turn: Turn, memory: Memory, trump: Suit) -> None:
        sheet = turn.sheet
        self.places: Places = places(sheet, trump)
        place, trumps = self.places.place, self.places.trumps
        playable = trumps if sheet.trumps_only else -1
        self._hidden = [place[card] for card in turn.unseen if playable >> place[card] & 1]
        self._own = [self.places.bits(turn.hand) if seat == turn.seat else 0 for seat in range(sheet.seats)]
        self._others: list[tuple[int, int, int, set[Suit]]] = []  # seat, cards, trumps at least, voids
        for seat, size in enumerate(turn.hand_sizes):
            if seat != turn.seat:
                at_first = self._trumps_at_first(turn, memory, seat)
                played = sum(trumps >> place[card] & 1 for card in memory.played[seat])
                sure = 0 if trump in memory.voids[seat] else max(0, min(size, at_first - played))
                self._others.append((seat, size, sure, memory.voids[seat]))
        self._others.sort(key=lambda other: -len(other[3]))

    @staticmethod
    def _trumps_at_first(turn: Turn, memory: Memory, seat: int) -> int:
        """How many trumps the seat is taken to have had: what it did not throw; a pitcher who threw nothing: half."""
        thrown, size = memory.thrown[seat], turn.sheet.hand_size
        if thrown is not None:
            return size - thrown
        return size // 2 if seat == turn.pitcher else 0

    def sample(self, rng: random.Random) -> list[int]:
        """Draw one of them: the hand of each seat, as bits of `places`."""
        draw, suits, trumps = rng.random, self.places.suits, self.places.trumps
        pool = sorted(self._hidden, key=lambda _: draw())
        hands = self._own[:]
        for seat, _, sure, _ in self._others:
            if sure:
                kept = [at for at in pool if trumps >> at & 1][:sure]
                pool = [at for at in pool if at not in kept]
                for at in kept:
                    hands[seat] |= 1 << at
        for seat, size, _, voids in self._others:
            wanted = size - hands[seat].bit_count()
            if voids:
                may = [at for at in pool if suits[at] not in voids]
                drawn = (may + [at for at in pool if at not in may])[:wanted]
                pool = [at for at in pool if at not in drawn]
            else:
                drawn, pool = pool[:wanted], pool[wanted:]
            for at in drawn:
                hands[seat] |= 1 << at
        return hands
