"""Tournaments without processes: the games are played here by simple policies and written to a real journal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import trio

from arena.records.journal import Journal, body_of, game_body
from arena.records.rundir import Run, create_run
from arena.schedules.schedule import Bout, Fill, Match
from arena.setup.bots import Bot
from arena.setup.config import Config
from arena.simulate import random_policy
from referee.clock import Limits
from referee.dealing import deal_next
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultNote, Policy
from referee.replay import Recorder
from referee.shuffle import bot_seed, commitment, first_dealer
from referee.variants.catalogue import resolve

SEED = bytes(range(32))


def config(out: Path | str, **changes: Any) -> Config:
    """A small tournament of three bots that are never started."""
    bots = tuple(Bot(name=name, version="1", folder="/", command=("true",)) for name in ("ann", "bob", "cleo"))
    fields: dict[str, Any] = {
        "name": "cup",
        "variants": ("auction[max_deals=3,seats=3]", "ten-point[max_deals=2]"),
        "bots": bots,
        "limits": Limits(),
        "faults": Policy(),
        "bouts": 2,
        "games": 2,
        "fill": Fill.ERROR,
        "out": str(out),
    }
    return Config(**(fields | changes))


def play_one(match: Match, key: bytes, number: int, *, late: tuple[int, int] | None = None) -> bytes:
    """Play a game of the match with random policies and return its record. `late`: the decision that comes too late."""
    sheet = resolve(match.bout.lineup.variant.spec)
    tables = compile_tables(sheet)
    game = Game(tables, first_dealer(key, number, sheet.seats))
    recorder = Recorder(game=game, bout=match.bout.id, rotation=match.rotation, number=number, seats=match.seats(key))
    choosers = [random_policy(bot_seed(key, match.rotation, number, seat)) for seat in range(sheet.seats)]
    while not game.over:
        recorder.deal()
        deal_next(game, key, number)
        while game.to_act >= 0:
            action = choosers[game.to_act](game.legal())
            if (game.deal_number, recorder.index) == late:
                recorder.fault(
                    FaultNote(deal=late[0], index=late[1], seat=game.to_act, fault=Fault.LATE, detail="slow")
                )
                recorder.house(action, "late")
            else:
                recorder.decision(action)
            game.apply(action)
    return recorder.finish(()).to_json().encode()


def all_matches(run: Run) -> list[Match]:
    return [match for bout in run.plan.all_bouts() for match in run.plan.matches(bout)]


def fill(run: Run, journal: Journal, matches: Iterable[Match], late: tuple[int, int] = (0, 0)) -> None:
    """Play the matches in the order given and put them into the journal."""

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.flusher)
            for match in matches:
                key = run.key(match.bout)
                if run.index.start(match.bout):
                    journal.put(body_of(kind="bout", bout=match.bout.id, commitment=commitment(key)))
                for game in run.index.missing(match.bout, match.rotation):
                    put_game(run, journal, match, game, late)
            journal.close_soon()

    trio.run(main)


def put_game(run: Run, journal: Journal, match: Match, game: int, late: tuple[int, int] = (0, 0)) -> None:
    ordinal = run.plan.ordinal(match.bout, rotation=match.rotation, game=game)
    record = play_one(match, run.key(match.bout), game, late=late if game == 1 else None)
    journal.put(game_body(record, b'{"wall_s":1}'), lambda offset: run.index.put(ordinal, offset))


def finished_run(out: Path, **changes: Any) -> Run:
    """A run with every game played, its journal closed."""
    return run_with_faults(out, (0, 0), **changes)


def run_with_faults(out: Path, late: tuple[int, int], **changes: Any) -> Run:
    """A finished run in which the decision `late` of each second game of a match came too late."""
    run, journal = create_run(config(out, **changes), SEED)
    fill(run, journal, all_matches(run), late)
    journal.close()
    return run


def bout_named(run: Run, part: str) -> Bout:
    return next(bout for bout in run.plan.all_bouts() if part in bout.id)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder with their content."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
