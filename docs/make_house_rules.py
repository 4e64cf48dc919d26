"""Writes docs/house-rules.md: how to change a sheet in a file, and every field with what it may be.

`python docs/make_house_rules.py` writes it, `--check` says whether it is up to date.
"""

from __future__ import annotations

import dataclasses
import re
import sys
import types
import typing
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from referee.engine import points  # noqa: E402
from referee.engine.plain import POINT_RULES, STEPS  # noqa: E402
from referee.engine.sheet import Sheet, Special  # noqa: E402
from referee.variants.house import FIXED, OWN  # noqa: E402

PAGE: Final = ROOT / "docs" / "house-rules.md"
EXAMPLE: Final = ROOT / "examples" / "house-rules" / "class-pitch.toml"
HEAD: Final = """# House rules: your own sheet in a file

<!-- Written by docs/make_house_rules.py; change that, not this. -->

A class or a club plays its own Pitch. A *house sheet* is a TOML file with a name, a base (any variant, with options),
and the fields that differ; everything else is as in the base. It is named by its path wherever a variant is: in
`variants` of a configuration (relative to that file), with `--variant`, in `arena rules` and `arena simulate`;
options may stand behind it, as in `"class-pitch.toml[target=9]"`. Bots are told all of it as data. Records and replays
carry the changes, so they can be shown and verified without the file.

What cannot be played is refused with every reason, with file and line, before the first game.

```toml
{example}```

## Fields of a sheet

Ranks are numbers, 0 (two) to 12 (ace); a field that may be absent is taken away by `"none"`. What each answer means is
told by `arena rules` of a sheet that has it, and in `referee/engine/kinds.py`.

| field | value | in `auction` |
|---|---|---|
"""
LISTS: Final = """
## Exchange steps

`exchange` is a list of them, in order, each a table with `is` and its fields.

| step | fields | what it does |
|---|---|---|
{steps}
## Points

`points` is a list of them; names must differ. `card` is a trump by its name: `ace` ... `two`, `off-jack` and the like,
`high-joker`, `low-joker`.

| point | fields | whose it is |
|---|---|---|
{points}
## Special calls

`specials` is a list of at most two, ascending; with `looking = "look-or-blind-special"` the second is made blind.

| field | value |
|---|---|
{specials}"""


def value_text(kind: Any) -> str:
    """Return what a field of this type may be, in a table cell."""
    if typing.get_origin(kind) is tuple:
        return f"list of {value_text(typing.get_args(kind)[0])}"
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        options = typing.get_args(kind)
        return f"{value_text(options[0])}, or `none`" if type(None) in options else "exchange steps"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ", ".join(f"`{member.value}`" for member in kind)
    names = {int: "whole number", str: "text", Special: "special calls", points.PointRule: "points"}
    return names[kind]


def fields(kind: type) -> Iterator[tuple[str, str, Any]]:
    """Yield name, what it may be and the default of each field of a dataclass."""
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        yield field.name, value_text(hints[field.name]), field.default


def page() -> str:
    """Return the page."""
    from referee.variants.catalogue import resolve

    auction = resolve("auction")
    rows = [
        f"| `{name}` | {value} | {_shown(getattr(auction, name))} |"
        for name, value, _ in fields(Sheet)
        if name not in (*FIXED, *OWN)
    ]
    told = LISTS.format(
        steps="".join(_row(step) for step in STEPS.values()),
        points="".join(_row(rule) for rule in POINT_RULES.values()),
        specials="".join(f"| `{name}` | {value} |\n" for name, value, _ in fields(Special)),
    )
    return HEAD.format(example=EXAMPLE.read_text(encoding="utf-8")) + "\n".join(rows) + "\n" + told


def _row(kind: type) -> str:
    parts = [
        f"`{name}`: {value}" + (" (needed)" if default is dataclasses.MISSING else "")
        for name, value, default in fields(kind)
    ]
    summary = re.sub(r"\s+", " ", (kind.__doc__ or "").split("\n\n")[0]).strip()
    return f"| `{kind.__name__}` | {'; '.join(parts) or 'none'} | {summary} |\n"


def _shown(value: object) -> str:
    if isinstance(value, Enum):
        return f"`{value.value}`"
    if isinstance(value, tuple):
        return ", ".join(f"`{getattr(item, 'name', item)}`" for item in value) or "empty"
    return "`none`" if value is None else f"`{value}`"


def main() -> int:
    """Write the page, or with --check return 1 when it is not what would be written."""
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
