"""What every sheet says, as plain data, and the options that change it (RULES.md sections 3 to 6).

A later sheet is one more ``Sheet`` here, plus a branch in the phase modules wherever it has a
value that no sheet had before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .cards import CODE_ORDER, JOKERS

Layouts = frozenset[tuple[int, int]]  # pairs (seats, sides)


@dataclass(frozen=True)
class Point:
    """One scoring point: ``what`` is ``highest``, ``lowest``, ``most pips`` or a trump's name."""

    name: str
    what: str
    worth: int = 1
    owner: str = "taker"  # "taker" | "holder"


@dataclass(frozen=True)
class Sheet:
    name: str
    layouts: Layouts
    calls: tuple[str, ...]  # ascending
    stuck_calls: tuple[str, ...]  # what a stuck dealer may call
    points: tuple[Point, ...]
    target: int
    ending: str  # "pitched and made" | "A17" | "two ahead" | "contway"
    dealer_equals: frozenset[str] = frozenset()  # standing calls the dealer may take over
    jokers: tuple[str, ...] = ()
    hand_size: int = 6
    trump_names: tuple[str, ...] = tuple("AKQJT98765432")  # strongest first
    trump_is: str = "pitched"  # "pitched" | "declared"
    exchange: str = "none"  # "none" | "throw non-trumps" | "throw anything" | "ten-point"
    following: str = "follow or trump"  # "follow or trump" | "strict" | "trumps only"
    first_lead_trump: bool = False
    moon: str = "none"  # "none" | "15, every trick" | "whole game" | "ten-point"
    may_fold: bool = False
    joker_breaks_game_tie: bool = False
    floor: int | None = None  # no score falls below it
    counts_hickeys: bool = False
    extra_options: frozenset[str] = frozenset()
    backdoor: int | None = None
    max_deals: int = 200

    @property
    def pack(self) -> tuple[str, ...]:
        return tuple(card for card in CODE_ORDER if card not in JOKERS or card in self.jokers)


def solo(fewest: int, most: int) -> Layouts:
    return frozenset((seats, seats) for seats in range(fewest, most + 1))


TWO_PAIRS: Layouts = frozenset({(4, 2)})


def numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(low, high + 1))


def classic_points(low_owner: str) -> tuple[Point, ...]:
    return (
        Point("high", "highest", owner="holder"),
        Point("low", "lowest", owner=low_owner),
        Point("jack", "J"),
        Point("game", "most pips"),
    )


AUCTION = Sheet(
    name="auction",
    layouts=solo(2, 7),
    calls=numbers(1, 4),
    stuck_calls=numbers(2, 4),
    dealer_equals=frozenset({"1", "2", "3"}),
    points=classic_points("taker"),
    target=7,
    ending="pitched and made",
    extra_options=frozenset({"low", "backdoor"}),
)

AUCTION_PARTNERS = replace(AUCTION, name="auction-partners", layouts=TWO_PAIRS)

ROADHOUSE = Sheet(
    name="roadhouse",
    layouts=solo(3, 7) | TWO_PAIRS,
    calls=(*numbers(2, 4), "moon"),
    stuck_calls=(*numbers(2, 4), "moon"),
    points=classic_points("taker"),
    target=15,
    ending="two ahead",
    following="strict",
    moon="15, every trick",
    extra_options=frozenset({"backdoor"}),
)

PARTNERSHIP_DRAW = Sheet(
    name="partnership-draw",
    layouts=TWO_PAIRS,
    calls=(*numbers(2, 4), "moon"),
    stuck_calls=(*numbers(2, 4), "moon"),
    points=classic_points("holder"),
    target=15,
    ending="A17",
    trump_is="declared",
    exchange="throw non-trumps",
    first_lead_trump=True,
    moon="whole game",
    extra_options=frozenset({"backdoor"}),
)

CONTWAY = Sheet(
    name="contway",
    layouts=TWO_PAIRS,
    calls=numbers(2, 6),
    stuck_calls=("2",),
    points=(
        Point("high", "highest", owner="holder"),
        Point("low", "lowest", owner="holder"),
        Point("jack", "J"),
        Point("off-jack", "oJ"),
        Point("joker", "HJ"),
        Point("game", "most pips"),
    ),
    target=11,
    ending="contway",
    jokers=("HJ",),
    trump_names=("A", "K", "Q", "J", "oJ", "HJ", *"T98765432"),
    trump_is="declared",
    exchange="throw anything",
    first_lead_trump=True,
    may_fold=True,
    joker_breaks_game_tie=True,
    floor=0,
    counts_hickeys=True,
)

TEN_POINT = Sheet(
    name="ten-point",
    layouts=TWO_PAIRS,
    calls=(*numbers(4, 10), "moon"),
    stuck_calls=("4",),
    points=(
        Point("ace", "A"),
        Point("jack", "J"),
        Point("off-jack", "oJ"),
        Point("high-joker", "HJ"),
        Point("low-joker", "LJ"),
        Point("ten", "T"),
        Point("three", "3", worth=3),
        Point("two", "2", owner="holder"),
    ),
    target=52,
    ending="A17",
    jokers=("LJ", "HJ"),
    hand_size=9,
    trump_names=("A", "K", "Q", "J", "oJ", "HJ", "LJ", *"T98765432"),
    trump_is="declared",
    exchange="ten-point",
    following="trumps only",
    moon="ten-point",
    extra_options=frozenset({"dirty", "backdoor"}),
)

SHEETS: dict[str, Sheet] = {
    sheet.name: sheet for sheet in (AUCTION, AUCTION_PARTNERS, ROADHOUSE, PARTNERSHIP_DRAW, CONTWAY, TEN_POINT)
}


def with_owner(sheet: Sheet, point_name: str, owner: str) -> Sheet:
    """The sheet with one point given to another owner (taker or holder)."""
    points = tuple(replace(p, owner=owner) if p.name == point_name else p for p in sheet.points)
    return replace(sheet, points=points)


def positive(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"option {key} must be a whole number from 1 up, not {value!r}")
    return value


def with_option(sheet: Sheet, key: str, value: object) -> Sheet:
    """The sheet under one option."""
    if key not in {"target", "max_deals"} | sheet.extra_options:
        raise ValueError(f"{sheet.name} has no option {key}")
    if key == "target":
        return replace(sheet, target=positive(key, value))
    if key == "max_deals":
        return replace(sheet, max_deals=positive(key, value))
    if key == "backdoor":
        return replace(sheet, backdoor=positive(key, value))
    if key == "low" and value in ("holder", "taker"):
        return with_owner(sheet, "low", str(value))
    if key == "dirty" and isinstance(value, bool):
        return with_owner(sheet, "two", "taker") if value else sheet
    raise ValueError(f"option {key} cannot be {value!r}")


def find_sheet(name: str, seats: int, sides: int, options: Mapping[str, object]) -> Sheet:
    """The sheet of that name under its options; ValueError if there is none such."""
    if name not in SHEETS:
        raise ValueError(f"unknown sheet {name}")
    sheet = SHEETS[name]
    if (seats, sides) not in sheet.layouts:
        raise ValueError(f"{name} is not played by {seats} seats in {sides} sides")
    for key, value in options.items():
        sheet = with_option(sheet, key, value)
    return sheet
