"""The sheet of a game: the variant as data, with what a bot asks of it most."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pitch.arena.v1 import sheet_pb2
from pitch_bot import rules
from pitch_bot.actions import Action, action_at
from pitch_bot.cards import CARDS, SUITS, Card, Suit, cards
from pitch_bot.lazy import lazy
from pitch_bot.rules import known

# Strengths in a trick: plain cards of the suit led, sub-trumps, trumps, and a two that captures; all others 0.
_LED: Final = 1
_SUB: Final = 20
_TRUMP: Final = 40
_CAPTURES: Final = 100


class Point(NamedTuple):
    """One thing that scores."""

    name: str
    kind: rules.PointKind
    worth: int
    owner: rules.PointOwner
    by_suit: tuple[Card, ...]
    """Of a point card: the card itself when clubs, diamonds, hearts, spades are trump (or sub-trump)."""
    of_sub: bool = False
    """Whether it is about the sub-trump."""
    only_when_set: bool = False
    """Whether the others score it only when the pitcher is set."""
    tie: rules.GameTie = rules.GameTie.UNKNOWN
    joker_pips: rules.JokerPips = rules.JokerPips.UNKNOWN

    @property
    def to_taker(self) -> bool:
        """Whether the side that wins the card scores; else the side whose player played it."""
        return self.owner is not rules.PointOwner.HOLDER


class SpecialCall(NamedTuple):
    """A call with a name of its own: what it must take, and what it wins or loses."""

    call: Action
    name: str
    needs: rules.Needs
    stake: rules.Stake
    points: int


class Step(NamedTuple):
    """A step of the exchange between auction and play: ``step.name`` is ``fill``, ``step.get("to")`` ``6``."""

    name: str
    fields: tuple[tuple[str, str], ...]

    def get(self, field: str) -> str:
        """The value of a field; empty when the step has none of that name."""
        return dict(self.fields).get(field, "")

    @property
    def to(self) -> int:
        """The number of cards that the step ends with; 0 where it does not say."""
        return int(self.get("to") or 0)

    def concerns(self, seat: int, pitcher: int, dealer: int) -> bool:
        """Whether the step is for that seat."""
        who = self.get("who")
        return {
            "pitcher": seat == pitcher,
            "dealer": seat == dealer,
            "all-but-pitcher": seat != pitcher,
            "all-but-dealer": seat != dealer,
        }.get(who, True)


def _step(text: str) -> Step:
    name, _, fields = text.rstrip(")").partition("(")
    pairs = (field.partition("=")[::2] for field in fields.split(",") if field)
    return Step(name, tuple(pairs))


def _point(rule: sheet_pb2.PointRule) -> Point:
    return Point(
        rule.name,
        known(rules.PointKind, rule.kind),
        rule.worth,
        known(rules.PointOwner, rule.owner),
        cards(rule.cards),
        known(rules.PointSuit, rule.of) is rules.PointSuit.SUB_TRUMP,
        rule.only_when_set,
        known(rules.GameTie, rule.tie),
        known(rules.JokerPips, rule.joker_pips),
    )


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
        self.pack: tuple[Card, ...] = cards(message.pack)
        self.options: dict[str, str] = dict(option.partition("=")[::2] for option in message.options)
        self._auction(message)
        self._trumps(message)
        self._play_and_score(message)
        self._power: dict[tuple[Suit | None, Suit | None, Suit | None], tuple[int, ...]] = {}
        self._worth: dict[tuple[Suit, Suit | None], dict[int, int]] = {}

    def _auction(self, message: sheet_pb2.Sheet) -> None:
        self.calls: tuple[Action, ...] = tuple(map(action_at, message.calls))
        self.specials: tuple[SpecialCall, ...] = tuple(
            SpecialCall(
                action_at(special.call),
                special.name,
                known(rules.Needs, special.needs),
                known(rules.Stake, special.stake),
                special.points,
            )
            for special in message.specials
        )
        """The calls above the numbers, ascending."""
        self.stuck_calls: tuple[Action, ...] = tuple(map(action_at, message.stuck_calls))
        """What a stuck dealer may call."""
        self.looking = known(rules.Looking, message.looking)
        self.all_pass = known(rules.AllPass, message.all_pass)
        self.steal = known(rules.Steal, message.steal)
        self.forced_nine = known(rules.ForcedNine, message.forced_nine)
        self.misdeal = known(rules.Misdeal, message.misdeal)
        self.partner = known(rules.Partner, message.partner)

    def _trumps(self, message: sheet_pb2.Sheet) -> None:
        self.trump_maker = known(rules.TrumpMaker, message.trump_maker)
        self.jokers = known(rules.Jokers, message.joker_role)
        self.trumps: tuple[tuple[Card, ...], ...] = tuple(cards(row) for row in message.trumps)
        """By suit that is trump: all its trumps, strongest first."""
        self.sub_trumps: tuple[tuple[Card, ...], ...] = tuple(cards(row) for row in message.sub_trumps)
        """By suit that is sub-trump: its cards, strongest first. Empty where there is no sub-trump."""
        self.exchange: tuple[Step, ...] = tuple(map(_step, message.exchange))
        """What happens to the cards between auction and play."""

    def _play_and_score(self, message: sheet_pb2.Sheet) -> None:
        self.follow = known(rules.Follow, message.follow)
        self.first_lead = known(rules.FirstLead, message.first_lead)
        self.first_leader = known(rules.FirstLeader, message.first_leader)
        self.winning = known(rules.Winning, message.winning)
        self.folding = known(rules.Folding, message.folding)
        self.points: tuple[Point, ...] = tuple(map(_point, message.points))
        self.burned = known(rules.Burned, message.burned)
        self.made_scores = known(rules.MadeScores, message.made_scores)
        self.set_scores = known(rules.SetScores, message.set_scores)
        self.floor: int | None = message.floor if message.HasField("floor") else None
        """A set never takes a score below it; None: there is none."""
        self.ending = known(rules.Ending, message.ending)
        self.margin: int = message.margin
        self.target: int = message.target
        self.loses_at: int | None = message.loses_at if message.HasField("loses_at") else None
        self.draws_at: int | None = message.draws_at if message.HasField("draws_at") else None
        self.backdoor: int | None = message.backdoor or None
        """A side at minus so many or lower wins; None: there is no back door."""
        self.settle = known(rules.Settle, message.settle)
        self.max_deals: int = message.max_deals

    def __repr__(self) -> str:
        return f"Sheet({self.id})"

    @property
    def pitched(self) -> bool:
        """Whether the suit of the first card led becomes trump."""
        return self.trump_maker is rules.TrumpMaker.PITCHED

    @property
    def strict(self) -> bool:
        """Whether trumping is allowed only to who cannot follow suit (perhaps only until trump is broken)."""
        return self.follow in (rules.Follow.STRICT, rules.Follow.UNTIL_BROKEN)

    @property
    def trumps_only(self) -> bool:
        """Whether only trumps are ever playable."""
        return self.follow is rules.Follow.TRUMPS_ONLY

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest card takes the trick."""
        return self.winning is rules.Winning.LOWEST

    @property
    def suitless_jokers(self) -> bool:
        """Whether jokers belong to no suit and never win a trick."""
        return self.jokers in (rules.Jokers.SUITLESS, rules.Jokers.SUITLESS_OVERRIDE)

    @property
    def calls_partner(self) -> bool:
        """Whether the pitcher calls a card, whose holder is his partner for the deal."""
        return self.partner in (rules.Partner.CALLED, rules.Partner.CALLED_AT_ONCE)

    @lazy
    def total(self) -> int:
        """All the points of a deal together."""
        return sum(point.worth for point in self.points)

    def special(self, call: Action) -> SpecialCall | None:
        """The special call of that action; None for any other."""
        return next((special for special in self.specials if special.call == call), None)

    @lazy
    def _trump_sets(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(row) for row in self.trumps)

    def is_trump(self, card: Card, trump: Suit | None) -> bool:
        """Whether the card is a trump (off-cards and jokers as the sheet says)."""
        return trump is not None and card in self._trump_sets[trump]

    def suit_of(self, card: Card, trump: Suit | None) -> Suit | None:
        """The suit the card belongs to: trump for every trump, else the printed one; None for a joker otherwise."""
        return trump if self.is_trump(card, trump) else card.suit

    def led_suit(self, played: Sequence[Card], trump: Suit | None) -> Suit | None:
        """The suit that the cards played to a trick, in order, make the others follow; None while none does."""
        suits = (self.suit_of(card, trump) for card in played)
        return next((suit for suit in suits if suit is not None), None)

    def power(self, trump: Suit | None, led: Suit | None, sub: Suit | None = None) -> tuple[int, ...]:
        """By card code: how strong it is in a trick of that trump, suit led and sub-trump. 0: it cannot win."""
        key = (trump, led, sub)
        table = self._power.get(key)
        if table is None:
            table = self._power[key] = self._make_power(trump, led, sub)
        return table

    def _make_power(self, trump: Suit | None, led: Suit | None, sub: Suit | None) -> tuple[int, ...]:
        table, up = [0] * len(CARDS), not self.lowest_wins
        if led is not None and self.follow is not rules.Follow.TRUMP_LED_ONLY:
            for rank in range(13):
                table[led * 13 + rank] = _LED + (rank if up else 12 - rank)
        ranked = []
        if sub is not None and self.sub_trumps:
            ranked.append((_SUB, self.sub_trumps[sub]))
        if trump is not None:
            ranked.append((_TRUMP, self.trumps[trump]))
        for base, row in ranked:
            for strength, card in enumerate(row[::-1] if up else row):
                table[card] = base + strength
        if trump is not None and self.winning is rules.Winning.TWO_CAPTURES:
            table[trump * 13] = _CAPTURES
        return tuple(table)

    def winner(self, played: Sequence[Card], trump: Suit | None, sub: Suit | None = None) -> int | None:
        """The index of the card that wins (so far) of those played, in order; None: nothing that can win has fallen."""
        table = self.power(trump, self.led_suit(played, trump), sub)
        best = max(range(len(played)), key=lambda index: table[played[index]])
        return best if table[played[best]] else None

    def worth(self, trump: Suit | None, sub: Suit | None = None) -> dict[int, int]:
        """Point cards under that trump (and sub-trump) with what they are worth (jack, off-jack, jokers, three ...)."""
        if trump is None:
            return {}
        found = self._worth.get((trump, sub))
        if found is None:
            found = self._worth[trump, sub] = {}
            for point in self.points:
                card = point_card(point, trump, sub)
                if card is not None:
                    found[card] = found.get(card, 0) + point.worth
        return found

    def point(self, name: str) -> Point | None:
        """The point rule of that name (``high``, ``low``, ``jack``, ``game`` ...), if the sheet has it."""
        return next((point for point in self.points if point.name == name), None)


def point_card(point: Point, trump: Suit, sub: Suit | None = None) -> Card | None:
    """The card of a point card under that trump and sub-trump; None for another sort of point."""
    suit = sub if point.of_sub else trump
    if point.kind is not rules.PointKind.CARD or len(point.by_suit) != len(SUITS) or suit is None:
        return None
    return point.by_suit[suit]


_SHEETS: dict[str, Sheet] = {}


def sheet_of(message: sheet_pb2.Sheet) -> Sheet:
    """The sheet of a message; games that play the same one share it."""
    key = message.hash or message.SerializeToString(deterministic=True).hex()
    sheet = _SHEETS.get(key)
    if sheet is None:
        sheet = _SHEETS[key] = Sheet(message)
    return sheet
