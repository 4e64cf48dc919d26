"""What a hand is worth, by the reference strategy (sample_bots/strategy.md)."""

from typing import NamedTuple

from pitch.arena.v1 import sheet_pb2 as pb

SUITS = range(4)


class Declaration(NamedTuple):
    """A trump, and a sub-trump (-1: none), with the hundredths of points that they promise."""

    worth: int
    trump: int
    sub: int


def best_suits(sheet: pb.Sheet, hand: bytes) -> Declaration:
    """The declaration that promises most, of equals the first."""
    subs = SUITS if sheet.sub_trumps else (-1,)
    pairs = [(trump, sub) for trump in SUITS for sub in subs if trump != sub]
    return max((Declaration(estimate(sheet, hand, *pair), *pair) for pair in pairs), key=lambda found: found.worth)


def estimate(sheet: pb.Sheet, hand: bytes, trump: int, sub: int) -> int:
    """The hundredths of points that the hand takes with this trump and sub-trump (-1: none)."""
    total = sum(point.worth * _chance(sheet, point, hand, trump, sub) for point in sheet.points)
    if total == 0:
        return 0
    unsure = max(0, 100 * total_worth(sheet) - total)
    return total + unsure * _help(sheet) // 100


def total_worth(sheet: pb.Sheet) -> int:
    """All the points of the sheet together."""
    return sum(point.worth for point in sheet.points)


def _chance(sheet: pb.Sheet, point: pb.PointRule, hand: bytes, trump: int, sub: int) -> int:
    """The chance in hundredths to take a point."""
    of_sub = point.of == pb.POINT_SUIT_SUB_TRUMP and sub >= 0
    suit = sub if of_sub else trump
    row = sheet.sub_trumps[suit] if of_sub else sheet.trumps[suit]
    held = [index for index, card in enumerate(row) if card in hand]
    if not held:
        return 0
    size, count = len(row), len(held)
    low = sheet.winning == pb.WINNING_LOWEST
    tops = sum((index if low else size - 1 - index) >= size - 3 for index in held)
    match point.kind:
        case pb.POINT_KIND_HIGH:
            return _near(held[0])
        case pb.POINT_KIND_LOW:
            near = _near(size - 1 - held[-1])
            return near * 60 // 100 if point.owner == pb.POINT_OWNER_TAKER else near
        case pb.POINT_KIND_CARD if len(point.cards) == 4:
            if point.cards[suit] not in hand:
                return min(30, 6 * tops + 2 * count)
            return 95 if point.owner == pb.POINT_OWNER_HOLDER else min(95, 35 + 10 * count + 10 * tops)
        case pb.POINT_KIND_GAME | pb.POINT_KIND_TENS | pb.POINT_KIND_LAST_TRICK:
            return min(90, 8 + 10 * count + 8 * tops)
    return 0


def _near(distance: int) -> int:
    return (100, 60, 30)[distance] if distance < 3 else 0


def _help(sheet: pb.Sheet) -> int:
    """What partners and cards to come add, in hundredths of what is unsure."""
    called = sheet.partner in (pb.PARTNER_CALLED, pb.PARTNER_CALLED_AT_ONCE)
    rest = 20 * (1 if called else sheet.seats // sheet.sides - 1)
    if any(step.startswith(("fill", "swap")) for step in sheet.exchange):
        rest += 10
    if any(step.startswith(("take-stock", "widow", "search")) for step in sheet.exchange):
        rest += 15
    return min(60, rest)
