"""The six-, seven- and nine-point family (RULES.md section 4)."""

from __future__ import annotations

from dataclasses import replace

from .shape import (
    BOTH_JOKERS,
    CLASSIC_TRUMPS,
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
    numbers,
    solo,
)

SEVEN_TRUMPS = ("A", "K", "Q", "J", "oJ", "HJ", "LJ", *"T98765432")

CONTWAY = Sheet(
    name="contway",
    layouts=TWO_PAIRS,
    calls=numbers(2, 6),
    stuck_calls=("2",),
    points=(HIGH, LOW, JACK, OFF_JACK, Point("joker", "HJ"), GAME),
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

CONTWAY_THREE = replace(CONTWAY, name="contway-three", layouts=solo(3, 3))

CELL = Sheet(
    name="cell",
    layouts=TWO_PAIRS,
    calls=numbers(3, 7),
    stuck_calls=numbers(3, 7),
    points=(HIGH, LOW, JACK, OFF_JACK, *TWO_JOKERS, GAME),
    target=21,
    ending="A17",
    jokers=BOTH_JOKERS,
    packet=1,
    trump_names=SEVEN_TRUMPS,
    trump_is="declared",
    exchange="cell",
    first_lead_trump=True,
    extra_options=frozenset({"backdoor"}),
)

SOUTHEAST_MISSOURI = replace(CELL, name="southeast-missouri", ranks=tuple("789TJQKA"), exchange="none")

SEVEN_POINT_NEBRASKA = replace(
    CELL,
    name="seven-point-nebraska",
    packet=3,
    calls=numbers(2, 7),
    stuck_calls=numbers(2, 7),
    trump_is="pitched",
    exchange="none",
    first_lead_trump=False,
    joker_breaks_game_tie=True,
    target=15,
)

JUNIPER = Sheet(
    name="juniper",
    layouts=frozenset({(9, 3)}),
    calls=numbers(1, 6),
    stuck_calls=numbers(1, 6),
    points=(HIGH, LOW, JACK, *TWO_JOKERS, GAME),
    target=21,
    ending="A17",
    jokers=BOTH_JOKERS,
    trump_names=("A", "K", "Q", "J", "HJ", "LJ", *"T98765432"),
    joker_is_half_a_pip=True,
    set_scores="below zero",
)

TWO_TRUMP = Sheet(
    name="two-trump",
    layouts=solo(3, 9) | {(4, 2), (6, 3), (8, 4), (6, 2), (9, 3)},
    calls=numbers(3, 9),
    stuck_calls=numbers(3, 9),
    points=(
        HIGH,
        LOW,
        JACK,
        Point("sub-high", "sub highest", owner="holder"),
        Point("sub-low", "sub lowest", owner="holder"),
        Point("sub-jack", "sub J"),
        *TWO_JOKERS,
        GAME,
    ),
    target=26,
    ending="A17",
    jokers=BOTH_JOKERS,
    trump_names=CLASSIC_TRUMPS,
    trump_is="declared with sub-trump",
    following="sub-trump",
    first_lead_trump=True,
    extra_options=frozenset({"min", "override", "backdoor"}),
)

HIGH_FIVE = Sheet(
    name="high-five",
    layouts=TWO_PAIRS,
    calls=(*numbers(6, 17), "moon"),
    stuck_calls=(*numbers(6, 17), "moon"),
    specials={"moon": WHOLE_GAME},
    points=(
        HIGH,
        LOW,
        JACK,
        OFF_JACK,
        *TWO_JOKERS,
        Point("ten", "T"),
        Point("five", "5", worth=5),
        Point("off-five", "o5", worth=5),
    ),
    target=51,
    ending="A17",
    jokers=BOTH_JOKERS,
    hand_size=9,
    trump_names=("A", "K", "Q", "J", "oJ", "HJ", "LJ", *"T98765", "o5", *"432"),
    trump_is="declared",
    exchange="high-five",
    first_lead_trump=True,
    extra_options=frozenset({"backdoor"}),
)

SEVEN_POINT_FAMILY = (
    CONTWAY,
    CONTWAY_THREE,
    CELL,
    SOUTHEAST_MISSOURI,
    SEVEN_POINT_NEBRASKA,
    JUNIPER,
    TWO_TRUMP,
    HIGH_FIVE,
)
