"""How strong the sample bots are against each other: ``python -m tests.bots.strength greedy random``, or
``python -m tests.bots.strength --all`` for every sheet at every seat count.

Bouts of two games over the same deals, the entrants on each other's seats; a table with more than two sides seats them
in turn (A B A B). A bout's figure is the mean of its two games, so the luck of the deal cancels.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import shlex
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import TextIO

from referee.variants.catalogue import names, resolve
from tests.bots.tables import BotMaker, Outcome, maker, play
from tests.catalogue.tables import layouts

SHEETS = ("auction", "auction-partners", "roadhouse", "partnership-draw", "ten-point", "contway")
PAIRS = (("counter", "random"), ("counter", "greedy"), ("greedy", "random"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The first entrant against the second: share of the games won (a draw shared), points a deal more than the other
    entrant's sides, each with the half width of its 95% interval over bouts."""

    sheet: str
    bouts: int
    deals: int
    wins: float
    wins_within: float
    points: float
    points_within: float

    def __str__(self) -> str:
        return (
            f"{self.sheet:<28} {self.bouts:>5} {self.deals:>6}   {self.wins:6.1%} +-{self.wins_within:5.1%}   "
            f"{self.points:+.3f} +-{self.points_within:.3f}"
        )


def measure(sheet: str, first: BotMaker, second: BotMaker, *, bouts: int, label: str = "strength") -> Measured:
    """Play the bouts and return what came of it; the same label gives the same deals."""
    made = resolve(sheet)
    wins, points, deals = [], [], 0
    for bout in range(bouts):
        key = hashlib.sha256(f"{label}/{sheet}/{bout}".encode()).digest()
        won = gained = 0.0
        for rotation in range(2):
            sides = [(side + rotation) % 2 for side in range(made.sides)]
            makers = [(first, second)[sides[seat % made.sides]] for seat in range(made.seats)]
            outcome = play(sheet, makers, key=key, number=0, rotation=rotation)
            won += share(outcome, sides) / 2
            gained += margin(outcome, sides) / 2
            deals += outcome.deals
        wins.append(won)
        points.append(gained)
    won, won_within = interval(wins)
    gained, gained_within = interval(points)
    return Measured(
        sheet=sheet,
        bouts=bouts,
        deals=deals,
        wins=won,
        wins_within=won_within,
        points=gained,
        points_within=gained_within,
    )


def share(outcome: Outcome, sides: Sequence[int]) -> float:
    """The part of the game that the first entrant (0 in `sides`) won; with unequal numbers of sides, as if equal."""
    mine = sum(sides[side] == 0 for side in outcome.winners) / sides.count(0)
    others = sum(sides[side] == 1 for side in outcome.winners) / sides.count(1)
    return mine / (mine + others)


def margin(outcome: Outcome, sides: Sequence[int]) -> float:
    """By how many points a deal the first entrant's sides did better, on the average."""
    means = [
        sum(score for side, score in enumerate(outcome.scores) if sides[side] == who) / sides.count(who)
        for who in (0, 1)
    ]
    return (means[0] - means[1]) / outcome.deals


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the half width of its 95% interval."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(spread / len(values))


def layout(sheet: str) -> str:
    """How a table is seated, in words."""
    made = resolve(sheet)
    return f"{made.seats} solo" if made.sides == made.seats else f"{made.sides}x{made.seats // made.sides}"


def all_tables() -> list[str]:
    """Every sheet at every seat count."""
    return [spec for name in names() for spec in layouts(name)]


HEAD = """\
# How strong the sample bots are

The share of the games won by the first of two bots, with the half width of its 95% interval where the games differ.
Games are played in pairs over the same deals, the two bots on each other's seats; a table of more than two sides seats
them in turn (A B A B), and a game shared by several winners counts in parts. Where a low score ends a game as a draw
most games are drawn, so MORE times as many are played. The same command gives the same figures:

    COMMAND
"""


MORE_WHERE_DRAWN = 6


def measure_pairs(sheet: str, bouts: int, label: str) -> list[Measured]:
    """Measure every pair at a table."""
    if resolve(sheet).draws_at is not None:
        bouts *= MORE_WHERE_DRAWN
    return [measure(sheet, maker(first), maker(second), bouts=bouts, label=label) for first, second in PAIRS]


def write_all(out: TextIO, *, bouts: int, jobs: int, label: str, tables: Sequence[str], command: str) -> None:
    """Write the table of all pairs at these tables, line by line as it comes; `jobs` processes play."""
    heads = [f"{first} against {second}" for first, second in PAIRS]
    out.write(
        HEAD.replace("COMMAND", command).replace("MORE", str(MORE_WHERE_DRAWN))
        + f"\nGames for each figure: {2 * bouts}.\n\n"
    )
    out.write(f"| sheet | seats | {' | '.join(heads)} |\n|---|---|{'---|' * len(heads)}\n")
    columns: list[list[float]] = [[] for _ in PAIRS]
    with ProcessPoolExecutor(jobs) as pool:
        for row in pool.map(measure_pairs, tables, repeat(bouts), repeat(label)):
            cells = []
            for column, measured in zip(columns, row, strict=True):
                within = f" ±{100 * measured.wins_within:.0f}" if measured.wins_within else ""
                cells.append(f"{100 * measured.wins:.0f}%{within}")
                column.append(measured.wins)
            sheet = row[0].sheet
            out.write(f"| `{sheet.partition('[')[0]}` | {layout(sheet)} | {' | '.join(cells)} |\n")
            out.flush()
    out.write("\n")
    for head, column in zip(heads, columns, strict=True):
        ahead = sum(wins > 0.5 for wins in column)
        out.write(
            f"- {head}: {100 * sum(column) / len(column):.0f}% of the games on the average, "
            f"more than half at {ahead} of {len(column)} tables\n"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", nargs="?")
    parser.add_argument("second", nargs="?")
    parser.add_argument("--all", action="store_true", help="all sheets and seat counts, all pairs of the three bots")
    parser.add_argument("--bouts", type=int, help="default: 150, with --all 8")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play; the figures do not depend on it")
    parser.add_argument("--label", default="strength")
    parser.add_argument(
        "--sheet", action="append", help="repeatable; default: the six first ones, with --all every one"
    )
    args = parser.parse_args()
    if args.all:
        command = shlex.join(["python", "-m", "tests.bots.strength", *sys.argv[1:]])
        tables = args.sheet or all_tables()
        bouts, jobs = args.bouts or 8, args.jobs
        write_all(sys.stdout, bouts=bouts, jobs=jobs, label=args.label, tables=tables, command=command)
        return
    if args.second is None:
        parser.error("name two bots, or give --all")
    compare(args.first, args.second, args.sheet or SHEETS, bouts=args.bouts or 150, label=args.label)


def compare(first: str, second: str, sheets: Sequence[str], *, bouts: int, label: str) -> None:
    """Print how one bot does against another at some tables, with points and times."""
    makers = maker(first), maker(second)
    print(f"{first} against {second}")
    print(f"{'sheet':<28} {'bouts':>5} {'deals':>6}   {'games won':>15}   points a deal more")
    for sheet in sheets:
        start = time.process_time()
        measured = measure(sheet, *makers, bouts=bouts, label=label)
        print(measured, f"  ({time.process_time() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
