"""What the property tests look at: a whole game step by step, a deep copy of its state, suits and seats renamed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import settings, strategies

from referee.engine.actions import CALL, CALL_CARD, DECLARE, DECLARE_TWO, PICK, Legal, Pick
from referee.engine.cards import cards_of, mask_of
from referee.engine.events import Event, EventKind
from referee.engine.game import Game
from referee.engine.points import CardPoint, Low, Owner
from referee.engine.sheet import Sheet
from referee.engine.views import View
from referee.variants.catalogue import resolve
from tests.catalogue.starts import with_given
from tests.catalogue.tables import TABLES, layouts, lots, new_game, random_action, shuffled

SEEDS = strategies.integers(min_value=0, max_value=2**32 - 1)
Dealt = tuple[list[int], list[int]]  # a pack and the lots


def _nameless(sheet: Sheet) -> Sheet:
    """Return the sheet without its names."""
    return replace(sheet, id="any", title="", options=())


def _as_played(sheet: Sheet) -> Sheet:
    """Return the sheet without its names and the owners of its points."""
    points = tuple(
        replace(rule, owner=Owner.TAKER) if isinstance(rule, CardPoint | Low) else rule for rule in sheet.points
    )
    return replace(_nameless(sheet), points=points)


def _distinct(what_counts: Callable[[Sheet], Sheet]) -> tuple[str, ...]:
    """Return every sheet at every seat count, and of the options those values that make another sheet than these."""
    tables = [spec for name in dict.fromkeys(resolve(spec).id for spec in TABLES) for spec in layouts(name)]
    seen = {what_counts(resolve(spec)) for spec in tables}
    for spec in TABLES:
        sheet = what_counts(resolve(spec))
        if sheet not in seen:
            seen.add(sheet)
            tables.append(spec)
    return tuple(tables)


DISTINCT = _distinct(_as_played)
SCORED = _distinct(_nameless)  # with the options that change only whose a point is


def examples(count: int) -> settings:
    """Return settings under which a property is tried with the same examples every time."""
    return settings(max_examples=count, derandomize=True, deadline=None, database=None)


def walk(spec: str, seed: int, *, deals: int) -> Iterator[tuple[Game, int, Dealt]]:
    """Play a random game of so many deals at most; yield it before each action, with the action and what was dealt."""
    chance = Random(seed)
    limited = with_given(spec, max_deals=deals)
    game = new_game(limited, chance.randrange(resolve(spec).seats))
    dealt: Dealt = ([], [])
    while not game.over:
        if game.needs_deal:
            dealt = shuffled(game, chance), lots(game, chance)
            game.deal(*dealt)
        action = random_action(game.legal(), chance)
        yield game, action, dealt
        game.apply(action)


def played(spec: str, seed: int, *, deals: int) -> Game:
    """Return the same game at its end."""
    ((game, _, _),) = deque(walk(spec, seed, deals=deals), maxlen=1)
    return game


def snapshot(game: Game) -> tuple[object, ...]:
    """Return a deep copy of everything that the game holds."""
    parts: list[Any] = [game.public, *game.private, game.hidden]
    fields = [(name, frozen(getattr(part, name))) for part in parts for name in part.__slots__]
    return (*fields, game.offer, tuple(game.events), tuple(game.results), game.winners, game.settlement)


def frozen(value: object) -> object:
    """Return the value with its lists and dictionaries copied."""
    if isinstance(value, dict):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else value


def events_by_deal(game: Game) -> list[list[Event]]:
    """Return the events of each deal of the game."""
    deals: list[list[Event]] = []
    for event in game.events:
        if event[0] == EventKind.DEAL:
            deals.append([])
        deals[-1].append(event)
    return deals


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """Other names for the same game: `suits` by suit, and every seat so many places further."""

    suits: tuple[int, int, int, int]
    places: int
    seats: int
    sides: int

    def seat(self, seat: int) -> int:
        return (seat + self.places) % self.seats

    def side(self, side: int) -> int:
        return side if side < 0 else (side + self.places) % self.sides

    def seat_bits(self, mask: int) -> int:
        return sum(1 << self.seat(seat) for seat in range(self.seats) if mask >> seat & 1)

    def audience(self, mask: int) -> int:
        """Rename the bits of the seats there are; those of other seats stay."""
        return mask >> self.seats << self.seats | self.seat_bits(mask)

    def card(self, card: int) -> int:
        return card if card >= 52 else 13 * self.suits[card // 13] + card % 13

    def cards(self, mask: int) -> int:
        return mask_of(self.card(card) for card in cards_of(mask))

    def action(self, action: int) -> int:
        if action >= PICK:
            return PICK | self.cards(action - PICK)
        if action < 54:
            return self.card(action)
        if DECLARE <= action < DECLARE + 4:
            return DECLARE + self.suits[action - DECLARE]
        if DECLARE_TWO <= action < DECLARE_TWO + 16:
            trump, sub = divmod(action - DECLARE_TWO, 4)
            return DECLARE_TWO + 4 * self.suits[trump] + self.suits[sub]
        return CALL_CARD + self.card(action - CALL_CARD) if CALL_CARD <= action < CALL else action

    def legal(self, legal: Legal) -> Legal:
        if isinstance(legal, Pick):
            return Pick(self.cards(legal.fixed), self.cards(legal.choose_from), legal.least, legal.most)
        return tuple(sorted(self.action(action) for action in legal))

    def by_seat(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[(seat - self.places) % self.seats] for seat in range(self.seats))

    def by_side(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[(side - self.places) % self.sides] for side in range(self.sides))

    def view(self, view: View) -> View:
        deal, dealer, hand, sizes, calls, call, pitcher, trump, sub, trick, players, taken, gone, scores, stock = view[
            :15
        ]
        looked, called, partner, offered, forfeited, up = view[15:]
        return (
            deal,
            self.seat(dealer),
            self.cards(hand),
            self.by_seat(sizes),
            self.by_seat(calls),
            call,
            self.seat(pitcher - 1) + 1 if pitcher else 0,
            self.suits[trump - 1] + 1 if trump else 0,
            self.suits[sub - 1] + 1 if sub else 0,
            tuple(self.card(card) for card in trick),
            tuple(self.seat(seat) for seat in players),
            self.by_side(tuple(self.cards(mask) for mask in taken)),
            self.cards(gone),
            self.by_side(scores),
            stock,
            self.seat_bits(looked),
            self.cards(called),
            self.seat(partner - 1) + 1 if partner else 0,
            self.cards(offered),
            self.cards(forfeited),
            self.seat_bits(up),
        )

    def event(self, event: Event) -> Event:
        """Rename an event: scores and results are those of a side; a point is told of any seat of its group."""
        kind, seat, value, cards, audience = event
        if kind in (EventKind.SCORE, EventKind.RESULT):
            seat = self.side(seat)
        elif kind != EventKind.POINT:
            seat = self.seat(seat)
        if kind == EventKind.TRUMP:
            value = self.action(value)
        return kind, seat, value, self.cards(cards), self.audience(audience)


# Clubs and spades, diamonds and hearts are pairs: the eight ways to rename suits within pairs and to swap the pairs.
SUITS = tuple(
    (black[0], red[0], red[1], black[1])
    for blacks, reds in (((0, 3), (1, 2)), ((1, 2), (0, 3)))
    for black in (blacks, blacks[::-1])
    for red in (reds, reds[::-1])
)
