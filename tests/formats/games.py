"""Replay files of random games over all sheets, in which the house plays now and then and seats forfeit."""

from __future__ import annotations

import io
from hashlib import sha256
from random import Random

from arena.schedules.schedule import Lineup, seated, side_order, variant_of
from referee.dealing import deal_next
from referee.engine.actions import house_move
from referee.engine.game import Game
from referee.engine.sheet import sheet_hash
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultNote
from referee.replay import Recorder
from referee.replay_lines import ReplayWriter, bout_id, bout_line, header_line
from referee.shuffle import bout_key, commitment, first_dealer
from referee.variants.catalogue import resolve
from tests.catalogue.starts import with_given
from tests.catalogue.tables import random_action

NAMES = ("ann", "bob-2", "Cleo_the.3rd", "d", "e", "f", "g", "h", "i")


def random_file(spec: str, seed: int, *, games: int = 1, deals: int = 2) -> bytes:
    """Return a replay file of one bout of the sheet with random games of a few deals: all rotations of it."""
    chance = Random(f"{spec} {seed}")
    sheet = resolve(with_given(spec, max_deals=deals))
    secret = sha256(str(seed).encode()).digest()
    lineup = sorted(NAMES[: chance.randint(2, sheet.sides) if sheet.sides > 2 else sheet.sides])
    key = bout_key(secret, sheet_hash(sheet), lineup, seed)
    name = bout_id(sheet.spec, lineup, seed)
    out = io.BytesIO()
    writer = ReplayWriter(out)
    shown = None if chance.random() < 0.3 else secret
    writer.write(header_line(sheet, seed=shown, seed_commitment=commitment(secret)))
    writer.write(bout_line(name, number=seed, lineup=lineup, key=key))
    order = side_order(key, lineup, sides=sheet.sides)
    for rotation in range(Lineup(variant=variant_of(sheet), names=tuple(lineup)).rotations):
        seats = seated(order, seats=sheet.seats, rotation=rotation)
        for number in range(games):
            game = Game(compile_tables(sheet), first_dealer(key, number, sheet.seats))
            recorder = Recorder(game=game, bout=name, rotation=rotation, number=number, seats=seats)
            writer.write(_play(game, recorder, key, number, chance))
    writer.end()
    return out.getvalue()


def _play(game: Game, recorder: Recorder, key: bytes, number: int, chance: Random) -> bytes:
    forfeits: set[int] = set()
    while not game.over:
        deal_next(game, key, number)
        recorder.deal()
        while (seat := game.to_act) >= 0:
            drawn = chance.random()
            if seat in forfeits:
                recorder.house(action := house_move(game.legal()), "forfeit")
            elif drawn < 0.03:
                fault = chance.choice(list(Fault))
                detail = chance.choice(("", "too slow", 'said "AH"\n\\ # \t\u2028é'))
                where = (len(game.results), recorder.index)
                recorder.fault(FaultNote(deal=where[0], index=where[1], seat=seat, fault=fault, detail=detail))
                recorder.house(action := house_move(game.legal()), fault.value)
                if drawn < 0.002:
                    forfeits.add(seat)
            else:
                recorder.decision(action := random_action(game.legal(), chance))
            game.apply(action)
    return recorder.finish(sorted(forfeits)).to_json().encode()
