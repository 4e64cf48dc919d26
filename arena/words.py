"""A resolved sheet in words, made from its fields alone, so that it cannot say anything but what is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.engine import sheet as s
from referee.engine.cards import HEARTS, NAMES, RANKS
from referee.engine.points import PointRule
from referee.engine.tables import compile_tables


def sheet_in_words(sheet: s.Sheet) -> Iterator[str]:
    """Yield the rules of the sheet line by line."""
    yield f"{sheet.title} ({sheet.spec})"
    yield ""
    for head, text in _rules(sheet):
        yield f"{head:<11} {text}"
    yield ""
    yield f"Points ({sheet.total_points} in all):"
    for rule in sheet.points:
        yield f"  {rule.name:<11} {_worth(rule)}{_owner(rule)}"


def _rules(sheet: s.Sheet) -> Iterator[tuple[str, str]]:
    solo = sheet.seats == sheet.sides
    table = f"{sheet.seats} players, each for himself" if solo else f"{sheet.seats} players in {sheet.sides} sides"
    yield "Players", table
    yield "Cards", _pack(sheet)
    yield "Trumps", "with hearts as trump: " + " ".join(NAMES[c] for c in compile_tables(sheet).trumps[HEARTS].order)
    yield "Bids", _bids(sheet)
    yield "Dealer", _dealer(sheet)
    match sheet.trump_maker:
        case s.TrumpMaker.PITCHED:
            yield "Trump", "is the suit of the first card that the pitcher leads"
        case s.TrumpMaker.DECLARED:
            yield "Trump", "is declared by the pitcher after the auction"
        case _:
            assert_never(sheet.trump_maker)
    for number, step in enumerate(sheet.exchange):
        yield "Exchange" if number == 0 else "", _step(step)
    lead = "must be a trump if the pitcher holds one" if sheet.first_lead is s.FirstLead.TRUMP else "is any card"
    yield "First lead", lead
    yield "Following", _follow(sheet.follow)
    if sheet.folding is s.Folding.BEFORE_A_LEAD:
        yield "Fold", "whenever a trick is about to be led the pitcher may give the game up, which is a failed bid"
    yield from _scoring(sheet)


def _pack(sheet: s.Sheet) -> str:
    jokers = ("no joker", "one joker", "two jokers")[sheet.jokers]
    ranks = "" if sheet.lowest_rank == 0 else f", {RANKS[sheet.lowest_rank]} and up"
    return f"{len(sheet.pack)} ({jokers}{ranks}), {sheet.hand_size} each in packets of {sheet.packet}"


def _bids(sheet: s.Sheet) -> str:
    text = f"{sheet.lowest_call} to {sheet.highest_call}"
    special = sheet.special
    if not special:
        return text
    needs = "all points and all tricks" if special.needs is s.Needs.POINTS_AND_TRICKS else "all points"
    match special.stake:
        case s.Stake.POINTS:
            worth = f"wins or loses {special.points}"
        case s.Stake.GAME:
            worth = "wins or loses the game"
        case s.Stake.TARGET_OR_GAME:
            worth = "made: up to the target and the game, or from below zero to zero; failed: the game is lost"
        case _:
            assert_never(special.stake)
    return f"{text}, then {special.name} ({needs}; {worth})"


def _dealer(sheet: s.Sheet) -> str:
    span = f"{sheet.stuck_from}" if sheet.stuck_from == sheet.stuck_to else f"{sheet.stuck_from} to {sheet.stuck_to}"
    more = f" or {sheet.special.name}" if sheet.special and sheet.stuck_special else ""
    text = f"when all others pass he must call {span}{more}"
    if sheet.steal is s.Steal.DEALER_EQUALS:
        text += "; he may take the bid over by equalling it, unless it is the highest"
    return text


def _step(step: s.ExchangeStep) -> str:
    match step:
        case s.Swap():
            what = "non-trumps" if step.cards is s.Cards.PLAIN else "cards"
            return f"from eldest each throws any {what} face down and is refilled to {step.to} at once"
        case s.ThrowPlain():
            return "all throw all their non-trumps face up"
        case s.Fill():
            return f"from eldest each fills to {step.to}"
        case s.Widow():
            return "the pitcher takes the rest of the stock, or hands it unseen to his partner"
        case s.LayAside():
            return "plain cards that were drawn are laid aside face down"
        case s.Burn():
            return f"from eldest whoever holds more than {step.to} trumps burns down to {step.to}"
        case _:
            assert_never(step)


def _follow(follow: s.Follow) -> str:
    match follow:
        case s.Follow.OR_TRUMP:
            return "follow suit or trump; void: any card; a trump lead must be followed"
        case s.Follow.STRICT:
            return "follow suit; trump, or any card, only when void"
        case s.Follow.TRUMPS_ONLY:
            return "only trumps are played; a player without any is out for the deal"
        case _:
            assert_never(follow)


def _scoring(sheet: s.Sheet) -> Iterator[tuple[str, str]]:
    floor = "" if sheet.floor is None else f"; a set never takes a score below {sheet.floor}"
    yield (
        "Scoring",
        f"a pitcher who makes his bid scores what he took, else he loses the bid{floor}; others score theirs",
    )
    match sheet.ending:
        case s.Ending.PITCHED_AND_MADE:
            how = "at the end of a deal in which the side pitched and made"
        case s.Ending.REACHED:
            how = "several there: the pitching side if it made, else the highest"
        case s.Ending.AHEAD:
            how = f"and at least {sheet.margin} ahead of every other side"
        case s.Ending.PITCHER_FIRST:
            how = "several there: the side that pitched, else the highest"
        case _:
            assert_never(sheet.ending)
    yield "Game", f"{sheet.target} points, {how}"
    if sheet.backdoor is not None:
        yield "", f"a side at {-sheet.backdoor} or lower wins, too"
    if sheet.settle is s.Settle.ONE_PLUS_SETS:
        yield "", "each loser pays 1 and one more for each time his side was set"
    yield "", f"after {sheet.max_deals} deals the highest score wins"


def _worth(rule: PointRule) -> str:
    return "1 point" if rule.worth == 1 else f"{rule.worth} points"


def _owner(rule: PointRule) -> str:
    owner = getattr(rule, "owner", None)
    if owner is None:
        return ", most pips in tricks" if rule.name == "game" else ""
    return f", to its {owner.value}"
