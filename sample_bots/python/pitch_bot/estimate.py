"""A rule of thumb for how many points a hand takes: a start for bots that have nothing better."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from pitch_bot.cards import SUITS, Card, Suit
from pitch_bot.rules import PointKind
from pitch_bot.sheet import Point, Sheet

if TYPE_CHECKING:
    from pitch_bot.turn import Turn

# What part of the points that a hand does not take by itself falls to its side all the same.
BY_PARTNER: Final = 0.2  # by each partner
BY_DRAWING: Final = 0.1  # where hands are filled up with trumps
BY_STOCK: Final = 0.15  # where the pitcher gets the stock


def rough_points(sheet: Sheet, hand: Collection[Card], suit: Suit, sub: Suit | None = None) -> float:
    """About how many points the side of that hand takes when it pitches that suit; rough, for any sheet.

    Where there is a sub-trump and none is given it is the suit in which the hand holds most.
    """
    if sheet.sub_trumps and sub is None:
        sub = max((s for s in SUITS if s != suit), key=lambda s: len(set(sheet.sub_trumps[s]).intersection(hand)))
    total = 0.0
    for point in sheet.points:
        row = sheet.sub_trumps[sub] if point.of_sub and sub is not None else sheet.trumps[suit]
        own = sub if point.of_sub and sub is not None else suit
        held = [place for place, card in enumerate(row) if card in hand]
        if held:
            total += point.worth * _chance(sheet, point, hand, own, held)
    if not total:
        return 0.0
    rest = BY_PARTNER * (1 if sheet.calls_partner else sheet.seats // sheet.sides - 1)
    steps = {step.name for step in sheet.exchange}
    rest += BY_DRAWING * bool(steps & {"fill", "swap"}) + BY_STOCK * bool(steps & {"take-stock", "widow", "search"})
    return total + min(rest, 0.6) * (sheet.total - total)


def in_play(sheet: Sheet) -> float:
    """The chance that a card the bot does not hold is played by somebody."""
    dealt = (sheet.seats - 1) * sheet.hand_size / max(1, len(sheet.pack) - sheet.hand_size)
    return (dealt + 1) / 2 if sheet.exchange else dealt


def _chance(sheet: Sheet, point: Point, hand: Collection[Card], suit: Suit, held: list[int]) -> float:
    """The chance of taking one point. `held`: the places of the cards held in its suit, from the highest."""
    size = len(sheet.sub_trumps[suit] if point.of_sub else sheet.trumps[suit])
    tops = sum((size - 1 - place if sheet.lowest_wins else place) < 3 for place in held)
    out = in_play(sheet)
    match point.kind:
        case PointKind.HIGH:
            return (1 - out) ** held[0]
        case PointKind.LOW:
            lowest: float = (1 - out) ** (size - 1 - held[-1])
            return lowest * 0.6 if point.to_taker else lowest
        case PointKind.GAME | PointKind.TENS | PointKind.LAST_TRICK:
            return min(0.9, 0.08 + 0.1 * len(held) + 0.08 * tops)
        case PointKind.CARD if len(point.by_suit) == len(SUITS):
            if point.by_suit[suit] not in hand:
                return out * min(0.6, 0.12 * tops + 0.04 * len(held))
            return min(0.95, 0.35 + 0.1 * len(held) + 0.1 * tops) if point.to_taker else 0.95
        case _:
            return 0.0


def points_lost(turn: "Turn") -> int:
    """Points of named cards that the pitcher's side cannot take any more: won by others, or out of play."""
    if turn.trump is None or turn.pitcher is None or turn.sheet.calls_partner:
        return 0
    ours = turn.pitcher % turn.sheet.sides
    lost = {card for side, pile in enumerate(turn.taken) if side != ours for card in pile}.union(turn.gone)
    return sum(worth for card, worth in turn.sheet.worth(turn.trump, turn.sub_trump).items() if card in lost)
