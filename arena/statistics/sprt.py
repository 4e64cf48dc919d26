"""A sequential test of two entrants: play until it is clear which of two differences in strength fits better.

The generalised sequential probability ratio test: after each bout the log-likelihood ratio (LLR) of `elo1` against
`elo0` is compared with two bounds. A bout is one observation, its value the share of the wins that the newer entrant
took, so it does not matter how many games share their deals. Bouts of a kind (variant, sides held) have a mean that
follows from the difference under either hypothesis, and a spread that is estimated with the mean held there:

    LLR = sum over kinds of  n/2 log((v + (mean - share0)^2) / (v + (mean - share1)^2))

(fishtest uses the same form for pairs; v carries one bout of the largest possible spread, so that few bouts decide
nothing). Kinds are independent, so several variants and table sizes add up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from arena.statistics.facts import BoutFact
from arena.statistics.ratings import ELO

FEWEST: Final = 4  # bouts before anything is decided
_PRIOR: Final = 0.25  # squared deviation of one bout as far from 1/2 as can be


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypotheses:
    """Whether the newer entrant is `elo0` or `elo1` better, in Elo; `alpha`, `beta`: the chance to pick `elo1`
    (`elo0`) though the other holds."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The LLR at which elo0 is accepted (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def __str__(self) -> str:
        return f"elo0={self.elo0:g} elo1={self.elo1:g} alpha={self.alpha:g} beta={self.beta:g}"


class Decision(Enum):
    """What the test says so far."""

    GO_ON = "go-on"
    H0 = "elo0"
    H1 = "elo1"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The test after some bouts."""

    llr: float
    bouts: int
    decision: Decision


def expected_share(elo: float, *, mine: int, sides: int) -> float:
    """Return the share of wins to expect of an entrant that is `elo` stronger and holds `mine` of the sides."""
    odds = mine * math.exp(elo / ELO)
    return odds / (odds + sides - mine)


@dataclass(slots=True)
class _Kind:
    share0: float
    share1: float
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def llr(self) -> float:
        mean = self.total / self.count
        spread = (max(0.0, self.squares - self.count * mean * mean) + _PRIOR) / self.count
        return self.count / 2 * math.log((spread + (mean - self.share0) ** 2) / (spread + (mean - self.share1) ** 2))


@dataclass(slots=True)
class Sprt:
    """The running test of entrant `new`. Once decided it stays so, whatever comes after."""

    hypotheses: Hypotheses
    new: str
    state: State = State(llr=0.0, bouts=0, decision=Decision.GO_ON)
    _kinds: dict[tuple[str, int, int], _Kind] = field(default_factory=dict)

    def add(self, bout: BoutFact) -> State:
        """Take the next bout in and return what is known now."""
        if self.state.decision is not Decision.GO_ON:
            return self.state
        sides = len(bout.games[0].entrants)
        mine = bout.games[0].entrants.count(self.new)
        kind = self._kinds.setdefault((bout.variant, mine, sides), self._fresh(mine, sides))
        value = share_of(bout, self.new)
        kind.count += 1
        kind.total += value
        kind.squares += value * value
        llr = math.fsum(one.llr() for one in self._kinds.values())
        self.state = State(llr=llr, bouts=self.state.bouts + 1, decision=self._decide(llr, self.state.bouts + 1))
        return self.state

    def _fresh(self, mine: int, sides: int) -> _Kind:
        known = self.hypotheses
        return _Kind(
            share0=expected_share(known.elo0, mine=mine, sides=sides),
            share1=expected_share(known.elo1, mine=mine, sides=sides),
        )

    def _decide(self, llr: float, bouts: int) -> Decision:
        if bouts < FEWEST:
            return Decision.GO_ON
        if llr >= self.hypotheses.upper:
            return Decision.H1
        return Decision.H0 if llr <= self.hypotheses.lower else Decision.GO_ON


def share_of(bout: BoutFact, name: str) -> float:
    """Return the share of the wins of a bout that the entrant's sides took; a game that nobody won counts half."""
    value = 0.0
    for game in bout.games:
        total = sum(game.won)
        mine = sum(won for won, who in zip(game.won, game.entrants, strict=True) if who == name)
        value += mine if total else 0.5
    return value / len(bout.games)


def run_sprt(bouts: Iterable[BoutFact], hypotheses: Hypotheses, new: str) -> State:
    """Return what the test says of bouts in the order in which they are to be looked at."""
    test = Sprt(hypotheses, new)
    for bout in bouts:
        test.add(bout)
    return test.state


def parse_hypotheses(words: Iterable[str]) -> Hypotheses:
    """Return the hypotheses of words like elo0=0 elo1=10 alpha=0.05; what is left out has its usual value.

    Raises ValueError that says what is wrong.
    """
    values: dict[str, float] = {}
    for word in words:
        key, _, text = word.partition("=")
        if key not in Hypotheses.__slots__:
            raise ValueError(f"unknown word {key!r}; there are {', '.join(Hypotheses.__slots__)}, as in elo1=10")
        if key in values:
            raise ValueError(f"{word!r}: {key} is given twice")
        try:
            values[key] = float(text)
        except ValueError:
            raise ValueError(f"{word!r}: {key} must be a number") from None
        if key in values and not math.isfinite(values[key]):
            raise ValueError(f"{word!r}: {key} must be a finite number")
    found = Hypotheses(**values)
    if found.elo0 >= found.elo1:
        raise ValueError(f"elo0 ({found.elo0:g}) must be less than elo1 ({found.elo1:g})")
    if not (0 < found.alpha < 0.5 and 0 < found.beta < 0.5):
        raise ValueError("alpha and beta must be between 0 and 0.5")
    return found
