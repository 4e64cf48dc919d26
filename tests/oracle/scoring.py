"""Who took the points, was the contract made, what does everybody score (chassis 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import is_joker, pips, trump_card
from .sheets import Point
from .table import Table


@dataclass(frozen=True)
class Verdict:
    points: dict[str, int | None]  # point name -> side, None: nobody
    made: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # set where the contract itself decides the game


def judge_deal(table: Table, scores: tuple[int, ...]) -> Verdict:
    points = {point.name: point_goes_to(table, point) for point in table.sheet.points}
    taken = points_per_side(table, points)
    made = contract_made(table, taken)
    pitching = table.side_of(table.the_pitcher())
    after = [score + won for score, won in zip(scores, taken, strict=True)]
    after[pitching] = pitching_score(table, scores[pitching], taken[pitching], made=made)
    winners: tuple[int, ...] = ()
    if contract_decides(table, scores[pitching], made=made):
        winners = (pitching,) if made else best_of_the_others(after, pitching)
    return Verdict(points, made, tuple(after), winners)


def points_per_side(table: Table, points: dict[str, int | None]) -> list[int]:
    taken = [0] * table.sides
    for point in table.sheet.points:
        side = points[point.name]
        if side is not None:
            taken[side] += point.worth
    return taken


# --- the points ---


def point_goes_to(table: Table, point: Point) -> int | None:
    if point.what == "most pips":
        return None if table.folded else side_with_most_pips(table)
    card = card_of_point(table, point)
    if card is None:
        return None
    for plays, winner in table.tricks:
        for player, played in plays:
            if played == card:
                return table.side_of(player if point.owner == "holder" else winner)
    return None


def card_of_point(table: Table, point: Point) -> str | None:
    """The card that carries the point; None: no trump was played."""
    if table.trump is None:
        return None
    if point.what in ("highest", "lowest"):
        if table.folded:  # only the actual ace and two count then
            return trump_card("A" if point.what == "highest" else "2", table.trump)
        played = {card for _seat, card in table.all_plays()}
        trumps_played = [card for card in table.trumps() if card in played]
        if not trumps_played:
            return None
        return trumps_played[0] if point.what == "highest" else trumps_played[-1]
    return trump_card(point.what, table.trump)


def side_with_most_pips(table: Table) -> int | None:
    piles = piles_per_side(table)
    counts = [sum(pips(card) for card in pile) for pile in piles]
    tied = [side for side in range(table.sides) if counts[side] == max(counts)]
    if len(tied) == 1:
        return tied[0]
    if table.sheet.joker_breaks_game_tie:
        for side in tied:
            if any(is_joker(card) for card in piles[side]):
                return side
    return None


def piles_per_side(table: Table) -> list[list[str]]:
    piles: list[list[str]] = [[] for _ in range(table.sides)]
    for plays, winner in table.tricks:
        piles[table.side_of(winner)] += [card for _seat, card in plays]
    return piles


# --- the contract ---


def contract_made(table: Table, taken: list[int]) -> bool:
    pitching = table.side_of(table.the_pitcher())
    if table.folded:
        return False
    if table.contract != "moon":
        return taken[pitching] >= int(str(table.contract))
    took_all_points = taken[pitching] == sum(point.worth for point in table.sheet.points)
    if table.sheet.moon == "15, every trick":
        took_all_tricks = all(table.side_of(winner) == pitching for _plays, winner in table.tricks)
        return took_all_points and took_all_tricks
    return took_all_points


def pitching_score(table: Table, before: int, took: int, *, made: bool) -> int:
    """The pitching side's score after the deal."""
    sheet = table.sheet
    if table.contract == "moon":
        if sheet.moon == "15, every trick":
            return before + 15 if made else before - 15
        if sheet.moon == "ten-point" and made:
            return max(before, sheet.target) if before >= 0 else 0
        return before  # the contract wins or loses the game, the score stays
    if made:
        return before + took
    after = before - int(str(table.contract))
    return after if sheet.floor is None else max(after, sheet.floor)


def contract_decides(table: Table, before: int, *, made: bool) -> bool:
    """True when the moon wins or loses the whole game."""
    if table.contract != "moon":
        return False
    if table.sheet.moon == "ten-point":
        return before >= 0 if made else True
    return table.sheet.moon == "whole game"


def best_of_the_others(scores: list[int], pitching: int) -> tuple[int, ...]:
    others = [side for side in range(len(scores)) if side != pitching]
    best = max(scores[side] for side in others)
    return tuple(side for side in others if scores[side] == best)
