"""Swiss system: in every round those meet who stand alike and have not met. Pure.

With two sides the pairs are those nearest in the standing of which none has met before; where no such pairing of all
can be found, with as few repeats as possible. In the first round the upper half meets the lower one. With more sides
tables are filled from the top of the standing: each next seat goes to the next entrant that has met the fewest at the
table. Who is left over sits the round out: the lowest in the standing that has sat out of this variant least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, log2
from typing import Final

from arena.schedules.scores import Score

Met = Mapping[tuple[str, str], int]
_TRIES: Final = 20_000  # steps of the search for a pairing without repeats


def usual_rounds(entrants: int, sides: int) -> int:
    """Return how many rounds are usual: enough to leave one without a loss, and one more; no more than there are
    opponents."""
    most = max(1, (entrants - 1) // (sides - 1))
    return max(1, min(most, ceil(log2(max(2, entrants / (sides / 2)))) + 1))


def tables(standing: Sequence[Score], met: Met, sides: int, *, first: bool) -> list[tuple[str, ...]]:
    """Return who sits together in the next round, from the top; `first`: of the first round."""
    names = _without_rest(standing, sides)
    if first:
        groups = len(names) // sides
        return [tuple(names[table::groups]) for table in range(groups)]
    return [*pairs(names, met)] if sides == 2 else _filled(names, met, sides)


def _without_rest(standing: Sequence[Score], sides: int) -> list[str]:
    """Return the names without those that sit out."""
    rest = len(standing) % sides
    order = sorted(range(len(standing)), key=lambda place: (standing[place].sat_out, -place))
    out = set(order[:rest])
    return [one.name for place, one in enumerate(standing) if place not in out]


def times(met: Met, one: str, other: str) -> int:
    """Return how often two have met."""
    return met.get((one, other) if one < other else (other, one), 0)


def pairs(names: Sequence[str], met: Met) -> list[tuple[str, str]]:
    """Return the pairs of an even number of names, nearest first, with as few meetings again as can be found."""
    least = min((times(met, one, other) for one, other in combinations(names, 2)), default=0)
    again = {pair: count - least for pair, count in met.items()}
    for most in range(max(again.values(), default=0) + 1):
        found = _search(list(names), again, most, len(names) * most, [_TRIES])
        if found is not None:
            for spare in range(sum(times(again, *pair) for pair in found)):
                fewer = _search(list(names), again, most, spare, [_TRIES])
                if fewer is not None:
                    return fewer
            return found
    return [(names[place], names[place + 1]) for place in range(0, len(names), 2)]


def _search(names: list[str], met: Met, most: int, spare: int, left: list[int]) -> list[tuple[str, str]] | None:
    """Return a pairing in which nobody has met more than `most` times before, and all together no more than `spare`.

    The first one's partner is the nearest with which the others can be paired. None where there is none, or the search
    takes too long.
    """
    if not names:
        return []
    one, rest = names[0], names[1:]
    for place, other in enumerate(rest):
        left[0] -= 1
        if left[0] < 0:
            return None
        again = times(met, one, other)
        if again <= min(most, spare):
            others = _search(rest[:place] + rest[place + 1 :], met, most, spare - again, left)
            if others is not None:
                return [(one, other), *others]
    return None


def _filled(names: Sequence[str], met: Met, sides: int) -> list[tuple[str, ...]]:
    left, found = list(names), []
    seen: Counter[tuple[str, str]] = Counter(met)
    while left:
        table = [left.pop(0)]
        while len(table) < sides:
            chosen = min(left, key=lambda name: (sum(times(seen, name, other) for other in table), left.index(name)))
            left.remove(chosen)
            table.append(chosen)
        found.append(tuple(table))
    return found
