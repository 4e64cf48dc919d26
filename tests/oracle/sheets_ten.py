"""``ten-point``, its point sets and its options (RULES.md section 5.1)."""

from __future__ import annotations

from dataclasses import replace

from .shape import BOTH_JOKERS, FIVE_SOLO, OFF_JACK, TWO_JOKERS, TWO_PAIRS, Point, Sheet, Special, numbers

TEN_TRUMPS = ("A", "K", "Q", "J", "oJ", "HJ", "LJ", *"T98765432")
THIRTEEN_TRUMPS = ("A", "K", "Q", "J", "oJ", "HJ", "LJ", *"T9876543", "o3", "2")
SIXTEEN_TRUMPS = ("A", "oA", "K", "Q", "J", "oJ", "HJ", "LJ", "T", "oT", *"9876543", "o3", "2", "o2")

ACE = Point("ace", "A")
PLAIN_JACK = Point("jack", "J")
TEN = Point("ten", "T")
THREE = Point("three", "3", worth=3)
TWO = Point("two", "2", owner="holder")
OFF_ACE = Point("off-ace", "oA")
OFF_THREE = Point("off-three", "o3", worth=3)
OFF_TEN = Point("off-ten", "oT")
OFF_TWO = Point("off-two", "o2")

TEN_POINTS = (ACE, PLAIN_JACK, OFF_JACK, *TWO_JOKERS, TEN, THREE, TWO)
THIRTEEN_POINTS = (ACE, PLAIN_JACK, OFF_JACK, *TWO_JOKERS, TEN, THREE, OFF_THREE, TWO)
SIXTEEN_POINTS = (ACE, OFF_ACE, PLAIN_JACK, OFF_JACK, *TWO_JOKERS, TEN, OFF_TEN, THREE, OFF_THREE, TWO, OFF_TWO)

TEN_POINT_MOON = Special(needs="all points", effect="ten-point")

TEN_POINT = Sheet(
    name="ten-point",
    layouts=TWO_PAIRS,
    calls=(*numbers(4, 10), "moon"),
    stuck_calls=("4",),
    specials={"moon": TEN_POINT_MOON},
    points=TEN_POINTS,
    target=52,
    ending="A17",
    jokers=BOTH_JOKERS,
    hand_size=9,
    trump_names=TEN_TRUMPS,
    trump_is="declared",
    exchange="ten-point",
    following="trumps only",
    extra_options=frozenset({"dirty", "reverse_hierarchy", "capture_low", "backdoor"}),
)

TEN_POINT_FIVE_HANDED = replace(
    TEN_POINT,
    name="ten-point-five-handed",
    layouts=FIVE_SOLO,
    hand_size=10,
    specials={"moon": Special(needs="all points", effect="ten-point, called partner", worth=10)},
    called_partner=True,
    exchange="called partner",
    target=42,
    ending="called partner",
)


def without(points: tuple[Point, ...], *names: str) -> tuple[Point, ...]:
    return tuple(point for point in points if point.name not in names)


def point_set(name: str, total: int, points: tuple[Point, ...], trumps: tuple[str, ...] = TEN_TRUMPS) -> Sheet:
    calls = (*numbers(4, total), "moon")
    return replace(TEN_POINT, name=name, calls=calls, points=points, trump_names=trumps)


JOKER_NAMES = ("high-joker", "low-joker")

FIVE_POINT = point_set("five-point", 5, without(TEN_POINTS, "three", *JOKER_NAMES))
SEVEN_POINT = point_set("seven-point", 7, without(TEN_POINTS, "three"))
EIGHT_POINT = point_set("eight-point", 8, without(TEN_POINTS, *JOKER_NAMES))
THIRTEEN_POINT = point_set("thirteen-point", 13, THIRTEEN_POINTS, THIRTEEN_TRUMPS)
ELEVEN_POINT = point_set("eleven-point", 11, without(THIRTEEN_POINTS, *JOKER_NAMES), THIRTEEN_TRUMPS)
SIXTEEN_POINT = point_set("sixteen-point", 16, SIXTEEN_POINTS, SIXTEEN_TRUMPS)
FIFTEEN_POINT = point_set("fifteen-point", 15, without(SIXTEEN_POINTS, "off-two"), SIXTEEN_TRUMPS)
FOURTEEN_POINT = point_set("fourteen-point", 14, without(SIXTEEN_POINTS, *JOKER_NAMES), SIXTEEN_TRUMPS)


# --- the options of this family; three of them have sheets of their own ---


def dirty(sheet: Sheet) -> Sheet:
    """The two is captured like any card."""
    return replace(sheet, points=tuple(replace(p, owner="taker") for p in sheet.points))


def reverse_hierarchy(sheet: Sheet) -> Sheet:
    """The trump list is literally reversed."""
    return replace(sheet, trump_names=sheet.trump_names[::-1])


def capture_low(sheet: Sheet) -> Sheet:
    """The two of trumps wins the trick it is played to: only trumps are played, so it is the strongest."""
    others = tuple(name for name in sheet.trump_names if name != "2")
    return replace(sheet, trump_names=("2", *others))


TEN_POINT_FAMILY = (
    TEN_POINT,
    TEN_POINT_FIVE_HANDED,
    FIVE_POINT,
    SEVEN_POINT,
    EIGHT_POINT,
    THIRTEEN_POINT,
    ELEVEN_POINT,
    SIXTEEN_POINT,
    FIFTEEN_POINT,
    FOURTEEN_POINT,
)
