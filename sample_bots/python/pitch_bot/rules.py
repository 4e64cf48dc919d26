"""The closed questions of a sheet as Python enums, with the names and numbers of the protocol."""

from enum import IntEnum
from typing import TypeVar


class TrumpMaker(IntEnum):
    """How trump is made."""

    UNKNOWN = 0
    PITCHED = 1
    """The suit of the first card led."""
    DECLARED = 2
    """Declared after the auction."""
    DECLARED_TWO = 3
    """Declared with a sub-trump, which beats plain suits and is beaten by trump."""


class Follow(IntEnum):
    """What a lead compels."""

    UNKNOWN = 0
    OR_TRUMP = 1
    """Follow suit or trump."""
    STRICT = 2
    """Follow suit; trump only when void."""
    TRUMPS_ONLY = 3
    """Only trumps are playable."""
    UNTIL_BROKEN = 4
    """Follow suit and lead no trump until one was played; then follow suit or trump."""
    TRUMP_LED_ONLY = 5
    """A trump led: play a trump, or be out. A plain card led: any card; without a trump the trick is dead."""


class FirstLead(IntEnum):
    """What the first lead must be."""

    UNKNOWN = 0
    ANY = 1
    TRUMP = 2
    """A trump, if the leader holds one."""


class FirstLeader(IntEnum):
    """Who leads to the first trick."""

    UNKNOWN = 0
    PITCHER = 1
    LEFT_OF_PITCHER = 2


class Winning(IntEnum):
    """Which card takes a trick."""

    UNKNOWN = 0
    HIGHEST = 1
    LOWEST = 2
    TWO_CAPTURES = 3
    """The two of trumps, else the highest."""


class Jokers(IntEnum):
    """What jokers are."""

    UNKNOWN = 0
    TRUMPS = 1
    SUITLESS = 2
    """Of no suit: they follow nothing and never win."""
    SUITLESS_OVERRIDE = 3
    """The same, and if one was led the other may always be played."""


class Looking(IntEnum):
    """When a seat sees its hand."""

    UNKNOWN = 0
    AT_ONCE = 1
    """As it is dealt."""
    OR_BLIND = 2
    """Just before its call, if it likes; at the latest after the auction, when who looked before has lost a card."""
    OR_BLIND_SPECIAL = 3
    """Just before its call, unless it makes the second special call blind."""


class AllPass(IntEnum):
    """What happens when all others have passed."""

    UNKNOWN = 0
    DEALER_STUCK = 1
    """The dealer must call."""
    PASSED_OUT = 2
    """The dealer may pass too; then hands are shown and the deal passes on."""


class Steal(IntEnum):
    """Whether the dealer may take over the standing call by equalling it."""

    UNKNOWN = 0
    NEVER = 1
    DEALER_EQUALS = 2
    """Unless it is the highest."""


class ForcedNine(IntEnum):
    """Whether a nine with another card of its suit forbids to pass and to call below nine."""

    UNKNOWN = 0
    NO = 1
    BINDS = 2


class Misdeal(IntEnum):
    """Whether a hand without A K Q J T 3 2 of any suit and joker may be shown for a redeal."""

    UNKNOWN = 0
    NEVER = 1
    NO_HONOUR = 2


class Partner(IntEnum):
    """Who plays with the pitcher."""

    UNKNOWN = 0
    FIXED = 1
    """His side."""
    CALLED = 2
    """The holder of a trump that he calls."""
    CALLED_AT_ONCE = 3
    """The same, and that trump must be played to the first trick where that is legal."""


class Folding(IntEnum):
    """Whether the pitcher may give the deal up."""

    UNKNOWN = 0
    NEVER = 1
    BEFORE_A_LEAD = 2


class Burned(IntEnum):
    """Whom the points on burned cards count for."""

    UNKNOWN = 0
    NOBODY = 1
    OTHERS = 2
    """The other side or group."""


class MadeScores(IntEnum):
    """What a made call scores."""

    UNKNOWN = 0
    TAKEN = 1
    """All that was taken."""
    CALL_ONE_MORE_IF_EXACT = 2
    """The call, and one more if exactly that was taken."""


class SetScores(IntEnum):
    """What a set costs."""

    UNKNOWN = 0
    MINUS_CALL = 1
    """The call."""
    BELOW_ZERO = 2
    """The score becomes -1, or one less if it was below zero."""


class Ending(IntEnum):
    """Who wins at the end of a deal."""

    UNKNOWN = 0
    PITCHED_AND_MADE = 1
    """A side at the target that pitched the deal and made it."""
    OVER_AND_MADE = 2
    """The same, but over the target."""
    REACHED = 3
    """A side at the target; several: the pitching side if it made, else the highest."""
    AHEAD = 4
    """A side at the target and so far ahead of every other."""
    PITCHER_FIRST = 5
    """A side at the target; several: the pitching side, made or not, else the highest."""
    ALONE_OR_MADE = 6
    """The only one at the target; several: the pitcher among them if he made it, else nobody yet."""


class Needs(IntEnum):
    """What a special call must take."""

    UNKNOWN = 0
    POINTS = 1
    """All the points of the sheet."""
    TRICKS = 2
    """Every trick."""
    POINTS_AND_TRICKS = 3
    """Both."""


class Stake(IntEnum):
    """What a special call is worth."""

    UNKNOWN = 0
    POINTS = 1
    """Its points, won or lost."""
    GAME = 2
    """The game, won or lost."""
    TARGET_OR_GAME = 3
    """Made at 0 or more: up to the target, and the game; made below 0: the score becomes 0; failed: game lost."""
    TARGET_OR_SET = 4
    """The same, but failed its points are lost; a called partner scores what was taken."""


class Settle(IntEnum):
    """How a finished game is settled in chips."""

    UNKNOWN = 0
    NOTHING = 1
    ONE_PLUS_SETS = 2
    """Each loser pays a winner 1 and one more for each time his side was set."""


class PointKind(IntEnum):
    """What sort of point it is."""

    UNKNOWN = 0
    HIGH = 1
    """The highest trump played."""
    LOW = 2
    """The lowest trump played."""
    CARD = 3
    """A named card."""
    GAME = 4
    """Most pips in tricks."""
    TENS = 5
    """Most tens in tricks; a tie or none: nobody."""
    LAST_TRICK = 6
    """The last trick."""


class PointOwner(IntEnum):
    """Whose a point card is."""

    UNKNOWN = 0
    TAKER = 1
    """The side that wins the card in a trick."""
    HOLDER = 2
    """The side whose player played it."""


class PointSuit(IntEnum):
    """The suit that a point is about."""

    UNKNOWN = 0
    TRUMP = 1
    SUB_TRUMP = 2


class GameTie(IntEnum):
    """Who takes Game when the most pips are tied."""

    UNKNOWN = 0
    NOBODY = 1
    JOKERS = 2
    """The side among them with more jokers in its pile; equal: nobody."""


class JokerPips(IntEnum):
    """What a joker counts for Game."""

    UNKNOWN = 0
    NONE = 1
    HALF = 2
    """Half a pip."""


E = TypeVar("E", bound=IntEnum)


def known(kind: type[E], number: int) -> E:
    """The member of that number; UNKNOWN for one that this version of the SDK does not know."""
    return kind(number) if number in kind._value2member_map_ else kind(0)
