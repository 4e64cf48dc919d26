"""Ways the unseen cards may lie: for bots that try a deal out before they play."""

import random
from typing import NamedTuple

from pitch_bot.cards import Suit
from pitch_bot.memory import Memory
from pitch_bot.places import Places, places
from pitch_bot.sheet import Sheet
from pitch_bot.turn import Turn


class _Other(NamedTuple):
    """What is known of another seat's hand."""

    seat: int
    size: int
    sure: int
    """So many trumps it holds for certain, or nearly so."""
    chosen_from: int
    """So many more cards it had, of which it kept the best: trumps first."""
    voids: set[Suit]


class Worlds:
    """The hands that agree with what a seat has seen at a turn, as far as `memory` tells."""

    def __init__(self, turn: Turn, memory: Memory, trump: Suit, sub: Suit | None = None) -> None:
        sheet = turn.sheet
        self.places: Places = places(sheet, trump, sub)
        self._trump = trump
        place, trumps = self.places.place, self.places.trumps
        playable = trumps if sheet.trumps_only else -1
        self._hidden = [place[card] for card in turn.unseen if playable >> place[card] & 1]
        self._own = [self.places.bits(turn.hand) if seat == turn.seat else 0 for seat in range(sheet.seats)]
        self._others: list[_Other] = []
        for seat, size in enumerate(turn.hand_sizes):
            if seat != turn.seat:
                voids = memory.voids[seat] | {trump} if seat in turn.up else memory.voids[seat]
                at_first = self._trumps_at_first(turn, memory, seat)
                played = sum(trumps >> place[card] & 1 for card in memory.played[seat])
                sure = 0 if trump in voids else max(0, min(size, at_first - played))
                self._others.append(_Other(seat, size, sure, self._chosen_from(turn, memory, seat), voids))
        self._others.sort(key=lambda other: (-len(other.voids), -other.chosen_from))

    @staticmethod
    def _trumps_at_first(turn: Turn, memory: Memory, seat: int) -> int:
        """How many trumps the seat is taken to have had: what it did not throw; a pitcher who threw nothing: half."""
        thrown, size = memory.thrown[seat], turn.sheet.hand_size
        if thrown is not None and _throws_plain(turn.sheet):
            return size - thrown
        return size // 2 if seat == turn.pitcher else 0

    @staticmethod
    def _chosen_from(turn: Turn, memory: Memory, seat: int) -> int:
        """How many cards the seat has had beside its hand and put away unseen, keeping the best."""
        pitcher = -1 if turn.pitcher is None else turn.pitcher
        for step in turn.sheet.exchange:
            if step.name == "narrow" and step.concerns(seat, pitcher, turn.dealer):
                return memory.face_down[seat]
            if step.name == "search" and step.concerns(seat, pitcher, turn.dealer):
                return turn.stock
        return 0

    def sample(self, rng: random.Random) -> list[int]:
        """Draw one of them: the hand of each seat, as bits of `places`. A seat that is up holds nothing to play."""
        draw, trumps = rng.random, self.places.trumps
        pool = sorted(self._hidden, key=lambda _: draw())
        hands = self._own[:]
        for other in self._others:
            if other.sure:
                kept = [at for at in pool if trumps >> at & 1][: other.sure]
                pool = [at for at in pool if at not in kept]
                for at in kept:
                    hands[other.seat] |= 1 << at
        for other in self._others:
            wanted = other.size - hands[other.seat].bit_count()
            if other.voids or other.chosen_from:
                drawn = self._choose(pool, wanted, other)
                pool = [at for at in pool if at not in drawn]
            else:
                drawn, pool = pool[:wanted], pool[wanted:]
            for at in drawn:
                hands[other.seat] |= 1 << at
        return hands

    def _choose(self, pool: list[int], wanted: int, other: _Other) -> list[int]:
        """The cards that come to the seat: none of a void suit if that is possible; of more the trumps first."""
        suits = self.places.suits
        may = [at for at in pool if suits[at] not in other.voids]
        if len(may) < wanted:
            may += [at for at in pool if at not in may]
        seen = may[: wanted + other.chosen_from]
        if other.chosen_from:
            seen.sort(key=lambda at: not self.places.trumps >> at & 1)
        return seen[:wanted]


def _throws_plain(sheet: Sheet) -> bool:
    """Whether what is thrown is plain, so that the rest of a hand was trumps."""
    return any(step.name in ("throw-plain", "swap") for step in sheet.exchange)
