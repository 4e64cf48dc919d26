"""A rule of thumb for how many points a hand takes: a start for bots that have nothing better."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from pitch.arena.v1 import sheet_pb2
from pitch_bot.cards import SUITS, Card, Suit
from pitch_bot.sheet import Point, Sheet

if TYPE_CHECKING:
    from pitch_bot.turn import Turn


def rough_points(sheet: Sheet, hand: Collection[Card], suit: Suit) -> float:
    """About how many points the side of that hand takes when it pitches that suit; rough, for any sheet."""
    row = sheet.trumps[suit]
    held = [place for place, card in enumerate(row) if card in hand]
    if not held:
        return 0.0
    dealt = (sheet.seats - 1) * sheet.hand_size / max(1, len(sheet.pack) - sheet.hand_size)
    in_play = (dealt + 1) / 2 if sheet.exchange else dealt
    total = sum(point.worth * _chance(point, hand, suit, held, len(row), in_play) for point in sheet.points)
    partners = sheet.seats // sheet.sides - 1
    return total + partners * 0.2 * (sheet.total - total)


def _chance(point: Point, hand: Collection[Card], suit: Suit, held: list[int], trumps: int, in_play: float) -> float:
    """The chance of taking one point. `held`: the places of the trumps held, of so many `trumps`, strongest first."""
    tops = sum(place < 3 for place in held)
    match point.kind:
        case sheet_pb2.POINT_KIND_HIGH:
            return (1 - in_play) ** held[0]
        case sheet_pb2.POINT_KIND_LOW:
            lowest: float = (1 - in_play) ** (trumps - 1 - held[-1])
            return lowest * 0.6 if point.to_taker else lowest
        case sheet_pb2.POINT_KIND_GAME:
            return min(0.9, 0.08 + 0.1 * len(held) + 0.08 * tops)
        case sheet_pb2.POINT_KIND_CARD if len(point.by_suit) == len(SUITS):
            if point.by_suit[suit] not in hand:
                return in_play * min(0.6, 0.12 * tops + 0.04 * len(held))
            return min(0.95, 0.35 + 0.1 * len(held) + 0.1 * tops) if point.to_taker else 0.95
        case _:
            return 0.0


def points_lost(turn: "Turn") -> int:
    """Points of named cards that the pitcher's side cannot take any more: won by others, or out of play."""
    if turn.trump is None or turn.pitcher is None:
        return 0
    ours = turn.pitcher % turn.sheet.sides
    lost = {card for side, pile in enumerate(turn.taken) if side != ours for card in pile}.union(turn.gone)
    return sum(worth for card, worth in turn.sheet.worth(turn.trump).items() if card in lost)
