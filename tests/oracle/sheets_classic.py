"""The classic family (RULES.md section 3)."""

from __future__ import annotations

from dataclasses import replace

from .shape import GAME, HIGH, JACK, LOW, OFF_JACK, TWO_PAIRS, WHOLE_GAME, Point, Sheet, Special, numbers, solo


def classic_points(low_owner: str) -> tuple[Point, ...]:
    return (HIGH, replace(LOW, owner=low_owner), JACK, GAME)


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

BARN = Sheet(
    name="barn",
    layouts=solo(3, 7) | TWO_PAIRS,
    calls=numbers(2, 4),
    stuck_calls=numbers(2, 4),
    points=classic_points("holder"),
    target=7,
    ending="pitched and made",
    trump_is="declared",
    following="break trump first",
    extra_options=frozenset({"backdoor"}),
)

ABACOS = Sheet(
    name="abacos",
    layouts=solo(3, 7) | TWO_PAIRS,
    calls=numbers(2, 4),
    stuck_calls=numbers(2, 4),
    points=classic_points("holder"),
    target=7,
    ending="pitched and made",
    looking="look or blind",
    exchange="forfeit",
    extra_options=frozenset({"backdoor"}),
)

MAN_O_WAR = replace(ABACOS, name="man-o-war", exchange="forfeit and take")

REVERSE = Sheet(
    name="reverse",
    layouts=solo(3, 7) | TWO_PAIRS,
    calls=numbers(2, 4),
    stuck_calls=numbers(2, 4),
    points=classic_points("holder"),
    target=7,
    ending="pitched and made",
    lowest_wins=True,
    extra_options=frozenset({"backdoor"}),
)

ROADHOUSE = Sheet(
    name="roadhouse",
    layouts=solo(3, 7) | TWO_PAIRS,
    calls=(*numbers(2, 4), "moon"),
    stuck_calls=(*numbers(2, 4), "moon"),
    specials={"moon": Special(needs="all points and tricks", effect="plus or minus", worth=15)},
    points=classic_points("taker"),
    target=15,
    ending="win by",
    win_by=2,
    following="strict",
    extra_options=frozenset({"backdoor"}),
)

MARYLAND_JACK = Sheet(
    name="maryland-jack",
    layouts=solo(3, 6),
    calls=numbers(2, 4),
    stuck_calls=numbers(2, 4),
    points=(
        replace(HIGH, only_against_set=True),
        replace(LOW, only_against_set=True),
        replace(JACK, only_against_set=True),
        OFF_JACK,
    ),
    target=11,
    ending="A17",
    trump_names=("A", "K", "Q", "J", "oJ", *"T98765432"),
    following="strict",
    made_scores="the bid, one more if exact",
    extra_options=frozenset({"tens", "backdoor"}),
)

PARTNERSHIP_DRAW = Sheet(
    name="partnership-draw",
    layouts=TWO_PAIRS,
    calls=(*numbers(2, 4), "moon"),
    stuck_calls=(*numbers(2, 4), "moon"),
    specials={"moon": WHOLE_GAME},
    points=classic_points("holder"),
    target=15,
    ending="A17",
    trump_is="declared",
    exchange="throw non-trumps",
    first_lead_trump=True,
    extra_options=frozenset({"backdoor"}),
)

CLASSIC_FAMILY = (
    AUCTION,
    AUCTION_PARTNERS,
    BARN,
    ABACOS,
    MAN_O_WAR,
    REVERSE,
    ROADHOUSE,
    MARYLAND_JACK,
    PARTNERSHIP_DRAW,
)
