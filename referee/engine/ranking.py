"""The trump list of a sheet: which cards are trumps when a suit is, and in what order (RULES section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine import cards as c
from referee.engine.kinds import Jokers, TrumpOrder

if TYPE_CHECKING:
    from referee.engine.sheet import Sheet

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
JOKER_NAMES = (("high-joker", c.HIGH_JOKER), ("low-joker", c.LOW_JOKER))


def trump_list(sheet: Sheet, suit: int) -> tuple[tuple[str, int], ...]:
    """Return the (name, card) of every trump when `suit` is trump, strongest first.

    An off-card ranks just below its counterpart, jokers below jack and off-jack and above the ten, high above low.
    """
    ordered: list[tuple[str, int]] = []
    other = c.same_colour(suit)
    jokers = JOKER_NAMES[: sheet.jokers] if sheet.joker_role is Jokers.TRUMPS else ()
    for rank in range(c.ACE, c.TWO - 1, -1):
        if rank == c.TEN:
            ordered.extend(jokers)
        if rank < sheet.lowest_rank:
            continue
        ordered.append((RANK_NAMES[rank], 13 * suit + rank))
        if rank in sheet.off_ranks:
            ordered.append((f"off-{RANK_NAMES[rank]}", 13 * other + rank))
    return tuple(reversed(ordered)) if sheet.trump_order is TrumpOrder.REVERSED else tuple(ordered)


def sub_trump_list(sheet: Sheet, suit: int) -> tuple[tuple[str, int], ...]:
    """Return the (name, card) of every sub-trump when `suit` is sub-trump, strongest first (two-trump)."""
    return tuple((RANK_NAMES[rank], 13 * suit + rank) for rank in range(c.ACE, sheet.lowest_rank - 1, -1))
