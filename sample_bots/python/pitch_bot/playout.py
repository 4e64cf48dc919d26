"""Plays a deal on from any point with all hands open, by a simple policy: how a bot thinks a card or a call through."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pitch_bot.cards import TEN, Card, Suit
from pitch_bot.memory import Memory
from pitch_bot.places import Places, places
from pitch_bot.rules import Burned, Follow, GameTie, JokerPips, PointKind
from pitch_bot.sheet import Sheet, point_card
from pitch_bot.tricks import PIP, WORTH_IT, Tricks, extreme
from pitch_bot.turn import Turn

TIE_BREAK: Final = 0.01  # pips of a joker, where more jokers break a tie for Game


class Outcome(NamedTuple):
    """What came of a deal, by group: the points taken, and how many tricks it has won from here on."""

    points: list[float]
    tricks: list[int]


class _Scoring(NamedTuple):
    """A point as bits: the first of `order` that is in play scores."""

    order: tuple[int, ...]
    worth: int
    to_taker: bool
    is_card: bool


class Playout:
    """A point of a deal to play on from.

    A group is a side; where a partner is called, 0 is the pitcher's and 1 the others'. Say what has happened so far
    (`at` reads it from a turn), give the hands with `deal`, then `run`.
    """

    def __init__(self, sheet: Sheet, deck: Places, *, pitcher: int, called: Card | None = None) -> None:
        self.sheet, self.places, self.pitcher = sheet, deck, pitcher
        self.called: int = 1 << deck.place[called] if called is not None else 0
        self.played: list[int] = [0] * sheet.seats
        """By seat: the cards it has played."""
        self.taken: list[int] = [0] * sheet.sides
        """By side: the cards it has won."""
        self.burned: list[int] = [0] * sheet.seats
        """By seat: the trumps it burned."""
        self.trick: list[tuple[int, int]] = []
        """The running trick: who played, and the place of the card."""
        self.broken = sheet.follow is not Follow.UNTIL_BROKEN
        self.up: tuple[int, ...] = ()
        self.count = 2 if sheet.calls_partner else sheet.sides
        """How many groups there are."""
        self.groups: list[int] = [seat % sheet.sides for seat in range(sheet.seats)]
        """By seat: its group."""
        self._scoring = _scoring(sheet, deck)
        kinds = {point.kind: point.worth for point in sheet.points}
        self._game = kinds.get(PointKind.GAME, 0)
        self._last = kinds.get(PointKind.LAST_TRICK, 0)
        self._tens = kinds.get(PointKind.TENS, 0) / 4
        self._pips = [_pips(sheet, card) for card in deck.cards]
        self._pips_known: dict[int, float] = {}
        self._base = [self._tens if card.rank == TEN else 0.0 for card in deck.cards]
        self._hands: list[int] = []
        self._settled: list[float] = []
        self._counted: list[float] = []
        self._worth: list[float] = []
        self._value: list[float] = []

    @classmethod
    def at(cls, turn: Turn, memory: Memory, trump: Suit, sub: Suit | None) -> "Playout":
        """The point of the deal at which a turn is asked. `memory` must know the deal."""
        deck = places(turn.sheet, trump, sub)
        pitcher = turn.seat if turn.pitcher is None else turn.pitcher
        found = cls(turn.sheet, deck, pitcher=pitcher, called=turn.called)
        found.played = [deck.bits(cards) for cards in memory.played]
        found.taken = [deck.bits(pile) for pile in turn.taken]
        found.burned = [deck.bits(cards) for cards in memory.burned]
        found.trick = [(play.seat, deck.place[play.card]) for play in turn.trick]
        found.broken, found.up = memory.broken, turn.up
        return found

    def deal(self, hands: Sequence[int]) -> None:
        """Take these hands: who plays with whom, what each card brings to who wins it, and what is settled already."""
        sheet = self.sheet
        self._hands = [0 if seat in self.up else hand for seat, hand in enumerate(hands)]
        held = [hand | played for hand, played in zip(self._hands, self.played, strict=True)]
        if sheet.calls_partner:
            with_pitcher = [seat == self.pitcher or held[seat] & self.called for seat in range(sheet.seats)]
            self.groups = [0 if friend else 1 for friend in with_pitcher]
        groups = self.groups
        holders, takers, self._counted = [0] * self.count, [0] * self.count, [0.0] * self.count
        for seat, cards in enumerate(held):
            holders[groups[seat]] |= cards
        for side, pile in enumerate(self.taken):
            takers[groups[side]] |= pile
            if pile and self._game:
                self._counted[groups[side]] += self._pips_of(pile)
        in_play = 0
        for cards in holders:
            in_play |= cards
        self._settled = [0.0] * self.count
        self._worth = self._base[:]
        for point in self._scoring:
            bit = next((bit for bit in point.order if bit & in_play), 0)
            if not bit:
                if point.is_card and sheet.burned is Burned.OTHERS:
                    self._settle_burned(point)
                continue
            for group, cards in enumerate(takers if point.to_taker else holders):
                if cards & bit:
                    self._settled[group] += point.worth
            if point.to_taker:
                self._worth[bit.bit_length() - 1] += point.worth
        pip = PIP if self._game else 0.0
        self._value = [worth + pip * pips for worth, pips in zip(self._worth, self._pips, strict=True)]

    def _pips_of(self, pile: int) -> float:
        found = self._pips_known.get(pile)
        if found is None:
            found = sum(pips for place, pips in enumerate(self._pips) if pile >> place & 1)
            self._pips_known[pile] = found
        return found

    def _settle_burned(self, point: _Scoring) -> None:
        for seat, cards in enumerate(self.burned):
            if cards & point.order[0]:
                self._settled[1 - self.groups[seat]] += point.worth

    def run(self, seat: int, card: int = -1, *, opening: bool = False) -> Outcome:
        """Play the deal to its end from this seat's turn: it plays the card at that place (-1: any), then all go on.

        `opening`: the seat leads to the first trick, with a trump where the sheet or the pitch wants it.
        """
        tricks = Tricks(self.places, self._hands, self.groups, self._worth, self._pips, self._value, broken=self.broken)
        tricks.points[:], tricks.pips[:] = self._settled, self._counted
        played = 0
        for who, place in self.trick:
            played |= 1 << who
            tricks.lay(who, place)
        if card < 0 and opening:
            card = self._open(self._hands[seat])
        last = tricks.play_on(seat, card, played)
        return self._finish(tricks, last)

    def _finish(self, tricks: Tricks, last: int) -> Outcome:
        points, most = tricks.points, max(tricks.pips)
        if self._game and tricks.pips.count(most) == 1:
            points[tricks.pips.index(most)] += self._game
        if self._last and last >= 0:
            points[self.groups[last]] += self._last
        return Outcome(points, tricks.won)

    def _open(self, hand: int) -> int:
        """The first lead: the strongest trump that costs nothing; -1 where any card may be led."""
        may = hand & self.places.trumps
        if not may or not self.broken:
            return -1
        cheap = may
        while cheap:
            bit = cheap & -cheap
            if self._value[bit.bit_length() - 1] < WORTH_IT:
                return bit.bit_length() - 1
            cheap ^= bit
        return extreme(self._value, may, -1)


def _pips(sheet: Sheet, card: Card) -> float:
    """What a card counts for Game; a joker that breaks a tie as good as nothing."""
    game = sheet.point("game")
    if game is None or not card.is_joker:
        return card.pips
    if game.joker_pips is JokerPips.HALF:
        return 0.5
    return TIE_BREAK if game.tie is GameTie.JOKERS else 0.0


def _scoring(sheet: Sheet, deck: Places) -> tuple[_Scoring, ...]:
    """The points of the sheet under the trump of these places, as far as cards decide them."""
    found = []
    for point in sheet.points:
        ranked = deck.sub_ranked if point.of_sub else deck.ranked
        card = point_card(point, deck.trump, deck.sub)
        if card is not None:
            found.append(_Scoring((1 << deck.place[card],), point.worth, point.to_taker, is_card=True))
        elif point.kind is PointKind.HIGH:
            found.append(_Scoring(tuple(1 << at for at in ranked), point.worth, to_taker=False, is_card=False))
        elif point.kind is PointKind.LOW:
            order = tuple(1 << at for at in reversed(ranked))
            found.append(_Scoring(order, point.worth, point.to_taker, is_card=False))
    return tuple(found)
