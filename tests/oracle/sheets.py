"""All named sheets, and how to find one under its options (RULES.md sections 3 to 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .options import with_option
from .shape import Point, Sheet
from .sheets_classic import CLASSIC_FAMILY
from .sheets_nine_five import NINE_FIVE_FAMILY
from .sheets_regional import REGIONAL_TEN_POINT_FAMILY
from .sheets_seven import SEVEN_POINT_FAMILY
from .sheets_ten import TEN_POINT_FAMILY

__all__ = ["NAMED_WITH_OPTIONS", "SHEETS", "Point", "Sheet", "find_sheet"]

SHEETS: dict[str, Sheet] = {
    sheet.name: sheet
    for family in (
        CLASSIC_FAMILY,
        SEVEN_POINT_FAMILY,
        TEN_POINT_FAMILY,
        REGIONAL_TEN_POINT_FAMILY,
        NINE_FIVE_FAMILY,
    )
    for sheet in family
}

# Sheets that are another sheet with options set.
NAMED_WITH_OPTIONS: dict[str, tuple[str, dict[str, object]]] = {
    "auction-backdoor": ("auction", {"target": 11, "backdoor": 11}),
    "ten-point-dirty": ("ten-point", {"dirty": True}),
    "ten-point-reverse-hierarchy": ("ten-point", {"reverse_hierarchy": True}),
    "ten-point-capture-low": ("ten-point", {"capture_low": True}),
}


def find_sheet(name: str, seats: int, sides: int, options: Mapping[str, object]) -> Sheet:
    """The sheet of that name under its options; ValueError if there is none such."""
    base, preset = NAMED_WITH_OPTIONS.get(name, (name, {}))
    if base not in SHEETS:
        raise ValueError(f"unknown sheet {name}")
    sheet = replace(SHEETS[base], name=name)
    if (seats, sides) not in sheet.layouts:
        raise ValueError(f"{name} is not played by {seats} seats in {sides} sides")
    if seats == 6 and sheet.hand_size_of_six_seats is not None:
        sheet = replace(sheet, hand_size=sheet.hand_size_of_six_seats)
    wanted = {**preset, **options}
    if wanted.get("reverse_hierarchy") and wanted.get("capture_low"):
        raise ValueError("reverse_hierarchy and capture_low do not go together")
    for key, value in sorted(wanted.items()):  # a target behind float57
        sheet = with_option(sheet, key, value)
    return sheet
