"""The catalogue: every variant there is, and the way from a spec such as "ten-point[dirty=true]" to its sheet.

A module in this folder that has VARIANTS is found by itself.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import referee.variants as room
from referee.engine.errors import SheetError, nearest, plain_number
from referee.engine.sheet import Sheet
from referee.variants import house
from referee.variants.variant import EVERYWHERE, WITH_BACKDOOR, Variant

_SPEC = re.compile(r"\s*([^\[\]{}]*?)\s*(\{.*\})?\s*(?:\[([^\[\]{}]*)\])?\s*", re.DOTALL)


@lru_cache(maxsize=1)
def variants() -> Mapping[str, Variant]:
    """Return every variant by its sheet's id, sorted by id."""
    found: dict[str, Variant] = {}
    for module in pkgutil.iter_modules(room.__path__):
        for variant in getattr(importlib.import_module(f"{room.__name__}.{module.name}"), "VARIANTS", ()):
            if variant.sheet.id in found:
                raise SheetError([f"two variants are called {variant.sheet.id!r}"])
            found[variant.sheet.id] = variant
    return MappingProxyType(dict(sorted(found.items())))


def names() -> tuple[str, ...]:
    """Return the ids of all variants, sorted."""
    return tuple(variants())


@lru_cache(maxsize=1024)
def resolve(spec: str) -> Sheet:
    """Return the sheet that the spec names, with its options applied.

    The sheet's own options are the given ones in the order of their names, so equal specs give equal sheets. Raises
    SheetError with every problem: unknown id (with the nearest ones), unknown or repeated option, a value or a
    number of seats and sides that the sheet does not have.
    """
    name, options = split(spec)
    variant = variant_of(name)
    name = variant.sheet.id
    problems: list[str] = []
    sheet = _lay_out(variant, options, problems)
    known = {option.name: option for option in variant.options}
    for key, value in sorted(options.items()):
        option = known.get(key)
        if key in ("seats", "sides"):
            continue
        if option is None:
            there = _option_names(variant)
            problems.append(f"{name} has no option {key!r}{nearest(key, there)}; it has {', '.join(there)}")
            continue
        try:
            sheet = option.apply(sheet, value)
        except ValueError as error:
            problems.append(f"{name}[{key}]: {error}")
        except SheetError as error:
            problems.extend(error.problems)
    if problems:
        raise SheetError(problems)
    return replace(sheet, options=tuple(sorted(options.items())))


def variant_of(name: str) -> Variant:
    """Return the variant of this id, or of this id and definition (a house sheet); SheetError with the nearest ones.

    A house sheet is played at one table, and has the options that every sheet has.
    """
    plain, brace, rest = name.partition("{")
    if not brace:
        variant = variants().get(name)
        if variant is None:
            raise SheetError([f"unknown variant {name!r}{nearest(name, variants())}; `arena variants` lists them"])
        return variant
    if plain in variants():
        raise SheetError([f"{plain!r} is a sheet of the catalogue: give the house sheet a name of its own"])
    base, title, changes = house.parts(plain, brace + rest)
    sheet = house.changed(resolve(base), plain, title, changes)
    options = EVERYWHERE if sheet.floor is not None or sheet.loses_at is not None else WITH_BACKDOOR
    return Variant(sheet=sheet, layouts=((sheet.seats, sheet.sides),), options=options)


def label(spec: str) -> str:
    """Return the spec without the definition of a house sheet, for people."""
    name, options = split(spec)
    given = ",".join(f"{key}={value}" for key, value in options.items())
    return name.partition("{")[0] + (f"[{given}]" if given else "")


def split(spec: str) -> tuple[str, dict[str, str]]:
    """Return the id (with a house sheet's definition) and the options of a spec as text.

    SheetError where it is not `id[name=value,...]`.
    """
    match = _SPEC.fullmatch(spec)
    if not match:
        raise SheetError([f"{spec!r} is no variant: expected id or id[option=value,...]"])
    options: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in (match[3] or "").split(","))):
        key, equals, value = (p.strip() for p in part.partition("="))
        if not equals or not key or not value:
            raise SheetError([f"{spec!r}: {part!r} is no option=value"])
        if key in options:
            raise SheetError([f"{spec!r}: option {key!r} is given twice"])
        number = plain_number(value)
        options[key] = value if number is None else str(number)  # 007 is 7: one sheet, one name
    return match[1] + (match[2] or ""), options


def _option_names(variant: Variant) -> tuple[str, ...]:
    layout = ("seats", "sides") if len(variant.layouts) > 1 else ()
    return (*layout, *(option.name for option in variant.options))


def _lay_out(variant: Variant, options: dict[str, str], problems: list[str]) -> Sheet:
    """Return the sheet at the layout asked for: the first one that has the seats (and sides) given."""
    sheet = variant.sheet
    if "seats" not in options and "sides" not in options:
        return sheet
    for key in ("seats", "sides"):
        if plain_number(options.get(key, "1")) is None:
            problems.append(f"{sheet.id}[{key}]: must be a whole number, not {options[key]!r}")
            return sheet
    seats = int(options.get("seats", sheet.seats))
    fits = [
        layout for layout in variant.layouts if layout[0] == seats and layout[1] == int(options.get("sides", layout[1]))
    ]
    if not fits:
        there = ", ".join(f"{s} seats in {k} sides" for s, k in variant.layouts)
        problems.append(
            f"{sheet.id} has no table of seats={seats}"
            + (f", sides={options['sides']}" if "sides" in options else "")
            + f"; it has {there}"
        )
        return sheet
    return replace(sheet, seats=seats, sides=fits[0][1], hand_size=dict(variant.hand_sizes).get(seats, sheet.hand_size))
