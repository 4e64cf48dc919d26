"""The words of the reference strategy (sample_bots/strategy.md): what a turn means to its seat."""

from functools import cached_property
from typing import Final

from estimate import best_suits

from pitch.arena.v1 import play_pb2
from pitch.arena.v1 import sheet_pb2 as pb

PIPS: Final = {8: 10, 9: 1, 10: 2, 11: 3, 12: 4}  # by rank: ten, jack, queen, king, ace
NONE: Final = -1  # no suit, no seat
FIRST_JOKER: Final = 52


class Table:
    """A snapshot read with its sheet from one seat. Trump, while it is unknown, is what the hand would make it."""

    def __init__(self, sheet: pb.Sheet, me: int, known: play_pb2.Snapshot) -> None:
        self.sheet = sheet
        self.me = me
        self.known = known
        self.hand = known.hand
        self.low = sheet.winning == pb.WINNING_LOWEST
        self.trump_known = known.trump_plus_1 > 0
        self.trump = known.trump_plus_1 - 1 if self.trump_known else best_suits(sheet, known.hand).trump
        self.trumps = sheet.trumps[self.trump]
        self.sub = known.sub_trump_plus_1 - 1
        self.subs = sheet.sub_trumps[self.sub] if self.sub != NONE else b""

    def is_trump(self, card: int) -> bool:
        """Whether it is one of the trumps."""
        return card in self.trumps

    def is_plain(self, card: int) -> bool:
        """Whether it is neither trump nor sub-trump."""
        return card not in self.trumps and card not in self.subs

    def worth(self, card: int) -> int:
        """The points that the card is."""
        total = 0
        for point in self.sheet.points:
            suit = self.sub if point.of == pb.POINT_SUIT_SUB_TRUMP else self.trump
            named = point.kind == pb.POINT_KIND_CARD and len(point.cards) == 4
            if named and suit != NONE and point.cards[suit] == card:
                total += point.worth
        return total

    def stake(self, card: int) -> int:
        """What goes to the winner of a trick with it."""
        has_game = any(point.kind == pb.POINT_KIND_GAME for point in self.sheet.points)
        pips = PIPS.get(card % 13, 0) if has_game and card < FIRST_JOKER else 0
        return 30 * self.worth(card) + pips

    def hold(self, card: int) -> int:
        """What it is worth to have it."""
        points = 10 * self.worth(card)
        if card in self.trumps:
            return points + 18 + 24 * self._height(card, self.trumps) // len(self.trumps)
        if card in self.subs:
            return points + 12 + 24 * self._height(card, self.subs) // len(self.subs)
        return points + (3 * self._rank(card) // 5 if card < FIRST_JOKER else 0)

    def cost(self, card: int) -> int:
        """What it costs to throw it into somebody else's trick."""
        return 2 * self.stake(card) + self.hold(card)

    def power(self, card: int, led: int) -> int:
        """What it can do in a trick to which this suit was led (NONE: no suit yet); 0: never win."""
        if self.trump_known and card in self.trumps:
            captures = self.sheet.winning == pb.WINNING_TWO_CAPTURES and card == 13 * self.trump
            return 1000 if captures else 200 + self._height(card, self.trumps)
        if card in self.subs:
            return 100 + self._height(card, self.subs)
        follows = card < FIRST_JOKER and card // 13 == led
        return 1 + self._rank(card) if follows and self.sheet.follow != pb.FOLLOW_TRUMP_LED_ONLY else 0

    @cached_property
    def led(self) -> int:
        """The suit of the first card of the trick that has one; NONE if none has."""
        for card in self.known.trick:
            if self.trump_known and card in self.trumps:
                return self.trump
            if card < FIRST_JOKER:
                return card // 13
        return NONE

    @cached_property
    def unseen(self) -> list[int]:
        """The cards whose place the seat does not know."""
        known = self.known
        seen = {*known.hand, *known.trick, *known.gone, *b"".join(known.taken)}
        return [card for card in self.sheet.pack if card not in seen]

    def stronger(self, card: int, led: int) -> int:
        """How many unseen cards have a higher power."""
        power = self.power(card, led)
        return sum(self.power(other, led) > power for other in self.unseen)

    def is_friend(self, seat: int) -> bool:
        """Whether the seat plays with this one, as far as this one knows."""
        known, pitcher = self.known, self.known.pitcher_plus_1 - 1
        if not known.called or pitcher == NONE:
            return seat % self.sheet.sides == self.me % self.sheet.sides
        partner = self.me if known.called[0] in known.hand else known.partner_plus_1 - 1
        return (seat in (pitcher, partner)) == (self.me in (pitcher, partner))

    def enemies_behind(self) -> bool:
        """Whether anybody of the others still plays to the trick."""
        known = self.known
        return any(
            size > 0 and seat != self.me and seat not in (*known.trick_seats, *known.up) and not self.is_friend(seat)
            for seat, size in enumerate(known.hand_sizes)
        )

    def _height(self, card: int, row: bytes) -> int:
        index = row.index(card)
        return index if self.low else len(row) - 1 - index

    def _rank(self, card: int) -> int:
        return 12 - card % 13 if self.low else card % 13
