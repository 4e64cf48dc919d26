"""From the records of a run to what the statistics know of it (arena/statistics/facts.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from arena.errors import RunError
from arena.luck.hands import luck_of
from arena.statistics.analysis import Table
from arena.statistics.facts import BoutFact, GameFact, places_of
from referee.engine.errors import ReplayError
from referee.engine.events import DEAL
from referee.engine.game import Game
from referee.replay import GameRecord, from_json, steps
from referee.variants.catalogue import label

if TYPE_CHECKING:
    from arena.records.rundir import Run
    from arena.schedules.schedule import Bout


class Depth(Enum):
    """How much of a game is looked at. RESULTS: how it ended. ACTIONS: every action is applied again, too."""

    RESULTS = "results"
    ACTIONS = "actions"


def tables_of(run: Run) -> list[Table]:
    """Return what the statistics need of the variants of a run."""
    return [Table(variant=label(v.spec), seats=v.seats, sides=v.sides) for v in run.plan.variants]


def bouts_of(run: Run, *, depth: Depth) -> Iterator[BoutFact]:
    """Yield the finished bouts of a run, variant by variant. RunError when a record does not follow from its deals."""
    with run.journal_path.open("rb") as journal:
        for variant in run.plan.variants:
            for bout in run.plan.bouts_of(variant):
                if run.counts(bout):
                    records = [run.entry_at(journal, ordinal).record for ordinal in run.plan.games_of(bout)]
                    yield bout_fact(run, bout, records, depth=depth)


def bout_fact(run: Run, bout: Bout, records: list[msgspec.Raw], *, depth: Depth) -> BoutFact:
    """Return the facts of a bout from the records of its games in canonical order."""
    games = []
    for raw in records:
        record = from_json(bytes(raw))
        try:
            game = played(record, run.key(bout)) if depth is Depth.ACTIONS else None
        except ReplayError as error:
            raise RunError(f"{run.folder}: {error}; `arena verify {run.folder}` says more") from None
        fact = game_fact(record)
        games.append(with_actions(fact, game, run.key(bout)) if game else fact)
    lineup = bout.lineup
    return BoutFact(
        variant=label(lineup.variant.spec),
        names=lineup.names,
        number=bout.number,
        games=tuple(games),
        shared=bool(run.config.deals),
    )


def played(record: GameRecord, key: bytes) -> Game:
    """Return the game with all its events and results, played again from the bout's key."""
    game: Game | None = None
    for game, _, _, _ in steps(record, key):  # noqa: B007 - the game is the same object; the last one is wanted
        pass
    if game is None:
        raise ReplayError(f"game {record.game} of {record.bout} has no action")
    return game


def game_fact(record: GameRecord) -> GameFact:
    """Return the facts of a game that its record tells without its actions."""
    sides = len(record.scores)
    out = tuple(sorted({seat % sides for seat in record.forfeits}))
    return GameFact(
        rotation=record.rotation,
        game=record.game,
        entrants=record.seats[:sides],
        places=places_of(record.scores, record.winners, out),
        won=tuple(1 / len(record.winners) if side in record.winners else 0.0 for side in range(sides)),
        scores=record.scores,
        deals=len(record.deals),
        forfeited=out,
        faults=tuple((record.seats[note.seat], note.fault.value) for note in record.faults),
        dealer=record.dealer,
    )


def with_actions(fact: GameFact, game: Game, key: bytes) -> GameFact:
    """Return the facts of a game with what its actions say; `key`: of its bout."""
    seats, sides = game.tables.seats, game.tables.sides
    pitched, made, by_offset = [0] * sides, [0] * sides, [0] * seats
    deals = [(event[1], event[2]) for event in game.events if event[0] == DEAL]
    before = (0,) * sides
    for (dealer, _), result in zip(deals, game.results, strict=True):
        if result.pitcher >= 0:
            pitched[result.pitcher % sides] += 1
            made[result.pitcher % sides] += result.made
        for far in range(seats):
            side = (dealer + far) % seats % sides
            by_offset[far] += result.scores[side] - before[side]
        before = result.scores
    luck = luck_of(game.tables, key, fact.game, deals)
    return replace(fact, pitched=tuple(pitched), made=tuple(made), by_offset=tuple(by_offset), luck=luck)
