"""How strong the sample bots are against each other: ``python -m tests.bots.strength greedy random``.

Bouts of two games over the same deals, the entrants on each other's seats; a table with more than two sides seats them
in turn (A B A B). A bout's figure is the mean of its two games, so the luck of the deal cancels.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from referee.variants.catalogue import resolve
from tests.bots.tables import BotMaker, Outcome, maker, play

SHEETS = ("auction", "auction-partners", "roadhouse", "partnership-draw", "ten-point", "contway")


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


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--bouts", type=int, default=150)
    parser.add_argument("--label", default="strength")
    parser.add_argument("--sheet", action="append", help="repeatable; default: the six first ones")
    args = parser.parse_args()
    first, second = maker(args.first), maker(args.second)
    print(f"{args.first} against {args.second}")
    print(f"{'sheet':<28} {'bouts':>5} {'deals':>6}   {'games won':>15}   points a deal more")
    for sheet in args.sheet or SHEETS:
        start = time.process_time()
        measured = measure(sheet, first, second, bouts=args.bouts, label=args.label)
        print(measured, f"  ({time.process_time() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
