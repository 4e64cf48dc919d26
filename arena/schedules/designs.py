"""Who meets whom, beyond everybody against everybody: gauntlets, and balanced designs for large fields. Pure.

A *balanced design* has fewer line-ups than all k-subsets. Every entrant is in equally many, and every pair meets as
equally often as can be found: the pairs are evened out by exchanging entrants between line-ups while that helps. How
even it came out is said with the plan. It depends on the names alone, not on the seed, so it can be shown beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations
from math import comb, gcd
from typing import Final

from referee.engine.errors import InvariantViolation
from referee.shuffle import deal_order

_LABEL: Final = b"pitch-arena/design".ljust(32, b"\0")  # no secret: a design is public
_ROUNDS: Final = 8  # through all pairs of line-ups, at most
_TURNS: Final = 50


class Format(Enum):
    """ROUND_ROBIN: all k-subsets, or a balanced part of them. GAUNTLET: those with the first bot in them.

    The others go on from the results so far (arena/schedules/): SWISS, KNOCKOUT, ADAPTIVE.
    """

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ADAPTIVE = "adaptive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """How even line-ups are: how often each entrant is in one, and each pair meets (least, most)."""

    lineups: int
    games: tuple[int, int]
    pairs: tuple[int, int]

    def __str__(self) -> str:
        def told(ends: tuple[int, int]) -> str:
            return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"

        return f"{self.lineups} line-ups, each bot in {told(self.games)}, each pair in {told(self.pairs)}"


def balance(names: Sequence[str], lineups: Sequence[Sequence[str]]) -> Balance:
    """Return how even the line-ups are for these names."""
    games = Counter(name for lineup in lineups for name in lineup)
    pairs = Counter(pair for lineup in lineups for pair in combinations(sorted(lineup), 2))
    each = [games[name] for name in names]
    met = [pairs[pair] for pair in combinations(sorted(names), 2)]
    return Balance(lineups=len(lineups), games=(min(each), max(each)), pairs=(min(met, default=0), max(met, default=0)))


def gauntlet(hero: str, names: Sequence[str], sides: int) -> Iterator[tuple[str, ...]]:
    """Yield the sorted names of every line-up that the hero is in."""
    others = sorted(name for name in names if name != hero)
    for rest in combinations(others, sides - 1):
        yield tuple(sorted((hero, *rest)))


@lru_cache(maxsize=64)
def some_of(names: tuple[str, ...], sides: int, most: int) -> tuple[tuple[str, ...], ...]:
    """Return all k-subsets of the names, or where they are more than `most`, a balanced design of at most so many.

    It has a multiple of n / gcd(n, k) line-ups, so that each entrant can be in equally many; at least one such set.
    """
    ordered = sorted(names)
    count = len(ordered)
    if comb(count, sides) <= most:
        return tuple(combinations(ordered, sides))
    step = count // gcd(count, sides)
    even = step * _pair_step(count, sides, step)  # so many, or a multiple, can have all pairs equally often
    size = most // even * even or max(step, most // step * step)
    for turn in range(_TURNS):
        blocks = _even_out(_start(count, sides, size, turn), count)
        found = tuple(sorted({tuple(sorted(ordered[n] for n in block)) for block in blocks}))
        if len(found) == size:  # else one stands there twice
            return found
        size = size - step if turn % 5 == 4 and size > step else size
    raise InvariantViolation(f"no design of {size} line-ups of {sides} of {count} was found")


def _pair_step(count: int, sides: int, step: int) -> int:
    """Return the least multiple of `step` line-ups for which each pair could meet equally often."""
    pairs, meetings = count * (count - 1), step * sides * (sides - 1)
    return pairs // gcd(pairs, meetings)


def _start(count: int, sides: int, size: int, turn: int) -> list[list[int]]:
    """Return line-ups in which everyone is equally often and nobody twice: shuffled rows, cut and mended."""
    label, rows = f"{count}/{sides}/{size}/{turn}", size * sides // count
    cards = [n for row in range(rows) for n in deal_order(_LABEL, label, row, count)]
    blocks = [cards[start : start + sides] for start in range(0, len(cards), sides)]
    for block in blocks:
        for place, n in enumerate(block):
            if n in block[:place]:
                _mend(blocks, block, place)
    return blocks


def _mend(blocks: list[list[int]], block: list[int], place: int) -> None:
    """Exchange an entrant that stands twice in its line-up for one of another line-up, where both fit."""
    n = block[place]
    for other in blocks:
        if n in other:
            continue
        for there, m in enumerate(other):
            if m not in block:
                block[place], other[there] = m, n
                return


def _even_out(blocks: list[list[int]], count: int) -> list[list[int]]:
    met = [[0] * count for _ in range(count)]
    for block in blocks:
        for a, b in combinations(block, 2):
            met[a][b] += 1
            met[b][a] += 1
    for _ in range(_ROUNDS):
        moved = False
        for one, other in combinations(range(len(blocks)), 2):
            moved |= _exchange(blocks[one], blocks[other], met)
        if not moved:
            break
    return blocks


def _exchange(one: list[int], other: list[int], met: list[list[int]]) -> bool:
    """Exchange two entrants of two line-ups if that makes the meetings more even; return whether any was."""
    for place, a in enumerate(one):
        if a in other:
            continue
        for there, b in enumerate(other):
            if b in one:
                continue
            mine = [n for n in one if n != a]
            theirs = [n for n in other if n != b]
            gain = sum(met[a][n] - met[b][n] - 1 for n in mine if n not in theirs)
            gain += sum(met[b][n] - met[a][n] - 1 for n in theirs if n not in mine)
            if gain > 0:
                for n in mine:
                    _count(met, a, n, -1)
                    _count(met, b, n, 1)
                for n in theirs:
                    _count(met, b, n, -1)
                    _count(met, a, n, 1)
                one[place], other[there] = b, a
                return True
    return False


def _count(met: list[list[int]], a: int, b: int, change: int) -> None:
    met[a][b] += change
    met[b][a] += change
