"""The whole analysis of a tournament as frozen data: what every report, whatever its form, is drawn from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.statistics.bias import Bias, bias
from arena.statistics.compare import Contrast, better, contrasts, letters, places
from arena.statistics.estimate import Estimate
from arena.statistics.facts import BoutFact, in_order
from arena.statistics.luck import Luck, luck_of
from arena.statistics.overall import Overall, pool
from arena.statistics.ratings import ELO, Fit, fit, rating
from arena.statistics.saved import Saved, saved
from arena.statistics.selftest import SelfTest, self_test
from arena.statistics.tallies import Head, Tally, heads, tally
from arena.statistics.words import notes_of, overall_notes


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entrant in one table, the best first.

    `rating` is in Elo, relative to the field; `places` the first and the last place that it may have; two that share a
    letter have not been told apart. `clean` is its rating without the games that somebody forfeited, None where there
    is none of them.
    """

    name: str
    tally: Tally
    rating: Estimate
    places: tuple[int, int]
    letters: str
    clean: Estimate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two entrants in the rating: the difference in Elo, and whether it is sure (`adjusted` p at most 5%)."""

    better: str
    worse: str
    elo: float
    p: float
    adjusted: float
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantAnalysis:
    """One variant. `notes` are sentences that a reader must know to read the numbers right; `luck`: None where the
    deals were not looked at."""

    variant: str
    seats: int
    sides: int
    bouts: int
    games: int
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    heads: tuple[Head, ...]
    bias: Bias
    saved: Saved
    luck: Luck | None
    self_test: SelfTest | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallAnalysis:
    """All variants pooled: each counts the same, whatever was played of it."""

    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A tournament; `overall` is None where there is one variant."""

    variants: tuple[VariantAnalysis, ...]
    overall: OverallAnalysis | None

    @property
    def final(self) -> OverallAnalysis | VariantAnalysis | None:
        """The table that ranks the tournament; None while no bout is finished."""
        return self.overall or (self.variants[0] if self.variants else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What the analysis needs of a variant's sheet."""

    variant: str
    seats: int
    sides: int


def analyse(
    tables: Sequence[Table], bouts: Sequence[BoutFact], *, hidden: Collection[str] = (), shuffles: int = 0
) -> Analysis:
    """Return the analysis of the finished bouts of all variants; variants without any are left out.

    `hidden` names (the house) take part in the fit and stand in no table. `shuffles`: of the self-test, 0 for none.
    """
    ordered = in_order(bouts)
    found: list[VariantAnalysis] = []
    fits: list[Fit] = []
    kept: list[BoutFact] = []
    for table in tables:
        mine = [bout for bout in ordered if bout.variant == table.variant]
        if mine:
            fits.append(fit(mine))
            found.append(_variant(table, mine, fits[-1], hidden, shuffles))
            kept += mine
    overall = _overall(found, fits, kept, hidden) if len(found) > 1 else None
    return Analysis(variants=tuple(found), overall=overall)


def _variant(
    table: Table, bouts: Sequence[BoutFact], found: Fit, hidden: Collection[str], shuffles: int
) -> VariantAnalysis:
    names = [name for name in found.names if name not in hidden]
    tested = contrasts(found)
    clean = _without_forfeits(bouts)
    rows = ranked(
        names,
        ratings={name: rating(found, place) for place, name in enumerate(found.names)},
        tallies={name: tally(bouts, name) for name in names},
        tested=tested,
        numbers=found.names,
        clean=_clean_ratings(clean) if len(clean) < len(bouts) else {},
    )
    return VariantAnalysis(
        variant=table.variant,
        seats=table.seats,
        sides=table.sides,
        bouts=len(bouts),
        games=sum(len(bout.games) for bout in bouts),
        rows=rows,
        pairs=pairs_of(tested, found.names, hidden),
        heads=heads(bouts, [row.name for row in rows]),
        bias=bias(bouts, seats=table.seats),
        saved=saved(bouts),
        luck=luck_of(bouts, names),
        self_test=self_test(found, bouts, shuffles=shuffles) if shuffles else None,
        notes=notes_of(found, hidden),
    )


def _without_forfeits(bouts: Sequence[BoutFact]) -> list[BoutFact]:
    """Return the bouts in which nobody forfeited a game: the others would not be balanced without it."""
    return [bout for bout in bouts if not any(game.forfeited for game in bout.games)]


def _clean_ratings(bouts: Sequence[BoutFact]) -> dict[str, Estimate]:
    if not bouts:
        return {}
    found = fit(bouts)
    return {name: rating(found, place) for place, name in enumerate(found.names)}


def ranked(
    names: Sequence[str],
    *,
    ratings: Mapping[str, Estimate],
    tallies: Mapping[str, Tally],
    tested: Sequence[Contrast],
    numbers: Sequence[str],
    clean: Mapping[str, Estimate],
) -> tuple[Row, ...]:
    """Return the rows of a table, by rating, then points per deal, then name."""
    sure = better(tested, len(numbers))
    shown = [numbers.index(name) for name in names]
    sure = sure[np.ix_(shown, shown)]

    def rank(place: int) -> tuple[float, float, str]:
        points = tallies[names[place]].points
        return -round(ratings[names[place]].mean, 6), -points.mean if points else 0.0, names[place]

    order = sorted(range(len(names)), key=rank)
    where, groups = places(sure), letters(sure, order)
    return tuple(
        Row(
            name=names[i],
            tally=tallies[names[i]],
            rating=ratings[names[i]],
            places=where[i],
            letters=groups[i],
            clean=clean.get(names[i]),
        )
        for i in order
    )


def pairs_of(tested: Sequence[Contrast], numbers: Sequence[str], hidden: Collection[str]) -> tuple[Pair, ...]:
    """Return the tested pairs by name, without hidden ones, the surest first."""
    found = []
    for test in tested:
        one, other = numbers[test.one], numbers[test.other]
        if one not in hidden and other not in hidden:
            first, second = (one, other) if test.difference >= 0 else (other, one)
            elo = abs(test.difference) * ELO
            sure = test.sure
            found.append(Pair(better=first, worse=second, elo=elo, p=test.p, adjusted=test.adjusted, sure=sure))
    return tuple(sorted(found, key=lambda pair: (pair.adjusted, pair.better, pair.worse)))


def _overall(
    variants: Sequence[VariantAnalysis], fits: Sequence[Fit], bouts: Sequence[BoutFact], hidden: Collection[str]
) -> OverallAnalysis:
    pooled: Overall = pool(fits, hidden)
    rows = ranked(
        pooled.names,
        ratings=pooled.ratings,
        tallies={name: tally(bouts, name) for name in pooled.names},
        tested=pooled.tested,
        numbers=pooled.names,
        clean={},
    )
    names = [variant.variant for variant in variants]
    return OverallAnalysis(
        rows=rows, pairs=pairs_of(pooled.tested, pooled.names, hidden), notes=overall_notes(pooled, names, fits, hidden)
    )
