"""How entrants stand after some rounds, for pairings that follow from results. Pure.

A bout is worth the part of its opponents that an entrant finished before, level as half: 1 is all, 0 none. In a round
it scores the mean over its bouts, whatever the number of sides, variants and games; who sits a round out scores 1/2.
The order is by the sum of these; then by the sum over the rounds of the mean of its opponents' sums; then by fewer
games forfeited; then by points per deal more than the others, over its games that nobody forfeited, as the points of
one that was are the house's; then by the order in which the bots are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from arena.statistics.facts import BoutFact, forfeits
from arena.statistics.saved import lead_of

SAT_OUT: Final = 0.5
_DIGITS: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """An entrant after some rounds: the sum of its scores, that of its opponents, the games that it forfeited, its lead
    per deal in those that nobody did, and how many rounds it sat out."""

    name: str
    score: float
    opponents: float
    forfeits: int
    lead: float
    sat_out: int


def worth(bout: BoutFact, name: str) -> float:
    """Return the part of its opponents that the entrant finished before in a bout, level as half."""
    won = met = 0.0
    for game in bout.games:
        for who, place in zip(game.entrants, game.places, strict=True):
            if who == name:
                others = [other for entrant, other in zip(game.entrants, game.places, strict=True) if entrant != name]
                won += sum(1.0 if place < other else 0.5 if place == other else 0.0 for other in others)
                met += len(others)
    return won / met if met else SAT_OUT


def standing(names: Sequence[str], rounds: Sequence[Sequence[BoutFact]]) -> list[Score]:
    """Return the entrants, the first first; `names` in the order in which the bots are named."""
    scores: dict[str, list[float]] = {name: [] for name in names}
    sat_out = times_out(names, rounds)
    for bouts in rounds:
        for name in names:
            mine = [worth(bout, name) for bout in bouts if name in bout.names]
            scores[name].append(sum(mine) / len(mine) if mine else SAT_OUT)
    total = {name: round(sum(found), _DIGITS) for name, found in scores.items()}
    bouts = [bout for found in rounds for bout in found]
    found = [
        Score(
            name=name,
            score=total[name],
            opponents=round(_opponents(name, rounds, total), _DIGITS),
            forfeits=forfeits(name, bouts),
            lead=round(lead(name, bouts), _DIGITS),
            sat_out=sat_out[name],
        )
        for name in names
    ]
    # stable: then as they are named
    return sorted(found, key=lambda one: (-one.score, -one.opponents, one.forfeits, -one.lead))


def times_out(names: Sequence[str], rounds: Sequence[Sequence[BoutFact]]) -> Counter[str]:
    """Return in how many of the rounds each name plays no bout."""
    return Counter({name: sum(all(name not in bout.names for bout in bouts) for bouts in rounds) for name in names})


def _opponents(name: str, rounds: Sequence[Sequence[BoutFact]], total: Mapping[str, float]) -> float:
    """Return the sum over the rounds of the mean score of those that it met, once for each line-up; its own when it
    sat out."""
    found = 0.0
    for bouts in rounds:
        tables = {bout.lineup for bout in bouts if name in bout.names}
        met = [total[other] for _, names in sorted(tables) for other in names if other != name and other in total]
        found += sum(met) / len(met) if met else total[name]
    return found


def lead(name: str, bouts: Sequence[BoutFact]) -> float:
    """Return the points per deal that the entrant's sides had more than the others, in games that nobody forfeited.

    After a forfeit the house plays on: what points are made then tells nothing of who is better.
    """
    points = deals = 0.0
    for bout in bouts:
        for game in (game for game in bout.games if not game.forfeited):
            for side, who in enumerate(game.entrants):
                if who == name:
                    points += lead_of(game, side)
                    deals += game.deals
    return points / deals if deals else 0.0


def meetings(rounds: Sequence[Sequence[BoutFact]]) -> Counter[tuple[str, str]]:
    """Return in how many rounds and variants each pair of names (sorted) sat at one table."""
    met: Counter[tuple[str, str]] = Counter()
    for bouts in rounds:
        for _, names in sorted({bout.lineup for bout in bouts}):
            met.update(combinations(names, 2))
    return met
