"""Do the statistics keep what they promise? Synthetic tournaments whose truth is known, analysed as real ones are.

    make calibrate                              1,000 tournaments; ARGS="--tournaments 100 --json FILE"

Strengths are drawn, orders follow the Plackett-Luce model, and the copies of a deal share the luck of the seats with
probability 0.6, so that games of a bout depend on each other. Every second tournament is of equals (A/A). What is
counted: how often 95% intervals of ratings, of the overall rating, of win shares and points hold the truth; in how many
tournaments any difference is told that there is not, or the wrong way round; how often sequential tests err; how often
intervals with the luck of the deal taken out hold the truth; and how often adaptive schedules put any two of a field of
equals in order.
A count is accepted within three Monte-Carlo standard errors of its tournaments.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from arena.errors import GATE, OK
from arena.schedules.designs import Format
from arena.schedules.growth import Rules, first_plan, next_plan, told
from arena.schedules.schedule import Bout, Variant
from arena.statistics.analysis import Table, analyse
from arena.statistics.estimate import Estimate
from arena.statistics.facts import BoutFact, GameFact
from arena.statistics.luck import FEWEST, luck_of
from arena.statistics.ratings import ELO
from arena.statistics.sprt import Decision, Hypotheses, Sprt

SHARED = 0.6
KNOWN = Hypotheses(elo0=0, elo1=60)


@dataclass(slots=True)
class Share:
    """Hits of tries, tries grouped by tournament: those within one are not independent."""

    by_tournament: list[tuple[int, int]] = field(default_factory=list)

    def add(self, hits: int, tries: int) -> None:
        """Take a tournament in."""
        if tries:
            self.by_tournament.append((hits, tries))

    @property
    def rate(self) -> float:
        """The share of hits."""
        hits, tries = (sum(column) for column in zip(*self.by_tournament, strict=True))
        return float(hits / tries)

    @property
    def error(self) -> float:
        """Its standard error over tournaments, no less than that of one more miss."""
        rate, tries = self.rate, sum(n for _, n in self.by_tournament)
        squares = sum((hits - rate * n) ** 2 for hits, n in self.by_tournament)
        return max(math.sqrt(squares), 1.0) / tries


@dataclass(slots=True)
class Outcome:
    """What has been counted."""

    ratings: Share = field(default_factory=Share)
    overall: Share = field(default_factory=Share)
    wins: Share = field(default_factory=Share)
    points: Share = field(default_factory=Share)
    false: Share = field(default_factory=Share)
    equals: Share = field(default_factory=Share)
    sprt_h0: Share = field(default_factory=Share)
    sprt_h1: Share = field(default_factory=Share)
    luck: Share = field(default_factory=Share)
    adaptive: Share = field(default_factory=Share)


def play(
    theta: Sequence[float], *, variant: str, sides: int, bouts: int, games: int, generator: np.random.Generator
) -> list[BoutFact]:
    """Return a round robin; the margins of every single game are exactly those of the model."""
    names, found = [f"bot{n:02}" for n in range(len(theta))], []
    for lineup in combinations(range(len(theta)), sides):
        for number in range(bouts):
            played = []
            for turn in range(games):
                luck = generator.gumbel(size=sides)
                for rotation in range(sides):
                    seat = [lineup[(rotation + side) % sides] for side in range(sides)]
                    own = luck if generator.random() < SHARED else generator.gumbel(size=sides)
                    height = np.array([theta[n] for n in seat]) + own
                    places = np.argsort(np.argsort(-height)).tolist()
                    played.append(
                        GameFact(
                            rotation=rotation,
                            game=turn,
                            entrants=tuple(names[n] for n in seat),
                            places=tuple(places),
                            won=tuple(float(place == 0) for place in places),
                            scores=tuple(sides - 1 - 2 * place for place in places),
                            deals=1,
                        )
                    )
            group = tuple(names[n] for n in lineup)
            found.append(BoutFact(variant=variant, names=group, number=number, games=tuple(played)))
    return found


def truth(theta: Sequence[float], sides: int) -> tuple[list[float], list[float]]:
    """Return by entrant the expected win share and points per deal over all line-ups.

    A place is 0 plus the chance of each other to be before: the model's pairs are Bradley-Terry.
    """
    wins, points = np.zeros(len(theta)), np.zeros(len(theta))
    meetings = 0
    for lineup in combinations(range(len(theta)), sides):
        power = np.exp([theta[n] for n in lineup])
        meetings += 1
        for place, n in enumerate(lineup):
            wins[n] += power[place] / power.sum()
            before = sum(power[other] / (power[other] + power[place]) for other in range(sides) if other != place)
            points[n] += sides - 1 - 2 * before
    each = meetings * sides / len(theta)
    return (wins / each).tolist(), (points / each).tolist()


def holds(known: Estimate | None, value: float) -> bool:
    """Return whether the interval holds the value; a missing bound is none."""
    if known is None:
        return False
    low = -math.inf if known.low is None else known.low
    high = math.inf if known.high is None else known.high
    return low - 1e-9 <= value <= high + 1e-9


def tournament(number: int, outcome: Outcome) -> None:
    """Play and analyse one tournament of two variants and take what it shows into the outcome."""
    generator = np.random.default_rng([8, number])
    equal = number % 2 == 1
    shapes = [(2, int(generator.integers(3, 6))), (3 + number // 2 % 7, int(generator.integers(4, 9)))]
    count = max(shapes[1][0], int(generator.integers(3, 6)))
    if count > shapes[1][0] + 2:
        count = shapes[1][0] + 2
    tables: list[Table] = []
    bouts: list[BoutFact] = []
    thetas: list[list[float]] = []
    for place, (sides, rounds) in enumerate(shapes):
        drawn = generator.normal(0, 0 if equal else 0.5, count)
        thetas.append((drawn - drawn.mean()).tolist())
        tables.append(Table(variant=f"v{place}", seats=sides, sides=sides))
        bouts += play(
            thetas[-1], variant=f"v{place}", sides=sides, bouts=rounds * 2, games=1 + number % 2, generator=generator
        )
    found = analyse(tables, bouts)
    for variant, theta, (sides, _) in zip(found.variants, thetas, shapes, strict=True):
        wins, points = truth(theta, sides)
        number_of = {row.name: int(row.name[3:]) for row in variant.rows}
        known = variant.rows
        outcome.ratings.add(sum(holds(row.rating, theta[number_of[row.name]] * ELO) for row in known), len(known))
        outcome.wins.add(sum(holds(row.tally.win_share, wins[number_of[row.name]]) for row in known), len(known))
        outcome.points.add(sum(holds(row.tally.points, points[number_of[row.name]]) for row in known), len(known))
        false = any(
            pair.sure and theta[number_of[pair.better]] <= theta[number_of[pair.worse]] + 1e-12
            for pair in variant.pairs
        )
        outcome.false.add(int(false), 1)
    mean = np.mean(thetas, axis=0)
    assert found.overall is not None
    rows = found.overall.rows
    outcome.overall.add(sum(holds(row.rating, mean[int(row.name[3:])] * ELO) for row in rows), len(rows))
    if equal:
        outcome.equals.add(int(not any(pair.sure for pair in found.overall.pairs)), 1)


def sequential(number: int, outcome: Outcome) -> None:
    """Run one sequential test under each hypothesis, over three variants of which one has three sides."""
    for elo, wrong, share in ((KNOWN.elo0, Decision.H1, outcome.sprt_h0), (KNOWN.elo1, Decision.H0, outcome.sprt_h1)):
        generator = np.random.default_rng([9, number, int(elo)])
        test, theta = Sprt(KNOWN, "bot00"), [elo / ELO, 0.0]
        for turn in range(20_000):
            sides = (2, 2, 3)[turn % 3]
            if sides == 2:
                (bout,) = play(theta, variant=f"v{turn % 3}", sides=2, bouts=1, games=1, generator=generator)
            else:
                bout = _alternating(theta, turn, generator)
            if test.add(bout).decision is not Decision.GO_ON:
                break
        share.add(int(test.state.decision is wrong), 1)


def _alternating(theta: Sequence[float], turn: int, generator: np.random.Generator) -> BoutFact:
    """Return a bout of two on three sides; who has two of them changes."""
    twice = turn // 3 % 2
    three = [theta[twice], theta[1 - twice], theta[twice]]
    (bout,) = play(three, variant="three", sides=3, bouts=1, games=1, generator=generator)
    who = {"bot00": f"bot{twice:02}", "bot01": f"bot{1 - twice:02}", "bot02": f"bot{twice:02}"}
    games = tuple(
        GameFact(
            rotation=g.rotation,
            game=g.game,
            entrants=tuple(who[name] for name in g.entrants),
            places=g.places,
            won=g.won,
            scores=g.scores,
            deals=1,
        )
        for g in bout.games
    )
    return BoutFact(variant="three", names=("bot00", "bot01"), number=turn, games=games)


def lucky(number: int, outcome: Outcome) -> None:
    """Play one pairing of two in which half of the variance is luck that is told, and look at the adjusted interval."""
    generator = np.random.default_rng([10, number])
    skill = float(generator.normal(0, 0.3))
    bouts = []
    for place in range(int(generator.integers(FEWEST, 120))):
        luck = generator.normal(size=2)
        lead = round(100 * (skill + float(luck @ (0.8, 0.6)) + float(generator.normal())))
        game = GameFact(
            rotation=0,
            game=0,
            entrants=("bot00", "bot01"),
            places=(0, 1),
            won=(1.0, 0.0),
            scores=(lead, 0),
            deals=1,
            luck=(tuple(luck.tolist()), tuple((-luck).tolist())),
        )
        bouts.append(BoutFact(variant="v", names=("bot00", "bot01"), number=place, games=(game,)))
    found = luck_of(bouts, ["bot00", "bot01"])
    assert found is not None
    outcome.luck.add(int(holds(found.rows[0].lead_adjusted, 100 * skill)), 1)


def settled(number: int, outcome: Outcome) -> None:
    """Play one adaptive schedule of equals and see whether it puts any two in order."""
    generator = np.random.default_rng([11, number])
    variant = Variant(spec="v", hash="", seats=2, sides=2)
    names = tuple(f"bot{n:02}" for n in range(3 + number % 2))
    rules = Rules(format=Format.ADAPTIVE, names=names, variants=(variant,), bouts=1, games=1, budget=20 * len(names))
    plan, rounds = first_plan(rules), list[list[BoutFact]]()
    while not plan.closed:
        if len(rounds) < len(plan.rounds):
            rounds.append([_of_equals(bout, generator) for bout in plan.rounds[-1]])
        plan = next_plan(rules, plan, rounds)
    outcome.adaptive.add(int("adaptive: 0 of " not in list(told(rules, plan, rounds))[-1]), 1)


def _of_equals(bout: Bout, generator: np.random.Generator) -> BoutFact:
    (found,) = play((0.0, 0.0), variant="v", sides=2, bouts=1, games=1, generator=generator)
    who = dict(zip(("bot00", "bot01"), bout.lineup.names, strict=True))
    games = tuple(replace(game, entrants=tuple(who[name] for name in game.entrants)) for game in found.games)
    return BoutFact(variant="v", names=bout.lineup.names, number=bout.number, games=games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was measured against what is promised; `ok` within three standard errors."""

    what: str
    rate: float
    error: float
    least: float
    most: float
    tournaments: int
    ok: bool

    def __str__(self) -> str:
        measured = f"{self.rate:.1%} ± {self.error:.1%}"
        promised = f"{self.least:.0%} to {self.most:.0%}"
        return f"{'ok ' if self.ok else 'BAD'} {self.what}: {measured} (promised {promised}, {self.tournaments} tried)"


def verdicts(outcome: Outcome) -> list[Verdict]:
    """Return what was measured against what is promised."""
    return [
        _verdict("rating intervals hold the truth", outcome.ratings, 0.93, 0.97),
        _verdict("overall rating intervals", outcome.overall, 0.93, 0.97),
        _verdict("win share intervals", outcome.wins, 0.93, 0.97),
        _verdict("points per deal intervals", outcome.points, 0.93, 0.97),
        _verdict("tables with a false difference", outcome.false, 0.0, 0.05),
        _verdict('A/A tournaments that say "no difference"', outcome.equals, 0.95, 1.0),
        _verdict("sequential tests that accept elo1 though elo0 is true", outcome.sprt_h0, 0.0, KNOWN.alpha),
        _verdict("sequential tests that accept elo0 though elo1 is true", outcome.sprt_h1, 0.0, KNOWN.beta),
        _verdict("intervals without the luck of the deal", outcome.luck, 0.93, 0.97),
        _verdict("adaptive schedules that put equals in order", outcome.adaptive, 0.0, 0.05),
    ]


def _verdict(what: str, share: Share, least: float, most: float) -> Verdict:
    near = 3 * share.error
    return Verdict(
        what=what,
        rate=share.rate,
        error=share.error,
        least=least,
        most=most,
        tournaments=len(share.by_tournament),
        ok=least - near <= share.rate <= most + near,
    )


def calibrate(tournaments: int, *, tests: int) -> list[Verdict]:
    """Return the verdicts after so many tournaments and pairs of sequential tests."""
    outcome = Outcome()
    for number in range(tournaments):
        tournament(number, outcome)
    for number in range(tests):
        sequential(number, outcome)
        lucky(number, outcome)
        settled(number, outcome)
    return verdicts(outcome)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the verdicts; exit code 3 when one does not hold."""
    parser = argparse.ArgumentParser(description="Calibrate the statistics on tournaments whose truth is known.")
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument(
        "--tests", type=int, default=1000, help="sequential tests under each hypothesis, and of the rest"
    )
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    found = calibrate(args.tournaments, tests=args.tests)
    for one in found:
        print(one)
    if args.json:
        args.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")
    return OK if all(one.ok for one in found) else GATE


if __name__ == "__main__":
    sys.exit(main())
