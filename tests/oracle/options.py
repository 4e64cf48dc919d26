"""The options that change a sheet (RULES.md sections 3 to 6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .shape import Point, Sheet, numbers
from .sheets_regional import with_doubled_calls
from .sheets_ten import capture_low, dirty, reverse_hierarchy


def positive(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"option {key} must be a whole number from 1 up, not {value!r}")
    return value


def with_low_owner(sheet: Sheet, owner: str) -> Sheet:
    points = tuple(replace(p, owner=owner) if p.name == "low" else p for p in sheet.points)
    return replace(sheet, points=points)


def with_tens(sheet: Sheet) -> Sheet:
    return replace(sheet, points=(*sheet.points, Point("tens", "most tens")))


def with_minimum_four(sheet: Sheet) -> Sheet:
    return replace(sheet, calls=numbers(4, 9), stuck_calls=numbers(4, 9))


def with_joker_override(sheet: Sheet) -> Sheet:
    return replace(sheet, joker_override=True)


def floating_to_57(sheet: Sheet) -> Sheet:
    return replace(sheet, target=57)


NUMBERS: dict[str, Callable[[Sheet, int], Sheet]] = {
    "target": lambda sheet, n: replace(sheet, target=n),
    "max_deals": lambda sheet, n: replace(sheet, max_deals=n),
    "backdoor": lambda sheet, n: replace(sheet, backdoor=n),
    "win_by": lambda sheet, n: replace(sheet, ending="win by", win_by=n),
}

SWITCHES: dict[str, Callable[[Sheet], Sheet]] = {
    "tens": with_tens,
    "override": with_joker_override,
    "dirty": dirty,
    "reverse_hierarchy": reverse_hierarchy,
    "capture_low": capture_low,
    "doubled": with_doubled_calls,
    "float57": floating_to_57,
}


def with_option(sheet: Sheet, key: str, value: object) -> Sheet:
    """The sheet under one option."""
    if key not in {"target", "max_deals"} | sheet.extra_options:
        raise ValueError(f"{sheet.name} has no option {key}")
    if key in NUMBERS:
        return NUMBERS[key](sheet, positive(key, value))
    if key in SWITCHES and isinstance(value, bool):
        return SWITCHES[key](sheet) if value else sheet
    if key == "low" and value in ("holder", "taker"):
        return with_low_owner(sheet, str(value))
    if key == "min" and not isinstance(value, bool) and value in (3, 4):
        return with_minimum_four(sheet) if value == 4 else sheet
    raise ValueError(f"option {key} cannot be {value!r}")
