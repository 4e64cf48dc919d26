"""All steps in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.conformance.steps import ends, games, habits, line, starting
from arena.conformance.steps.step import Step
from referee.variants.catalogue import label

MANIFEST: Final = "manifest"
BUILDS: Final = "builds"


def steps(tables: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps that come after `manifest` and `builds`, for these tables."""
    played = tuple(games.table_step(table, number, seats=label(table)) for number, table in enumerate(tables))
    return (*starting.STEPS, *games.FRAMES, *games.SEEDS, *line.STEPS, *ends.STEPS, *played, *habits.STEPS)


def names(tables: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of all steps."""
    return (MANIFEST, BUILDS, *(step.name for step in steps(tables)))
