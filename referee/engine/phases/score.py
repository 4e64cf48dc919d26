"""Scoring a deal (chassis 5 and 6) and the calls that win or lose the game (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from referee.engine import ending
from referee.engine.actions import STRAIGHT, Ask, call_kind, call_value
from referee.engine.errors import InvariantViolation
from referee.engine.events import EventKind
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
    points = _award(game)
    taken = [0] * tables.sides
    for rule, side in zip(tables.sheet.points, points, strict=True):
        if side != NOBODY:
            taken[side] += rule.worth
    made, winners = _settle_contract(tables, public, taken)
    _log_scores(game, made=made)
    game.results.append(DealResult(points, public.call, public.pitcher, made, bool(public.folded), public.scores))
    public.ask = Ask.NOTHING
    public.to_act = UNKNOWN
    side = tables.groups[public.pitcher]
    winners = winners or ending.winners(
        tables.sheet, public.scores, pitching=side, made=made, deals=public.deal_number + 1
    )
    if winners:
        game.end(winners)


def _award(game: Game) -> tuple[int, ...]:
    """Return by point rule the side that took it. After a fold the pitcher's side takes nothing (contway)."""
    tables, public = game.tables, game.public
    table = tables.trumps[public.trump]
    deal = Played(
        trumps=table.order, named=table.named, played=public.played, taken=public.taken, group_seat=tables.group_seat
    )
    pitching = tables.groups[public.pitcher]
    points = []
    for index, rule in enumerate(tables.sheet.points):
        seat = rule.award_folded(deal) if public.folded else rule.award(deal)
        side = NOBODY if seat == NOBODY else tables.groups[seat]
        if public.folded and side == pitching:
            side = NOBODY
        if side != NOBODY:
            game.events.append((EventKind.POINT, seat, index, 0, tables.everyone))
        points.append(side)
    return tuple(points)


def _settle_contract(tables: Tables, public: Public, taken: list[int]) -> tuple[bool, tuple[int, ...]]:
    """Change the scores; return whether the contract was made, and the winners where the call decides the game."""
    sheet = tables.sheet
    side = tables.groups[public.pitcher]
    scores = [score + gained for score, gained in zip(public.scores, taken, strict=True)]
    scores[side] = public.scores[side]
    winners: tuple[int, ...] = ()
    if call_kind(public.call) == STRAIGHT:
        value = call_value(public.call)
        made = not public.folded and taken[side] >= value
        scores[side] += taken[side] if made else -value
    else:
        special = sheet.special
        if special is None:
            raise InvariantViolation(f"{sheet.spec} has no special call, yet it was made")
        made = not public.folded and _special_made(tables, public, taken, special)
        scores[side], winners = _special_score(sheet.target, special, scores, side, made=made)
    if not made:
        public.sets = tuple(count + (s == side) for s, count in enumerate(public.sets))
        if sheet.floor is not None:
            scores[side] = max(sheet.floor, scores[side])
    public.scores = tuple(scores)
    return made, winners


def _special_made(tables: Tables, public: Public, taken: list[int], special: Special) -> bool:
    side = tables.groups[public.pitcher]
    all_points = taken[side] == tables.sheet.total_points
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


def _log_scores(game: Game, *, made: bool) -> None:
    public, everyone = game.public, game.tables.everyone
    game.events.append((EventKind.SCORED, public.pitcher, int(made), 0, everyone))
    for side, score in enumerate(public.scores):
        game.events.append((EventKind.SCORE, side, score, 0, everyone))
