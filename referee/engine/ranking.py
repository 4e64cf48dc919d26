"""The trump list of a sheet: which cards are trumps when a suit is, and in what order (RULES section 1)."""

from __future__ import annotations

from referee.engine import cards as c
from referee.engine.sheet import Sheet

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def trump_list(sheet: Sheet, suit: int) -> tuple[tuple[str, int], ...]:
    """Return the (name, card) of every trump when `suit` is trump, strongest first.

    An off-card ranks just below its counterpart, jokers below jack and off-jack and above the ten, high above low.
    """
    ordered: list[tuple[str, int]] = []
    other = c.same_colour(suit)
    for rank in range(c.ACE, sheet.lowest_rank - 1, -1):
        ordered.append((RANK_NAMES[rank], 13 * suit + rank))
        if rank in sheet.off_ranks:
            ordered.append((f"off-{RANK_NAMES[rank]}", 13 * other + rank))
        if rank == c.JACK:
            ordered.extend([("high-joker", c.HIGH_JOKER), ("low-joker", c.LOW_JOKER)][: sheet.jokers])
    return tuple(reversed(ordered)) if sheet.reversed_trumps else tuple(ordered)
