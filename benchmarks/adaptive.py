"""How many bouts an adaptive schedule needs until the order is settled, and a round robin with the same test.

    python -m benchmarks.adaptive           the table of docs/statistics.md; --tournaments N

Synthetic tournaments of two sides whose games are independent and follow the Bradley-Terry model. The round robin gives
the bouts between two looks to all pairs in turn; everything else is the same.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, cycle, islice
from typing import Final

import numpy as np

from arena.errors import OK
from arena.schedules import adaptive
from arena.schedules.designs import Format
from arena.schedules.growth import Rules, first_plan, next_plan
from arena.schedules.rounds import RoundsPlan, round_of
from arena.schedules.schedule import Bout, Variant
from arena.statistics.facts import BoutFact
from arena.statistics.ratings import ELO
from benchmarks.calibrate import play

FIELDS: Final[Mapping[str, tuple[int, ...]]] = {
    "6 bots 200 Elo apart": (500, 300, 100, -100, -300, -500),
    "6 bots, two of them 80 Elo apart, else 300": (640, 340, 40, -40, -340, -640),
    "10 bots 300 Elo apart, the first two 80": (1240, 1160, 860, 560, 260, -40, -340, -640, -940, -1240),
}
BUDGET: Final = 20_000
TWO: Final = Variant(spec="v", hash="", seats=2, sides=2)


def bouts_needed(elo: Sequence[int], seed: int, *, uniform: bool) -> int:
    """Return how many bouts it takes until all neighbours are settled."""
    strengths = {f"bot{n:02}": float(value) for n, value in enumerate(elo)}
    rules = Rules(format=Format.ADAPTIVE, names=tuple(strengths), variants=(TWO,), bouts=1, games=1, budget=BUDGET)
    generator = np.random.default_rng([12, seed])
    plan, rounds = first_plan(rules), list[list[BoutFact]]()
    while not plan.closed:
        if len(rounds) < len(plan.rounds):
            rounds.append([fact(bout, strengths, generator) for bout in plan.rounds[-1]])
        plan = next_uniform(rules, plan, rounds) if uniform else next_plan(rules, plan, rounds)
    return plan.total_bouts


def next_uniform(rules: Rules, plan: RoundsPlan, rounds: Sequence[Sequence[BoutFact]]) -> RoundsPlan:
    """Return the plan with the next bouts given to all pairs in turn, closed where an adaptive schedule would be."""
    done, closed = plan.total_bouts, next_plan(rules, plan, rounds).closed
    if closed:
        return replace(plan, closed=True)
    pairs = list(combinations(rules.names, 2))
    turn = islice(cycle(pairs), done % len(pairs), None)
    return round_of(plan, [(TWO, next(turn)) for _ in range(adaptive.next_size(done, rules.budget))], bouts=1)


def fact(bout: Bout, strengths: Mapping[str, float], generator: np.random.Generator) -> BoutFact:
    """Return the bout, played."""
    names = bout.lineup.names
    theta = [strengths[name] / ELO for name in names]
    (found,) = play(theta, variant="v", sides=2, bouts=1, games=1, generator=generator)
    who = dict(zip(("bot00", "bot01"), names, strict=True))
    games = tuple(replace(game, entrants=tuple(who[name] for name in game.entrants)) for game in found.games)
    return BoutFact(variant="v", names=names, number=bout.number, games=games)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="What adaptive schedules save until an order is settled.")
    parser.add_argument("--tournaments", type=int, default=15)
    args = parser.parse_args(argv)
    print(f"Medians of {args.tournaments} tournaments.\n")
    print("| field | round robin, bouts | adaptive, bouts | factor |\n|---|---:|---:|---:|")
    for field, elo in FIELDS.items():
        each, own = (
            statistics.median(bouts_needed(elo, seed, uniform=uniform) for seed in range(args.tournaments))
            for uniform in (True, False)
        )
        print(f"| {field} | {each:.0f} | {own:.0f} | {each / own:.1f} |", flush=True)
    return OK


if __name__ == "__main__":
    sys.exit(main())
