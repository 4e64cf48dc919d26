"""Who plays whom, where and in which order. Pure: no clock, no randomness but the keys of the bouts, no I/O.

A *line-up* is a variant and the names on its sides. A *bout* is a line-up's cyclic rotations over the same deals, a
*match* one of these rotations with its games. The plan goes round by round: bout 0 of every line-up of every variant,
then bout 1, and so on, so that a run that is stopped early has played everybody about equally often.

Everything random about a bout comes from its key, which hashes the seed, the resolved sheet, the sorted line-up and the
number of the bout (referee/shuffle.py). So an entrant more or less changes nothing in the line-ups of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

from arena.errors import ConfigError
from arena.schedules.designs import gauntlet, some_of
from referee.engine.errors import plain_number
from referee.engine.sheet import Sheet, sheet_hash
from referee.replay_lines import bout_id, lineup_id
from referee.shuffle import base_order, bout_key
from referee.variants.catalogue import label

HOUSE: Final = "house"
MOST_LINEUPS: Final = 200_000  # in a variant


class Fill(Enum):
    """What happens where a variant has more sides than there are entrants.

    ERROR: refused. HOUSE: the house plays the sides left over. ALTERNATE: the entrants repeat in turn, A B A B.
    """

    ERROR = "error"
    HOUSE = "house"
    ALTERNATE = "alternate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """What the schedule needs of a sheet."""

    spec: str
    hash: str
    seats: int
    sides: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineup:
    """The names that meet in a variant, sorted: one a side, or fewer names, which then alternate around the table.

    `position` counts the line-ups of the plan, `offset` the games of a round before its first.
    """

    variant: Variant
    names: tuple[str, ...]
    position: int = 0
    offset: int = 0

    @property
    def rotations(self) -> int:
        """The rotations that differ: k, or fewer where the names alternate evenly."""
        sides, names = self.variant.sides, len(self.names)
        return sides if sides % names else names


@dataclass(frozen=True, slots=True, kw_only=True)
class Bout:
    """One bout of a line-up, counted from 0."""

    lineup: Lineup
    number: int

    @property
    def id(self) -> str:
        """The name of the bout in journal, replays and results; it does not depend on the other entrants."""
        return bout_id(self.lineup.variant.spec, self.lineup.names, self.number)

    def key(self, seed: bytes) -> bytes:
        """Return the secret key of the bout, 32 bytes, from which its deals and seats follow."""
        return bout_key(seed, self.lineup.variant.hash, self.lineup.names, self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One rotation of a bout: `games` games with fixed names on the seats."""

    bout: Bout
    rotation: int

    @property
    def id(self) -> str:
        """The name of the match, for logs and the referee; bots never see it."""
        return f"{self.bout.id}/{self.rotation}"

    def seats(self, key: bytes) -> tuple[str, ...]:
        """Return the name on each seat, given the key of the bout."""
        lineup = self.bout.lineup
        order = side_order(key, lineup.names, sides=lineup.variant.sides)
        return seated(order, seats=lineup.variant.seats, rotation=self.rotation)


@dataclass(frozen=True)
class Plan:
    """The whole tournament: every line-up, `bouts` times, with `games` games a match."""

    lineups: tuple[Lineup, ...]
    bouts: int
    games: int

    @cached_property
    def games_a_round(self) -> int:
        """The games of one bout of every line-up."""
        return sum(lineup.rotations for lineup in self.lineups) * self.games

    @property
    def total_games(self) -> int:
        """The games of the tournament."""
        return self.games_a_round * self.bouts

    @property
    def total_matches(self) -> int:
        """The matches of the tournament."""
        return self.total_games // self.games

    @property
    def total_bouts(self) -> int:
        """The bouts of the tournament."""
        return len(self.lineups) * self.bouts

    @cached_property
    def _by_name(self) -> dict[str, Lineup]:
        return {lineup_id(lineup.variant.spec, lineup.names): lineup for lineup in self.lineups}

    def all_bouts(self) -> Iterator[Bout]:
        """Yield the bouts in the order in which they are started."""
        for number in range(self.bouts):
            for lineup in self.lineups:
                yield Bout(lineup=lineup, number=number)

    def bouts_of(self, variant: Variant) -> Iterator[Bout]:
        """Yield the bouts of one variant in that order."""
        mine = [lineup for lineup in self.lineups if lineup.variant == variant]
        for number in range(self.bouts):
            for lineup in mine:
                yield Bout(lineup=lineup, number=number)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The variants in the order of the configuration."""
        return tuple(dict.fromkeys(lineup.variant for lineup in self.lineups))

    def matches(self, bout: Bout) -> Iterator[Match]:
        """Yield the matches of the bout."""
        for rotation in range(bout.lineup.rotations):
            yield Match(bout=bout, rotation=rotation)

    def first_game(self, bout: Bout) -> int:
        """Return the number of the bout's first game in the tournament; its games are numbered on from there."""
        return bout.number * self.games_a_round + bout.lineup.offset

    def ordinal(self, bout: Bout, *, rotation: int, game: int) -> int:
        """Return the number of the game in the tournament, from 0 in canonical order."""
        return self.first_game(bout) + rotation * self.games + game

    def position(self, bout: Bout) -> int:
        """Return the number of the bout in the tournament, from 0 in canonical order."""
        return bout.number * len(self.lineups) + bout.lineup.position

    def games_of(self, bout: Bout) -> range:
        """Return the numbers of all games of the bout."""
        first = self.first_game(bout)
        return range(first, first + bout.lineup.rotations * self.games)

    def find(self, bout_name: str) -> Bout | None:
        """Return the bout that has this id, or None when there is none in the plan."""
        stem, _, number = bout_name.rpartition(":")
        lineup = self._by_name.get(stem)
        if lineup is None or plain_number(number) is None or int(number) >= self.bouts:
            return None
        return Bout(lineup=lineup, number=int(number))


def variant_of(sheet: Sheet) -> Variant:
    """Return what the schedule needs of the sheet."""
    return Variant(spec=sheet.spec, hash=sheet_hash(sheet), seats=sheet.seats, sides=sheet.sides)


def round_robin(
    entrants: Iterable[str],
    variants: Sequence[Variant],
    *,
    bouts: int,
    games: int,
    fill: Fill,
    hero: str = "",
    most_lineups: int = 0,
) -> Plan:
    """Return the plan in which every line-up of every variant plays `bouts` bouts with `games` games a match.

    `hero`: only line-ups with this entrant in them (a gauntlet). `most_lineups`: of more in a variant a balanced design
    of at most so many is played (0: all; arena/schedules/designs.py).

    Raises ConfigError when a variant has more sides than there are entrants and `fill` does not help, or more line-ups
    than can be planned.
    """
    names = sorted(entrants)
    problems = [problem for variant in variants for problem in _too_few(names, variant, fill)]
    for variant in variants:
        problems += _too_many(len(names), variant, hero, most_lineups)
    if problems:
        raise ConfigError(problems)
    lineups: list[Lineup] = []
    offset = 0
    for variant in variants:
        for sides in _fields(names, variant.sides, fill, hero, most_lineups):
            lineup = Lineup(variant=variant, names=sides, position=len(lineups), offset=offset)
            offset += lineup.rotations * games
            lineups.append(lineup)
    return Plan(lineups=tuple(lineups), bouts=bouts, games=games)


def pairings(pairs: Iterable[tuple[str, str]], variants: Sequence[Variant], *, bouts: int, games: int) -> Plan:
    """Return the plan in which the two names of each pair alone meet in every variant, in turn around the table."""
    lineups: list[Lineup] = []
    offset = 0
    for variant in variants:
        for pair in pairs:
            lineup = Lineup(variant=variant, names=tuple(sorted(pair)), position=len(lineups), offset=offset)
            offset += lineup.rotations * games
            lineups.append(lineup)
    return Plan(lineups=tuple(lineups), bouts=bouts, games=games)


def _too_few(names: list[str], variant: Variant, fill: Fill) -> list[str]:
    found, needed = len(names), variant.sides
    if found >= needed or (fill is Fill.HOUSE and found >= 1) or (fill is Fill.ALTERNATE and found >= 2):
        return []
    remedy = 'fill = "alternate" seats two or more in turn, fill = "house" lets the house play the rest'
    return [f"{label(variant.spec)} has {needed} sides and there are {found} bots: {remedy}"]


def _too_many(found: int, variant: Variant, hero: str, most: int) -> list[str]:
    if found < variant.sides:
        return []
    lineups = comb(found - 1, variant.sides - 1) if hero else comb(found, variant.sides)
    if (lineups if hero or not most else min(most, lineups)) <= MOST_LINEUPS:
        return []
    remedy = "name fewer bots" if hero else "`most_lineups` plays a balanced part of them"
    told = f"{label(variant.spec)} has {lineups:,} line-ups of {found} bots, and at most {MOST_LINEUPS:,} can be played"
    return [f"{told}: {remedy}"]


def _fields(names: list[str], sides: int, fill: Fill, hero: str, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the sorted names of every line-up."""
    if len(names) >= sides and hero:
        yield from gauntlet(hero, names, sides)
    elif len(names) >= sides and most:
        yield from some_of(tuple(names), sides, most)
    elif len(names) >= sides:
        yield from combinations(names, sides)
    elif fill is Fill.HOUSE:
        yield tuple(sorted([*names, *[HOUSE] * (sides - len(names))]))
    else:
        yield tuple(names)


def side_order(key: bytes, names: Sequence[str], *, sides: int) -> tuple[str, ...]:
    """Return the name on each side in rotation 0 of the bout with this key; fewer names than sides alternate."""
    drawn = base_order(key, names)
    return tuple(drawn[side % len(drawn)] for side in range(sides))


def seated(order: Sequence[str], *, seats: int, rotation: int) -> tuple[str, ...]:
    """Return the name on each seat in the rotation: side s goes to the name that is `rotation` further on."""
    return tuple(order[(seat % len(order) + rotation) % len(order)] for seat in range(seats))
