"""What a bot is shown: turns, the events in them, the choice of a set of cards, and the end of a game."""

import random
from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from pitch.arena.v1 import play_pb2
from pitch_bot.actions import PASS, Action, action_at
from pitch_bot.cards import SUITS, Card, Suit, cards
from pitch_bot.kinds import ASKS, END_REASONS, EVENT_KINDS, Ask, EndReason, EventKind
from pitch_bot.lazy import lazy

if TYPE_CHECKING:
    from pitch_bot.game import Game
    from pitch_bot.sheet import Sheet

_SUIT_PLUS_1: Final = (None, *SUITS)


class Event(NamedTuple):
    """Something that happened: who (`seat`), and what `value` and `cards` mean for that kind (docs/protocol.md)."""

    kind: EventKind
    seat: int
    value: int
    cards: tuple[Card, ...]

    @property
    def action(self) -> Action:
        """`value` as an action: of a CALL, a CONTRACT or a TRUMP."""
        return action_at(self.value)


class Play(NamedTuple):
    """A card of the running trick and who played it."""

    seat: int
    card: Card


class Pick:
    """The choice of a set of cards: all of `fixed` plus between `least` and `most` cards of `choose_from`."""

    __slots__ = ("choose_from", "fixed", "least", "most")

    def __init__(self, fixed: tuple[Card, ...], choose_from: tuple[Card, ...], least: int, most: int) -> None:
        self.fixed = fixed
        self.choose_from = choose_from
        self.least = least
        self.most = most

    def __repr__(self) -> str:
        return f"Pick(fixed={self.fixed}, choose_from={self.choose_from}, least={self.least}, most={self.most})"

    def prefer(self, wanted: Iterable[Card], fill: Iterable[Card] = ()) -> tuple[Card, ...]:
        """The legal answer nearest to `wanted`: its first cards if they are too many; if they are too few, filled up
        to `least` from `fill`, then in the order of `choose_from`."""
        allowed = set(self.choose_from)
        chosen: list[Card] = []
        for card in wanted:
            if card in allowed and len(chosen) < self.most:
                allowed.remove(card)
                chosen.append(card)
        for card in (*fill, *self.choose_from):
            if len(chosen) >= self.least:
                break
            if card in allowed:
                allowed.remove(card)
                chosen.append(card)
        return (*self.fixed, *chosen)

    def sample(self, rng: random.Random) -> tuple[Card, ...]:
        """One of all the legal answers, each equally likely."""
        sizes = range(self.least, self.most + 1)
        (size,) = rng.choices(sizes, [comb(len(self.choose_from), size) for size in sizes])
        return (*self.fixed, *rng.sample(self.choose_from, size))

    def allows(self, answer: Iterable[int]) -> bool:
        """Whether that set of cards is a legal answer."""
        chosen = list(answer)
        fixed, free = set(self.fixed), set(self.choose_from)
        distinct = set(chosen)
        rest = distinct - fixed
        return (
            len(chosen) == len(distinct) and fixed <= distinct and rest <= free and self.least <= len(rest) <= self.most
        )


class Turn:
    """A decision that the bot owes. Attributes are read-only and made when first asked for."""

    game: "Game"
    message: play_pb2.Turn
    """The protocol's own message."""

    def __init__(self, game: "Game", message: play_pb2.Turn) -> None:
        own = self.__dict__
        own["game"] = game
        own["message"] = message

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a turn is read-only; keep what you need in your bot or in turn.game.memory ({name!r})")

    def __repr__(self) -> str:
        asked = self.pick or self.legal
        return f"Turn({self.ask.name}, game={self.game.id}, deal={self.deal}, hand={self.hand}, {asked})"

    @property
    def sheet(self) -> "Sheet":
        """The variant."""
        return self.game.sheet

    @property
    def seat(self) -> int:
        """The bot's own seat."""
        return self.game.seat

    @lazy
    def _known(self) -> play_pb2.Snapshot:
        return self.message.known

    @lazy
    def ask(self) -> Ask:
        """What is asked."""
        return ASKS.get(self.message.ask, Ask.UNKNOWN)

    @lazy
    def legal(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; empty where `pick` asks for a set of cards."""
        return tuple(map(action_at, self.message.legal))

    @lazy
    def pick(self) -> Pick | None:
        """The choice of a set of cards, if that is what is asked."""
        if not self.message.HasField("pick"):
            return None
        pick = self.message.pick
        return Pick(cards(pick.fixed), cards(pick.choose_from), pick.least, pick.most)

    @lazy
    def events(self) -> tuple[Event, ...]:
        """What the seat has come to see since its last turn of this game, in order."""
        return tuple(map(event_of, self.message.events))

    @lazy
    def time_left_ms(self) -> int:
        """Milliseconds left for the answer; 0 without a clock."""
        return self.message.time_left_ms

    @lazy
    def deal(self) -> int:
        """The number of the deal in the game, from 0."""
        return self._known.deal

    @lazy
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._known.dealer

    @lazy
    def hand(self) -> tuple[Card, ...]:
        """The bot's own cards."""
        return cards(self._known.hand)

    @lazy
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(self._known.hand_sizes)

    @lazy
    def calls(self) -> tuple[Action | None, ...]:
        """By seat: its last action in the auction; None: it has not spoken."""
        return tuple(action_at(code) if code else None for code in self._known.calls)

    @lazy
    def call(self) -> Action | None:
        """The standing call, then the contract; None: none yet."""
        code = self._known.call
        return action_at(code) if code else None

    @lazy
    def pitcher(self) -> int | None:
        """Who made that call; None: nobody yet."""
        return self._known.pitcher_plus_1 - 1 if self._known.pitcher_plus_1 else None

    @lazy
    def trump(self) -> Suit | None:
        """The trump suit; None: not known yet."""
        return _SUIT_PLUS_1[self._known.trump_plus_1]

    @lazy
    def sub_trump(self) -> Suit | None:
        """The sub-trump, in the sheets that have one."""
        return _SUIT_PLUS_1[self._known.sub_trump_plus_1]

    @lazy
    def trick(self) -> tuple[Play, ...]:
        """The running trick, in the order of play."""
        return tuple(map(Play, self._known.trick_seats, cards(self._known.trick)))

    @lazy
    def taken(self) -> tuple[tuple[Card, ...], ...]:
        """By side: the cards won in tricks."""
        return tuple(map(cards, self._known.taken))

    @lazy
    def gone(self) -> tuple[Card, ...]:
        """Cards out of play that the seat has seen: thrown face up, burned, its own throws and cards laid aside, what
        it saw in a search, left or forfeited, dead tricks. Where thrown cards may be searched, one may come back."""
        return cards(self._known.gone)

    @lazy
    def scores(self) -> tuple[int, ...]:
        """The score of each side."""
        return tuple(self._known.scores)

    @lazy
    def stock(self) -> int:
        """How many cards are left in the stock."""
        return self._known.stock

    @lazy
    def looked(self) -> tuple[int, ...]:
        """The seats that have looked at their hands, where a sheet lets them bid blind."""
        return tuple(self._known.looked)

    @lazy
    def called(self) -> Card | None:
        """The called card, whose holder is the pitcher's partner; None: none is called."""
        return one_card(self._known.called)

    @lazy
    def partner(self) -> int | None:
        """Who has played the called card; None: not known yet."""
        return self._known.partner_plus_1 - 1 if self._known.partner_plus_1 else None

    @lazy
    def offered(self) -> Card | None:
        """The forfeited card that is to be taken or left."""
        return one_card(self._known.offered)

    @lazy
    def forfeited(self) -> Card | None:
        """The card that the bot forfeited by lot."""
        return one_card(self._known.forfeited)

    @lazy
    def up(self) -> tuple[int, ...]:
        """The seats that are out for the rest of the deal, with cards in hand."""
        return tuple(self._known.up)

    @lazy
    def friends(self) -> frozenset[int]:
        """The seats that play with the bot in this deal, itself too, as far as it can know.

        Where a partner is called the pitcher knows him once he has shown himself; the partner knows the pitcher; the
        others know that they are together only then, and before that each counts the other two as friends.
        """
        if self.called is None or self.pitcher is None:
            return frozenset(seat for seat in range(self.game.seats) if self.game.is_friend(seat))
        partner = self.seat if self.called in self.hand else self.partner
        pitchers = {self.pitcher} if partner is None else {self.pitcher, partner}
        if self.seat in pitchers:
            return frozenset(pitchers)
        return frozenset(seat for seat in range(self.game.seats) if seat not in pitchers)

    def is_friend(self, seat: int) -> bool:
        """Whether the seat plays with the bot in this deal, as far as it can know."""
        return seat in self.friends

    @lazy
    def seen(self) -> frozenset[Card]:
        """Every card whose place is known: own hand, running trick, taken, gone."""
        known = self._known
        return frozenset(cards(b"".join((known.hand, known.trick, known.gone, *known.taken))))

    @lazy
    def unseen(self) -> tuple[Card, ...]:
        """Every other card of the pack, in code order."""
        seen = self.seen
        return tuple(card for card in self.sheet.pack if card not in seen)

    @lazy
    def trumps(self) -> tuple[Card, ...]:
        """The trumps in the bot's hand, strongest first; none while trump is not known."""
        if self.trump is None:
            return ()
        held = set(self.hand)
        return tuple(card for card in self.sheet.trumps[self.trump] if card in held)

    @lazy
    def led_suit(self) -> Suit | None:
        """The suit to follow in the running trick (trump, if a trump was led); None on a lead, or on a led joker that
        is of no suit."""
        return self.sheet.led_suit([play.card for play in self.trick], self.trump)

    @lazy
    def winning(self) -> Play | None:
        """What wins the running trick so far; None on a lead, and while nothing has fallen that can win."""
        if not self.trick:
            return None
        index = self.sheet.winner([play.card for play in self.trick], self.trump, self.sub_trump)
        return None if index is None else self.trick[index]

    @lazy
    def still_to_play(self) -> tuple[int, ...]:
        """The seats that play to this trick after the bot, as far as they hold cards."""
        seats, played = self.game.seats, {*self.up, *(play.seat for play in self.trick)}
        behind = [(self.seat + step) % seats for step in range(1, seats)]
        return tuple(seat for seat in behind if seat not in played and self.hand_sizes[seat])

    @lazy
    def fallback(self) -> "Action | tuple[Card, ...]":
        """What the house would do: pass if that is legal, else the first legal action."""
        if self.pick is not None:
            return self.pick.prefer(())
        return PASS if PASS in self.legal else self.legal[0]


class GameEnd:
    """The end of a game, as the bot's seat sees it."""

    __slots__ = ("events", "reason", "scores", "winners", "won")

    def __init__(self, game: "Game", message: play_pb2.GameEnd) -> None:
        self.events = tuple(map(event_of, message.events))
        self.scores = tuple(message.scores)
        """By side."""
        self.winners = tuple(message.winners)
        """The sides that won; more than one: a draw between them."""
        self.reason: EndReason = END_REASONS.get(message.reason, EndReason.UNKNOWN)
        self.won: bool = game.side in self.winners


def one_card(codes: bytes) -> Card | None:
    """The card of a field that holds one or none."""
    return cards(codes)[0] if codes else None


def event_of(message: play_pb2.Event) -> Event:
    """The event of a protocol message."""
    kind = EVENT_KINDS.get(message.kind, EventKind.UNKNOWN)
    return Event(kind, message.seat, message.value, cards(message.cards))
