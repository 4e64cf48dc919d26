"""Scoring a deal (chassis 5 and 6) and the calls that win or lose the game (section 6)."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, NamedTuple, assert_never

from referee.engine import ending, events
from referee.engine.actions import ASK_NOTHING, STRAIGHT, call_value
from referee.engine.errors import InvariantViolation
from referee.engine.events import EVERYONE
from referee.engine.points import NOBODY, Played
from referee.engine.sheet import Needs, Special, Stake
from referee.engine.state import UNKNOWN, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game


class DealResult(NamedTuple):
    """How a deal came out. `points` has, in the order of the sheet's rules, the side that took each point or NOBODY."""

    points: tuple[int, ...]
    contract: int
    pitcher: int
    made: bool
    folded: bool
    scores: tuple[int, ...]


def finish(game: Game) -> None:
    """Award the points, change the scores, and see whether the game is over; else wait for the next deal."""
    tables, public = game.tables, game.public
    taken = [0] * tables.sides
    points = _award(game, taken)
    made, winners = _settle_contract(tables, public, taken)
    log = game.log
    log((events.SCORED, public.pitcher, int(made), 0, EVERYONE))
    for side, score in enumerate(public.scores):
        log((events.SCORE, side, score, 0, EVERYONE))
    game.results.append(DealResult(points, public.call, public.pitcher, made, public.folded, public.scores))
    public.ask = ASK_NOTHING
    public.to_act = UNKNOWN
    side = tables.groups[public.pitcher]
    winners = winners or ending.winners(
        tables.sheet, tables.end_rule, public.scores, pitching=side, made=made, deals=public.deal_number + 1
    )
    if winners:
        game.end(winners)


def _award(game: Game, totals: list[int]) -> tuple[int, ...]:
    """Return by point rule the side that took it, and add its worth to the side's total.

    After a fold the pitcher's side takes nothing (contway).
    """
    tables, public = game.tables, game.public
    table = tables.trumps[public.trump]
    everything = 0
    for mask in public.taken:
        everything |= mask
    played = [private.start ^ private.hand for private in game.private]
    deal = Played(table.order, table.named, played, public.taken, tables.group_seat, everything & table.mask)
    folded = public.folded
    pitching = tables.groups[public.pitcher]
    points = []
    for index, worth, award, award_folded in tables.awards:
        seat = award_folded(deal) if folded else award(deal)
        side = NOBODY
        if seat >= 0:
            side = tables.groups[seat]
            if folded and side == pitching:
                side = NOBODY
            else:
                game.log((events.POINT, seat, index, 0, EVERYONE))
                totals[side] += worth
        points.append(side)
    return tuple(points)


def _settle_contract(tables: Tables, public: Public, taken: list[int]) -> tuple[bool, tuple[int, ...]]:
    """Change the scores; return whether the contract was made, and the winners where the call decides the game."""
    sheet = tables.sheet
    side = tables.groups[public.pitcher]
    scores = list(map(add, public.scores, taken))
    scores[side] = public.scores[side]
    winners: tuple[int, ...] = ()
    call = public.call
    if call & 3 == STRAIGHT:
        value = call_value(call)
        made = not public.folded and taken[side] >= value
        scores[side] += taken[side] if made else -value
    else:
        special = sheet.special
        if special is None:
            raise InvariantViolation(f"{sheet.spec} has no special call, yet it was made")
        made = not public.folded and _special_made(tables, public, taken, special)
        scores[side], winners = _special_score(sheet.target, special, scores, side, made=made)
    if not made:
        public.sets[side] += 1
        if sheet.floor is not None:
            scores[side] = max(sheet.floor, scores[side])
    public.scores = tuple(scores)
    return made, winners


def _special_made(tables: Tables, public: Public, taken: list[int], special: Special) -> bool:
    side = tables.groups[public.pitcher]
    all_points = taken[side] == tables.total_points
    match special.needs:
        case Needs.POINTS:
            return all_points
        case Needs.POINTS_AND_TRICKS:
            return all_points and sum(public.won[side :: tables.sides]) == public.tricks
        case _:
            assert_never(special.needs)


def _special_score(
    target: int, special: Special, scores: list[int], side: int, *, made: bool
) -> tuple[int, tuple[int, ...]]:
    """Return the pitching side's new score, and the winners where the call wins or loses the game."""
    score = scores[side]
    match special.stake:
        case Stake.POINTS:
            return score + (special.points if made else -special.points), ()
        case Stake.GAME:
            return score, (side,) if made else ending.best_of(scores, leaving_out=side)
        case Stake.TARGET_OR_GAME:
            if not made:
                return score, ending.best_of(scores, leaving_out=side)
            return (max(score, target), (side,)) if score >= 0 else (0, ())
        case _:
            assert_never(special.stake)
