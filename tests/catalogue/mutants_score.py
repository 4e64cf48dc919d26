"""Mutants of what a call is worth, of the called partner's score, and of the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.engine import ending
from referee.engine import kinds as k
from referee.engine.actions import DECLARE, DOUBLED, SPECIAL, call_code, call_kind, call_value
from referee.engine.game import Game
from referee.engine.phases import score
from referee.engine.sheet import Sheet
from referee.engine.state import Public
from referee.engine.tables import Tables
from tests.catalogue.luck import Luck
from tests.catalogue.planting import Mutant, Patch, fields, special, standing

# The side of eldest has all trumps but the king, so it takes all 18 points, and not always all tricks.
SMUDGE = Luck(
    hands={1: "AH QH JH TH 9H 5H 2H", 3: "8H 7H 6H 4H 3H AC AD AS", 2: "KH"},
    prefers=(call_code(18, SPECIAL), DECLARE + 2),
    often=0.9,
)
ALL_TRICKS = Luck(hands={1: "AH KH QH JH TH 9H"}, prefers=(call_code(18, SPECIAL), DECLARE + 2), often=0.9)
TEN_POINT_MOON = Luck(
    hands={1: "AH JH JD HJ LJ TH 3H 2H", 3: "KH QH 9H 8H 7H 6H 5H 4H"},
    prefers=(call_code(10, SPECIAL), DECLARE + 2),
    often=0.9,
)
# Six trumps that take every trick, with the trumps that score and are not held in the hand of the partner called.
CALLED_MOON = Luck(
    hands={1: "AH KH QH JH JD HJ", 2: "LJ TH 3H 2H"},
    prefers=(call_code(10, SPECIAL), DECLARE + 2, 128 + 52, 52, 34, 27, 26),
    often=0.95,
)


EXACTLY = (standing((9, 10, 11, 12), max_deals=2),)


# ---- wrong tables


def highest_first(tables: Tables) -> None:
    rule = tables.end_rule
    tables.end_rule = lambda sheet, scores, pitching, made: rule(sheet, scores, pitching, False)


def set_pitcher_first_too(tables: Tables) -> None:
    rule = tables.end_rule
    tables.end_rule = lambda sheet, scores, pitching, made: rule(sheet, scores, pitching, True)


# ---- wrong scores

Pitching = Callable[[Sheet, int, int, int, bool], int | None]


def pitching_scores(wrong: Pitching) -> Callable[[Patch], None]:
    """Return a patch of the pitching side's score: of sheet, call, score before, points taken, made; None: right."""
    original = score._pitching_score

    def changed(sheet: Sheet, call: int, before: int, took: int, *, made: bool) -> tuple[int, bool]:
        right, decides = original(sheet, call, before, took, made=made)
        value = wrong(sheet, call, before, took, made)
        return (right if value is None else value), decides

    return lambda patch: patch.setattr(score, "_pitching_score", changed)


def set_not_deducted(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return None if made else before


def set_keeps_what_it_took(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return None if made else before - call_value(call) + took


def doubled_scores_what_it_took(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return before + 2 * took if made and call_kind(call) == DOUBLED else None


def doubled_is_lost_once(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return before - call_value(call) if not made and call_kind(call) == DOUBLED else None


def always_one_more(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return before + call_value(call) + 1 if made else None


def minus_one_at_most(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return None if made else min(before, -1)


def one_less_than_before(sheet: Sheet, call: int, before: int, took: int, made: bool) -> int | None:
    return None if made else before - 1


def others_score_nothing(patch: Patch) -> None:
    original = score._score_sides

    def greedy(
        tables: Tables, public: Public, points: tuple[int, ...], taken: list[int]
    ) -> tuple[bool, tuple[int, ...]]:
        side = tables.groups[public.pitcher]
        return original(tables, public, points, [value if s == side else 0 for s, value in enumerate(taken)])

    patch.setattr(score, "_score_sides", greedy)


def a_bid_must_be_exceeded(patch: Patch) -> None:
    patch.setattr(score, "call_value", lambda call: call_value(call) + 1)


Groups = Callable[[Game, int, bool, tuple[int, ...], list[int]], None]


def group_scores(wrong: Groups) -> Callable[[Patch], None]:
    """Return a patch of the scores with a called partner, changed in place: game, partner, made, before, after."""
    original = score._score_groups

    def changed(game: Game) -> tuple[int, tuple[int, ...], bool, tuple[int, ...]]:
        before = game.public.scores
        partner, points, made, winners = original(game)
        after = list(game.public.scores)
        wrong(game, partner, made, before, after)
        game.public.scores = tuple(after)
        return partner, points, made, winners

    return lambda patch: patch.setattr(score, "_score_groups", changed)


def partner_scores_nothing(game: Game, partner: int, made: bool, before: tuple[int, ...], after: list[int]) -> None:
    if made:
        after[partner] = before[partner]


def partner_loses_nothing(game: Game, partner: int, made: bool, before: tuple[int, ...], after: list[int]) -> None:
    if not made and partner != game.public.pitcher:
        after[partner] = before[partner]


def one_defender_scores(game: Game, partner: int, made: bool, before: tuple[int, ...], after: list[int]) -> None:
    others = [seat for seat in range(len(after)) if seat not in (game.public.pitcher, partner)]
    for seat in others[1:]:
        after[seat] = before[seat]


def defenders_share(game: Game, partner: int, made: bool, before: tuple[int, ...], after: list[int]) -> None:
    others = [seat for seat in range(len(after)) if seat not in (game.public.pitcher, partner)]
    for seat in others:
        after[seat] = before[seat] + (after[seat] - before[seat]) // len(others)


def partner_of_a_moon_scores_as_he(
    game: Game, partner: int, made: bool, before: tuple[int, ...], after: list[int]
) -> None:
    if made and call_kind(game.public.call) >= SPECIAL:
        after[partner] = max(before[partner], game.sheet.target)


def tricks_of_the_pitcher_alone(patch: Patch) -> None:
    """All tricks may be those of all sides: nobody looks at whose they are."""
    patch.setattr(score, "_all_tricks", lambda taken, side: taken[side] != 0)


def backdoor_tie_to_the_first(patch: Patch) -> None:
    def lowest(scores: Sequence[int], limit: int) -> tuple[int, ...]:
        return (scores.index(min(scores)),) if min(scores) <= -limit else ()

    patch.setattr(ending, "_backdoor", lowest)


def hickeys_cost_nothing(patch: Patch) -> None:
    original = ending.settlement
    patch.setattr(ending, "settlement", lambda sheet, won, sets: original(sheet, won, [0] * len(sets)))


SCORE_MUTANTS: tuple[Mutant, ...] = (
    # the pitching side's score
    Mutant(name="a set is not deducted", spec="auction", code=pitching_scores(set_not_deducted)),
    Mutant(name="a set side keeps what it took", spec="ten-point", code=pitching_scores(set_keeps_what_it_took)),
    Mutant(name="others score nothing", spec="roadhouse", code=others_score_nothing),
    Mutant(name="a bid must be exceeded", spec="partnership-draw", code=a_bid_must_be_exceeded),
    Mutant(name="no floor", spec="contway", sheet=fields(floor=None)),
    Mutant(name="a doubled bid scores twice what was taken", spec="oklahoma",
           code=pitching_scores(doubled_scores_what_it_took)),
    Mutant(name="a doubled bid is lost once", spec="wahoo", code=pitching_scores(doubled_is_lost_once)),
    Mutant(name="no bonus for an exact bid", spec="maryland-jack", sheet=fields(made_scores=k.MadeScores.TAKEN)),
    Mutant(name="a bonus for every bid made", spec="maryland-jack", code=pitching_scores(always_one_more)),
    Mutant(name="a set costs the bid in juniper", spec="juniper", sheet=fields(set_scores=k.SetScores.MINUS_CALL)),
    Mutant(name="a set never costs more than minus one", spec="juniper", code=pitching_scores(minus_one_at_most)),
    Mutant(name="a set costs one", spec="juniper", code=pitching_scores(one_less_than_before)),
    # the called partner's score
    Mutant(name="the partner scores nothing", spec="ten-point-five-handed", code=group_scores(partner_scores_nothing)),
    Mutant(name="the partner loses nothing", spec="razzle-dazzle", code=group_scores(partner_loses_nothing)),
    Mutant(name="one defender scores", spec="ten-point-five-handed", code=group_scores(one_defender_scores)),
    Mutant(name="the defenders share", spec="razzle-dazzle", code=group_scores(defenders_share)),
    Mutant(name="the partner of a moon goes to the target", spec="ten-point-five-handed",
           code=group_scores(partner_of_a_moon_scores_as_he), luck=CALLED_MOON),
    # special calls
    Mutant(name="moon is fourteen", spec="roadhouse[seats=3]", sheet=special(points=14)),
    Mutant(name="moon without all tricks", spec="roadhouse[seats=3]", sheet=special(needs=k.Needs.POINTS)),
    Mutant(name="moon wins no game", spec="partnership-draw", sheet=special(stake=k.Stake.POINTS, points=15)),
    Mutant(name="moon leaves the score", spec="ten-point", sheet=special(stake=k.Stake.GAME), luck=TEN_POINT_MOON),
    Mutant(name="a lost moon is a set", spec="ten-point", sheet=special(stake=k.Stake.TARGET_OR_SET, points=10)),
    Mutant(name="a lost moon loses the game", spec="ten-point-five-handed",
           sheet=special(stake=k.Stake.TARGET_OR_GAME)),
    Mutant(name="moon of wahoo is twenty", spec="wahoo", sheet=special(points=20)),
    Mutant(name="moon of high-five is for points", spec="high-five", sheet=special(stake=k.Stake.POINTS, points=17)),
    Mutant(name="moon of campbell-eleven is for points", spec="campbell-eleven",
           sheet=special(stake=k.Stake.POINTS, points=11)),
    Mutant(name="a smudge without all tricks", spec="nine-five", sheet=special(needs=k.Needs.POINTS), luck=SMUDGE),
    Mutant(name="a smudge without all points", spec="nine-five-backdoor", sheet=special(needs=k.Needs.TRICKS),
           luck=replace(SMUDGE, hands={1: "AH KH QH JH TH 8H 7H 6H 4H"})),
    Mutant(name="a smudge is eighteen", spec="nine-five", sheet=special(points=18)),
    Mutant(name="a blind smudge is nineteen", spec="nine-five", sheet=special(1, points=19)),
    Mutant(name="hotshot is for points", spec="nine-five-hotshot", sheet=special(stake=k.Stake.POINTS, points=18)),
    Mutant(name="hotshot needs all tricks", spec="nine-five-hotshot",
           sheet=special(needs=k.Needs.POINTS_AND_TRICKS), luck=replace(SMUDGE, hands={
               1: "AH QH JH 9H 5H 2H", 3: "TH 8H 7H 6H 4H 3H AC AD AS", 2: "KH"})),
    Mutant(name="double-18 needs all points", spec="northeast-connecticut", sheet=special(needs=k.Needs.POINTS),
           luck=ALL_TRICKS),
    Mutant(name="double-18 needs points and tricks", spec="northeast-connecticut",
           sheet=special(needs=k.Needs.POINTS_AND_TRICKS), luck=ALL_TRICKS),
    Mutant(name="double-18 without tricks", spec="northeast-connecticut", code=tricks_of_the_pitcher_alone),
    Mutant(name="double-18 is eighteen", spec="northeast-connecticut", sheet=special(points=18)),
    # the end
    Mutant(name="anybody at the target wins", spec="auction", sheet=fields(ending=k.Ending.REACHED)),
    Mutant(name="A17 in abacos", spec="abacos[seats=7]", sheet=fields(ending=k.Ending.REACHED)),
    Mutant(name="who pitched and made wins", spec="southeast-missouri", sheet=fields(ending=k.Ending.PITCHED_AND_MADE)),
    Mutant(name="one ahead wins", spec="roadhouse", sheet=fields(margin=1)),
    Mutant(name="by one is enough", spec="susqy-river", sheet=lambda sheet: replace(sheet, margin=1)),
    Mutant(name="the highest first", spec="partnership-draw", tables=highest_first),
    Mutant(name="the set pitcher first too", spec="ten-point", tables=set_pitcher_first_too,
           starts=(standing((-10, -9, 0)),)),
    Mutant(name="contway by A17", spec="contway", sheet=fields(ending=k.Ending.REACHED)),
    Mutant(name="carthage by A17", spec="carthage", sheet=fields(ending=k.Ending.REACHED),
           starts=(standing((-10, -9, 0)),)),
    Mutant(name="several there: the highest", spec="razzle-dazzle", sheet=fields(ending=k.Ending.REACHED)),
    Mutant(name="at the target is enough", spec="northeast-connecticut",
           sheet=fields(ending=k.Ending.PITCHED_AND_MADE), starts=EXACTLY),
    Mutant(name="over the target only", spec="northwest-connecticut", sheet=fields(ending=k.Ending.OVER_AND_MADE)),
    Mutant(name="nine-five is won at a hundred", spec="nine-five", sheet=fields(ending=k.Ending.PITCHED_AND_MADE),
           starts=EXACTLY),
    Mutant(name="nobody loses at minus a hundred", spec="nine-five", sheet=fields(loses_at=None)),
    Mutant(name="lost below minus a hundred", spec="nine-five-hotshot", sheet=fields(loses_at=-101)),
    Mutant(name="lost at minus two hundred", spec="nine-five-backdoor", sheet=fields(loses_at=-200, draws_at=None)),
    Mutant(name="no draw", spec="nine-five-backdoor", sheet=fields(draws_at=None)),
    Mutant(name="no back door", spec="auction-backdoor", sheet=fields(backdoor=None)),
    Mutant(name="back door tie to the first", spec="auction[seats=3]", code=backdoor_tie_to_the_first,
           starts=(standing((9,), backdoor=2, max_deals=3),)),
    Mutant(name="one deal too many", spec="auction", sheet=lambda s: replace(s, max_deals=s.max_deals + 1)),
    Mutant(name="hickeys cost nothing", spec="contway", code=hickeys_cost_nothing),
)  # fmt: skip
