"""The regional ten-point games (RULES.md section 5.2)."""

from __future__ import annotations

from dataclasses import replace

from .shape import (
    BOTH_JOKERS,
    FIVE_SOLO,
    GAME,
    HIGH,
    JACK,
    LOW,
    OFF_JACK,
    TWO_JOKERS,
    TWO_PAIRS,
    WHOLE_GAME,
    Point,
    Sheet,
    Special,
    numbers,
    solo,
    straight_and_doubled,
)
from .sheets_ten import (
    OFF_ACE,
    TEN_POINT,
    TEN_POINT_FIVE_HANDED,
    TEN_POINTS,
    TEN_TRUMPS,
    THREE,
    without,
)

MOON_OF_TEN = Special(needs="all points", effect="plus or minus", worth=10)

OKLAHOMA = Sheet(
    name="oklahoma",
    layouts=TWO_PAIRS | {(6, 3)},
    calls=straight_and_doubled(3, 10),
    stuck_calls=straight_and_doubled(3, 10),
    points=(HIGH, LOW, JACK, OFF_JACK, *TWO_JOKERS, GAME, THREE),
    target=32,
    ending="A17",
    jokers=BOTH_JOKERS,
    hand_size=9,
    hand_size_of_six_seats=8,
    trump_names=TEN_TRUMPS,
    trump_is="declared",
    exchange="oklahoma",
    first_lead_trump=True,
    extra_options=frozenset({"backdoor"}),
)

RAZZLE_DAZZLE = replace(
    OKLAHOMA,
    name="razzle-dazzle",
    layouts=FIVE_SOLO,
    hand_size=10,
    called_partner=True,
    exchange="razzle-dazzle",
    ending="called partner",
)

WAHOO = replace(
    OKLAHOMA,
    name="wahoo",
    hand_size=6,
    hand_size_of_six_seats=6,
    calls=(*straight_and_doubled(5, 9), "moon"),
    stuck_calls=("5",),
    specials={"moon": MOON_OF_TEN},
    exchange="wahoo",
)

CAMPBELL_TEN = Sheet(
    name="campbell-ten",
    layouts=TWO_PAIRS,
    calls=(*numbers(5, 9), "moon"),
    stuck_calls=(*numbers(5, 9), "moon"),
    specials={"moon": MOON_OF_TEN},
    points=TEN_POINTS,
    target=32,
    ending="A17",
    jokers=BOTH_JOKERS,
    hand_size=9,
    trump_names=TEN_TRUMPS,
    trump_is="declared",
    exchange="campbell",
    following="trumps only",
    burned_points_to_others=True,
    extra_options=frozenset({"backdoor"}),
)

CARTHAGE = replace(
    CAMPBELL_TEN,
    name="carthage",
    exchange="carthage",
    following="trump led only",
    first_lead_trump=True,
    ending="carthage",
    extra_options=frozenset({"backdoor", "doubled"}),
)


def with_doubled_calls(sheet: Sheet) -> Sheet:
    calls = (*straight_and_doubled(5, 9), "moon")
    return replace(sheet, calls=calls, stuck_calls=calls)


SUSQY_RIVER = Sheet(
    name="susqy-river",
    layouts=solo(2, 4),
    calls=numbers(2, 10),
    stuck_calls=numbers(2, 10),
    points=(
        HIGH,
        replace(LOW, owner="taker"),
        JACK,
        GAME,
        Point("five", "5", worth=5),
        Point("last-trick", "last trick"),
    ),
    target=50,
    ending="A17",
    hand_size=7,
    trump_is="declared",
    exchange="susqy-river",
    extra_options=frozenset({"win_by", "float57", "backdoor"}),
)

CAMPBELL_ELEVEN = replace(
    CAMPBELL_TEN,
    name="campbell-eleven",
    calls=(*numbers(5, 11), "moon"),
    stuck_calls=(*numbers(5, 11), "moon"),
    specials={"moon": WHOLE_GAME},
    points=(*TEN_POINTS, OFF_ACE),
    trump_names=("A", "oA", *TEN_TRUMPS[1:]),
    may_misdeal=True,
    target=51,
)

CAMPBELL_ELEVEN_FIVE_HANDED = replace(
    CAMPBELL_ELEVEN,
    name="campbell-eleven-five-handed",
    layouts=FIVE_SOLO,
    hand_size=10,
    specials={"moon": replace(TEN_POINT_FIVE_HANDED.specials["moon"], worth=11)},
    called_partner=True,
    called_card_to_first_trick=True,
    exchange="called partner",
    ending="called partner",
)

SEVENTEEN_POINT = replace(
    TEN_POINT,
    name="seventeen-point",
    calls=(*numbers(4, 17), "moon"),
    points=(
        *without(TEN_POINTS, "three"),
        Point("five", "5", worth=5),
        Point("off-five", "o5", worth=5),
    ),
    trump_names=("A", "K", "Q", "J", "oJ", "HJ", "LJ", *"T98765", "o5", *"432"),
    extra_options=frozenset({"backdoor"}),
)

REGIONAL_TEN_POINT_FAMILY = (
    OKLAHOMA,
    RAZZLE_DAZZLE,
    WAHOO,
    CAMPBELL_TEN,
    CARTHAGE,
    SUSQY_RIVER,
    CAMPBELL_ELEVEN,
    CAMPBELL_ELEVEN_FIVE_HANDED,
    SEVENTEEN_POINT,
)
