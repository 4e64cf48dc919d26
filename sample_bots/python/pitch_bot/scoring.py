"""What a deal does to the scores: how much a call wins or loses."""

from collections.abc import Sequence

from pitch_bot.actions import Action, Call
from pitch_bot.rules import MadeScores, Needs, SetScores, Stake
from pitch_bot.sheet import Sheet, SpecialCall


def is_made(sheet: Sheet, call: Action, took: float, *, every_trick: bool) -> bool:
    """Whether the call is made by who took so many points."""
    special = sheet.special(call)
    if special is None:
        return took >= call.value
    all_points = took >= sheet.total
    return {
        Needs.TRICKS: every_trick,
        Needs.POINTS_AND_TRICKS: every_trick and all_points,
    }.get(special.needs, all_points)


def scores_after(
    sheet: Sheet,
    call: Action,
    before: Sequence[int],
    taken: Sequence[float],
    groups: Sequence[int],
    pitcher: int,
    *,
    made: bool,
    withheld: Sequence[float] | None = None,
) -> list[float]:
    """The scores by side after a deal in which each group took so much.

    `groups` has the group of each seat: its side, or where a partner is called 0 for the pitcher's and 1 for the
    others'. `withheld`: what of it the others score only when the pitcher is set; None: the share that such points have
    in the sheet. A call that wins or loses the game puts the winners at the target.
    """
    if withheld is None:
        share = sum(point.worth for point in sheet.points if point.only_when_set) / max(1, sheet.total)
        withheld = [share * points for points in taken]
    scores: list[float] = []
    for side, score in enumerate(before):
        group = groups[side]
        if group != groups[pitcher]:
            scores.append(score + taken[group] - (withheld[group] if made else 0))
        else:
            own = side == pitcher % sheet.sides
            scores.append(_pitching(sheet, call, score, taken[group], made=made, own=own))
    special = sheet.special(call)
    if special is not None and special.stake in (Stake.GAME, Stake.TARGET_OR_GAME) and not made:
        ours = groups[pitcher]
        return [max(score, sheet.target) if groups[side] != ours else score for side, score in enumerate(scores)]
    return scores


def _pitching(sheet: Sheet, call: Action, before: int, took: float, *, made: bool, own: bool) -> float:
    """The new score of the pitcher's side, or (not `own`) of the partner he called."""
    special = sheet.special(call)
    if special is not None:
        if made and not own:
            return before + took
        return _special(sheet, special, before, made=made)
    stake = 2 * call.value if call.call is Call.DOUBLED else call.value
    if not made:
        if sheet.set_scores is SetScores.BELOW_ZERO:
            return -1 if before >= 0 else before - 1
        return before - stake if sheet.floor is None else max(sheet.floor, before - stake)
    if call.call is Call.DOUBLED:
        return before + stake
    if sheet.made_scores is MadeScores.CALL_ONE_MORE_IF_EXACT:
        return before + stake + (round(took) == stake)
    return before + took


def _special(sheet: Sheet, special: SpecialCall, before: int, *, made: bool) -> float:
    match special.stake:
        case Stake.GAME:
            return max(before, sheet.target) if made else before
        case Stake.TARGET_OR_GAME | Stake.TARGET_OR_SET:
            if made:
                return max(before, sheet.target) if before >= 0 else 0
            return before if special.stake is Stake.TARGET_OR_GAME else before - special.points
        case _:
            return before + (special.points if made else -special.points)
