"""The analysis as tables and sentences, whatever they are printed on: text, Markdown, a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.statistics.analysis import Analysis, OverallAnalysis, Row, VariantAnalysis
from arena.statistics.estimate import Estimate
from arena.statistics.luck import FEWEST, Luck
from arena.statistics.tallies import Head

STANDINGS: Final = (
    "place", "bot", "group", "Elo", "win share", "points per deal", "bids", "makes", "bouts", "games", "faults",
)  # fmt: skip
MOST_PAIRS: Final = 15  # of which the lines are shown; the cross table has all


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table: its title, heads and rows of text; `left`: the columns that are words. `lines` stand below it.

    `heat`: for each row the shares that its cells after the first tell, where shades may show them.
    """

    title: str
    level: int
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    left: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    heat: tuple[tuple[float | None, ...], ...] = ()


def sheets(analysis: Analysis) -> Iterator[Sheet]:
    """Yield everything that a report shows, in order: the overall table, then variant by variant."""
    if analysis.overall:
        yield standings(analysis.overall, "overall")
    for variant in analysis.variants:
        yield standings(variant, variant.variant)
        if len(variant.rows) > 1:
            yield cross_table(variant)
        if 0 < len(variant.heads) <= MOST_PAIRS:
            lines = [line for head in variant.heads for line in head_lines(head, sides=variant.sides)]
            yield Sheet(title="pairs", level=3, lines=tuple(lines))
        if variant.luck and len(variant.rows) > 1:
            yield luck_table(variant, variant.luck)
        yield Sheet(title="fairness and luck", level=3, lines=tuple(_fairness(variant)))


def standings(table: OverallAnalysis | VariantAnalysis, title: str) -> Sheet:
    """Return the standings of a variant, or of all."""
    clean = any(row.clean for row in table.rows)
    heads = (*STANDINGS, "Elo without forfeits") if clean else STANDINGS
    rows = tuple((*_row(row), _elo(row.clean)) if clean else _row(row) for row in table.rows)
    lines = [verdict(table)] if len(table.rows) > 1 else []
    if any(row.rating.low is None and row.rating.high is None for row in table.rows):
        lines.append("A ? stands behind a rating that nothing bounds yet.")
    return Sheet(title=title, level=2, heads=heads, rows=rows, left=(1, 2, 10), lines=(*lines, *table.notes))


def verdict(table: OverallAnalysis | VariantAnalysis) -> str:
    """Return the sentence that says who is surely better than whom."""
    sure = [pair for pair in table.pairs if pair.sure]
    if not sure:
        return "Nobody is surely better than anybody else (5% for the whole table)."
    told = f"{len(sure)} of {len(table.pairs)} pairs are told apart (5% for the whole table); those that share a group"
    return f"{told} letter are not."


def _row(row: Row) -> tuple[str, ...]:
    first, last = row.places
    tally = row.tally
    faults = [f"{count} {kind}" for kind, count in tally.faults]
    faults += [f"{tally.forfeits} forfeited"] if tally.forfeits else []
    return (
        str(first) if first == last else f"{first}-{last}",
        row.name,
        row.letters,
        _elo(row.rating),
        percent(tally.win_share),
        plus_minus(tally.points),
        percent(tally.bids),
        percent(tally.makes),
        str(tally.bouts),
        str(tally.games),
        ", ".join(faults) or "-",
    )


def _elo(known: Estimate | None) -> str:
    """Return the rating with its bounds, as in "+35 ± 12"; with one bound "≥ +310"."""
    if known is None:
        return "-"
    if known.low is not None and known.high is not None:
        return f"{known.mean:+.0f} ± {known.high - known.mean:.0f}"
    if known.low is not None:
        return f"≥ {known.low:+.0f}"
    return f"≤ {known.high:+.0f}" if known.high is not None else f"{known.mean:+.0f} ?"


def percent(known: Estimate | None) -> str:
    """Return a share with its interval, as in "54.2% [51.0, 57.3]"."""
    if known is None:
        return "-"
    if known.low is None or known.high is None:
        return f"{known.mean:.1%}"
    return f"{known.mean:.1%} [{100 * known.low:.1f}, {100 * known.high:.1f}]"


def plus_minus(known: Estimate | None) -> str:
    """Return a mean with half its interval."""
    if known is None:
        return "-"
    return f"{known.mean:.2f}" if known.half is None else f"{known.mean:.2f} ± {known.half:.2f}"


def cross_table(variant: VariantAnalysis) -> Sheet:
    """Return how often the row's bot finished before the column's, level as half, in percent; `*`: surely better."""
    names = [row.name for row in variant.rows]
    share = {(head.one, head.other): head.share.mean for head in variant.heads}
    sure = {(pair.better, pair.worse) for pair in variant.pairs if pair.sure}

    def known(one: str, other: str) -> float | None:
        value = share.get((one, other))
        return 1 - share[other, one] if value is None and (other, one) in share else value

    def cell(one: str, other: str) -> str:
        value = known(one, other)
        return "-" if value is None else f"{100 * value:.0f}{'*' if (one, other) in sure else ''}"

    return Sheet(
        title="head to head, % (* surely better)",
        level=3,
        heads=("bot", *names),
        rows=tuple((one, *(cell(one, other) for other in names)) for one in names),
        left=(0,),
        heat=tuple(tuple(known(one, other) for other in names) for one in names),
    )


def luck_table(variant: VariantAnalysis, luck: Luck) -> Sheet:
    """Return the scores beside what they are with the luck of the deal taken out, and what that saves."""
    known = {row.name: row for row in luck.rows}
    rows = [known[row.name] for row in variant.rows]
    factors = [
        f"{factor:.2f} times as many bouts for the {what}"
        + (f", {bouts * factor:.2f} times as many games without" if bouts else "")
        for what, factor, bouts in (
            ("win share", luck.wins, variant.saved.wins),
            ("lead", luck.lead, variant.saved.points),
        )
        if factor is not None
    ]
    too_few = [one.wins.bouts < FEWEST for one in rows]
    few = f"Nothing is taken out where an entrant has fewer than {FEWEST} bouts."
    saves = (
        f"Needed for the same intervals without the adjustment: {'; '.join(factors)} bouts."
        if factors and not all(too_few)
        else ""
    )
    return Sheet(
        title="luck of the deal taken out",
        level=3,
        heads=("bot", "win share", "adjusted", "lead per deal", "adjusted"),
        rows=tuple(
            (
                one.name,
                percent(one.wins),
                percent(one.wins_adjusted),
                plus_minus(one.lead),
                plus_minus(one.lead_adjusted),
            )
            for one in rows
        ),
        left=(0,),
        lines=tuple(line for line in (saves, few if any(too_few) else "") if line),
    )


def head_lines(head: Head, *, sides: int) -> Iterator[str]:
    """Yield the lines that users of fastchess know, for one pair."""
    games = head.won + head.lost + head.level
    score = f"{head.won} - {head.lost} - {head.level}  [{head.share.mean:.3f}] {games}"
    yield f"Score of {head.one} vs {head.other}: {score}"
    elo = f"{head.elo.mean:+.1f}"
    if head.elo.low is not None or head.elo.high is not None:
        low, high = (f"{end:+.1f}" if end is not None else "?" for end in (head.elo.low, head.elo.high))
        elo += f" [{low}, {high}]"
    yield f"Elo: {elo}, LOS: {100 * head.los:.1f} %, DrawRatio: {100 * head.level / games:.1f} %"
    name = "Ptnml(0-2)" if games == 2 * head.bouts and sides == 2 else "Bouts(0, <1/2, 1/2, >1/2, 1)"
    yield f"{name}: [{', '.join(map(str, head.histogram))}], bouts: {head.bouts}"


def _fairness(variant: VariantAnalysis) -> Iterator[str]:
    bias = variant.bias
    if bias.balanced:
        yield "Seats: everybody sat on each seat, and dealt first, equally often."
    for text in bias.unbalanced:
        yield f"Seats are not balanced: {text}."
    yield "Win share by side: " + _each(bias.sides)
    if bias.first_deal:
        yield "Win share by seats from the first dealer (0: the dealer): " + _each(bias.first_deal)
    if bias.points:
        told = [f"{far}: {plus_minus(known)}" for far, known in enumerate(bias.points)]
        yield "Points per deal by seats from the dealer: " + ", ".join(told)
    yield _saved(variant)
    test = variant.self_test
    if test:
        result = "passed" if test.passed else "FAILED: do not trust the intervals of this variant"
        yield (
            f"A/A self-test: with names shuffled within each bout, {test.told} of {test.shuffles} shuffles showed a"
            f" difference (5% may); {result}."
        )


def _each(known: Sequence[Estimate]) -> str:
    return ", ".join(f"{number}: {percent(one)}" for number, one in enumerate(known))


def _saved(variant: VariantAnalysis) -> str:
    parts = [
        f"{factor:.2f} times as many for the {what}"
        for what, factor in (("win share", variant.saved.wins), ("points", variant.saved.points))
        if factor is not None
    ]
    if not parts:
        return "What bouts save cannot be told: it takes two bouts or more of a line-up that do not all come out alike."
    return "Games needed for the same intervals without bouts: " + ", ".join(parts) + "."
