"""The growing plan of a run: its next round is laid down when all games of the ones before are in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.records.gather import Depth, bout_fact
from arena.schedules.growth import next_plan, told
from arena.schedules.rounds import RoundsPlan
from arena.statistics.facts import BoutFact

if TYPE_CHECKING:
    from arena.records.rundir import Run


def grow(run: Run) -> bool:
    """Lay down the next round of the run, if there is one and it is due; return whether there are games to play in it.

    Whatever was in the plan keeps its place and number.
    """
    plan = run.plan
    if not isinstance(plan, RoundsPlan) or plan.closed or run.index.done < plan.total_games:
        return False
    run.plan = next_plan(run.config.rules(), plan, finished_rounds(run, plan))
    run.index.grow(run.plan)
    return run.index.done < run.plan.total_games


def finished_rounds(run: Run, plan: RoundsPlan) -> list[list[BoutFact]]:
    """Return the facts of the rounds of which every game is finished."""
    found: list[list[BoutFact]] = []
    with run.journal_path.open("rb") as journal:
        for bouts in plan.rounds:
            if not all(run.index.complete(bout) for bout in bouts):
                break
            found.append(
                [
                    bout_fact(
                        run,
                        bout,
                        [run.entry_at(journal, ordinal).record for ordinal in plan.games_of(bout)],
                        depth=Depth.RESULTS,
                    )
                    for bout in bouts
                ]
            )
    return found


def standing_lines(run: Run) -> list[str]:
    """Return how the schedule of the run stands, in lines; none where it does not grow."""
    plan = run.plan
    if not isinstance(plan, RoundsPlan):
        return []
    rounds = finished_rounds(run, plan)
    return list(told(run.config.rules(), plan, rounds)) if rounds else []
