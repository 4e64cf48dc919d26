"""House rules: a user's own sheet, as a sheet of the catalogue with changed fields.

A house sheet is data through and through: its spec holds the changes, so that records and replays of it can be read
wherever they go, as in `class-pitch{"base":"auction","changes":{"lowest_call":2},"title":"Class Pitch"}[target=9]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from referee.engine.errors import SheetError
from referee.engine.plain import Misfit, Where, fields_from
from referee.engine.sheet import Sheet, canonical

NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_NAME: Final = 40
OWN: Final = ("id", "title", "base")  # keys of a sheet file that are no changed fields
FIXED: Final = ("definition", "options")  # fields that are not for changing


def changed(base: Sheet, name: str, title: str, changes: Mapping[str, object]) -> Sheet:
    """Return the base with the changes of the fields, under its own name.

    The sheet's `definition` is canonical: the same changes give the same text. Raises Misfit (with the key path of each
    problem) for a field or value that is none, and SheetError where the changed sheet cannot be played.
    """
    problems: list[tuple[Where, str]] = []
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        rule = f"lower-case letters, digits and single hyphens, at most {LONGEST_NAME}"
        problems.append((("id",), f"{name!r} cannot name a sheet: {rule}"))
    problems += [((key,), f"{key!r} is not for changing") for key in changes if key in FIXED]
    values: dict[str, Any] = {}
    try:
        values = fields_from(Sheet, {key: value for key, value in changes.items() if key not in FIXED})
    except Misfit as error:
        problems += zip(error.places, error.problems, strict=True)
    if problems:
        raise Misfit(problems)
    text = definition(base.spec, title, values)
    return replace(base, **values, id=name, title=title, definition=text, options=())


def definition(base: str, title: str, values: Mapping[str, Any]) -> str:
    """Return the canonical text of a house sheet: JSON with sorted keys and no blanks."""
    data = {"base": base, "changes": {key: canonical(value) for key, value in values.items()}, "title": title}
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def parts(name: str, text: str) -> tuple[str, str, Mapping[str, object]]:
    """Return base, title and changes of a definition; SheetError if it is none."""
    try:
        data = json.loads(text)
        base, title, changes = data["base"], data["title"], data["changes"]
    except (ValueError, KeyError, TypeError):
        raise SheetError([f"{name}: the house sheet behind its name cannot be read: {text[:80]}"]) from None
    if not isinstance(base, str) or not isinstance(title, str) or not isinstance(changes, dict) or len(data) != 3:
        raise SheetError([f"{name}: a house sheet has a base, a title and changes, not {text[:80]}"])
    return base, title, changes
