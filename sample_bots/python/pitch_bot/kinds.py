"""The protocol's enums as Python enums, with the same numbers; docs/protocol.md explains every value."""

from enum import IntEnum
from typing import Final


class Ask(IntEnum):
    """What a turn asks."""

    UNKNOWN = 0
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


class EventKind(IntEnum):
    """What an event tells."""

    UNKNOWN = 0
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


class EndReason(IntEnum):
    """Why a game is over."""

    UNKNOWN = 0
    FINISHED = 1
    FORFEITED = 2
    VOID = 3


NOTICES: Final = {1: "late", 2: "illegal", 3: "malformed", 4: "stale", 5: "unknown", 6: "forfeit"}
ASKS: Final = {int(ask): ask for ask in Ask}
EVENT_KINDS: Final = {int(kind): kind for kind in EventKind}
END_REASONS: Final = {int(reason): reason for reason in EndReason}
