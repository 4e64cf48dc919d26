"""Redeals: other cards where a seat cannot look, everything that it saw the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from arena.audit.redeal import Done, redeals
from arena.audit.trails import copy_of
from arena.regress.exam import Source
from arena.regress.worth import position_of
from arena.replays.show import games
from arena.simulate import simulate_to_file
from referee.engine.game import Game
from referee.variants.catalogue import resolve, variants


@pytest.mark.parametrize("spec", sorted(variants()))
def test_the_seat_sees_no_difference(spec: str, tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    chance = Random(spec)
    simulate_to_file(resolve(spec), games=1, seed=bytes(32), policy="random", out=file)
    ((record, bout),) = games(file)
    moved = 0
    for _ in range(3):
        deal = chance.randrange(len(record.deals))
        index = chance.randrange(len(record.deals[deal].actions))
        undealt, pack, done = position_of(Source(str(file), 1, record, bout), deal, index)
        true = _played(undealt, pack, done)
        seat = true.to_act
        for game in islice(redeals(undealt, pack, done, chance), 3):
            assert (game.to_act, game.ask, game.legal()) == (seat, true.ask, true.legal())
            assert game.view(seat) == true.view(seat)
            assert game.transcript(seat) == true.transcript(seat)
            moved += sum(a.hand != b.hand for a, b in zip(game.private, true.private, strict=True))
    assert moved, "all the redeals are the true deal"


def _played(undealt: Game, deal: object, done: list[Done]) -> Game:
    game = copy_of(undealt)
    game.deal(deal.pack, deal.lots)  # type: ignore[attr-defined]
    for one in done:
        game.apply(one.action)
    return game
