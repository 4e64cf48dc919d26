"""Actions as ints, and what may be done as data.

    0-53   play that card                       72, 73   take or leave the card shown
    64     pass                                 80-83    declare (or name) the suit
    65, 66 look, bid blind                      96-111   declare trump and sub-trump: 96 + 4 * trump + sub-trump
    67     claim a misdeal                      128-181  call that card; its holder is the partner
    68, 69 play on, fold                        256-     calls: 256 + 4 * value + kind
    70, 71 keep the widow, hand it on unseen    PICK | mask  the chosen set of cards

A call's kind: 0 straight, 1 doubled, 2 the sheet's special call, 3 a special call above that. Ascending code is the
canonical order of legal actions, and the rank of calls.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

PASS: Final = 64
LOOK: Final = 65
BLIND: Final = 66
MISDEAL: Final = 67
PLAY_ON: Final = 68
FOLD: Final = 69
KEEP_WIDOW: Final = 70
HAND_ON: Final = 71
TAKE: Final = 72
LEAVE: Final = 73
DECLARE: Final = 80
DECLARE_TWO: Final = 96
CALL_CARD: Final = 128
CALL: Final = 256
STRAIGHT, DOUBLED, SPECIAL, SPECIAL_BLIND = 0, 1, 2, 3
PICK: Final = 1 << 54
PICK_MASK: Final = PICK - 1


class Ask(IntEnum):
    """What is asked; the numbers are those of the protocol. NOTHING: no seat is to act."""

    NOTHING = 0
    LOOK = 1
    CALL = 2
    DECLARE = 3
    NAME_SUIT = 4
    CALL_PARTNER = 5
    THROW = 6
    BURN = 7
    KEEP = 8
    SEARCH = 9
    WIDOW = 10
    TAKE = 11
    PLAY_ON = 12
    PLAY = 13


# The same as plain ints, for the hot paths.
ASK_NOTHING: Final = 0
ASK_LOOK: Final = 1
ASK_CALL: Final = 2
ASK_DECLARE: Final = 3
ASK_NAME_SUIT: Final = 4
ASK_CALL_PARTNER: Final = 5
ASK_THROW: Final = 6
ASK_BURN: Final = 7
ASK_KEEP: Final = 8
ASK_SEARCH: Final = 9
ASK_WIDOW: Final = 10
ASK_TAKE: Final = 11
ASK_PLAY_ON: Final = 12
ASK_PLAY: Final = 13


class Pick:
    """The choice of a set of cards: all of `fixed` plus `least` to `most` cards of `choose_from` (disjoint masks)."""

    __slots__ = ("choose_from", "fixed", "least", "most")

    def __init__(self, fixed: int, choose_from: int, least: int, most: int) -> None:
        self.fixed = fixed
        self.choose_from = choose_from
        self.least = least
        self.most = most

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pick) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Pick(fixed={self.fixed:#x}, choose_from={self.choose_from:#x}, least={self.least}, most={self.most})"

    def _key(self) -> tuple[int, int, int, int]:
        return (self.fixed, self.choose_from, self.least, self.most)

    def __contains__(self, action: int) -> bool:
        chosen, fixed = action ^ PICK, self.fixed
        if chosen & ~(fixed | self.choose_from) or chosen & fixed != fixed:
            return False
        return self.least <= chosen.bit_count() - fixed.bit_count() <= self.most

    def allows(self, mask: int) -> bool:
        """Return whether the set of cards may be chosen."""
        return PICK | mask in self


Legal = tuple[int, ...] | Pick


def call_code(value: int, kind: int = STRAIGHT) -> int:
    """Return the action code of a call."""
    return CALL + 4 * value + kind


def call_value(code: int) -> int:
    """Return the value of a call: the points that must be taken."""
    return (code - CALL) >> 2


def call_kind(code: int) -> int:
    """Return the kind of a call: STRAIGHT, DOUBLED, SPECIAL or SPECIAL_BLIND."""
    return code & 3


def allows(legal: Legal, action: int) -> bool:
    """Return whether `action` is one of `legal`."""
    return action in legal


def house_move(legal: Legal) -> int:
    """Return what the house plays for a seat (DESIGN section 6): pass if legal, else the first in canonical order."""
    if isinstance(legal, Pick):
        mask, rest = legal.fixed, legal.choose_from
        for _ in range(legal.least):
            lowest = rest & -rest
            mask |= lowest
            rest ^= lowest
        return PICK | mask
    return PASS if PASS in legal else legal[0]
