"""The early stop of a run: it is decided from the bouts in canonical order, however they were played.

A bout counts for it when it and all before it are finished, so the decision does not depend on what ran at once.
What was played beyond the bout that decided stays in the journal and out of results and replays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from arena.records.gather import Depth, bout_fact, bouts_of, tables_of
from arena.records.rundir import Run
from arena.statistics.analysis import analyse
from arena.statistics.facts import BoutFact, in_order
from arena.statistics.ratings import fit, rating
from arena.statistics.sprt import Decision, Hypotheses, Sprt, State

FEWEST_ROUNDS: Final = 4  # before the width of intervals is looked at


class Gate:
    """The running test of a run whose configuration has one; the first bot is the new one."""

    def __init__(self, run: Run) -> None:
        assert run.config.sprt is not None
        self._run = run
        self._test = Sprt(run.config.sprt, run.config.bots[0].name)
        self._bouts = run.plan.all_bouts()
        self._next = next(self._bouts, None)

    @property
    def hypotheses(self) -> Hypotheses:
        """What is tested."""
        return self._test.hypotheses

    @property
    def state(self) -> State:
        """What is known so far."""
        return self._test.state

    def advance(self) -> State:
        """Look at the bouts that have been finished since."""
        run = self._run
        if self._next is None or not run.index.complete(self._next):
            return self.state
        with run.journal_path.open("rb") as journal:
            while self._next is not None and run.index.complete(self._next) and self.state.decision is Decision.GO_ON:
                records = [run.entry_at(journal, ordinal).record for ordinal in run.plan.games_of(self._next)]
                self._test.add(bout_fact(run, self._next, records, depth=Depth.RESULTS))
                self._next = next(self._bouts, None)
        return self.state

    def stops_at(self) -> int | None:
        """Look on; return after how many bouts the run ends, None while it goes on."""
        state = self.advance()
        return None if state.decision is Decision.GO_ON else state.bouts

    def line(self) -> str:
        """Return the state in the words of fastchess, as in "LLR: 1.23 (-2.94, 2.94) [0, 10]"."""
        known, state = self.hypotheses, self.state
        bounds = f"({known.lower:.2f}, {known.upper:.2f}) [{known.elo0:g}, {known.elo1:g}]"
        return f"LLR: {state.llr:.2f} {bounds}"


class Precision:
    """Ends a run when the 95% interval of every rating in every variant is no wider than plus or minus `elo`.

    It is looked at after whole rounds (one bout of every line-up) only, and again only when there are a tenth more of
    them: whoever looks all the time stops at a lucky moment.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._bouts = run.plan.all_bouts()
        self._facts: list[BoutFact] = []
        self._next = next(self._bouts, None)
        self._round = FEWEST_ROUNDS
        self._widest = math.inf

    def stops_at(self) -> int | None:
        """Look on; return after how many bouts the run ends, None while it goes on."""
        run, a_round = self._run, len(self._run.plan.lineups)
        if self._widest <= run.config.precision_elo:
            return len(self._facts)
        if self._next is None or not run.index.complete(self._next):
            return None
        with run.journal_path.open("rb") as journal:
            while self._next is not None and run.index.complete(self._next):
                records = [run.entry_at(journal, ordinal).record for ordinal in run.plan.games_of(self._next)]
                self._facts.append(bout_fact(run, self._next, records, depth=Depth.RESULTS))
                self._next = next(self._bouts, None)
                if len(self._facts) == self._round * a_round:
                    self._widest = widest(self._facts)
                    self._round += max(1, self._round // 10)
                    if self._widest <= run.config.precision_elo:
                        return len(self._facts)
        return None

    def line(self) -> str:
        """Return how wide the widest interval was when it was last looked at."""
        known = f"± {self._widest:.0f}" if math.isfinite(self._widest) else "not known yet"
        return f"widest interval {known} Elo (wanted ± {self._run.config.precision_elo})"


def widest(bouts: Sequence[BoutFact]) -> float:
    """Return half the width of the widest rating interval in any variant; one with a bound on one side counts as none.

    Who wins or loses everything never gets a second bound, so waiting for it would be in vain.
    """
    found = 0.0
    for variant in sorted({bout.variant for bout in bouts}):
        known = fit(in_order(bout for bout in bouts if bout.variant == variant))
        for entrant in range(len(known.names)):
            one = rating(known, entrant)
            if one.half is not None:
                found = max(found, one.half)
            elif one.low is None and one.high is None and len(known.names) > 1:
                return math.inf
    return found


def stopper(run: Run) -> Gate | Precision | None:
    """Return what may end the run early; None where nothing does."""
    if run.config.sprt:
        return Gate(run)
    return Precision(run) if run.config.precision_elo else None


def verdict(gate: Gate, *, new: str, old: str) -> str:
    """Return the sentence that says how the test came out."""
    known, state = gate.hypotheses, gate.state
    what = f"after {state.bouts} bouts, {gate.line()}"
    match state.decision:
        case Decision.H1:
            return f"{new} passes: its games with {old} fit {known.elo1:+g} Elo, not {known.elo0:+g} ({what})."
        case Decision.H0:
            return f"{new} fails: its games with {old} fit {known.elo0:+g} Elo, not {known.elo1:+g} ({what})."
        case Decision.GO_ON:
            return f"undecided whether {new} is {known.elo1:+g} or {known.elo0:+g} Elo against {old} ({what})."


def estimate(run: Run) -> str:
    """Return how much stronger the new bot has been, in a sentence; "" while nothing is known."""
    table = analyse(tables_of(run), list(bouts_of(run, depth=Depth.RESULTS))).final
    new, old = (bot.name for bot in run.config.bots)
    if table is None:
        return ""
    known = {row.name: row.rating for row in table.rows}
    mean = known[new].mean - known[old].mean
    ends = [known[new].low, known[new].high]
    if None in ends or known[old].half is None:
        return f"All in all {new} is about {mean:+.0f} Elo against {old}; too one-sided or too short for an interval."
    half = (known[new].half or 0.0) * 2  # the two are equally far from their middle
    return (
        f"All in all {new} is {mean:+.0f} Elo against {old}, 95% interval {mean - half:+.0f} to {mean + half:+.0f}"
        " (a stop as soon as it is clear makes differences look larger than they are)."
    )


def state_data(run: Run) -> dict[str, object] | None:
    """Return the test of a run as plain data for its results; None where there is none."""
    if run.config.sprt is None:
        return None
    gate = Gate(run)
    state = gate.advance()
    return {
        "hypotheses": str(run.config.sprt),
        "new": run.config.bots[0].name,
        "llr": round(state.llr, 6),
        "bouts": state.bouts,
        "decision": state.decision.value,
    }
