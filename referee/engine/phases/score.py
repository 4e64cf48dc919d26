"""Scoring a deal (chassis 5 and 6, 5.4) and the calls that win or lose the game (section 6)."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, NamedTuple, assert_never

from referee.engine import ending, events
from referee.engine import kinds as k
from referee.engine.actions import ASK_NOTHING, DOUBLED, MISDEAL, SPECIAL, STRAIGHT, call_kind, call_value
from referee.engine.cards import cards_of, mask_of
from referee.engine.events import EVERYONE
from referee.engine.points import NOBODY, Played
from referee.engine.sheet import Sheet, Special
from referee.engine.state import UNKNOWN, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

# The event of every point, by its index in the sheet and the seat it goes to.
POINTS = tuple(tuple((events.POINT, seat, index, 0, EVERYONE) for seat in range(9)) for index in range(32))
NOT_PLAYED = -1  # the value of the SCORED event of a deal that nobody pitched
PITCHERS, OTHERS = 0, 1  # the groups of a deal with a called partner


class DealResult(NamedTuple):
    """How a deal came out.

    `points` has, in the order of the sheet's rules, the group that took each point or NOBODY: a side, or where a
    partner is called 0 for the pitcher's and 1 for the others'. `contract` is the action code of the final call; PASS
    where all passed and MISDEAL where a misdeal was shown, with `pitcher` UNKNOWN. `partner` is the seat that held the
    called card, the pitcher if he found it himself, else UNKNOWN.
    """

    points: tuple[int, ...]
    contract: int
    pitcher: int
    made: bool
    folded: bool
    scores: tuple[int, ...]
    partner: int = UNKNOWN


def finish(game: Game) -> None:
    """Award the points, change the scores, and see whether the game is over; else wait for the next deal."""
    tables, public = game.tables, game.public
    public.pass_outs = 0
    if tables.calls_partner:
        partner, points, made, winners = _score_groups(game)
    else:
        partner, taken = UNKNOWN, [0] * tables.sides
        if public.folded:
            points = _award_folded(game, taken)
        else:
            points = _award(game, _played(game), tables.groups, taken)
        made, winners = _score_sides(tables, public, points, taken)
    result = DealResult(points, public.call, public.pitcher, made, public.folded, public.scores, partner)
    _close_deal(game, result, int(made), winners)


def not_played(game: Game, contract: int, showing: tuple[int, ...]) -> None:
    """End a deal that nobody pitched, all having passed or a misdeal being claimed: hands are shown, nobody scores."""
    public = game.public
    for seat in showing:
        cards = mask_of(game.hidden.hands[seat]) if game.hidden.hands else game.private[seat].start
        game.log((events.SHOW, seat, cards.bit_count(), cards, EVERYONE))
    if contract == MISDEAL:
        public.redeal = True
    else:
        public.pass_outs += 1
    points = (NOBODY,) * len(game.sheet.points)
    _close_deal(game, DealResult(points, contract, UNKNOWN, False, False, public.scores), NOT_PLAYED, ())


def _close_deal(game: Game, result: DealResult, outcome: int, winners: tuple[int, ...]) -> None:
    tables, public, log = game.tables, game.public, game.log
    pitcher = result.pitcher
    log((events.SCORED, pitcher if pitcher >= 0 else public.dealer, outcome, 0, EVERYONE))
    for side, score in enumerate(result.scores):
        log((events.SCORE, side, score, 0, EVERYONE))
    game.results.append(result)
    public.ask = ASK_NOTHING
    public.to_act = UNKNOWN
    game.offer = ()
    winners = winners or ending.winners(
        tables.sheet,
        tables.end_rule,
        result.scores,
        pitching=tables.groups[pitcher] if pitcher >= 0 else UNKNOWN,
        made=result.made,
        deals=public.deal_number + 1,
    )
    if winners:
        game.end(winners)


# ---- who took what


def _award(game: Game, deal: Played, groups: tuple[int, ...], totals: list[int]) -> tuple[int, ...]:
    """Return by point rule the group that took it, and add its worth to the group's total."""
    log = game.log
    points = []
    for index, worth, award in game.tables.awards:
        seat = award(deal)
        if seat < 0:
            points.append(NOBODY)
        else:
            log(POINTS[index][seat])
            group = groups[seat]
            totals[group] += worth
            points.append(group)
    return tuple(points)


def _award_folded(game: Game, totals: list[int]) -> tuple[int, ...]:
    """Return the same after a fold: the pitcher's side takes nothing (contway)."""
    tables, log, deal = game.tables, game.log, _played(game)
    groups = tables.groups
    pitching = groups[game.public.pitcher]
    points = []
    for index, worth, award in tables.folded_awards:
        seat = award(deal)
        if seat < 0 or (group := groups[seat]) == pitching:
            points.append(NOBODY)
        else:
            log(POINTS[index][seat])
            totals[group] += worth
            points.append(group)
    return tuple(points)


def _played(game: Game) -> Played:
    tables, public = game.tables, game.public
    burned = _burned(public, tables.groups) if tables.burned_count else {}
    last = public.best_seat if public.best else NOBODY
    begun = [private.cards for private in game.private]
    return Played(public.table, public.taker, begun, tables.group_seat, burned, last)


def _burned(public: Public, groups: tuple[int, ...]) -> dict[int, int]:
    """Return by burned card the other group, of two, that it counts for (campbell-ten)."""
    return {card: 1 - groups[seat] for seat, mask in public.burned for card in cards_of(mask)}


# ---- by sides


def _score_sides(
    tables: Tables, public: Public, points: tuple[int, ...], taken: list[int]
) -> tuple[bool, tuple[int, ...]]:
    """Change the scores; return whether the contract was made, and the winners where the call decides the game."""
    sheet, side = tables.sheet, tables.groups[public.pitcher]
    made = not public.folded and _is_made(tables, public.call, taken[side], public.taken, side)
    before = public.scores[side]
    scores = list(map(add, public.scores, taken))
    if made and tables.when_set:
        for index, when_set in enumerate(tables.when_set):
            if when_set and points[index] != NOBODY:
                scores[points[index]] -= sheet.points[index].worth
    scores[side], decides = _pitching_score(sheet, public.call, before, taken[side], made=made)
    if not made:
        public.sets[side] += 1
    public.scores = tuple(scores)
    if not decides:
        return made, ()
    return made, (side,) if made else ending.best_of(scores, leaving_out=(side,))


def _is_made(tables: Tables, call: int, took: int, taken: list[int], side: int) -> bool:
    """Return whether the pitching side (or group), which took so many points, made the call."""
    if call & 3 < SPECIAL:
        return took >= call_value(call)
    needs = _special(tables.sheet, call).needs
    all_points = took == tables.total_points
    match needs:
        case k.Needs.POINTS:
            return all_points
        case k.Needs.TRICKS:
            return _all_tricks(taken, side)
        case k.Needs.POINTS_AND_TRICKS:
            return all_points and _all_tricks(taken, side)
        case _:
            assert_never(needs)


def _all_tricks(taken: list[int], side: int) -> bool:
    return not any(cards for other, cards in enumerate(taken) if other != side)


def _special(sheet: Sheet, call: int) -> Special:
    return sheet.specials[call_kind(call) - SPECIAL]


def _pitching_score(sheet: Sheet, call: int, before: int, took: int, *, made: bool) -> tuple[int, bool]:
    """Return the pitching side's new score, and whether the call wins or loses the game."""
    kind, value = call & 3, call_value(call)
    if kind == STRAIGHT:
        if made:
            return before + _made_scores(sheet, value, took), False
        return _set_score(sheet, before, value), False
    if kind == DOUBLED:
        return (before + 2 * value, False) if made else (_set_score(sheet, before, 2 * value), False)
    return _special_score(sheet.target, _special(sheet, call), before, made=made)


def _made_scores(sheet: Sheet, value: int, took: int) -> int:
    match sheet.made_scores:
        case k.MadeScores.TAKEN:
            return took
        case k.MadeScores.CALL_ONE_MORE_IF_EXACT:
            return value + (took == value)
        case _:
            assert_never(sheet.made_scores)


def _set_score(sheet: Sheet, before: int, loss: int) -> int:
    match sheet.set_scores:
        case k.SetScores.MINUS_CALL:
            return before - loss if sheet.floor is None else max(sheet.floor, before - loss)
        case k.SetScores.BELOW_ZERO:
            return -1 if before >= 0 else before - 1
        case _:
            assert_never(sheet.set_scores)


def _special_score(target: int, special: Special, before: int, *, made: bool) -> tuple[int, bool]:
    match special.stake:
        case k.Stake.POINTS:
            return before + (special.points if made else -special.points), False
        case k.Stake.GAME:
            return before, True
        case k.Stake.TARGET_OR_GAME | k.Stake.TARGET_OR_SET:
            if made:
                return (max(before, target), True) if before >= 0 else (0, False)
            loses_game = special.stake is k.Stake.TARGET_OR_GAME
            return (before, True) if loses_game else (before - special.points, False)
        case _:
            assert_never(special.stake)


# ---- by groups: the pitcher and the partner he called against the others (5.4)


def _score_groups(game: Game) -> tuple[int, tuple[int, ...], bool, tuple[int, ...]]:
    """Change the scores; return the partner, the points by group, whether it was made, and who wins if it decides."""
    tables, public = game.tables, game.public
    sheet, pitcher = tables.sheet, public.pitcher
    partner = next((seat for seat, private in enumerate(game.private) if public.called in private.cards), UNKNOWN)
    groups = tuple(PITCHERS if seat in (pitcher, partner) else OTHERS for seat in range(tables.seats))
    totals = [0, 0]
    points = _award(game, _played_by_groups(game, groups), groups, totals)
    took = totals[PITCHERS]
    taken = [0, 0]
    for seat, cards in enumerate(public.taken):
        taken[groups[seat]] |= cards
    made = _is_made(tables, public.call, took, taken, PITCHERS)
    before = public.scores
    scores = [score + totals[OTHERS] for score in before]
    scores[pitcher], decides = _pitching_score(sheet, public.call, before[pitcher], took, made=made)
    if partner not in (pitcher, UNKNOWN):
        if made and call_kind(public.call) >= SPECIAL:
            scores[partner] = before[partner] + took
        else:
            scores[partner], _ = _pitching_score(sheet, public.call, before[partner], took, made=made)
    if not made:
        public.sets[pitcher] += 1
    public.scores = tuple(scores)
    if not decides:
        return partner, points, made, ()
    return partner, points, made, (pitcher,) if made else ending.best_of(scores, leaving_out=(pitcher, partner))


def _played_by_groups(game: Game, groups: tuple[int, ...]) -> Played:
    public = game.public
    taker = [groups[seat] if seat >= 0 else NOBODY for seat in public.taker]
    seats = (groups.index(PITCHERS), groups.index(OTHERS))
    burned = _burned(public, groups) if game.tables.burned_count else {}
    last = public.best_seat if public.best else NOBODY
    return Played(public.table, taker, [private.cards for private in game.private], seats, burned, last)
