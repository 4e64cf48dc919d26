"""Who wins at the end of a deal, and what a finished game settles (chassis 7, A17, backdoor, termination)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from referee.engine.kinds import Ending, Settle
from referee.engine.sheet import Sheet

# Sheet, scores by side after the deal, the side that pitched it, whether it made its call -> the sides that win.
EndRule = Callable[[Sheet, Sequence[int], int, bool], tuple[int, ...]]


def winners(
    sheet: Sheet, end_rule: EndRule, scores: Sequence[int], *, pitching: int, made: bool, deals: int
) -> tuple[int, ...]:
    """Return the sides that have won, () while the game goes on; more than one is a draw between them.

    `scores` by side after the deal, `pitching` the side that pitched it (-1: nobody did) and whether it made its call,
    `deals` the deals played. The sheet's own end (`end_rule`, see `rule`) comes first, then its end at a low score, the
    back door, and the limit of deals (section 6).
    """
    if max(scores) >= sheet.target:
        won = end_rule(sheet, scores, pitching, made)
        if won:
            return won
    if sheet.loses_at is not None and min(scores) <= sheet.loses_at:
        best = best_of(scores)
        if len(best) == 1:
            return best
    if sheet.backdoor is not None:
        won = _backdoor(scores, sheet.backdoor)
        if won:
            return won
    if sheet.draws_at is not None and min(scores) <= sheet.draws_at:
        return tuple(range(len(scores)))
    return best_of(scores) if deals >= sheet.max_deals else ()


def rule(end: Ending) -> EndRule:
    """Return the rule of an ending; it is asked only when some side stands at the target or over it."""
    match end:
        case Ending.PITCHED_AND_MADE:
            return _pitched_and_made
        case Ending.OVER_AND_MADE:
            return _over_and_made
        case Ending.REACHED:
            return _reached
        case Ending.PITCHER_FIRST:
            return _pitcher_first
        case Ending.ALONE_OR_MADE:
            return _alone_or_made
        case Ending.AHEAD:
            return _ahead
        case _:
            assert_never(end)


def best_of(scores: Sequence[int], leaving_out: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the sides with the highest score, apart from those left out."""
    best = max(score for side, score in enumerate(scores) if side not in leaving_out)
    return tuple(side for side, score in enumerate(scores) if score == best and side not in leaving_out)


def settlement(sheet: Sheet, won: tuple[int, ...], sets: Sequence[int]) -> tuple[int, ...] | None:
    """Return the chips by seat, summing to zero; None where the sheet settles nothing.

    Contway: each loser pays 1 + his side's hickeys to one winner, the next winning seat clockwise. A draw settles
    nothing.
    """
    match sheet.settle:
        case Settle.NOTHING:
            return None
        case Settle.ONE_PLUS_SETS:
            chips = [0] * sheet.seats
            if len(won) == 1:
                for seat in range(sheet.seats):
                    side = sheet.side_of(seat)
                    if side != won[0]:
                        winner = next(
                            s % sheet.seats for s in range(seat + 1, seat + sheet.seats) if s % sheet.sides == won[0]
                        )
                        chips[seat] -= 1 + sets[side]
                        chips[winner] += 1 + sets[side]
            return tuple(chips)
        case _:
            assert_never(sheet.settle)


def _pitched_and_made(sheet: Sheet, scores: Sequence[int], pitching: int, made: bool) -> tuple[int, ...]:  # noqa: FBT001
    """Chassis 7: only the side that pitched and made can win."""
    return (pitching,) if made and scores[pitching] >= sheet.target else ()


def _over_and_made(sheet: Sheet, scores: Sequence[int], pitching: int, made: bool) -> tuple[int, ...]:  # noqa: FBT001
    """5.3: the same, but over the target, not at it."""
    return (pitching,) if made and scores[pitching] > sheet.target else ()


def _alone_or_made(sheet: Sheet, scores: Sequence[int], pitching: int, made: bool) -> tuple[int, ...]:  # noqa: FBT001
    """5.4: exactly one at the target wins; several: the pitcher if he is one of them and made his bid."""
    there = tuple(side for side, score in enumerate(scores) if score >= sheet.target)
    if len(there) == 1:
        return there
    return (pitching,) if made and pitching in there else ()


def _reached(sheet: Sheet, scores: Sequence[int], pitching: int, made: bool) -> tuple[int, ...]:  # noqa: FBT001
    """A17: of several sides there the pitching one if it made its call, else the highest; still equal: play on."""
    return _first_or_highest(sheet, scores, pitching if made else -1)


def _pitcher_first(sheet: Sheet, scores: Sequence[int], pitching: int, made: bool) -> tuple[int, ...]:  # noqa: FBT001
    """Contway: of several sides there the pitching one, made or not, else A17."""
    return _first_or_highest(sheet, scores, pitching)


def _ahead(sheet: Sheet, scores: Sequence[int], pitching: int, made: bool) -> tuple[int, ...]:  # noqa: FBT001
    """At the target and at least `margin` ahead of every other side, whoever pitched."""
    best, second = sorted(scores)[-1], sorted(scores)[-2]
    return (scores.index(best),) if best - second >= sheet.margin else ()


def _first_or_highest(sheet: Sheet, scores: Sequence[int], first: int) -> tuple[int, ...]:
    if first >= 0 and scores[first] >= sheet.target:
        return (first,)
    top = best_of(scores)
    return top if len(top) == 1 else ()


def _backdoor(scores: Sequence[int], limit: int) -> tuple[int, ...]:
    """A side at minus the limit or lower wins; two such: the lower; equal: play on."""
    lowest = min(scores)
    if lowest > -limit or scores.count(lowest) > 1:
        return ()
    return (scores.index(lowest),)
