"""Following a run in the terminal while it is played: its games as they may be shown, and the standings they make."""

from __future__ import annotations

from typing import Final

import trio

from arena.browse.library import Library, Seen
from arena.reports.progress import Count, Progress
from arena.schedules.schedule import Bout

MOST_AT_ONCE: Final = 20  # games told of one look; of more it is said how many


async def follow(library: Library, view: Progress, *, every_s: float) -> None:
    """Tell the games of the run as they may be shown, until all of it has been told."""
    count = Count(total=library.run.plan.total_games)  # nothing is shown before the first look: it gives no rate
    while True:
        fresh = await trio.to_thread.run_sync(library.look)
        _tell(library, view, fresh, count)
        if library.run.finished:  # and then the last look has shown everything
            return
        await trio.sleep(every_s)


def _tell(library: Library, view: Progress, fresh: list[Bout], count: Count) -> None:
    bouts = {bout.id for bout in fresh}
    games = [game for game in library.games() if game.bout.id in bouts]
    for game in games[-MOST_AT_ONCE:]:
        view.note(line_of(game))
    if len(games) > MOST_AT_ONCE:
        view.note(f"and {len(games) - MOST_AT_ONCE} games before these")
    for bout in fresh:
        view.bout_finished(bout)
    count.total = library.run.plan.total_games  # a plan may grow with the results
    count.done += len(games)
    count.faults += sum(len(game.outcome.faults) for game in games)
    view.update(count)


def line_of(game: Seen) -> str:
    """Return how the game ended, in a line."""
    outcome = game.outcome
    scores = " : ".join(f"{outcome.seats[side]} {score}" for side, score in enumerate(outcome.scores))
    troubles = game.troubles(3)
    return f"{game.name}  {scores}" + (f"  ({troubles})" if troubles else "")
