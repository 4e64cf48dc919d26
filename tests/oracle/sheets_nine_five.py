"""Nine-Five (RULES.md section 5.3)."""

from __future__ import annotations

from dataclasses import replace

from .shape import GAME, HIGH, JACK, LOW, TWO_PAIRS, WHOLE_GAME, Point, Sheet, Special, numbers

NINE_FIVE = Sheet(
    name="nine-five",
    layouts=TWO_PAIRS,
    calls=(*numbers(4, 18), "smudge", "blind-smudge"),
    stuck_calls=(*numbers(4, 18), "smudge"),
    specials={
        "smudge": Special(needs="all points and tricks", effect="plus or minus", worth=19),
        "blind-smudge": Special(needs="all points and tricks", effect="plus or minus", worth=20),
    },
    looking="blind-smudge or look",
    forced_nine=True,
    points=(HIGH, LOW, JACK, GAME, Point("five", "5", worth=5), Point("nine", "9", worth=9)),
    target=100,
    ending="over, pitched and made",
    loses_at=-100,
    hand_size=9,
    trump_is="declared",
    exchange="nine-five",
    first_lead_trump=True,
)

NINE_FIVE_BACKDOOR = replace(NINE_FIVE, name="nine-five-backdoor", loses_at=None, draw_at=-200)

NINE_FIVE_HOTSHOT = replace(
    NINE_FIVE,
    name="nine-five-hotshot",
    calls=(*numbers(9, 17), "hotshot"),
    stuck_calls=(*numbers(9, 17), "hotshot"),
    specials={"hotshot": WHOLE_GAME},
    looking="at once",
    first_lead_trump=False,
)

NORTHWEST_CONNECTICUT = replace(
    NINE_FIVE,
    name="northwest-connecticut",
    calls=numbers(4, 18),
    stuck_calls=numbers(4, 18),
    specials={},
    looking="at once",
    may_pass_out=True,
    ending="A17",
    loses_at=None,
    hand_size=6,
    exchange="throw non-trumps face up",
    first_lead_trump=False,
    first_leader="left of pitcher",
    extra_options=frozenset({"backdoor"}),
)

NORTHEAST_CONNECTICUT = replace(
    NORTHWEST_CONNECTICUT,
    name="northeast-connecticut",
    calls=(*numbers(5, 18), "double-18"),
    stuck_calls=("5",),
    specials={"double-18": Special(needs="all tricks", effect="plus or minus", worth=36)},
    may_pass_out=False,
    ending="over, pitched and made",
)

NINE_FIVE_FAMILY = (
    NINE_FIVE,
    NINE_FIVE_BACKDOOR,
    NINE_FIVE_HOTSHOT,
    NORTHWEST_CONNECTICUT,
    NORTHEAST_CONNECTICUT,
)
