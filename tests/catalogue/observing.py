"""What the property tests look at: a whole game step by step, a deep copy of its state, suits and seats renamed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import settings, strategies

from referee.engine.actions import DECLARE, PICK, Legal, Pick
from referee.engine.cards import cards_of, mask_of
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.views import View
from tests.catalogue.starts import with_given
from tests.catalogue.tables import new_game, random_action, shuffled

SEEDS = strategies.integers(min_value=0, max_value=2**32 - 1)


def examples(count: int) -> settings:
    """Return settings under which a property is tried with the same examples every time."""
    return settings(max_examples=count, derandomize=True, deadline=None, database=None)


def walk(spec: str, seed: int, *, deals: int) -> Iterator[tuple[Game, int, list[int]]]:
    """Play a random game of so many deals at most; yield it before each action, with the action and the pack."""
    chance = Random(seed)
    game = new_game(with_given(spec, max_deals=deals))
    for _ in range(chance.randrange(game.tables.seats)):
        game = Game(game.tables, (game.view(0)[1] + 1) % game.tables.seats)
    pack: list[int] = []
    while not game.over:
        if game.needs_deal:
            pack = shuffled(game, chance)
            game.deal(pack)
        action = random_action(game.legal(), chance)
        yield game, action, pack
        game.apply(action)


def played(spec: str, seed: int, *, deals: int) -> Game:
    """Return the same game at its end."""
    ((game, _, _),) = deque(walk(spec, seed, deals=deals), maxlen=1)
    return game


def snapshot(game: Game) -> tuple[object, ...]:
    """Return a deep copy of everything that the game holds."""
    parts: list[Any] = [game.public, *game.private, game.hidden]
    fields = [(name, frozen(getattr(part, name))) for part in parts for name in part.__slots__]
    return (*fields, tuple(game.events), tuple(game.results), game.winners, game.settlement)


def frozen(value: object) -> object:
    """Return the value with its lists copied."""
    return tuple(value) if isinstance(value, list) else value


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

    def card(self, card: int) -> int:
        return card if card >= 52 else 13 * self.suits[card // 13] + card % 13

    def cards(self, mask: int) -> int:
        return mask_of(self.card(card) for card in cards_of(mask))

    def action(self, action: int) -> int:
        if action >= PICK:
            return PICK | self.cards(action - PICK)
        if DECLARE <= action < DECLARE + 4:
            return DECLARE + self.suits[action - DECLARE]
        return self.card(action) if action < 54 else action

    def legal(self, legal: Legal) -> Legal:
        if isinstance(legal, Pick):
            return Pick(self.cards(legal.fixed), self.cards(legal.choose_from), legal.least, legal.most)
        return tuple(sorted(self.action(action) for action in legal))

    def by_seat(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[(seat - self.places) % self.seats] for seat in range(self.seats))

    def by_side(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[(side - self.places) % self.sides] for side in range(self.sides))

    def view(self, view: View) -> View:
        deal, dealer, hand, sizes, calls, call, pitcher, trump, sub, trick, players, taken, gone, scores, stock = view
        return (
            deal,
            self.seat(dealer),
            self.cards(hand),
            self.by_seat(sizes),
            self.by_seat(calls),
            call,
            self.seat(pitcher - 1) + 1 if pitcher else 0,
            self.suits[trump - 1] + 1 if trump else 0,
            sub,
            tuple(self.card(card) for card in trick),
            tuple(self.seat(seat) for seat in players),
            self.by_side(tuple(self.cards(mask) for mask in taken)),
            self.cards(gone),
            self.by_side(scores),
            stock,
        )


# Clubs and spades, diamonds and hearts are pairs: the eight ways to rename suits within pairs and to swap the pairs.
SUITS = tuple(
    (black[0], red[0], red[1], black[1])
    for blacks, reds in (((0, 3), (1, 2)), ((1, 2), (0, 3)))
    for black in (blacks, blacks[::-1])
    for red in (reds, reds[::-1])
)


def events_by_deal(game: Game) -> list[list[tuple[int, int, int, int, int]]]:
    """Return the events of each deal of the game."""
    deals: list[list[tuple[int, int, int, int, int]]] = []
    for event in game.events:
        if event[0] == EventKind.DEAL:
            deals.append([])
        deals[-1].append(event)
    return deals
