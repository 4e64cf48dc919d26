"""The standings as tables: with rich on a terminal, aligned text elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from arena.records.results import Results
from arena.records.shares import Standing
from arena.reports.sheets import percent, plus_minus
from referee.variants.catalogue import label

HEADS = ("", "bot", "bouts", "games", "wins", "win share", "points per deal", "faults")


@dataclass(frozen=True, slots=True)
class Table:
    """A title and rows of text under `HEADS`."""

    title: str
    rows: tuple[tuple[str, ...], ...]


def standings_tables(results: Results) -> Iterator[Table]:
    """Yield a table for each variant that has been played, and the overall one last when there are several."""
    for spec, standings in results.by_variant.items():
        ranked = standings.ranked()
        if ranked:
            yield Table(label(spec), tuple(_row(place, standing) for place, standing in enumerate(ranked, start=1)))
    ranked = results.overall.ranked()
    if ranked and len(results.by_variant) > 1:
        yield Table("overall", tuple(_row(place, standing) for place, standing in enumerate(ranked, start=1)))


def _row(place: int, standing: Standing) -> tuple[str, ...]:
    return (
        str(place),
        standing.name,
        str(standing.bouts),
        str(standing.games),
        f"{standing.wins:.1f}".removesuffix(".0"),
        percent(standing.share.estimate()),
        plus_minus(standing.points.estimate()),
        _faults(standing),
    )


def _faults(standing: Standing) -> str:
    parts = [f"{count} {kind}" for kind, count in sorted(standing.faults.items())]
    parts += [f"{standing.forfeits} forfeited"] if standing.forfeits else []
    return ", ".join(parts) or "-"


def print_standings(results: Results, out: TextIO | None = None) -> None:
    """Print the standings to the stream (standard output)."""
    stream = out or sys.stdout
    tables = list(standings_tables(results))
    if stream.isatty():
        _print_rich(tables, stream)
    else:
        for line in plain(tables):
            print(line, file=stream)
    if any(one.share.estimate().bouts < 2 for table in results.by_variant.values() for one in table.ranked()):
        print("Intervals need two bouts or more: play with more bouts for them.", file=stream)


def plain(tables: Sequence[Table]) -> Iterator[str]:
    """Yield the tables as aligned lines."""
    for table in tables:
        rows = [HEADS, *table.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
        yield ""
        yield table.title
        for row in rows:
            cells = (
                cell.ljust(width) if column in (1, 7) else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield ("  " + "  ".join(cells)).rstrip()


def _print_rich(tables: Sequence[Table], stream: TextIO) -> None:
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    console = Console(file=stream)
    for table in tables:
        drawn = Drawn(title=Text(table.title), title_justify="left")  # specs have brackets: no markup
        for column, head in enumerate(HEADS):
            drawn.add_column(head, justify="left" if column in (1, 7) else "right")
        for row in table.rows:
            drawn.add_row(*map(Text, row))
        console.print(drawn)
