"""A plan that grows: rounds of bouts, each laid down when all games of the one before are finished.

It is a value like any plan. The next round makes a new one, in which everything that was there keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arena.schedules.schedule import Bout, Lineup, Plan, Variant


@dataclass(frozen=True)
class RoundsPlan(Plan):
    """The rounds so far. `of`: the variants; `closed`: whether no round will follow; `ahead`: what is to come.

    `bouts` is how many bouts a line-up plays in a round, where it plays any.
    """

    of: tuple[Variant, ...] = ()
    rounds: tuple[tuple[Bout, ...], ...] = ()
    closed: bool = False
    ahead: str = ""

    def with_round(self, bouts: Iterable[Bout]) -> RoundsPlan:
        """Return the plan with one more round."""
        rounds = (*self.rounds, tuple(bouts))
        lineups = tuple(dict.fromkeys(bout.lineup for bouts in rounds for bout in bouts))
        return replace(self, rounds=rounds, lineups=lineups)

    @cached_property
    def _all(self) -> tuple[Bout, ...]:
        return tuple(bout for bouts in self.rounds for bout in bouts)

    @cached_property
    def _place(self) -> dict[str, tuple[int, int]]:
        """By the id of a bout its number in the tournament, and that of its first game."""
        place, first = {}, 0
        for number, bout in enumerate(self._all):
            place[bout.id] = (number, first)
            first += bout.lineup.rotations * self.games
        return place

    @property
    def total_games(self) -> int:
        """The games of the rounds so far."""
        return sum(bout.lineup.rotations for bout in self._all) * self.games

    @property
    def total_bouts(self) -> int:
        """The bouts of the rounds so far."""
        return len(self._all)

    def all_bouts(self) -> Iterator[Bout]:
        """Yield the bouts in the order in which they are started."""
        return iter(self._all)

    def bouts_of(self, variant: Variant) -> Iterator[Bout]:
        """Yield the bouts of one variant in that order."""
        return (bout for bout in self._all if bout.lineup.variant == variant)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants in the order of the configuration."""
        return self.of

    def first_game(self, bout: Bout) -> int:
        """Return the number of the bout's first game in the tournament."""
        return self._place[bout.id][1]

    def position(self, bout: Bout) -> int:
        """Return the number of the bout in the tournament, from 0 in the order of the rounds."""
        return self._place[bout.id][0]

    def find(self, bout_name: str) -> Bout | None:
        """Return the bout that has this id, or None when it is in no round so far."""
        found = self._place.get(bout_name)
        return self._all[found[0]] if found else None

    def times_met(self, lineup: Lineup) -> int:
        """Return how many bouts of the line-up there are already: the number of its next one."""
        return sum(bout.lineup == lineup for bout in self._all)


def round_of(plan: RoundsPlan, tables: Sequence[tuple[Variant, Sequence[str]]], *, bouts: int) -> RoundsPlan:
    """Return the plan with one more round, in which the names at each table play `bouts` bouts of its variant; all
    their first bouts come first."""
    counts: dict[Lineup, int] = {}
    lineups = [Lineup(variant=variant, names=tuple(sorted(names))) for variant, names in tables]
    found = []
    for _ in range(bouts):
        for lineup in lineups:
            number = counts.setdefault(lineup, plan.times_met(lineup))
            counts[lineup] = number + 1
            found.append(Bout(lineup=lineup, number=number))
    return plan.with_round(found)
