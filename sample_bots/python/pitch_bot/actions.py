"""Action codes of the protocol as small objects that say what they mean."""

from enum import IntEnum
from typing import Final

from pitch_bot.cards import CARDS, SUITS, Card, Suit


class ActionKind(IntEnum):
    """What sort of action it is."""

    PLAY = 0
    """Play `Action.card`."""
    PASS = 1
    CALL = 2
    """Bid `Action.value`, as `Action.call` says."""
    DECLARE = 3
    """Make `Action.suit` trump (or name it as the suit of the lead); `Action.sub_suit`: the sub-trump, if any."""
    CALL_PARTNER = 4
    """The holder of `Action.card` becomes the partner."""
    LOOK = 5
    BLIND = 6
    MISDEAL = 7
    PLAY_ON = 8
    FOLD = 9
    KEEP_WIDOW = 10
    HAND_ON = 11
    TAKE = 12
    LEAVE = 13
    OTHER = 14
    """A code that this version of the SDK does not know; legal all the same."""


class Call(IntEnum):
    """How a bid is meant."""

    STRAIGHT = 0
    DOUBLED = 1
    SPECIAL = 2
    """The sheet's own call above the numbers: moon, smudge, hotshot, double-18. `Sheet.special` says what it means."""
    SECOND_SPECIAL = 3
    """Another above that: the blind smudge."""


_NAMED: Final = {
    64: (ActionKind.PASS, "pass"),
    65: (ActionKind.LOOK, "look"),
    66: (ActionKind.BLIND, "blind"),
    67: (ActionKind.MISDEAL, "misdeal"),
    68: (ActionKind.PLAY_ON, "play-on"),
    69: (ActionKind.FOLD, "fold"),
    70: (ActionKind.KEEP_WIDOW, "keep-widow"),
    71: (ActionKind.HAND_ON, "hand-on"),
    72: (ActionKind.TAKE, "take"),
    73: (ActionKind.LEAVE, "leave"),
}


class Action(int):
    """An action: an int (its code) with its meaning spelt out; prints as ``pass``, ``3``, ``trump:H``, ``AH``."""

    kind: ActionKind
    text: str
    card: Card | None = None
    """Of a play or a called partner."""
    value: int = 0
    """Of a call: the points bid."""
    call: Call | None = None
    suit: Suit | None = None
    sub_suit: Suit | None = None

    def __new__(cls, code: int) -> "Action":
        action = super().__new__(cls, code)
        action._spell(code)
        return action

    def _spell(self, code: int) -> None:
        if 0 <= code < 54:
            self.kind, self.card, self.text = ActionKind.PLAY, CARDS[code], CARDS[code].name
        elif code in _NAMED:
            self.kind, self.text = _NAMED[code]
        elif 80 <= code < 84:
            self.kind, self.suit = ActionKind.DECLARE, SUITS[code - 80]
            self.text = f"trump:{self.suit}"
        elif 96 <= code < 112:
            self.kind, self.suit, self.sub_suit = ActionKind.DECLARE, SUITS[(code - 96) // 4], SUITS[(code - 96) % 4]
            self.text = f"trump:{self.suit}/{self.sub_suit}"
        elif 128 <= code < 182:
            self.kind, self.card = ActionKind.CALL_PARTNER, CARDS[code - 128]
            self.text = f"call:{self.card}"
        elif code >= 256:
            self.kind, self.value, self.call = ActionKind.CALL, (code - 256) // 4, Call((code - 256) % 4)
            self.text = {
                Call.STRAIGHT: str(self.value),
                Call.DOUBLED: f"{self.value}x2",
                Call.SPECIAL: "special",
                Call.SECOND_SPECIAL: "second-special",
            }[self.call]
        else:
            self.kind, self.text = ActionKind.OTHER, f"action-{code}"

    @property
    def is_play(self) -> bool:
        """Whether it plays a card."""
        return self.kind is ActionKind.PLAY

    @property
    def is_call(self) -> bool:
        """Whether it is a bid (not a pass)."""
        return self.kind is ActionKind.CALL

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__


class _Actions(dict[int, Action]):
    """Every action met so far, made once."""

    def __missing__(self, code: int) -> Action:
        action = self[code] = Action(code)
        return action


_ACTIONS: Final = _Actions()
action_at: Final = _ACTIONS.__getitem__
"""The action of a code."""

PASS: Final = action_at(64)
LOOK: Final = action_at(65)
BLIND: Final = action_at(66)
MISDEAL: Final = action_at(67)
PLAY_ON: Final = action_at(68)
FOLD: Final = action_at(69)
KEEP_WIDOW: Final = action_at(70)
HAND_ON: Final = action_at(71)
TAKE: Final = action_at(72)
LEAVE: Final = action_at(73)


def declare(trump: Suit) -> Action:
    """The action that makes `trump` trump."""
    return action_at(80 + trump)
