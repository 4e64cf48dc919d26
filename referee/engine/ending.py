"""Who wins at the end of a deal, and what a finished game settles (chassis 7, A17, backdoor, termination)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from referee.engine.sheet import Ending, Settle, Sheet


def winners(sheet: Sheet, scores: Sequence[int], *, pitching: int, made: bool, deals: int) -> tuple[int, ...]:
    """Return the sides that have won, () while the game goes on; more than one is a draw between them.

    `scores` by side after the deal, `pitching` the side that pitched it and whether it made its call, `deals` the deals
    played. The normal end comes first, then the back door, then the limit of deals (section 6).
    """
    return (
        _normal(sheet, scores, pitching, made=made)
        or _backdoor(sheet, scores)
        or (best_of(scores) if deals >= sheet.max_deals else ())
    )


def best_of(scores: Sequence[int], leaving_out: int = -1) -> tuple[int, ...]:
    """Return the sides with the highest score, apart from the one left out."""
    best = max(score for side, score in enumerate(scores) if side != leaving_out)
    return tuple(side for side, score in enumerate(scores) if score == best and side != leaving_out)


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


def _normal(sheet: Sheet, scores: Sequence[int], pitching: int, *, made: bool) -> tuple[int, ...]:
    there = [side for side, score in enumerate(scores) if score >= sheet.target]
    match sheet.ending:
        case Ending.PITCHED_AND_MADE:
            return (pitching,) if made and pitching in there else ()
        case Ending.REACHED:
            return _reached(scores, there, pitching if made else -1)
        case Ending.PITCHER_FIRST:
            return _reached(scores, there, pitching)
        case Ending.AHEAD:
            for side in there:
                others = max(score for other, score in enumerate(scores) if other != side)
                if scores[side] - others >= sheet.margin:
                    return (side,)
            return ()
        case _:
            assert_never(sheet.ending)


def _reached(scores: Sequence[int], there: list[int], first: int) -> tuple[int, ...]:
    """A17: of several sides there, `first` if it is among them, else the highest; still equal: play on."""
    if first in there:
        return (first,)
    if not there:
        return ()
    best = max(scores[side] for side in there)
    top = [side for side in there if scores[side] == best]
    return (top[0],) if len(top) == 1 else ()


def _backdoor(sheet: Sheet, scores: Sequence[int]) -> tuple[int, ...]:
    """A side at -N or lower wins; two such: the lower; equal: play on."""
    if sheet.backdoor is None or min(scores) > -sheet.backdoor:
        return ()
    lowest = [side for side, score in enumerate(scores) if score == min(scores)]
    return (lowest[0],) if len(lowest) == 1 else ()
