"""How fast `arena simulate` plays each sheet against `auction`, and how long its tables take to compile."""

from __future__ import annotations

import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any

from arena.simulate import Totals, simulate
from referee.engine.sheet import Sheet
from referee.engine.tables import Tables
from referee.variants.catalogue import names, resolve

YARDSTICK = "auction"
DEALS = 12  # a game; random players would sit at some tables for the 200 deals that a sheet allows
PART_OF_A_SECOND = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """A sheet's decisions and deals per CPU second against the yardstick's; milliseconds to build its tables."""

    sheet: str
    decisions: float
    deals: float
    tables_ms: float


def sheet_named(name: str) -> Sheet:
    """Return the sheet with its games cut short."""
    return resolve(f"{name}[max_deals={DEALS}]")


def paced(sheet: Sheet) -> Totals:
    """Play random games of the sheet for about the part of a second."""
    games = 4
    while True:
        totals = simulate(sheet, games=games, seed=bytes(32), policy="random")
        if totals.seconds >= PART_OF_A_SECOND / 2:
            return totals
        games = int(games * min(10.0, max(1.5, PART_OF_A_SECOND / max(totals.seconds, 0.001))))


def pace(name: str, rounds: int) -> Pace:
    """Return the medians of so many rounds, in each of which the yardstick and the sheet are played in turn."""
    decisions, deals, built = [], [], []
    for _ in range(rounds):
        base, totals = paced(sheet_named(YARDSTICK)), paced(sheet_named(name))
        decisions.append(totals.decisions / totals.seconds * base.seconds / base.decisions)
        deals.append(totals.deals / totals.seconds * base.seconds / base.deals)
        start = time.process_time()
        Tables(resolve(name))
        built.append(1000 * (time.process_time() - start))
    return Pace(
        sheet=name,
        decisions=statistics.median(decisions),
        deals=statistics.median(deals),
        tables_ms=statistics.median(built),
    )


def run(rounds: int) -> dict[str, Any]:
    """Return the pace of every sheet, slowest first."""
    rows = sorted((pace(name, rounds) for name in names()), key=lambda pace: pace.decisions)
    return {"yardstick": YARDSTICK, "rounds": rounds, "rows": [asdict(row) for row in rows]}


def print_table(result: dict[str, Any]) -> None:
    """Print what `run` returned."""
    print(f"sheets, random players, per CPU second against {result['yardstick']}, median of {result['rounds']} rounds")
    print(f"{'':28}{'decisions':>11}{'deals':>9}{'tables':>11}")
    for row in result["rows"]:
        print(f"{row['sheet']:28}{row['decisions']:>10.2f}x{row['deals']:>8.2f}x{row['tables_ms']:>8.1f} ms")
