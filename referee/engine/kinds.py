"""The closed questions of a sheet, each an enum. What each answer means is said here and nowhere else."""

from __future__ import annotations

from enum import Enum


class TrumpMaker(Enum):
    """How trump is made (chassis 3); DECLARED_TWO: the pitcher declares a sub-trump beside it (two-trump)."""

    PITCHED = "pitched"
    DECLARED = "declared"
    DECLARED_TWO = "declared-with-sub-trump"


class TrumpOrder(Enum):
    """Which end of the trump list is the strong one (5.1 reverse_hierarchy)."""

    RANKED = "ranked"
    REVERSED = "reversed"


class Winning(Enum):
    """Which card takes a trick: the highest, the lowest (reverse), or the two of trumps before the highest (5.1)."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    TWO_CAPTURES = "two-captures"


class Jokers(Enum):
    """What jokers are. SUITLESS: they belong to no suit and never win (two-trump).

    SUITLESS_OVERRIDE: and if one joker was led, the other may always be played.
    """

    TRUMPS = "trumps"
    SUITLESS = "suitless"
    SUITLESS_OVERRIDE = "suitless-override"


class Follow(Enum):
    """What a lead compels.

    OR_TRUMP: follow suit or trump (chassis 4). STRICT: follow suit (roadhouse). UNTIL_BROKEN: follow suit and lead no
    trump until one was played, then OR_TRUMP (barn). TRUMPS_ONLY: only trumps are playable at all (5.1).
    TRUMP_LED_ONLY: a trump led wants a trump, and who has none is out for the deal; a plain card led wants nothing, and
    without a trump the trick is dead (carthage).
    """

    OR_TRUMP = "follow-or-trump"
    STRICT = "strict"
    UNTIL_BROKEN = "strict-until-broken"
    TRUMPS_ONLY = "trumps-only"
    TRUMP_LED_ONLY = "trump-led-only"


class FirstLead(Enum):
    """What the first lead must be (A12)."""

    ANY = "any"
    TRUMP = "trump"


class FirstLeader(Enum):
    """Who leads to the first trick."""

    PITCHER = "pitcher"
    LEFT_OF_PITCHER = "left-of-pitcher"


class Looking(Enum):
    """When a seat sees its hand.

    OR_BLIND: just before its call it looks or not (abacos). OR_BLIND_SPECIAL: it looks, or makes the second special
    call blind (nine-five). At the end of the auction everybody sees his own hand.
    """

    AT_ONCE = "at-once"
    OR_BLIND = "look-or-blind"
    OR_BLIND_SPECIAL = "look-or-blind-special"


class Doubling(Enum):
    """Whether each numbered call may be doubled ("6 for 12": twice the call, won or lost)."""

    NEVER = "never"
    EVERY_CALL = "every-call"


class Stuck(Enum):
    """What a stuck dealer may call (A8): everything from `stuck_from` up, or that one call."""

    UP = "up"
    EXACTLY = "exactly"


class AllPass(Enum):
    """What happens when all others have passed: the dealer is stuck, or may pass too (the hands are shown)."""

    DEALER_STUCK = "dealer-stuck"
    PASSED_OUT = "passed-out"


class Steal(Enum):
    """Whether the dealer may take over the standing call by equalling it."""

    NEVER = "never"
    DEALER_EQUALS = "dealer-equals"


class ForcedNine(Enum):
    """Whether a nine with another card of its suit forbids to pass and to call below nine (5.3)."""

    NO = "no"
    BINDS = "binds"


class Misdeal(Enum):
    """Whether a player with no A K Q J T 3 2 of any suit and no joker may show his hand and claim a redeal (5.2)."""

    NEVER = "never"
    NO_HONOUR = "no-honour"


class Partner(Enum):
    """Who plays with the pitcher: his side, or the holder of a trump he calls (5.4).

    CALLED_AT_ONCE: the called card must be played to the first trick where that is legal.
    """

    FIXED = "fixed"
    CALLED = "called"
    CALLED_AT_ONCE = "called-at-once"


class Folding(Enum):
    """Whether the pitcher may give the game up before a lead (contway)."""

    NEVER = "never"
    BEFORE_A_LEAD = "before-a-lead"


class Needs(Enum):
    """What a special call must take."""

    POINTS = "all-points"
    TRICKS = "all-tricks"
    POINTS_AND_TRICKS = "all-points-and-tricks"


class Stake(Enum):
    """What a special call is worth. POINTS: `points` of its own. GAME: wins or loses the game.

    TARGET_OR_GAME: the moon of the ten-point family; made: up to the target and the game, or from below zero to zero;
    failed: the game is lost. TARGET_OR_SET: the same, but failed it loses `points`; a called partner scores what was
    taken.
    """

    POINTS = "points"
    GAME = "game"
    TARGET_OR_GAME = "target-or-game"
    TARGET_OR_SET = "target-or-set"


class MadeScores(Enum):
    """What a made call scores: all that was taken, or the call and one more if it was met exactly (maryland-jack)."""

    TAKEN = "taken"
    CALL_ONE_MORE_IF_EXACT = "call-one-more-if-exact"


class SetScores(Enum):
    """What a set costs: the call, or the score becomes -1, one less if it was below zero (juniper)."""

    MINUS_CALL = "minus-call"
    BELOW_ZERO = "below-zero"


class Burned(Enum):
    """Whom the points on burned cards count for."""

    NOBODY = "nobody"
    OTHERS = "others"


class Ending(Enum):
    """Who wins at the end of a deal.

    PITCHED_AND_MADE: chassis 7; OVER_AND_MADE: the same, but strictly over the target (5.3). REACHED: A17.
    AHEAD: at the target and at least `margin` ahead of every other side. PITCHER_FIRST: several at the target: the
    side that pitched the deal, made or not, else A17. ALONE_OR_MADE: exactly one at the target; several: the pitcher
    among them if he made it, else another deal (5.4).
    """

    PITCHED_AND_MADE = "pitched-and-made"
    OVER_AND_MADE = "over-and-made"
    REACHED = "reached"
    AHEAD = "ahead"
    PITCHER_FIRST = "pitcher-first"
    ALONE_OR_MADE = "alone-or-made"


class Settle(Enum):
    """How a finished game is settled in chips: not at all, or each loser pays 1 + his side's sets (contway)."""

    NOTHING = "nothing"
    ONE_PLUS_SETS = "one-plus-sets"
