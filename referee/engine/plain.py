"""Sheets and their parts from plain data (TOML, JSON): what `sheet.canonical` writes, and what people write by hand.

Enums stand by their values, tuples as lists, steps and point rules as tables with "is" for their kind.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final

from referee.engine import points, steps
from referee.engine.errors import SheetError, nearest

Where = tuple[str | int, ...]
POINT_RULES: Final = {
    rule.__name__: rule
    for rule in (points.High, points.Low, points.CardPoint, points.Game, points.Tens, points.LastTrick)
}
STEPS: Final = {step.__name__: step for step in typing.get_args(steps.ExchangeStep)}


class Misfit(SheetError):
    """Plain data that does not fit; `places` has the key path of each problem."""

    def __init__(self, found: list[tuple[Where, str]]) -> None:
        self.places: tuple[Where, ...] = tuple(where for where, _ in found)
        super().__init__(text for _, text in found)


def fields_from(kind: type, data: Mapping[str, object], where: Where = ()) -> dict[str, Any]:
    """Return the values of the dataclass's fields that the data names. Misfit with every problem and its place."""
    hints = typing.get_type_hints(kind)
    known = [field.name for field in dataclasses.fields(kind)]
    values: dict[str, Any] = {}
    problems: list[tuple[Where, str]] = []
    for key, value in data.items():
        place = (*where, key)
        if key not in known:
            problems.append((place, f"unknown field {key!r}{nearest(key, known) or ': ' + ', '.join(known)}"))
            continue
        try:
            values[key] = value_from(hints[key], value, place)
        except Misfit as error:
            problems += zip(error.places, error.problems, strict=True)
    if problems:
        raise Misfit(problems)
    return values


def value_from(kind: Any, value: object, where: Where) -> Any:
    """Return the value as this type: a number, text, an enum's member, a tuple, a step, a point rule. Misfit if not."""
    if typing.get_origin(kind) is tuple:
        return _tuple_from(typing.get_args(kind)[0], value, where)
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        options = typing.get_args(kind)
        if type(None) in options:  # TOML has no null
            return None if value in (None, "none") else value_from(options[0], value, where)
        return _tagged(STEPS, "step", value, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, value, where)
    if kind is points.PointRule:
        return _tagged(POINT_RULES, "point", value, where)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _made(kind, _table(value, where), where)
    if kind is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if kind is str and isinstance(value, str):
        return value
    raise Misfit([(where, f"must be {'a whole number' if kind is int else 'text in quotes'}, not {value!r}")])


def _tuple_from(kind: Any, value: object, where: Where) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise Misfit([(where, f"must be a list, not {value!r}")])
    values: list[Any] = []
    problems: list[tuple[Where, str]] = []
    for index, item in enumerate(value):
        try:
            values.append(value_from(kind, item, (*where, index)))
        except Misfit as error:
            problems += zip(error.places, error.problems, strict=True)
    if problems:
        raise Misfit(problems)
    return tuple(values)


def _member(kind: type[Enum], value: object, where: Where) -> Enum:
    members = {str(member.value): member for member in kind}
    if not isinstance(value, str) or value not in members:
        hint = nearest(value, members) if isinstance(value, str) else ""
        raise Misfit([(where, f"{value!r} is none of {', '.join(map(repr, members))}{hint}")])
    return members[value]


def _tagged(kinds: Mapping[str, type], what: str, value: object, where: Where) -> Any:
    table = _table(value, where)
    name = table.get("is")
    if not isinstance(name, str) or name not in kinds:
        hint = nearest(name, kinds) if isinstance(name, str) else ""
        raise Misfit([(where, f"`is` is {name!r}, and must be the kind of {what}: {', '.join(kinds)}{hint}")])
    return _made(kinds[name], {key: item for key, item in table.items() if key != "is"}, where)


def _made(kind: type, data: Mapping[str, object], where: Where) -> Any:
    values = fields_from(kind, {key: item for key, item in data.items() if key != "is"}, where)
    missing = [name for name in _required(kind) if name not in values]
    if missing:
        raise Misfit([(where, f"{kind.__name__} needs {', '.join(missing)}")])
    return kind(**values)


def _required(kind: type) -> Iterator[str]:
    for field in dataclasses.fields(kind):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            yield field.name


def _table(value: object, where: Where) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise Misfit([(where, f"must be a table, not {value!r}")])
    return value
