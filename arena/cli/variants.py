"""`arena variants`: list the variants and their options."""

from __future__ import annotations

import argparse

from arena.cli.common import Commands
from arena.errors import OK


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
    width = max(map(len, found))
    for name, variant in found.items():
        options = ", ".join(option.name for option in variant.options)
        print(f"{name:<{width}}  {variant.sheet.title}: {_tables(variant.layouts)}; options {options}")
    print("\nOptions are written as in ten-point[dirty=true,target=32]; `arena rules ID` tells the rules of one.")
    return OK


def _tables(layouts: tuple[tuple[int, int], ...]) -> str:
    solo = [seats for seats, sides in layouts if seats == sides]
    parts = [f"{solo[0]}-{solo[-1]} players" if len(solo) > 1 else f"{solo[0]} players"] if solo else []
    parts += [f"{seats} players in {sides} sides" for seats, sides in layouts if seats != sides]
    return " or ".join(parts)
