"""The shape of a sheet: every way in which one sheet can differ from another, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import CODE_ORDER, JOKERS, RANKS

Layouts = frozenset[tuple[int, int]]  # pairs (seats, sides)

CLASSIC_TRUMPS: tuple[str, ...] = tuple("AKQJT98765432")  # strongest first


@dataclass(frozen=True)
class Point:
    """One scoring point.

    ``what`` is ``highest``, ``lowest``, ``most pips``, ``most tens``, ``last trick``, a trump's
    name, or ``sub highest``, ``sub lowest``, ``sub J`` of the sub-trump.
    """

    name: str
    what: str
    worth: int = 1
    owner: str = "taker"  # "taker" | "holder"
    only_against_set: bool = False  # the others score it only when the pitcher is set


@dataclass(frozen=True)
class Special:
    """A call with a name of its own.

    ``effect``: ``plus or minus`` its worth; ``whole game`` is won or lost; ``ten-point`` and
    ``ten-point, called partner``: the moons of section 5.1.
    """

    needs: str  # "all points" | "all tricks" | "all points and tricks"
    effect: str
    worth: int = 0


@dataclass(frozen=True)
class Sheet:
    name: str
    layouts: Layouts
    calls: tuple[str, ...]  # ascending
    stuck_calls: tuple[str, ...]  # what a stuck dealer may call
    points: tuple[Point, ...]
    target: int
    # "pitched and made" | "over, pitched and made" | "A17" | "win by" | "contway" | "carthage" | "called partner"
    ending: str

    # the pack and the deal
    jokers: tuple[str, ...] = ()
    ranks: tuple[str, ...] = RANKS
    hand_size: int = 6
    hand_size_of_six_seats: int | None = None
    packet: int = 3

    # the auction
    dealer_equals: frozenset[str] = frozenset()  # standing calls the dealer may take over
    specials: Mapping[str, Special] = field(default_factory=dict)
    looking: str = "at once"  # "at once" | "look or blind" | "blind-smudge or look"
    forced_nine: bool = False
    may_pass_out: bool = False
    may_misdeal: bool = False

    # trump and the cards before the play
    trump_names: tuple[str, ...] = CLASSIC_TRUMPS  # strongest first
    trump_is: str = "pitched"  # "pitched" | "declared" | "declared with sub-trump"
    called_partner: bool = False
    exchange: str = "none"  # a key of exchange.EXCHANGES

    # the play
    # "follow or trump" | "strict" | "trumps only" | "break trump first" | "trump led only" | "sub-trump"
    following: str = "follow or trump"
    first_lead_trump: bool = False
    first_leader: str = "pitcher"  # "pitcher" | "left of pitcher"
    lowest_wins: bool = False
    may_fold: bool = False
    joker_override: bool = False
    called_card_to_first_trick: bool = False

    # the score
    joker_breaks_game_tie: bool = False
    joker_is_half_a_pip: bool = False
    burned_points_to_others: bool = False
    made_scores: str = "all it took"  # "all it took" | "the bid, one more if exact"
    set_scores: str = "minus the bid"  # "minus the bid" | "below zero"
    floor: int | None = None  # no score falls below it
    counts_hickeys: bool = False

    # the end of the game
    win_by: int = 0
    loses_at: int | None = None  # a side there or lower has lost
    draw_at: int | None = None  # a side there or lower ends the game as a draw
    extra_options: frozenset[str] = frozenset()
    backdoor: int | None = None
    max_deals: int = 200

    @property
    def pack(self) -> tuple[str, ...]:
        return tuple(card for card in CODE_ORDER if (card in self.jokers if card in JOKERS else card[0] in self.ranks))


def solo(fewest: int, most: int) -> Layouts:
    return frozenset((seats, seats) for seats in range(fewest, most + 1))


TWO_PAIRS: Layouts = frozenset({(4, 2)})
FIVE_SOLO: Layouts = frozenset({(5, 5)})


def numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(low, high + 1))


def straight_and_doubled(low: int, high: int) -> tuple[str, ...]:
    """5 < 5x2 < 6 < 6x2 ..."""
    return tuple(call for n in range(low, high + 1) for call in (str(n), f"{n}x2"))


HIGH = Point("high", "highest", owner="holder")
LOW = Point("low", "lowest", owner="holder")
JACK = Point("jack", "J")
OFF_JACK = Point("off-jack", "oJ")
GAME = Point("game", "most pips")
TWO_JOKERS = (Point("high-joker", "HJ"), Point("low-joker", "LJ"))

WHOLE_GAME = Special(needs="all points", effect="whole game")
BOTH_JOKERS = ("LJ", "HJ")
