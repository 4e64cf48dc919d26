"""What several subcommands need."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, TypeAlias

from arena.errors import ConfigError

if TYPE_CHECKING:
    from referee.engine.sheet import Sheet

SEED_HELP: Final = "64 hex digits, or a text of at least 4 characters"
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def whole(text: str) -> int:
    """Return a whole number from 1 up, for argparse."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 up, not {text!r}")
    return int(text)


def seat_number(text: str) -> int:
    """Return a seat's number, for argparse."""
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be the number of a seat, from 0, not {text!r}")
    return int(text)


def sheet_of(spec: str) -> Sheet:
    """Return the sheet of a variant named on the command line; ConfigError with the nearest names."""
    from referee.engine.errors import SheetError
    from referee.variants.catalogue import resolve

    try:
        return resolve(spec)
    except SheetError as error:
        raise ConfigError(error.problems) from None
