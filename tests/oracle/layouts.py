"""Every named sheet with its seat counts, sides and options, for the random games."""

from __future__ import annotations

Layout = tuple[str, int, int, dict[str, object]]  # sheet, seats, sides, options

TWO_TRUMP_SIDES = ((4, 2), (6, 3), (8, 4), (6, 2), (9, 3))


def solo_seats(sheet: str, fewest: int, most: int) -> list[Layout]:
    return [(sheet, n, n, {}) for n in range(fewest, most + 1)]


def two_trump_in_sides(options: dict[str, object]) -> list[Layout]:
    return [("two-trump", seats, sides, options) for seats, sides in TWO_TRUMP_SIDES]


CLASSIC: list[Layout] = [
    *solo_seats("auction", 2, 7),
    ("auction", 4, 4, {"low": "holder", "target": 11, "backdoor": 11}),
    ("auction-partners", 4, 2, {}),
    ("auction-backdoor", 3, 3, {}),
    *solo_seats("barn", 3, 7),
    ("barn", 4, 2, {"backdoor": 9}),
    *solo_seats("abacos", 3, 7),
    ("abacos", 4, 2, {"backdoor": 9}),
    *solo_seats("man-o-war", 3, 7),
    ("man-o-war", 4, 2, {"backdoor": 9}),
    *solo_seats("reverse", 3, 7),
    ("reverse", 4, 2, {"backdoor": 9}),
    *solo_seats("roadhouse", 3, 7),
    ("roadhouse", 4, 2, {"backdoor": 15}),
    *solo_seats("maryland-jack", 3, 6),
    ("maryland-jack", 4, 4, {"tens": True, "backdoor": 11}),
    ("partnership-draw", 4, 2, {}),
]

SEVEN: list[Layout] = [
    ("contway", 4, 2, {}),
    ("contway-three", 3, 3, {}),
    ("cell", 4, 2, {}),
    ("southeast-missouri", 4, 2, {}),
    ("seven-point-nebraska", 4, 2, {"backdoor": 15}),
    ("juniper", 9, 3, {}),
    *solo_seats("two-trump", 3, 9),
    *two_trump_in_sides({"override": True, "min": 4}),
    ("high-five", 4, 2, {}),
]

TEN_POINT_SETS = (
    "five-point",
    "seven-point",
    "eight-point",
    "ten-point",
    "eleven-point",
    "thirteen-point",
    "fourteen-point",
    "fifteen-point",
    "sixteen-point",
)

TEN: list[Layout] = [
    *[(sheet, 4, 2, {}) for sheet in TEN_POINT_SETS],
    ("ten-point", 4, 2, {"dirty": True, "backdoor": 52}),
    ("ten-point-dirty", 4, 2, {}),
    ("ten-point-reverse-hierarchy", 4, 2, {}),
    ("ten-point-capture-low", 4, 2, {}),
    ("thirteen-point", 4, 2, {"reverse_hierarchy": True, "dirty": True}),
    ("sixteen-point", 4, 2, {"capture_low": True, "dirty": True}),
    ("ten-point-five-handed", 5, 5, {}),
    ("ten-point-five-handed", 5, 5, {"capture_low": True, "backdoor": 20}),
]

REGIONAL: list[Layout] = [
    ("oklahoma", 4, 2, {}),
    ("oklahoma", 6, 3, {"backdoor": 32}),
    ("razzle-dazzle", 5, 5, {}),
    ("wahoo", 4, 2, {}),
    ("wahoo", 6, 3, {}),
    ("campbell-ten", 4, 2, {"backdoor": 32}),
    ("carthage", 4, 2, {}),
    ("carthage", 4, 2, {"doubled": True}),
    *solo_seats("susqy-river", 2, 4),
    ("susqy-river", 3, 3, {"win_by": 2, "float57": True}),
    ("campbell-eleven", 4, 2, {}),
    ("campbell-eleven-five-handed", 5, 5, {}),
    ("seventeen-point", 4, 2, {}),
]

NINE_FIVE: list[Layout] = [
    ("nine-five", 4, 2, {}),
    ("nine-five-backdoor", 4, 2, {}),
    ("nine-five-hotshot", 4, 2, {}),
    ("northwest-connecticut", 4, 2, {"backdoor": 80}),
    ("northeast-connecticut", 4, 2, {}),
]

EVERY_LAYOUT: list[Layout] = [*CLASSIC, *SEVEN, *TEN, *REGIONAL, *NINE_FIVE]
