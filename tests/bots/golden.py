"""The golden stream: turns of every table with the answers of the reference strategy, which every language must give.

`python -m tests.bots.golden` records it anew with the strategy in Python: after a change of the strategy, of the sheets
or of the protocol. Games are dealt from fixed keys, so the same project records the same stream.
"""

from __future__ import annotations

import gzip
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from pitch.arena.v1 import play_pb2, sheet_pb2
from referee.dealing import deal_next
from referee.engine.actions import PICK, Pick
from referee.engine.cards import mask_of
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.shuffle import bot_seed, first_dealer
from referee.variants.catalogue import resolve
from referee.wire import sheet_field
from tests.bots.tables import SAMPLES, turn_message
from tests.catalogue.tables import TABLES, random_action

STREAM: Final = Path(__file__).with_name("golden_reference.bin.gz")
KEY: Final = bytes(32)
DEALS: Final = 60  # of each table, to find the rare questions
WANTED: Final = 3  # turns of each kind of question, per table
PLAYS: Final = 14
Pair = tuple[play_pb2.PlayResponse, play_pb2.PlayRequest]
Chooser = Callable[[sheet_pb2.Sheet, int, play_pb2.Turn], play_pb2.Choice]


def strategy() -> Chooser:
    """Return the reference strategy in Python."""
    sys.path.insert(0, str(SAMPLES / "reference"))
    try:
        chooser: Chooser = importlib.import_module("strategy").choose
    finally:
        sys.path.pop(0)
    return chooser


def record() -> Iterator[Pair]:
    """Yield for each seat of each table a frame with its game and the chosen turns, and the answers to them."""
    choose = strategy()
    game_id = 0
    for spec in TABLES:
        for start, turns, choices in table_pairs(spec, choose):
            game_id += 1
            start.game = game_id
            for number, (turn, choice) in enumerate(zip(turns, choices, strict=True), start=1):
                turn.game = choice.game = game_id
                turn.turn = choice.turn = number
            yield play_pb2.PlayResponse(starts=[start], turns=turns), play_pb2.PlayRequest(choices=choices)


def table_pairs(
    spec: str, choose: Chooser
) -> Iterator[tuple[play_pb2.GameStart, list[play_pb2.Turn], list[play_pb2.Choice]]]:
    """Yield for each seat the game, the turns kept, and the answers."""
    tables = compile_tables(resolve(spec))
    field = sheet_field(tables)
    starts = [game_start(field, seat) for seat in range(tables.seats)]
    kept: list[tuple[list[play_pb2.Turn], list[play_pb2.Choice]]] = [([], []) for _ in starts]
    counts: Counter[object] = Counter()
    chance = Random(spec)
    number = deals = 0
    while deals < DEALS:
        game = Game(tables, first_dealer(KEY, number, tables.seats))
        while not game.over and deals < DEALS:
            if game.needs_deal:
                deal_next(game, KEY, number)
                deals += 1
                continue
            seat, legal = game.to_act, game.legal()
            turn = turn_message(game, seat, legal, since=len(game.events))
            choice = choose(starts[seat].sheet, seat, turn)
            if worth_keeping(turn, choice, counts):
                kept[seat][0].append(turn)
                kept[seat][1].append(choice)
            if number % 2:  # what this strategy never does is done too: jokers are led, deals folded
                game.apply(random_action(legal, chance))
            else:
                game.apply(PICK | mask_of(choice.cards) if isinstance(legal, Pick) else choice.action)
        number += 1
    for start, (turns, choices) in zip(starts, kept, strict=True):
        if turns:
            yield start, turns, choices


def game_start(field: bytes, seat: int) -> play_pb2.GameStart:
    """Return a game of the sheet."""
    start = play_pb2.GameStart(seat=seat, bot_seed=bot_seed(KEY, 0, 0, seat))
    start.MergeFromString(field)
    return start


def worth_keeping(turn: play_pb2.Turn, choice: play_pb2.Choice, counts: Counter[object]) -> bool:
    """Return whether the turn is one of the first of its kind at this table that leave a choice."""
    if len(turn.legal) == 1:
        return False
    kind = (turn.ask, bool(turn.known.trick), choice.action if 54 <= choice.action < 80 else choice.action >= 256)
    counts[kind] += 1
    return counts[kind] <= (PLAYS // 2 if turn.ask == play_pb2.ASK_PLAY else WANTED)


def read() -> list[Pair]:
    """Return the stream."""
    data = gzip.decompress(STREAM.read_bytes())
    parts: list[bytes] = []
    while data:
        size = int.from_bytes(data[:4], "big")
        parts.append(data[4 : 4 + size])
        data = data[4 + size :]
    frames = map(play_pb2.PlayResponse.FromString, parts[::2])
    return list(zip(frames, map(play_pb2.PlayRequest.FromString, parts[1::2]), strict=True))


def write(pairs: Iterator[Pair]) -> None:
    """Write the stream: each message with its length before it, in four bytes."""
    messages = [message.SerializeToString() for pair in pairs for message in pair]
    data = b"".join(len(message).to_bytes(4, "big") + message for message in messages)
    STREAM.write_bytes(gzip.compress(data, mtime=0))


if __name__ == "__main__":
    write(record())
    print(f"{STREAM.name}: {len(read())} frames, {STREAM.stat().st_size >> 10} KiB")
