"""What is asked of a conformance run: which tables, how long at the most."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from arena.conformance.trial import LIMITS
from arena.errors import ConfigError
from arena.setup import house
from referee.clock import Limits
from referee.engine.errors import SheetError
from referee.variants.catalogue import resolve, split, variant_of, variants

# Between them they have every exchange step, every kind of point, every answer to the closed questions of a sheet and
# every number of seats that the catalogue has (a test counts).
QUICK: Final = (
    "auction[seats=2]", "barn[seats=3]", "campbell-eleven-five-handed", "carthage", "contway", "juniper",
    "man-o-war[seats=3]", "maryland-jack[seats=6]", "nine-five", "northwest-connecticut", "razzle-dazzle",
    "reverse[seats=3]", "roadhouse[seats=3]", "susqy-river[seats=2]", "ten-point-capture-low", "two-trump[seats=7]",
    "two-trump[seats=8]",
)  # fmt: skip
DEALS: Final = 2  # a game, where a variant's own options do not say it


class Coverage(Enum):
    """Which tables are played where none are named."""

    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`variants`: these alone, each at every table unless it names its seats. `time_limit_s` bounds the whole run, and
    the build step with it; None: by what is to be played. `only`: these steps, and those that they need. `limits`: of
    the bots' time; a step of its own looks at shorter ones."""

    variants: tuple[str, ...] = ()
    coverage: Coverage = Coverage.QUICK
    time_limit_s: float | None = None
    only: tuple[str, ...] = ()
    limits: Limits = LIMITS

    @property
    def limit_s(self) -> float:
        """The most that the run may take, in seconds."""
        if self.time_limit_s is not None:
            return self.time_limit_s
        return 300.0 + 15.0 * len(self.tables())

    def tables(self) -> tuple[str, ...]:
        """Return the specs of the tables to play. ConfigError with every variant that is none."""
        if self.variants:
            return _named(self.variants)
        return QUICK_TABLES if self.coverage is Coverage.QUICK else all_tables()


def with_deals(spec: str, deals: int) -> str:
    """Return the spec with games of so many deals, where it does not say it itself."""
    name, options = split(spec)
    given = {**options, "max_deals": options.get("max_deals", str(deals))}
    return resolve(f"{name}[{','.join(f'{key}={value}' for key, value in given.items())}]").spec


def tables_of(spec: str) -> tuple[str, ...]:
    """Return every table of the variant, or the one that the spec names."""
    name, options = split(spec)
    layouts = variant_of(name).layouts
    if "seats" in options or "sides" in options or len(layouts) == 1:
        return (with_deals(spec, DEALS),)
    found = []
    for seats, sides in layouts:
        here = {**options, "seats": str(seats), "sides": str(sides)}
        found.append(with_deals(f"{name}[{','.join(f'{key}={value}' for key, value in here.items())}]", DEALS))
    return tuple(found)


def all_tables() -> tuple[str, ...]:
    """Return every table of every variant."""
    return tuple(table for name in variants() for table in tables_of(name))


def _named(specs: tuple[str, ...]) -> tuple[str, ...]:
    problems: list[str] = []
    found: dict[str, None] = {}
    for spec in specs:
        try:
            given = house.spec_of(spec, Path()) if house.is_file(spec) else spec
            found |= dict.fromkeys(tables_of(given))
        except (SheetError, ConfigError) as error:
            problems += [f"--variants: {problem}" for problem in error.problems]
    if problems:
        raise ConfigError(problems)
    return tuple(found)


QUICK_TABLES: Final = tuple(with_deals(spec, DEALS) for spec in QUICK)
