"""Dealing the next deal of a game from its bout's key: the pack, and the lots where cards are forfeited."""

from __future__ import annotations

from referee import shuffle
from referee.engine.game import Game


def deal_next(game: Game, key: bytes, number: int) -> None:
    """Deal the next deal of the game, the one with this number in its bout. InvariantViolation if none is needed."""
    tables, deal = game.tables, game.deal_number + 1
    pack = shuffle.pack_order(key, number, deal, tables.pack)
    game.deal(pack, shuffle.lots(key, number, deal, tables.seats, tables.sheet.hand_size) if tables.forfeits else ())
