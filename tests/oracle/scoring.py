"""Was the contract made, and what does everybody score (chassis 6, 5.4, section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from .points import OTHER_GROUP, PITCHERS_GROUP, party_of, pitching_party, point_goes_to, points_per_party
from .shape import Sheet, Special
from .table import Table


@dataclass(frozen=True)
class Verdict:
    points: dict[str, int | None]  # point name -> side (or group, see DealResult), None: nobody
    made: bool | None  # None: no pitcher
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()  # set where the contract itself decides the game


def judge_deal(table: Table, scores: tuple[int, ...]) -> Verdict:
    if table.pitcher is None:  # passed out, or a misdeal
        return Verdict({point.name: None for point in table.sheet.points}, None, scores)
    points = {point.name: point_goes_to(table, point) for point in table.sheet.points}
    taken = points_per_party(table, points)
    made = contract_made(table, taken)
    if table.sheet.called_partner:
        after = scores_of_groups(table, scores, taken, made=made)
    else:
        after = scores_of_sides(table, scores, points, taken, made=made)
    pitching = table.side_of(table.pitcher)
    winners: tuple[int, ...] = ()
    if contract_decides(table, scores[pitching], made=made):
        winners = (pitching,) if made else best_of_the_others(after, pitching)
    return Verdict(points, made, tuple(after), winners)


# --- the contract ---


def special_call(table: Table) -> Special | None:
    return table.sheet.specials.get(str(table.contract))


def bid_of(table: Table) -> int:
    return int(str(table.contract).removesuffix("x2"))


def is_doubled(table: Table) -> bool:
    return str(table.contract).endswith("x2")


def contract_made(table: Table, taken: list[int]) -> bool:
    pitching = pitching_party(table)
    if table.folded:
        return False
    special = special_call(table)
    if special is None:
        return taken[pitching] >= bid_of(table)
    all_points = taken[pitching] == sum(point.worth for point in table.sheet.points)
    all_tricks = all(party_of(table, winner) == pitching for _plays, winner in table.tricks)
    if special.needs == "all points":
        return all_points
    if special.needs == "all tricks":
        return all_tricks
    return all_points and all_tricks


# --- the scores ---


def scores_of_sides(
    table: Table, scores: tuple[int, ...], points: dict[str, int | None], taken: list[int], *, made: bool
) -> list[int]:
    pitching = pitching_party(table)
    after = list(scores)
    for point in table.sheet.points:
        side = points[point.name]
        if side is not None and not (made and point.only_against_set):
            after[side] += point.worth
    after[pitching] = pitching_score(table, scores[pitching], taken[pitching], made=made)
    return after


def scores_of_groups(table: Table, scores: tuple[int, ...], taken: list[int], *, made: bool) -> list[int]:
    """Section 5.4: pitcher and partner score or lose the same, but for a moon that is made."""
    after = [score + taken[OTHER_GROUP] for score in scores]
    after[table.the_pitcher()] = pitching_score(table, scores[table.the_pitcher()], taken[PITCHERS_GROUP], made=made)
    if table.partner is not None:
        before = scores[table.partner]
        if special_call(table) is not None and made:
            after[table.partner] = before + taken[PITCHERS_GROUP]
        else:
            after[table.partner] = pitching_score(table, before, taken[PITCHERS_GROUP], made=made)
    return after


def pitching_score(table: Table, before: int, took: int, *, made: bool) -> int:
    """The pitching side's score after the deal."""
    special = special_call(table)
    if special is not None:
        return score_after_special(table.sheet, special, before, made=made)
    bid = bid_of(table)
    if is_doubled(table):
        return before + 2 * bid if made else before - 2 * bid
    if made:
        return before + gain_when_made(table.sheet, bid, took)
    return score_when_set(table.sheet, before, bid)


def score_after_special(sheet: Sheet, special: Special, before: int, *, made: bool) -> int:
    if special.effect == "plus or minus":
        return before + special.worth if made else before - special.worth
    if special.effect == "whole game":
        return before
    if made:  # a ten-point moon
        return max(before, sheet.target) if before >= 0 else 0
    return before - special.worth if special.effect == "ten-point, called partner" else before


def gain_when_made(sheet: Sheet, bid: int, took: int) -> int:
    if sheet.made_scores == "the bid, one more if exact":
        return bid + 1 if took == bid else bid
    return took


def score_when_set(sheet: Sheet, before: int, bid: int) -> int:
    if sheet.set_scores == "below zero":
        return -1 if before >= 0 else before - 1
    return before - bid if sheet.floor is None else max(before - bid, sheet.floor)


# --- contracts that end the game ---


def contract_decides(table: Table, before: int, *, made: bool) -> bool:
    """True when the call wins or loses the whole game."""
    special = special_call(table)
    if special is None or special.effect == "plus or minus":
        return False
    if special.effect == "whole game":
        return True
    if made:
        return before >= 0
    return special.effect == "ten-point"


def best_of_the_others(scores: list[int], pitching: int) -> tuple[int, ...]:
    others = [side for side in range(len(scores)) if side != pitching]
    best = max(scores[side] for side in others)
    return tuple(side for side in others if scores[side] == best)
