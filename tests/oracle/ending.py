"""When a game is over, who has won it, and contway's settlement."""

from __future__ import annotations

from collections.abc import Sequence

from .shape import Sheet


def winners_after_deal(
    sheet: Sheet, scores: Sequence[int], pitching: int | None, deals: int, *, made: bool
) -> tuple[int, ...]:
    """The sheet's own end, then the backdoor, then the limit of deals; () while the game goes on.

    ``pitching`` is None after a deal without a pitcher.
    """
    winner = normal_winner(sheet, scores, pitching, made=made)
    if winner is None:
        winner = winner_by_loss(sheet, scores)
    if winner is None:
        winner = backdoor_winner(sheet, scores)
    if winner is not None:
        return (winner,)
    if sheet.draw_at is not None and min(scores) <= sheet.draw_at:
        return tuple(range(len(scores)))
    if deals >= sheet.max_deals:
        return tuple(side for side, score in enumerate(scores) if score == max(scores))
    return ()


def normal_winner(sheet: Sheet, scores: Sequence[int], pitching: int | None, *, made: bool) -> int | None:
    there = [side for side, score in enumerate(scores) if score >= sheet.target]
    pitcher_there = pitching in there
    if sheet.ending == "pitched and made":
        return pitching if made and pitcher_there else None
    if sheet.ending == "over, pitched and made":
        return pitching if made and pitching is not None and scores[pitching] > sheet.target else None
    if sheet.ending == "win by":
        clear = [side for side in there if ahead_of_all(scores, side, sheet.win_by)]
        return clear[0] if clear else None
    if sheet.ending in ("contway", "carthage") and pitcher_there:
        return pitching  # made or set
    if sheet.ending == "called partner":
        if len(there) == 1:
            return there[0]
        return pitching if made and pitcher_there else None
    return a17_winner(scores, there, pitching, made=made)


def ahead_of_all(scores: Sequence[int], side: int, lead: int) -> bool:
    return all(scores[side] >= scores[other] + lead for other in range(len(scores)) if other != side)


def a17_winner(scores: Sequence[int], there: list[int], pitching: int | None, *, made: bool) -> int | None:
    """A17: the only one there; else the pitching side that made; else the highest; else nobody yet."""
    if len(there) == 1:
        return there[0]
    if made and pitching in there:
        return pitching
    return only_one_with(scores, there, max((scores[side] for side in there), default=0))


def winner_by_loss(sheet: Sheet, scores: Sequence[int]) -> int | None:
    """Nine-five: of two sides one that is low enough has lost; the higher wins."""
    if sheet.loses_at is None or min(scores) > sheet.loses_at:
        return None
    return only_one_with(scores, list(range(len(scores))), max(scores))


def backdoor_winner(sheet: Sheet, scores: Sequence[int]) -> int | None:
    """A side at -N or lower; of several the lowest; equal: play on."""
    if sheet.backdoor is None:
        return None
    low = [side for side, score in enumerate(scores) if score <= -sheet.backdoor]
    return only_one_with(scores, low, min((scores[side] for side in low), default=0))


def only_one_with(scores: Sequence[int], sides: list[int], score: int) -> int | None:
    found = [side for side in sides if scores[side] == score]
    return found[0] if len(found) == 1 else None


def settle_in_chips(winners: Sequence[int], hickeys: Sequence[int], seats_per_side: int) -> tuple[int, ...]:
    """Each losing player pays a winning player 1 + his side's hickeys; summed for each side."""
    chips = [0] * len(hickeys)
    if len(winners) != 1:
        return tuple(chips)
    for side, count in enumerate(hickeys):
        if side != winners[0]:
            chips[side] -= (1 + count) * seats_per_side
            chips[winners[0]] += (1 + count) * seats_per_side
    return tuple(chips)
