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

# The event of every point, by its index in the sheet and the seat it goes to.
POINTS = tuple(tuple((events.POINT, seat, index, 0, EVERYONE) for seat in range(9)) for index in range(32))


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
    pitcher, taken = public.pitcher, [0] * tables.sides
    points = _award_folded(game, taken) if public.folded else _award(game, taken)
    made, winners = _settle_contract(tables, public, taken)
    scores, log = public.scores, game.log
    log((events.SCORED, pitcher, int(made), 0, EVERYONE))
    for side, score in enumerate(scores):
        log((events.SCORE, side, score, 0, EVERYONE))
    game.results.append(DealResult(points, public.call, pitcher, made, public.folded, scores))
    public.ask = ASK_NOTHING
    public.to_act = UNKNOWN
    game.offer = ()
    winners = winners or ending.winners(
        tables.sheet, tables.end_rule, scores, pitching=tables.groups[pitcher], made=made, deals=public.deal_number + 1
    )
    if winners:
        game.end(winners)


def _award(game: Game, totals: list[int]) -> tuple[int, ...]:
    """Return by point rule the side that took it, and add its worth to the side's total."""
    groups, log, deal = game.tables.groups, game.log, _played(game)
    points = []
    for index, worth, award in game.tables.awards:
        seat = award(deal)
        if seat < 0:
            points.append(NOBODY)
        else:
            log(POINTS[index][seat])
            side = groups[seat]
            totals[side] += worth
            points.append(side)
    return tuple(points)


def _award_folded(game: Game, totals: list[int]) -> tuple[int, ...]:
    """Return the same after a fold: the pitcher's side takes nothing (contway)."""
    groups, log, deal = game.tables.groups, game.log, _played(game)
    points = []
    for index, rule in enumerate(game.sheet.points):
        seat = rule.award_folded(deal)
        if seat < 0 or groups[seat] == groups[game.public.pitcher]:
            points.append(NOBODY)
        else:
            log(POINTS[index][seat])
            totals[groups[seat]] += rule.worth
            points.append(groups[seat])
    return tuple(points)


def _played(game: Game) -> Played:
    tables, public = game.tables, game.public
    return Played(tables, tables.trumps[public.trump], public.taker, [private.cards for private in game.private])


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
            return all_points and not any(taken for other, taken in enumerate(public.taken) if other != side)
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
