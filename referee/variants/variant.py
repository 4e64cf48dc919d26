"""A variant: a sheet, the tables it can be played at, and the options RULES.md grants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.engine.sheet import Sheet

Layout = tuple[int, int]  # seats, sides
DIGITS = 6  # of the numbers that options take


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option: `values` says in words what may be given; `apply` returns the changed sheet, or raises ValueError."""

    name: str
    values: str
    meaning: str
    apply: Callable[[Sheet, str], Sheet]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A named sheet with its layouts (the first of a seat count is the default one) and options."""

    sheet: Sheet
    layouts: tuple[Layout, ...]
    options: tuple[Option, ...]
    hand_sizes: tuple[tuple[int, int], ...] = ()  # (seats, hand size) where a table deals otherwise than the sheet


def solo(fewest: int, most: int) -> tuple[Layout, ...]:
    """Return the layouts in which every seat is a side."""
    return tuple((seats, seats) for seats in range(fewest, most + 1))


PAIRS: tuple[Layout, ...] = ((4, 2),)
FIVE: tuple[Layout, ...] = ((5, 5),)


def whole(text: str, lowest: int) -> int:
    """Return the whole number that `text` spells; ValueError says what is wanted."""
    if not text.isascii() or not text.isdecimal() or (len(text) <= DIGITS and int(text) < lowest):
        raise ValueError(f"must be a whole number from {lowest} up, not {text!r}")
    if len(text) > DIGITS:
        raise ValueError(f"must be a whole number from {lowest} to {10**DIGITS - 1}, not {text}")
    return int(text)


def yes(text: str) -> bool:
    """Return the truth value that `text` spells, "true" or "false"; ValueError otherwise."""
    if text not in ("true", "false"):
        raise ValueError(f"must be true or false, not {text!r}")
    return text == "true"


def switch(name: str, meaning: str, on: Callable[[Sheet], Sheet]) -> Option:
    """Return the option that, given as true, changes the sheet so."""
    return Option(
        name=name, values="true, false", meaning=meaning, apply=lambda sheet, text: on(sheet) if yes(text) else sheet
    )


TARGET = Option(
    name="target", values="1, 2, ...", meaning="the score that ends the game",
    apply=lambda sheet, text: replace(sheet, target=whole(text, 1)),
)  # fmt: skip
MAX_DEALS = Option(
    name="max_deals", values="1, 2, ...", meaning="the game ends after so many deals; the highest score wins",
    apply=lambda sheet, text: replace(sheet, max_deals=whole(text, 1)),
)  # fmt: skip
BACKDOOR = Option(
    name="backdoor", values="1, 2, ...", meaning="a side at minus so many or lower wins (section 6)",
    apply=lambda sheet, text: replace(sheet, backdoor=whole(text, 1)),
)  # fmt: skip
EVERYWHERE = (TARGET, MAX_DEALS)
WITH_BACKDOOR = (*EVERYWHERE, BACKDOOR)
