"""House sheets from files: a TOML file with an id, a title, a base and the fields that are changed.

id = "class-pitch"
title = "Class Pitch"
base = "auction[target=9]"      any variant of the catalogue, with its options
lowest_call = 2                 and any field of the sheet (docs/house-rules.md)
points = [{ is = "High" }, { is = "Low", owner = "holder" }]
"""

from __future__ import annotations

from pathlib import Path

from arena.errors import ConfigError
from arena.setup.checks import TomlFile
from referee.engine.errors import SheetError, Unsound
from referee.engine.plain import Misfit
from referee.variants import house
from referee.variants.catalogue import resolve, variants

SUFFIX = ".toml"


def is_file(spec: str) -> bool:
    """Return whether a variant is named by the path of a house sheet, perhaps with options behind it."""
    return spec.partition("[")[0].strip().endswith(SUFFIX)


def spec_of(text: str, base: Path) -> str:
    """Return the spec of a house sheet named as in "rules/class-pitch.toml[target=9]", a path relative to `base`.

    ConfigError with every problem, each with its file and line.
    """
    path, bracket, options = text.partition("[")
    return load(base / path.strip()) + bracket + options


def load(path: Path) -> str:
    """Return the spec of the house sheet in the file. ConfigError with every problem, each with its file and line."""
    toml = TomlFile(path)
    problems, texts = [], {}
    for key in house.OWN:
        value = toml.data.get(key)
        if not isinstance(value, str) or not value:
            at = toml.place((key,) if key in toml.data else ())
            problems.append(f"{at}: a house sheet needs `{key}`, a text in quotes")
        texts[key] = value if isinstance(value, str) else ""
    if texts["id"] in variants():
        problems.append(f"{toml.place(('id',))}: {texts['id']!r} is a sheet of the catalogue: choose another name")
    if problems:
        raise ConfigError(problems)
    try:
        sheet = resolve(texts["base"])
    except SheetError as error:
        raise ConfigError(f"{toml.place(('base',))}: {problem}" for problem in error.problems) from None
    changes = {key: value for key, value in toml.data.items() if key not in house.OWN}
    try:
        return house.changed(sheet, texts["id"], texts["title"], changes).spec
    except Misfit as error:
        told = zip(error.places, error.problems, strict=True)
        raise ConfigError(f"{toml.place(where)}: {problem}" for where, problem in told) from None
    except Unsound as error:
        raise ConfigError(f"{_place(toml, fields)}: {problem}" for fields, problem in error.found) from None


def _place(toml: TomlFile, fields: tuple[str, ...]) -> str:
    """Return the place of the first of the fields that the file changes; the others are as in the base."""
    return next((toml.place((field,)) for field in fields if field in toml.data), str(toml.path))
