"""The sheet of a game: the variant as data, with what a bot asks of it most."""

from collections.abc import Sequence
from typing import NamedTuple

from pitch.arena.v1 import sheet_pb2
from pitch_bot.actions import Action, action_at
from pitch_bot.cards import SUITS, Card, Suit, cards
from pitch_bot.lazy import lazy

_LED = 20
_TRUMP = 40


class Point(NamedTuple):
    """One thing that scores. `kind`, `owner` hold the numbers of the protocol's enums of that name."""

    name: str
    kind: int
    worth: int
    owner: int
    by_suit: tuple[Card, ...]
    """Of a point card: the card itself when clubs, diamonds, hearts, spades are trump."""

    @property
    def to_taker(self) -> bool:
        """Whether the side that wins the card scores; else the side whose player played it."""
        return self.owner == sheet_pb2.POINT_OWNER_TAKER


class Sheet:
    """What the variant is. Made once per process and sheet; shared by its games."""

    def __init__(self, message: sheet_pb2.Sheet) -> None:
        self.message = message
        """The protocol's own message."""
        self.id: str = message.id
        """As in ``ten-point[dirty=true]``."""
        self.name: str = message.id.partition("[")[0]
        self.title: str = message.title
        self.seats: int = message.seats
        self.sides: int = message.sides
        self.hand_size: int = message.hand_size
        self.target: int = message.target
        self.max_deals: int = message.max_deals
        self.pack: tuple[Card, ...] = cards(message.pack)
        self.trumps: tuple[tuple[Card, ...], ...] = tuple(cards(row) for row in message.trumps)
        """By suit that is trump: all its trumps, strongest first."""
        self.points: tuple[Point, ...] = tuple(
            Point(rule.name, rule.kind, rule.worth, rule.owner, cards(rule.cards)) for rule in message.points
        )
        self.calls: tuple[Action, ...] = tuple(map(action_at, message.calls))
        self.exchange: tuple[str, ...] = tuple(message.exchange)
        self.options: dict[str, str] = dict(option.partition("=")[::2] for option in message.options)
        self.pitched: bool = message.trump_maker == sheet_pb2.TRUMP_MAKER_PITCHED
        """Whether the suit of the first card led becomes trump."""
        self.strict: bool = message.follow == sheet_pb2.FOLLOW_STRICT
        """Whether trumping is allowed only to who cannot follow suit."""
        self.trumps_only: bool = message.follow == sheet_pb2.FOLLOW_TRUMPS_ONLY
        """Whether only trumps are ever playable."""
        self.lowest_wins: bool = self.name == "reverse"
        self._power: dict[tuple[int | None, int | None], tuple[int, ...]] = {}
        self._worth: dict[int, dict[int, int]] = {}

    def __repr__(self) -> str:
        return f"Sheet({self.id})"

    @lazy
    def total(self) -> int:
        """All the points of a deal together."""
        return sum(point.worth for point in self.points)

    @lazy
    def _trump_sets(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(row) for row in self.trumps)

    def is_trump(self, card: Card, trump: Suit | None) -> bool:
        """Whether the card is a trump (off-jack and jokers as the sheet says)."""
        return trump is not None and card in self._trump_sets[trump]

    def suit_of(self, card: Card, trump: Suit | None) -> Suit | None:
        """The suit the card belongs to: trump for every trump, else the printed one; None for a joker otherwise."""
        return trump if self.is_trump(card, trump) else card.suit

    def power(self, trump: Suit | None, led: Suit | None) -> tuple[int, ...]:
        """By card code: how strong it is in a trick of that trump and suit led. 0: it cannot win."""
        key = (trump, led)
        table = self._power.get(key)
        if table is None:
            table = self._power[key] = self._make_power(trump, led)
        return table

    def _make_power(self, trump: Suit | None, led: Suit | None) -> tuple[int, ...]:
        table = [0] * 54
        if led is not None:
            for rank in range(13):
                table[led * 13 + rank] = _LED + (12 - rank if self.lowest_wins else rank)
        if trump is not None:
            row = self.trumps[trump] if self.lowest_wins else self.trumps[trump][::-1]
            for strength, card in enumerate(row):
                table[card] = _TRUMP + strength
        return tuple(table)

    def winner(self, played: Sequence[Card], trump: Suit | None) -> int:
        """The index of the card that wins (so far), of at least one card in the order of play."""
        table = self.power(trump, self.suit_of(played[0], trump))
        best = max(range(len(played)), key=lambda index: table[played[index]])
        return best

    def worth(self, trump: Suit | None) -> dict[int, int]:
        """Point cards of that trump suit with what they are worth in points (jack, off-jack, jokers, three ...)."""
        if trump is None:
            return {}
        found = self._worth.get(trump)
        if found is None:
            found = self._worth[trump] = {}
            for point in self.points:
                if point.kind == sheet_pb2.POINT_KIND_CARD and len(point.by_suit) == len(SUITS):
                    card = point.by_suit[trump]
                    found[card] = found.get(card, 0) + point.worth
        return found

    def point(self, name: str) -> Point | None:
        """The point rule of that name (``high``, ``low``, ``jack``, ``game`` ...), if the sheet has it."""
        return next((point for point in self.points if point.name == name), None)


_SHEETS: dict[str, Sheet] = {}


def sheet_of(message: sheet_pb2.Sheet) -> Sheet:
    """The sheet of a message; games that play the same one share it."""
    key = message.hash or message.SerializeToString(deterministic=True).hex()
    sheet = _SHEETS.get(key)
    if sheet is None:
        sheet = _SHEETS[key] = Sheet(message)
    return sheet
