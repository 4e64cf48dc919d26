"""The point sets of the ten-point family (RULES 5.1), and `seventeen-point` (5.2)."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.cards import ACE, FIVE, JACK, TEN, THREE, TWO
from referee.engine.points import CardPoint
from referee.engine.sheet import Sheet
from referee.variants.ten_point import OPTIONS, TEN_POINT, TEN_POINTS, moon
from referee.variants.variant import PAIRS, WITH_BACKDOOR, Variant

NO_THREE = ("three",)
NO_JOKERS = ("high-joker", "low-joker")
OFF_THREE = (CardPoint(card="off-three", worth=3),)
ALL_OFF = (
    CardPoint(card="off-ace"),
    CardPoint(card="off-ten"),
    *OFF_THREE,
    CardPoint(card="off-two"),
)
WITH_OFF_THREE = (JACK, THREE)
EVERY_OFF = (ACE, JACK, TEN, THREE, TWO)


def _without(points: tuple[CardPoint, ...], *names: str) -> tuple[CardPoint, ...]:
    return tuple(point for point in points if point.name not in names)


def _set(name: str, points: tuple[CardPoint, ...], off_ranks: tuple[int, ...] = (JACK,)) -> Sheet:
    """Return the sheet of a point set; its calls go up to what all the points are worth."""
    total = sum(point.worth for point in points)
    return replace(
        TEN_POINT,
        id=f"{name}-point",
        title=f"{name.capitalize()}-Point Pitch",
        points=points,
        off_ranks=off_ranks,
        highest_call=total,
        specials=moon(total),
    )


SETS = (
    _set("five", _without(TEN_POINTS, *NO_THREE, *NO_JOKERS)),
    _set("seven", _without(TEN_POINTS, *NO_THREE)),
    _set("eight", _without(TEN_POINTS, *NO_JOKERS)),
    _set("eleven", _without((*TEN_POINTS, *OFF_THREE), *NO_JOKERS), WITH_OFF_THREE),
    _set("thirteen", (*TEN_POINTS, *OFF_THREE), WITH_OFF_THREE),
    _set("fourteen", _without((*TEN_POINTS, *ALL_OFF), *NO_JOKERS), EVERY_OFF),
    _set("fifteen", _without((*TEN_POINTS, *ALL_OFF), "off-two"), EVERY_OFF),
    _set("sixteen", (*TEN_POINTS, *ALL_OFF), EVERY_OFF),
)
FIVES = (CardPoint(card="five", worth=5), CardPoint(card="off-five", worth=5))
SEVENTEEN = _set("seventeen", (*_without(TEN_POINTS, *NO_THREE), *FIVES), (JACK, FIVE))

VARIANTS = (
    *(Variant(sheet=sheet, layouts=PAIRS, options=OPTIONS) for sheet in SETS),
    Variant(sheet=SEVENTEEN, layouts=PAIRS, options=WITH_BACKDOOR),
)
