"""The rounds of Swiss, knockout and adaptive schedules: the first, and each next one from the results so far. Pure.

Nothing but the rules and the finished bouts has a say, so a run that was stopped goes on exactly as it would have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, log2

from arena.errors import ConfigError
from arena.schedules import adaptive, knockout, swiss
from arena.schedules.designs import Format
from arena.schedules.rounds import RoundsPlan, round_of
from arena.schedules.schedule import Fill, Variant, round_robin
from arena.schedules.scores import meetings, standing, times_out
from arena.statistics.analysis import Analysis, Table, analyse
from arena.statistics.facts import BoutFact, in_order
from referee.variants.catalogue import label

GROWING = (Format.SWISS, Format.KNOCKOUT, Format.ADAPTIVE)
Rounds = Sequence[Sequence[BoutFact]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a growing schedule follows from, beside results. `names` in the order in which the bots are named; `rounds`
    of a Swiss system (0: the usual number), `budget`: bouts of an adaptive schedule in all."""

    format: Format
    names: tuple[str, ...]
    variants: tuple[Variant, ...]
    bouts: int
    games: int
    rounds: int = 0
    budget: int = 0
    most_lineups: int = 0

    @property
    def last(self) -> int:
        """The number of rounds of a Swiss system or a knockout."""
        if self.format is Format.KNOCKOUT:
            return max(1, ceil(log2(max(2, len(self.names)))))
        usual = min(swiss.usual_rounds(len(self.names), one.sides) for one in self.variants)
        least = 2 if any(len(self.names) % one.sides for one in self.variants) else 1  # else some would never play
        return self.rounds or max(usual, least)

    def empty(self) -> RoundsPlan:
        """Return the plan without any round."""
        bouts = adaptive.START if self.format is Format.ADAPTIVE else self.bouts
        return RoundsPlan(lineups=(), bouts=bouts, games=self.games, of=self.variants, ahead=self.ahead())

    def ahead(self) -> str:
        """Say what is to come."""
        match self.format:
            case Format.ADAPTIVE:
                return f"at most {self.budget} bouts, where the ranking is least certain, until the order is settled"
            case Format.KNOCKOUT:
                return f"{self.last} rounds; who loses is out"
            case _:
                return f"{self.last} rounds as large as this; who meets follows from the results"


def problems(rules: Rules) -> Iterator[str]:
    """Yield what is wrong with the rules."""
    count = len(rules.names)
    for variant in rules.variants:
        if count < variant.sides:
            who = f"{label(variant.spec)} has {variant.sides} sides and there are {count} bots"
            yield f"{who}: schedule = {rules.format.value!r} seats each bot once at a table"
        if rules.format is Format.KNOCKOUT and variant.sides != 2:
            reason = "of more than two at a table there is no loser to be put out"
            yield f"a knockout is for two sides, and {label(variant.spec)} has {variant.sides}: {reason}; take swiss"
    if rules.rounds and rules.format is not Format.SWISS:
        yield '`rounds` are for schedule = "swiss"'
    if rules.format is Format.ADAPTIVE:
        if not rules.budget:
            yield 'schedule = "adaptive" needs a `budget`: how many bouts to play at most in all variants together'
        elif (
            count >= max(one.sides for one in rules.variants)
            and (start := len(_start(rules)) * adaptive.START) > rules.budget
        ):
            yield f"the start alone is {start} bouts: give a larger `budget`, or `most_lineups`"
    elif rules.budget:
        yield '`budget` is for schedule = "adaptive"'
    if rules.most_lineups and rules.format is not Format.ADAPTIVE:
        yield f"schedule = {rules.format.value!r} chooses its line-ups itself: leave `most_lineups` out"


def first_plan(rules: Rules) -> RoundsPlan:
    """Return the plan with its first round. ConfigError with all that is wrong with the rules."""
    wrong = list(problems(rules))
    if wrong:
        raise ConfigError(wrong)
    return next_plan(rules, rules.empty(), ())


def next_plan(rules: Rules, plan: RoundsPlan, rounds: Rounds) -> RoundsPlan:
    """Return the plan with the round that follows from the finished ones; closed where none follows."""
    match rules.format:
        case Format.SWISS:
            return _next_swiss(rules, plan, rounds)
        case Format.KNOCKOUT:
            return _next_knockout(rules, plan, rounds)
        case _:
            return _next_adaptive(rules, plan, rounds)


def _next_swiss(rules: Rules, plan: RoundsPlan, rounds: Rounds) -> RoundsPlan:
    if len(rounds) >= rules.last:
        return replace(plan, closed=True)
    order = standing(rules.names, rounds)
    tables = []
    for variant in rules.variants:
        mine = _of(rounds, variant)
        out = times_out(rules.names, mine)  # of this variant: who sits out of it may play in another
        here = [replace(one, sat_out=out[one.name]) for one in order]
        tables += [(variant, table) for table in swiss.tables(here, meetings(mine), variant.sides, first=not rounds)]
    return round_of(plan, tables, bouts=rules.bouts)


def _of(rounds: Rounds, variant: Variant) -> list[list[BoutFact]]:
    return [[bout for bout in bouts if bout.variant == label(variant.spec)] for bouts in rounds]


def _next_knockout(rules: Rules, plan: RoundsPlan, rounds: Rounds) -> RoundsPlan:
    pairs = knockout.pairings(knockout.replay(rules.names, rounds)[-1])
    if not pairs:
        return replace(plan, closed=True)
    return round_of(plan, [(variant, pair) for variant in rules.variants for pair in pairs], bouts=rules.bouts)


def _start(rules: Rules) -> list[tuple[Variant, tuple[str, ...]]]:
    plan = round_robin(rules.names, rules.variants, bouts=1, games=1, fill=Fill.ERROR, most_lineups=rules.most_lineups)
    return [(lineup.variant, lineup.names) for lineup in plan.lineups]


def _next_adaptive(rules: Rules, plan: RoundsPlan, rounds: Rounds) -> RoundsPlan:
    if not rounds:
        return round_of(plan, _start(rules), bouts=adaptive.START)
    analysis = analysis_of(rules, rounds)
    done, size = plan.total_bouts, adaptive.next_size(plan.total_bouts, rules.budget)
    found = adaptive.neighbours(analysis, looks=adaptive.looks(len(plan.rounds[0]), rules.budget))
    if not size or all(one.settled for one in found):
        return replace(plan, closed=True)
    assert analysis.final is not None
    played = [(bout.lineup.variant, bout.lineup.names) for bout in plan.all_bouts()]
    ranking = [row.name for row in analysis.final.rows]
    tables = adaptive.next_tables(found, ranking, rules.variants, played, size=min(size, rules.budget - done))
    return round_of(plan, tables, bouts=1)


def analysis_of(rules: Rules, rounds: Rounds) -> Analysis:
    """Return the ratings after the rounds."""
    tables = [Table(variant=label(one.spec), seats=one.seats, sides=one.sides) for one in rules.variants]
    return analyse(tables, in_order(bout for bouts in rounds for bout in bouts))


def told(rules: Rules, plan: RoundsPlan, rounds: Rounds) -> Iterator[str]:
    """Yield how a growing schedule stands, in lines."""
    match rules.format:
        case Format.KNOCKOUT:
            slots = knockout.replay(rules.names, rounds)
            for number, left in enumerate(slots[1:], start=1):
                yield f"knockout, round {number} of {rules.last}: through are {', '.join(filter(None, left))}"
            if plan.closed:
                yield f"{slots[-1][0]} wins the knockout."
        case Format.SWISS:
            yield f"swiss, after {len(rounds)} of {rules.last} rounds (score, opponents' scores, lead per deal):"
            for place, one in enumerate(standing(rules.names, rounds), start=1):
                gone = f"  {one.forfeits} forfeited" if one.forfeits else ""
                yield f"  {place:2}  {one.name}  {one.score:.2f}  {one.opponents:.2f}  {one.lead:+.2f}{gone}"
        case _:
            found = adaptive.neighbours(
                analysis_of(rules, rounds), looks=adaptive.looks(len(plan.rounds[0]), rules.budget)
            )
            settled = sum(one.settled for one in found)
            end = (
                "the order is settled"
                if settled == len(found)
                else "the budget is spent"
                if plan.closed
                else "going on"
            )
            yield f"adaptive: {settled} of {len(found)} neighbours in the ranking are settled; {end}"
