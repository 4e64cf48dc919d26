"""The luck of the deal taken out of a score, without leaning to either side: control variates, fitted out of sample.

A game's `luck` (arena/statistics/facts.py) has expectation 0 whatever anybody does. So any fixed multiple of it can be
taken off a score, and its expectation stays what it was. How much to take off is a regression of an entrant's bouts;
fitted on the very bouts that it corrects it would lean, so bouts are dealt into folds, and the coefficients for a fold
come from all others. They are shrunk by the part that chance alone would have explained (James and Stein 1961), to
nothing where there is nothing to be found. Copies of a deal in a bout cancel most of the luck already; what is left is
who makes more of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.statistics.estimate import Estimate, Floats, Ints, Spread, grouped, ratio_estimate, share_estimate, spread
from arena.statistics.facts import BoutFact
from arena.statistics.saved import Value, deals, lead_of, one, won
from arena.statistics.tallies import observed

FOLDS: Final = 10
FEWEST: Final = 30  # bouts of an entrant, below which nothing is taken off
_NOTHING: Final = 1e-9  # taken off a bout's wins, it is none
RIDGE: Final = 10.0  # the coefficients of so many bouts without any luck in them are added: few bouts move little


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """One entrant's score as it was, and with the luck of the deal taken out. `lead`: points per deal more than the
    mean of the other sides. Equal where no luck is taken out, as where there are too few bouts to tell it by."""

    name: str
    wins: Estimate
    wins_adjusted: Estimate
    lead: Estimate
    lead_adjusted: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """The rows by name; `wins` and `lead`: how many times as many bouts would be needed without the adjustment for the
    same intervals, all entrants together; None where nothing varies."""

    rows: tuple[Adjusted, ...]
    wins: float | None
    lead: float | None


@dataclass(frozen=True, slots=True)
class _Scores:
    """An entrant's bouts: the sum of its score, what it is counted in (games or deals and sides), its luck, who met."""

    score: Floats
    size: Floats
    luck: Floats
    strata: Ints

    def adjusted(self) -> _Scores:
        """Return the scores with the luck taken out."""
        return _Scores(self.score - self.luck_part(), self.size, self.luck, self.strata)

    def luck_part(self) -> Floats:
        """Return what is taken off each bout: its luck by the coefficients of the other folds."""
        count = len(self.score)
        part = np.zeros(count)
        if count < FEWEST:
            return part
        fold = np.empty(count, dtype=np.int64)
        fold[np.argsort(self.strata, kind="stable")] = np.arange(count) % FOLDS
        for number in range(FOLDS):
            mine = fold == number
            part[mine] = self.luck[mine] @ self._coefficients(~mine)
        return part

    def _coefficients(self, used: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
        score, size, luck = self.score[used], self.size[used], self.luck[used]
        group = grouped(self.strata[used])
        error = _centred((score - score.sum() / size.sum() * size)[:, None], group)[:, 0]
        luck = _centred(luck, group)
        scale = np.sqrt((luck * luck).mean(axis=0))
        told = scale > 1e-9 * np.abs(self.luck).max(initial=1.0)
        found = np.zeros(luck.shape[1])
        x = luck[:, told] / scale[told]
        cross = x.T @ error
        beta = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), cross)
        explained = float(beta @ cross)
        rest = float(error @ error) - explained
        chance = rest / max(1, len(error) - len(beta)) * len(beta)  # what as many columns of mere noise would explain
        found[told] = max(0.0, 1 - chance / explained) * beta / scale[told] if explained > 0 else 0.0
        return found

    def spread(self) -> Spread | None:
        """Return the mean with its variance."""
        return spread(self.score, self.size, self.strata)


def _centred(values: Floats, group: Ints) -> Floats:
    """Return the values less the means of their groups."""
    count = np.maximum(np.bincount(group), 1)
    means = np.stack([np.bincount(group, column) / count for column in values.T], axis=1)
    return np.asarray(values - means[group])


def luck_of(bouts: Sequence[BoutFact], names: Collection[str]) -> Luck | None:
    """Return the scores of these entrants with and without luck; None unless every game tells its luck."""
    if not bouts or not all(game.luck for bout in bouts for game in bout.games):
        return None
    rows: list[Adjusted] = []
    before: tuple[list[_Scores], list[_Scores]] = ([], [])
    after: tuple[list[_Scores], list[_Scores]] = ([], [])
    for name in sorted(names):
        mine = [bout for bout in bouts if name in bout.names]
        wins, lead = _scores(mine, name, won, one), _scores(mine, name, lead_of, deals)
        adjusted = wins.adjusted(), lead.adjusted()
        for kind, (raw, without) in enumerate(zip((wins, lead), adjusted, strict=True)):
            before[kind].append(raw)
            after[kind].append(without)
        rows.append(_row(name, wins, lead, *adjusted))
    return Luck(
        rows=tuple(rows),
        wins=_factor(before[0], after[0]),
        lead=_factor(before[1], after[1]),
    )


def _row(name: str, wins: _Scores, lead: _Scores, wins_after: _Scores, lead_after: _Scores) -> Adjusted:
    share = share_estimate(wins.score, wins.size, wins.strata)
    # Where nothing is taken out it is the share that it was, with the interval of one: also where all was won.
    same = float(np.abs(wins_after.score - wins.score).max(initial=0.0)) < _NOTHING
    rest = share if same else ratio_estimate(wins_after.score, wins_after.size, wins_after.strata)
    points = ratio_estimate(lead.score, lead.size, lead.strata)
    points_after = ratio_estimate(lead_after.score, lead_after.size, lead_after.strata)
    assert share and rest and points and points_after  # every bout has games, every game deals
    return Adjusted(name=name, wins=share, wins_adjusted=rest, lead=points, lead_adjusted=points_after)


def _scores(bouts: Sequence[BoutFact], name: str, value: Value, size: Value) -> _Scores:
    width = len(bouts[0].games[0].luck[0])
    sums = np.zeros((len(bouts), 2 + width))
    for row, bout in zip(sums, bouts, strict=True):
        for game in bout.games:
            for side, who in enumerate(game.entrants):
                if who == name:
                    row += (value(game, side), size(game, side), *game.luck[side])
    sums, strata = observed(bouts, sums)
    return _Scores(sums[:, 0], sums[:, 1], sums[:, 2:], strata)


def _factor(before: Sequence[_Scores], after: Sequence[_Scores]) -> float | None:
    """Return the variance of all means together before over after; None where nothing varies, or all is too few."""
    raw, rest = ([scores.spread() for scores in found] for found in (before, after))
    above, below = (sum(one.variance for one in found if one) for found in (raw, rest))
    return above / below if below > 1e-15 else None
