"""Packs and games that bring about what random ones hardly ever do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from arena.audit.knowledge import next_dealer, where_dealt
from arena.audit.trails import Trail, shuffled
from referee.engine.actions import MISDEAL, Ask
from referee.engine.cards import mask_of
from referee.engine.game import Game


def lopsided(game: Game, chance: Random) -> list[int]:
    """Return a pack that deals one seat eight trumps of some suit, most of them worth points: it burns two of the other
    ones, and with another trump in its hand it would have no choice."""
    table = chance.choice(game.tables.trumps)
    points = [card for card in table.order if table.point_trumps >> card & 1]
    cheap = [card for card in table.order if not table.point_trumps >> card & 1]
    hand = chance.sample(points, min(5, len(points)))
    return _dealing(game, chance, hand + chance.sample(cheap, 8 - len(hand)))


def without_honours(game: Game, chance: Random) -> list[int]:
    """Return a pack that deals one seat a hand with which it may claim a misdeal."""
    poor = [card for card in game.tables.pack if not game.tables.honours >> card & 1]
    return _dealing(game, chance, chance.sample(poor, game.sheet.hand_size))


def _dealing(game: Game, chance: Random, hand: list[int]) -> list[int]:
    """Return a random pack that deals the cards to some seat."""
    where = where_dealt(game.sheet, next_dealer(game))[chance.randrange(game.sheet.seats)]
    rest = [card for card in shuffled(game, chance) if not mask_of(hand) >> card & 1]
    pack = [-1] * len(game.tables.pack)
    for place, card in zip(where, hand, strict=False):
        pack[place] = card
    return [rest.pop() if card < 0 else card for card in pack]


def always(_trail: Trail) -> bool:
    """Return True for any game."""
    return True


def asking(ask: Ask) -> Callable[[Trail], bool]:
    """Return whether a game is one in which that is asked."""
    return lambda trail: any(step.ask == ask for step in trail.world.steps)


def misdealt(trail: Trail) -> bool:
    """Return whether a misdeal is claimed in the game."""
    return any(step.action == MISDEAL for step in trail.world.steps)
