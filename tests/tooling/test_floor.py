"""The yardstick of the engine's speed plays the same game: else it would measure nothing."""

from __future__ import annotations

import random

import pytest

from benchmarks.floor import Floor
from referee.engine.errors import IllegalAction
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.shuffle import pack_order
from referee.variants.catalogue import resolve


def test_the_floor_plays_auction_as_the_engine_does() -> None:
    tables, chance = compile_tables(resolve("auction")), random.Random(7)
    deals = 0
    for number in range(40):
        game, floor = Game(tables, number % 4), Floor(number % 4)
        while not game.over:
            pack = pack_order(bytes(32), number, game.deal_number + 1, tables.pack)
            game.deal(pack)
            floor.deal(pack)
            while game.to_act >= 0:
                assert (floor.to_act, tuple(floor.offer)) == (game.to_act, game.legal())
                action = chance.choice(floor.offer)
                game.apply(action)
                floor.apply(action)
            deals += 1
            assert (floor.to_act, tuple(floor.scores), floor.over) == (-1, game.scores, game.over)
            if deals % 50 == 0:
                break
    assert deals > 500


def test_the_floor_refuses_what_is_not_legal() -> None:
    floor = Floor(0)
    floor.deal(list(range(52)))
    with pytest.raises(IllegalAction):
        floor.apply(0)
