"""`arena variants`: list the variants and their options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from arena.cli.common import Commands
from arena.errors import OK

if TYPE_CHECKING:
    from referee.variants.variant import Option, Variant

HEADS = ("id", "players", "target", "options", "title")
END = """\
Players: 4 is four players, each for himself; 2x2 is two sides of two partners, 3x2 three sides of two; the first is
what is played where no seats and sides are given. Options are written as in ten-point[dirty=true,target=32]; every
variant takes {common}, and seats and sides where there is a choice.
`arena rules ID` tells the rules of a variant and what its options mean."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "variants", help="list the variants", description="List the variants and their options."
    )
    parser.add_argument("--json", action="store_true", help="as one JSON array, with every option and layout")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    import json

    from referee.engine.sheet import sheet_hash
    from referee.variants.catalogue import variants

    found = variants()
    if args.json:
        data = [
            {
                "id": name,
                "title": variant.sheet.title,
                "seats": variant.sheet.seats,
                "sides": variant.sheet.sides,
                "layouts": [{"seats": seats, "sides": sides} for seats, sides in variant.layouts],
                "options": [{"name": o.name, "values": o.values, "meaning": o.meaning} for o in variant.options],
                "target": variant.sheet.target,
                "hash": sheet_hash(variant.sheet),
            }
            for name, variant in found.items()
        ]
        print(json.dumps(data, indent=1))
        return OK
    common = common_options(found)
    rows = [HEADS, *(_row(name, variant, common) for name, variant in found.items())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    print("\n" + END.format(common=" and ".join(common)))
    return OK


def _row(name: str, variant: Variant, common: tuple[str, ...]) -> tuple[str, ...]:
    own = ", ".join(option.name for option in variant.options if option.name not in common)
    return name, players_text(variant), str(variant.sheet.target), own, variant.sheet.title


def common_options(found: Mapping[str, Variant]) -> tuple[str, ...]:
    """Return the names of the options that every variant has."""
    first, *others = ([option.name for option in variant.options] for variant in found.values())
    return tuple(name for name in first if all(name in names for names in others))


def options_of(found: Mapping[str, Variant]) -> Iterator[tuple[Option, list[str]]]:
    """Yield every option once, with the ids of the variants that have it."""
    having: dict[str, list[str]] = {}
    options: dict[str, Option] = {}
    for name, variant in found.items():
        for option in variant.options:
            options.setdefault(option.name, option)
            having.setdefault(option.name, []).append(name)
    for name, option in options.items():
        yield option, having[name]


def players_text(variant: Variant) -> str:
    """Return the tables of the variant in short, the usual one first: "4, 3-7, 2x2" (sides x partners)."""
    sheet = variant.sheet
    usual = (sheet.seats, sheet.sides)
    solo = [seats for seats, sides in variant.layouts if seats == sides]
    parts = [_layout(*usual)]
    if len(solo) > 1:
        parts.append(f"{solo[0]}-{solo[-1]}")
    parts += [_layout(*layout) for layout in variant.layouts if layout[0] != layout[1] and layout != usual]
    return ", ".join(parts)


def _layout(seats: int, sides: int) -> str:
    return str(seats) if seats == sides else f"{sides}x{seats // sides}"
