"""The score of a sheet in words: what a deal scores, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.engine import kinds as k
from referee.engine.sheet import Sheet
from referee.engine.steps import Burn, Narrow

HERE = "at the end of a deal a side"


def score_lines(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the heads and sentences of score and end, in the order in which they are looked at."""
    yield from _burned(sheet)
    yield "Scoring", _scoring(sheet)
    if sheet.only_when_set:
        names = " and ".join(filter(None, (", ".join(sheet.only_when_set[:-1]), sheet.only_when_set[-1])))
        yield "Held back", f"the others score {names} only when the pitcher is set"
    yield "End", _ending(sheet)
    if sheet.loses_at is not None:
        yield "Lost", f"{HERE} at {sheet.loses_at} or lower has lost: the highest score wins, if equal: another deal"
    if sheet.backdoor is not None:
        text = f"at {-sheet.backdoor} or lower wins; two such: the lower, still equal: another deal"
        yield "Back door", f"{HERE} {text}"
    if sheet.draws_at is not None:
        yield "Draw", f"{HERE} at {sheet.draws_at} or lower ends the game as a draw of all"
    yield from _settle(sheet.settle)
    deals = f"{sheet.max_deals} deal{'s' * (sheet.max_deals != 1)}"
    yield "Limit", f"after {deals} the highest score wins; equal is a draw"


def _burned(sheet: Sheet) -> Iterator[tuple[str, str]]:
    match sheet.burned:
        case k.Burned.NOBODY:
            if any(isinstance(step, Burn | Narrow) for step in sheet.exchange):
                yield "Burned", "points on burned trumps go to nobody"
        case k.Burned.OTHERS:
            yield "Burned", "points on burned trumps count as taken by the side that did not burn them"
        case _:
            assert_never(sheet.burned)


def _scoring(sheet: Sheet) -> str:
    made, failed = _made(sheet.made_scores), _set(sheet)
    names = " or ".join(special.name for special in sheet.specials)
    if sheet.partner is k.Partner.FIXED:
        text = (
            f"a pitching side that took its call or more scores {made}, else {failed}; the others score what they took"
        )
    else:
        text = (
            f"if the pitcher and his partner took at least the call, both score {made}, else of both {failed}; "
            "each of the others scores what those took together"
        )
        text += f"; with {names} made the partner scores what was taken" if names else ""
    otherwise = ["doubled"] * (sheet.doubling is not k.Doubling.NEVER) + [names] * bool(names)
    return f"{text}; {' or '.join(otherwise)}: as said above" if otherwise else text


def _made(scores: k.MadeScores) -> str:
    match scores:
        case k.MadeScores.TAKEN:
            return "all that was taken"
        case k.MadeScores.CALL_ONE_MORE_IF_EXACT:
            return "the call, and one more if exactly that was taken"
        case _:
            assert_never(scores)


def _set(sheet: Sheet) -> str:
    match sheet.set_scores:
        case k.SetScores.MINUS_CALL:
            floor = "may fall below 0" if sheet.floor is None else f"never falls below {sheet.floor} by that"
            return f"the score falls by the call (it {floor})"
        case k.SetScores.BELOW_ZERO:
            return "the score becomes -1, or falls by 1 if it was below 0"
        case _:
            assert_never(sheet.set_scores)


def _ending(sheet: Sheet) -> str:
    there = f"{HERE} at {sheet.target} or more"
    several = "else the highest score, still equal: another deal"
    match sheet.ending:
        case k.Ending.PITCHED_AND_MADE:
            return f"{there} wins, if it pitched that deal and made its call"
        case k.Ending.OVER_AND_MADE:
            return f"{HERE} over {sheet.target} wins, if it pitched that deal and made its call"
        case k.Ending.REACHED:
            return f"{there} wins; several: the pitching side if it is among them and made its call, {several}"
        case k.Ending.PITCHER_FIRST:
            return f"{there} wins; several: the pitching side if it is among them, made or not, {several}"
        case k.Ending.AHEAD:
            return f"{there} and at least {sheet.margin} ahead of every other side wins, whoever pitched"
        case k.Ending.ALONE_OR_MADE:
            return f"{there} wins; several: the pitcher if he is among them and made his call, else another deal"
        case _:
            assert_never(sheet.ending)


def _settle(settle: k.Settle) -> Iterator[tuple[str, str]]:
    match settle:
        case k.Settle.NOTHING:
            return
        case k.Settle.ONE_PLUS_SETS:
            text = "each loser pays a winner 1 chip and one more for each time his side was set; a draw settles nothing"
        case _:
            assert_never(settle)
    yield "Settlement", text
