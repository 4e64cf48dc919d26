"""What lies in the folder of submissions: who handed in what, and which of several versions counts."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.classroom.names import claim_of, shown, student_id
from arena.classroom.received import RECEIVED
from arena.errors import USAGE, RunError

_NOT_SUBMISSIONS: Final = frozenset({RECEIVED, "__MACOSX", "Thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """One student with what counts of what they handed in.

    `entries` has more than one path only where nothing says which is newer; `older` names what does not count.
    """

    student: str
    id: str
    entries: tuple[Path, ...]
    version: int
    older: tuple[str, ...] = ()


def collect(folder: Path, pattern: re.Pattern[str] | None = None) -> tuple[HandedIn, ...]:
    """Return the students with what they handed in, by id. Hidden files and received.csv are no submissions.

    Raises RunError when there is no such folder.
    """
    try:
        names = sorted(os.listdir(folder), key=os.fsencode)
    except OSError as error:
        raise RunError(f"{folder}: cannot be read: {error.strerror}", exit_status=USAGE) from None
    by_student: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        if not name.startswith(".") and name not in _NOT_SUBMISSIONS:
            claim = claim_of(name, pattern)
            by_student.setdefault(claim.student, []).append((claim.version, name))
    found = []
    for student, entries in by_student.items():
        newest = max(version for version, _ in entries)
        found.append(
            HandedIn(
                student=shown(student),
                id=student_id(student),
                entries=tuple(folder / name for version, name in entries if version == newest),
                version=newest,
                older=tuple(shown(name) for version, name in entries if version < newest),
            )
        )
    return tuple(sorted(found, key=lambda one: one.id))
