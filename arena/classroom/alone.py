"""Grading one submission by itself, as autograders do: the same path as a class of one, without what needs a class."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from arena.classroom.assignment import Assignment
from arena.classroom.collect import HandedIn
from arena.classroom.course import keep_apart
from arena.classroom.gradescope import results_of
from arena.classroom.outputs import write_outputs
from arena.classroom.received import key_of
from arena.classroom.run import Graded, Told, grade_all
from arena.classroom.writing import for_one
from arena.errors import USAGE, ConfigError, RunError
from arena.replays.files import replaced

ID = "submission"


def grade_one(
    assignment: Assignment, submission: Path, out: Path, results: Path | None, metadata: Path | None, *, told: Told
) -> Graded:
    """Return the graded submission. `results`: where results.json goes, as the last thing that is done.

    `metadata`: Gradescope's file, for when it came. Raises what `run_class` raises.
    """
    if not submission.exists():
        raise RunError(f"{submission}: there is no such file or folder", exit_status=USAGE)
    keep_apart(submission, out)
    handed = HandedIn(student=ID, id=ID, entries=(submission,), version=0)
    moment = received_at(metadata) if metadata else None
    received = {key_of(submission.name): moment} if moment else {}
    run = grade_all(for_one(assignment), (handed,), received, out, seed="", told=told)
    write_outputs(run)
    found = run.students[0]
    if results is not None:
        results.parent.mkdir(parents=True, exist_ok=True)
        with replaced(results) as file:
            file.write(results_of(found.facts, found.grade).to_json())
    return found


def received_at(path: Path) -> datetime | None:
    """Return when Gradescope says that the submission came; None when it says nothing. ConfigError for another file."""
    try:
        text = json.loads(path.read_text(encoding="utf-8")).get("created_at")
        moment = datetime.fromisoformat(text) if text else None
    except (OSError, ValueError, AttributeError, TypeError):
        raise ConfigError([f"{path}: is no submission_metadata.json of Gradescope's"]) from None
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)
