"""Events: what happened, and who may see it.

An event is a plain tuple ``(kind, seat, value, cards, audience)``: `cards` a set of cards as a bitmask, `audience` a
bit per seat. The numbers of `EventKind` are those of the protocol; proto/pitch/arena/v1/play.proto says what each
carries.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

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
    FORFEIT = 24
    OWN_FORFEIT = 25
    OFFER = 26
    TAKE_OR_LEAVE = 27
    SEARCH = 28
    DEAD_TRICK = 29


# Seats are nine at most; a public event is addressed to all of them.
EVERYONE: Final = 511

# The same kinds as plain ints: an enum member costs more to look up than the event to make.
DEAL: Final = 1
HAND: Final = 2
LOOK: Final = 3
CALL: Final = 4
CONTRACT: Final = 5
TRUMP: Final = 6
PARTNER_CALLED: Final = 7
THROW: Final = 8
OWN_THROW: Final = 9
DRAW: Final = 10
OWN_DRAW: Final = 11
WIDOW: Final = 12
ASIDE: Final = 13
OWN_ASIDE: Final = 14
BURN: Final = 15
PLAY: Final = 16
TRICK: Final = 17
FOLD: Final = 18
POINT: Final = 19
SCORED: Final = 20
SCORE: Final = 21
RESULT: Final = 22
SHOW: Final = 23
FORFEIT: Final = 24
OWN_FORFEIT: Final = 25
OFFER: Final = 26
TAKE_OR_LEAVE: Final = 27
SEARCH: Final = 28
DEAD_TRICK: Final = 29
