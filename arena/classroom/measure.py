"""From finished runs to the facts that grades are made of, by the statistics of tournaments (docs/statistics.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arena.classroom.assignment import STAFF_PREFIX
from arena.classroom.facts import Place, Played, Versus
from arena.schedules.schedule import Variant
from arena.statistics.analysis import Table, analyse
from arena.statistics.facts import BoutFact, GameFact
from arena.statistics.tallies import heads
from referee.variants.catalogue import label


def versus_of(bouts: Sequence[BoutFact], student: str, staff: Sequence[str]) -> tuple[Versus, ...]:
    """Return how the student did against each staff bot (by its name in runs) in each variant of the bouts."""
    found = []
    for name in staff:
        for variant in dict.fromkeys(bout.variant for bout in bouts):
            met = [bout for bout in bouts if bout.variant == variant and name in bout.names]
            for head in heads(met, [student, name]):
                found.append(
                    Versus(
                        staff=name.removeprefix(STAFF_PREFIX),
                        variant=variant,
                        bouts=head.bouts,
                        won=head.won,
                        lost=head.lost,
                        level=head.level,
                        share=round(head.share.mean, 9),
                        low=None if head.share.low is None else round(head.share.low, 9),
                        high=None if head.share.high is None else round(head.share.high, 9),
                    )
                )
    return tuple(found)


def played_of(bouts: Sequence[BoutFact], student: str) -> tuple[Played, ...]:
    """Return what happened in the student's games of each variant."""
    found = []
    for variant in dict.fromkeys(bout.variant for bout in bouts):
        games = [game for bout in bouts if bout.variant == variant for game in bout.games if student in game.entrants]
        faults = Counter(kind for game in games for name, kind in game.faults if name == student)
        found.append(
            Played(
                variant=variant,
                games=len(games),
                forfeited=sum(_forfeited(game, student) for game in games),
                faults=tuple(sorted(faults.items())),
            )
        )
    return tuple(found)


def _forfeited(game: GameFact, student: str) -> bool:
    return any(game.entrants[side] == student for side in game.forfeited)


def places_in_class(bouts: Sequence[BoutFact], variants: Sequence[Variant]) -> dict[str, Place]:
    """Return the place of each student in the games of the class, the best first; empty without games."""
    tables = [Table(variant=label(one.spec), seats=one.seats, sides=one.sides) for one in variants]
    final = analyse(tables, bouts).final if bouts else None
    if final is None:
        return {}
    count = len(final.rows)
    return {
        row.name: Place(group=row.letters, better=row.places[0] - 1, worse=count - row.places[1], others=count - 1)
        for row in final.rows
    }
