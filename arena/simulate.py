"""Games in this process, without bots, sockets or clocks: for tests, training data and speed.

With an output file the games are written in the replay format, and verify like those of a tournament.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from arena.replays.files import replaced
from referee.dealing import deal_next
from referee.engine.actions import PICK, Legal, Pick, house_move
from referee.engine.cards import BIT, CARDS, cards_of
from referee.engine.game import Game
from referee.engine.sheet import Sheet, sheet_hash
from referee.engine.tables import Tables, compile_tables
from referee.replay import Recorder
from referee.replay_lines import ReplayWriter, bout_id, bout_line, header_line
from referee.shuffle import bot_seed, bout_key, commitment, first_dealer

Chooser = Callable[[Legal], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What was played, and the processor time it took."""

    games: int
    deals: int
    decisions: int
    seconds: float


def random_policy(seed: bytes) -> Chooser:
    """Return a player that takes every legal action with equal chance (of sets of cards every size, or every set)."""
    chance = random.Random(seed)  # noqa: S311 - it is a player's, not the deal's
    draw, bits = chance.random, chance.getrandbits

    def choose(legal: Legal) -> int:
        if legal.__class__ is tuple:
            return legal[int(draw() * len(legal))]
        assert isinstance(legal, Pick)
        action = PICK | legal.fixed
        if not legal.least and legal.most == legal.choose_from.bit_count():
            return action | bits(CARDS) & legal.choose_from
        cards = list(cards_of(legal.choose_from))
        for _ in range(legal.least + int(draw() * (legal.most - legal.least + 1))):
            place = int(draw() * len(cards))
            action |= BIT[cards[place]]
            cards[place] = cards[-1]
            cards.pop()
        return action

    return choose


def house_policy(seed: bytes) -> Chooser:
    """Return the house: it passes if it may, else takes the first legal action."""
    del seed
    return house_move


POLICIES: Final[Mapping[str, Callable[[bytes], Chooser]]] = {"house": house_policy, "random": random_policy}


def play(tables: Tables, key: bytes, number: int, choose: Chooser, *, observe: bool = False) -> tuple[Game, int]:
    """Play one game and return it with the number of decisions. `observe`: make the view of the seat at each, too."""
    game = Game(tables, first_dealer(key, number, tables.seats))
    decisions = 0
    while not game.over:
        deal_next(game, key, number)
        legal, apply = game.legal, game.apply
        while (seat := game.to_act) >= 0:
            if observe:
                game.view(seat)
            apply(choose(legal()))
            decisions += 1
    return game, decisions


def simulate(sheet: Sheet, *, games: int, seed: bytes, policy: str, observe: bool = False) -> Totals:
    """Play the games without keeping anything but the counts."""
    tables, key = compile_tables(sheet), _key(sheet, seed, policy)
    deals = decisions = 0
    start = time.process_time()
    for number in range(games):
        choose = POLICIES[policy](bot_seed(key, 0, number, 0))
        game, made = play(tables, key, number, choose, observe=observe)
        deals += len(game.results)
        decisions += made
    return Totals(games=games, deals=deals, decisions=decisions, seconds=time.process_time() - start)


def simulate_to_file(sheet: Sheet, *, games: int, seed: bytes, policy: str, out: Path) -> Totals:
    """Play the games and write them as a replay file of one bout. Raises OSError when it cannot be written."""
    with replaced(out) as file:
        return _record(sheet, games=games, seed=seed, policy=policy, file=file)


def _record(sheet: Sheet, *, games: int, seed: bytes, policy: str, file: IO[bytes]) -> Totals:
    tables, key = compile_tables(sheet), _key(sheet, seed, policy)
    bout = bout_id(sheet.spec, (policy,), 0)
    lines = ReplayWriter(file)
    lines.write(header_line(sheet, seed=seed, seed_commitment=commitment(seed)))
    lines.write(bout_line(bout, number=0, lineup=(policy,), key=key))
    deals = decisions = 0
    start = time.process_time()
    for number in range(games):
        choose = POLICIES[policy](bot_seed(key, 0, number, 0))
        game = Game(tables, first_dealer(key, number, tables.seats))
        recorder = Recorder(game=game, bout=bout, rotation=0, number=number, seats=(policy,) * tables.seats)
        while not game.over:
            recorder.deal()
            deal_next(game, key, number)
            while game.to_act >= 0:
                action = choose(game.legal())
                recorder.decision(action)
                game.apply(action)
                decisions += 1
        deals += len(game.results)
        lines.write(recorder.finish(()).to_json().encode())
    lines.end()
    return Totals(games=games, deals=deals, decisions=decisions, seconds=time.process_time() - start)


def _key(sheet: Sheet, seed: bytes, policy: str) -> bytes:
    return bout_key(seed, sheet_hash(sheet), (policy,), 0)
