"""Ratings on the Elo scale: Plackett-Luce by maximum likelihood, which is Bradley-Terry where there are two sides.

All games are fitted at once by Newton's method, so their order cannot matter. The covariance is a sandwich over bouts
(games of a bout may depend on each other as they like), corrected for the pull of each bout on the fit (close to
"CR2": Bell and McCaffrey 2002). Where the maximum is not finite (somebody won everything, or two groups never
met) everyone is given one drawn game against a player of strength 0: the numbers are finite then, and what they are
worth is said by bounds and notes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.statistics.choices import Choices, choices_of, gradients, information, informations, log_likelihoods
from arena.statistics.estimate import LEVEL, Estimate, Floats, Ints, t_quantile
from arena.statistics.facts import BoutFact, clusters_of
from arena.statistics.fields import Connection, beats_of, connect

ELO: Final = 400 / math.log(10)  # Elo points in a unit of natural log-odds
_STEPS: Final = 200
_LEAVE_OUT: Final = 1_000_000  # entries of bouts x entrants x entrants up to which each bout is left out exactly
_FARTHEST: Final = 40.0
_NOTHING: Final = 1e-18  # a variance below it is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Strengths in natural log-odds and how sure they are.

    `theta` has mean 0 over the main class of each field. `influence` (observations x entrants) is what each bout adds
    to the estimate, bouts over the same deals together; `covariance` its sum of squares, in the same frame. `bouts_of`
    counts the bouts of each entrant, `cluster` has the observation of each bout.
    """

    names: tuple[str, ...]
    theta: Floats
    covariance: Floats
    influence: Floats
    bouts_of: tuple[int, ...]
    connection: Connection
    data: Choices
    cluster: Ints
    drawn: bool  # whether drawn games were added to keep it finite

    def observations(self, one: int, other: int | None = None) -> int:
        """Return how many independent observations there are of an entrant, or of either of two."""
        played = self.data.played[:, one] + (0 if other is None else self.data.played[:, other])
        return len(np.unique(self.cluster[played > 0]))


def fit(bouts: Sequence[BoutFact]) -> Fit:
    """Return the ratings of everyone in the bouts, who must come in the order of `facts.in_order`."""
    names = tuple(sorted({name for bout in bouts for name in bout.names}))
    number = {name: place for place, name in enumerate(names)}
    data = choices_of(bouts, number)
    connection = connect(beats_of(bouts, number), (data.games @ data.played).tolist())
    return fit_choices(names, data, connection, np.array(clusters_of(bouts), dtype=np.int64))


def fit_choices(names: tuple[str, ...], data: Choices, connection: Connection, cluster: Ints) -> Fit:
    """Return the ratings for choices whose graph is known; `cluster` has the observation of each bout."""
    drawn = len(set(connection.level)) > 1
    draws = 1.0 if drawn else 0.0
    theta = _maximum(data, draws)
    pull = gradients(data, theta)
    bread = _hessian(data, theta, draws)
    frame = _frame(connection, names)
    single = _influence(data, theta, pull, bread) @ frame.T
    influence = np.zeros((int(cluster.max(initial=-1)) + 1, len(names)))
    np.add.at(influence, cluster, single)
    return Fit(
        names=names,
        theta=frame @ theta,
        covariance=influence.T @ influence,
        influence=influence,
        bouts_of=tuple(int(count) for count in data.played.sum(axis=0)),
        connection=connection,
        data=data,
        cluster=cluster,
        drawn=drawn,
    )


def _hessian(data: Choices, theta: Floats, draws: float) -> Floats:
    """Return minus the second derivatives, made regular along the directions in which nothing changes."""
    found = information(data, theta)
    if draws:
        p = 1 / (1 + np.exp(-theta))
        return found + draws * np.diag(p * (1 - p))
    return found + np.full_like(found, 1 / max(1, len(found)))


def _maximum(data: Choices, draws: float) -> Floats:
    """Return the strengths of the highest likelihood: Newton, each step halved until it climbs."""
    theta = np.zeros(data.entrants)

    def height(at: Floats) -> float:
        drawn = draws * float((at / 2 - np.logaddexp(0, at)).sum())
        return float(log_likelihoods(data, at).sum()) + drawn

    best = height(theta)
    for _ in range(_STEPS):
        slope = gradients(data, theta).sum(axis=0) + draws * (0.5 - 1 / (1 + np.exp(-theta)))
        step = np.linalg.solve(_hessian(data, theta, draws), slope)
        size = 1.0
        while (now := height(theta + size * step)) < best - 1e-12 * abs(best) and size > 1e-6:
            size /= 2
        theta, best = np.clip(theta + size * step, -_FARTHEST, _FARTHEST), max(best, now)
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    return theta


def _frame(connection: Connection, names: tuple[str, ...]) -> Floats:
    """Return the matrix that takes from each entrant the mean of its field's main class."""
    frame = np.eye(len(names))
    for entrant in range(len(names)):
        main = connection.main[connection.field[entrant]]
        inside = [other for other, level in enumerate(connection.level) if level == main]
        frame[entrant, inside] -= 1 / len(inside)
    return frame


def _influence(data: Choices, theta: Floats, pull: Floats, bread: Floats) -> Floats:
    """Return by bout what it adds to the estimate.

    Its residual is smaller than chance would have it, as the fit has bent towards it, and what is seen when it is left
    out is larger. Their mean is right to first order (for two entrants it is the usual n - 1).
    """
    count, entrants = pull.shape
    kept = np.linalg.solve(bread, pull.T).T
    if not count or count * entrants * entrants > _LEAVE_OUT:
        return np.asarray(kept)
    own = informations(data, theta)
    guard = np.eye(entrants) * 1e-6 * max(float(np.trace(bread)) / max(entrants, 1), 1e-12)
    left_out = np.linalg.solve(bread + guard - own, pull[:, :, None])[:, :, 0]
    return np.asarray((kept + left_out) / 2)


def rating(found: Fit, entrant: int) -> Estimate:
    """Return the entrant's rating in Elo with its interval, relative to the main class of its field.

    Outside the main class there is a bound on one side only: where its results would have had a chance of 2.5%,
    each bout taken as one game.
    """
    mean, bouts = float(found.theta[entrant]) * ELO, found.bouts_of[entrant]
    low = high = None
    if found.connection.regular(entrant):
        seen = found.observations(entrant)
        if seen >= 2 and found.connection.level.count(found.connection.level[entrant]) > 1:
            half = half_width(max(0.0, float(found.covariance[entrant, entrant])), seen)
            low, high = (None, None) if half is None else (mean - half * ELO, mean + half * ELO)
    elif found.connection.bounded_above(entrant):
        high = _limit(found, entrant, sign=1) * ELO
    elif found.connection.bounded_below(entrant):
        low = _limit(found, entrant, sign=-1) * ELO
    return Estimate(mean=mean, low=low, high=high, bouts=bouts)


def half_width(variance: float, seen: int) -> float | None:
    """Return half the width of an interval in log-odds.

    Where all bouts came out alike nothing varies. Less than q of all bouts would come out otherwise with 95% certainty,
    (1 - q)^n = 2.5%; so far off may a share of 1/2 be, and where that is all the way no bound is known.
    """
    if variance > _NOTHING:
        return t_quantile(seen - 1) * math.sqrt(variance)
    far = 1 - ((1 - LEVEL) / 2) ** (1 / seen)
    return math.log((0.5 + far) / (0.5 - far)) if far < 0.5 else None


def deficit(found: Fit, entrant: int, at: float) -> float:
    """Return by how much the log-likelihood of the entrant's bouts falls short of its highest if its strength were
    `at` and all others stayed where they are; each bout counts as one game."""
    height = _profile(found, entrant)
    return max(0.0, _highest(height) - height(at))


def _limit(found: Fit, entrant: int, *, sign: int) -> float:
    """Return the strength, coming from the far end, from which on the deficit is no more than that of 2.5%."""
    height = _profile(found, entrant)
    wanted = _highest(height) + math.log((1 - LEVEL) / 2)
    far, near = sign * _FARTHEST, float(found.theta[entrant])
    for _ in range(40):
        middle = (near + far) / 2
        near, far = (near, middle) if height(middle) < wanted else (middle, far)
    return (near + far) / 2


def _profile(found: Fit, entrant: int) -> Callable[[float], float]:
    """Return the log-likelihood of the entrant's bouts by its strength, per game and bout."""
    data, there = found.data, found.data.members == entrant
    rows = there.any(axis=1) & (data.weight > 0)
    mine = data.played[:, entrant] > 0
    each = 1 / np.maximum(data.games, 1)
    won = float((data.wins[mine, entrant] * each[mine]).sum())
    weight, own = (data.weight * each[data.bout])[rows], there[rows].sum(axis=1)
    others = np.where((data.members >= 0) & ~there, found.theta[data.members], -np.inf)[rows]
    rest = np.exp(others).sum(axis=1)

    def height(strength: float) -> float:
        return won * strength - float(weight @ np.log(rest + own * math.exp(strength)))

    return height


def _highest(height: Callable[[float], float]) -> float:
    """Return the largest value of a concave function between the farthest strengths."""
    low, high = -_FARTHEST, _FARTHEST
    for _ in range(50):
        third = (high - low) / 3
        low, high = (low + third, high) if height(low + third) < height(high - third) else (low, high - third)
    return height((low + high) / 2)
