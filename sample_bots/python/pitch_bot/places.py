"""The cards of a deal as bits, in the order in which they win: what fast thinking about tricks is made of."""

from collections.abc import Iterable
from functools import lru_cache

from pitch_bot.cards import Card, Suit
from pitch_bot.rules import Follow, Jokers, Winning
from pitch_bot.sheet import Sheet


class Places:
    """The cards of a sheet under one trump (and sub-trump) as places: the card that wins over all others comes first.

    Trumps, then sub-trumps, then suit by suit, then jokers that are of no suit. A set of cards is an int with a bit per
    place, so the best card of a suit is the lowest bit in it.
    """

    def __init__(self, sheet: Sheet, trump: Suit, sub: Suit | None = None) -> None:
        self.trump, self.sub = trump, sub
        down = not sheet.lowest_wins
        row = list(sheet.trumps[trump])
        subs = [] if sub is None or not sheet.sub_trumps else [c for c in sheet.sub_trumps[sub] if c not in row]
        rest = [card for card in sheet.pack if card not in row and card not in subs]
        jokers = [card for card in rest if card.suit is None]
        plain = sorted(
            (card for card in rest if card.suit is not None),
            key=lambda card: (card.suit, -card.rank if down else card.rank),
        )
        if not down:
            row, subs = row[::-1], subs[::-1]
        if sheet.winning is Winning.TWO_CAPTURES:
            row.sort(key=lambda card: not (card.rank == 2 and card.suit == trump))
        self.cards: tuple[Card, ...] = (*row, *subs, *plain, *jokers)
        self.place: dict[Card, int] = {card: place for place, card in enumerate(self.cards)}
        self.trumps: int = (1 << len(row)) - 1
        self.subs: int = self.bits(subs)
        self.jokers: int = self.bits(jokers)
        """The jokers that are of no suit."""
        self.ranked: tuple[int, ...] = tuple(self.place[card] for card in sheet.trumps[trump])
        """The places of the trumps from the highest to the lowest, as High and Low judge them."""
        self.sub_ranked: tuple[int, ...] = (
            () if sub is None or not subs else tuple(self.place[c] for c in sheet.sub_trumps[sub] if c in subs)
        )
        self.suits: list[Suit | None] = [sheet.suit_of(card, trump) for card in self.cards]
        """By place: the suit it belongs to."""
        self.suit: list[int] = [
            sum(1 << other for other, suit in enumerate(self.suits) if suit == own) if own is not None else 0
            for own in self.suits
        ]
        """By place: all the cards of its suit; 0: nothing must be followed when it is led."""
        self.loose: list[int] = [self._loose(sheet, place) for place in range(len(self.cards))]
        """By place of the card led: the other cards that may be played by who could follow it."""
        self.beats: list[int] = [self._beats(place) for place in range(len(self.cards))]
        """By place of the card that wins a trick so far: the cards that beat it."""
        self.winners: int = (1 << len(self.cards)) - 1 & ~self.jokers
        """The cards that may win a trick at all."""
        self.plays_out = sheet.follow is Follow.TRUMP_LED_ONLY
        """Whether who has no trump for a trump led is out for the deal."""
        if self.plays_out:
            self.winners = self.trumps
            self.suit = [suit if suit == self.trumps else 0 for suit in self.suit]
        self.override = sheet.jokers is Jokers.SUITLESS_OVERRIDE
        """Whether a joker may always be played to a joker led."""
        self.nothing: list[int] = [0] * len(self.cards)
        """Takes the place of `loose` until trump is broken."""

    def _loose(self, sheet: Sheet, place: int) -> int:
        bit = 1 << place
        if bit & (self.trumps | self.jokers) or sheet.follow is Follow.STRICT:
            return 0
        return self.trumps if bit & self.subs else self.trumps | self.subs | self.jokers

    def _beats(self, place: int) -> int:
        bit, suit = 1 << place, self.suit[place]
        if bit & self.jokers:
            return (1 << len(self.cards)) - 1 & ~self.jokers
        better = suit & bit - 1
        if bit & self.trumps:
            return better
        return better | self.trumps if bit & self.subs else better | self.trumps | self.subs

    def bits(self, cards: Iterable[Card]) -> int:
        """The set of some cards."""
        return sum(1 << self.place[card] for card in cards)

    def held(self, bits: int) -> list[Card]:
        """The cards of a set, the first ones first."""
        return [card for place, card in enumerate(self.cards) if bits >> place & 1]


places = lru_cache(maxsize=512)(Places)
"""The places of a sheet under a trump (and sub-trump), made once."""
