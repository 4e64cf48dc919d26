"""Events: what happened, and who may see it.

An event is a plain tuple ``(kind, seat, value, cards, audience)``: `cards` a set of cards as a bitmask, `audience` a
bit per seat. The numbers of `EventKind` are those of the protocol; proto/pitch/arena/v1/play.proto says what each
carries.
"""

from __future__ import annotations

from enum import IntEnum

Event = tuple[int, int, int, int, int]


class EventKind(IntEnum):
    """What happened; the meaning of seat, value and cards is documented in play.proto."""

    DEAL = 1
    HAND = 2
    LOOK = 3
    CALL = 4
    CONTRACT = 5
    TRUMP = 6
    PARTNER_CALLED = 7
    THROW = 8
    OWN_THROW = 9
    DRAW = 10
    OWN_DRAW = 11
    WIDOW = 12
    ASIDE = 13
    OWN_ASIDE = 14
    BURN = 15
    PLAY = 16
    TRICK = 17
    FOLD = 18
    POINT = 19
    SCORED = 20
    SCORE = 21
    RESULT = 22
    SHOW = 23
