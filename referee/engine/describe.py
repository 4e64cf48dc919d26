"""A resolved sheet in words, made from its fields alone: it cannot say anything but what is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.engine import sheet as s
from referee.engine.cards import ACE, RANKS
from referee.engine.points import CardPoint, Game, GameTie, High, Low, Owner, PointRule
from referee.engine.ranking import RANK_NAMES, trump_list


def describe(sheet: s.Sheet) -> tuple[str, ...]:
    """Return the rules of the sheet, a line each: first title and spec, then "Head: sentence" lines in playing order.

    A head comes once, apart from "Exchange" (a line for every step) and "Point" (a line for every rule). "Fold",
    "Back door" and "Settlement" are left out where there is no such thing.
    """
    return (f"{sheet.title} ({sheet.spec})", *(f"{head}: {text}" for head, text in _rules(sheet)))


def exchange_text(sheet: s.Sheet) -> tuple[str, ...]:
    """Return what happens between auction and play, a line for each exchange step in order; () when nothing does."""
    return tuple(_step(step) for step in sheet.exchange)


def _rules(sheet: s.Sheet) -> Iterator[tuple[str, str]]:
    yield "Table", _table(sheet)
    yield "Pack", _pack(sheet)
    yield "Deal", _deal(sheet)
    yield "Trumps", _trumps(sheet)
    yield "Calls", _calls(sheet)
    yield (
        "Auction",
        "one round from eldest, the dealer last; each passes or makes one call that outranks the standing one",
    )
    yield "Stuck dealer", _stuck(sheet)
    yield "Steal", _steal(sheet)
    yield "Trump", _trump_maker(sheet.trump_maker)
    for line in exchange_text(sheet):
        yield "Exchange", line
    yield "First lead", _first_lead(sheet.first_lead)
    yield "Following", _follow(sheet.follow)
    yield from _folding(sheet.folding)
    for rule in sheet.points:
        yield "Point", _point(rule)
    yield "Scoring", _scoring(sheet)
    yield "End", _ending(sheet)
    if sheet.backdoor is not None:
        yield "Back door", _backdoor(sheet.backdoor)
    yield from _settle(sheet.settle)
    yield "Limit", f"after {_count(sheet.max_deals, 'deal')} the highest score wins; equal is a draw"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _table(sheet: s.Sheet) -> str:
    if sheet.seats == sheet.sides:
        return f"{sheet.seats} players, each a side of his own"
    seats = [" and ".join(map(str, range(side, sheet.seats, sheet.sides))) for side in range(sheet.sides)]
    return f"{sheet.seats} players in {sheet.sides} sides: seats {', '.join(seats)}"


def _pack(sheet: s.Sheet) -> str:
    jokers = ("no joker", "one joker (HJ)", "two jokers (HJ high, LJ low)")[sheet.jokers]
    return f"{len(sheet.pack)} cards: {RANKS[sheet.lowest_rank]} to A in four suits, {jokers}"


def _deal(sheet: s.Sheet) -> str:
    rest = len(sheet.pack) - sheet.seats * sheet.hand_size
    last = ", the last packet what is left" if sheet.hand_size % sheet.packet else ""
    stock = f"{_count(rest, 'card')} left in the stock" if rest else "all cards are dealt"
    return f"{sheet.hand_size} cards each, in packets of {sheet.packet} from eldest{last}; {stock}"


def _trumps(sheet: s.Sheet) -> str:
    order = " ".join(map(_short, (name for name, _ in trump_list(sheet, 0))))
    ends = f"{len(trump_list(sheet, 0))} trumps, strongest first: {order}"
    if not sheet.off_ranks:
        return ends
    offs = " ".join(f"off-{RANKS[rank]}" for rank in range(ACE, -1, -1) if rank in sheet.off_ranks)
    return f"{ends} ({offs}: of the other suit of the same colour)"


def _short(name: str) -> str:
    """Return the name of a trump as it stands in a list: "A", "off-J", "HJ"."""
    if name.endswith("-joker"):
        return "HJ" if name == "high-joker" else "LJ"
    if name.startswith("off-"):
        return f"off-{_short(name.removeprefix('off-'))}"
    return RANKS[RANK_NAMES.index(name)]


def _calls(sheet: s.Sheet) -> str:
    text = _span(sheet.lowest_call, sheet.highest_call)
    special = sheet.special
    if special is None:
        return text
    return f"{text}, then {special.name}: {_needs(special.needs, sheet.total_points)}; {_stake(special, sheet.target)}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _needs(needs: s.Needs, total: int) -> str:
    match needs:
        case s.Needs.POINTS:
            return f"to take all {_count(total, 'point')}"
        case s.Needs.POINTS_AND_TRICKS:
            return f"to take all {_count(total, 'point')} and every trick"
        case _:
            assert_never(needs)


def _stake(special: s.Special, target: int) -> str:
    match special.stake:
        case s.Stake.POINTS:
            return f"made it scores {special.points}, not made it loses {special.points}"
        case s.Stake.GAME:
            return (
                "made it wins the game, not made it loses it to the best of the others; its side's score stays as it is"
            )
        case s.Stake.TARGET_OR_GAME:
            return (
                f"made from a score of 0 or more it wins the game and lifts the score to {target} if it is lower, "
                "made from below 0 it sets the score to 0, not made it loses the game"
            )
        case _:
            assert_never(special.stake)


def _stuck(sheet: s.Sheet) -> str:
    special = f" or {sheet.special.name}" if sheet.special and sheet.stuck_special else ""
    return f"when all others pass the dealer must call {_span(sheet.stuck_from, sheet.stuck_to)}{special}"


def _steal(sheet: s.Sheet) -> str:
    match sheet.steal:
        case s.Steal.NEVER:
            return "never: the dealer too must outrank the standing call"
        case s.Steal.DEALER_EQUALS:
            return "the dealer may take the standing call over by equalling it, unless it is the highest one"
        case _:
            assert_never(sheet.steal)


def _trump_maker(maker: s.TrumpMaker) -> str:
    match maker:
        case s.TrumpMaker.PITCHED:
            return "pitched: the suit of the first card that the pitcher leads"
        case s.TrumpMaker.DECLARED:
            return "declared by the pitcher after the auction, any suit"
        case _:
            assert_never(maker)


def _step(step: s.ExchangeStep) -> str:
    match step:
        case s.Swap():
            what = _swappable(step.cards)
            return f"from eldest each throws any number of {what} face down and is refilled to {step.to} at once"
        case s.ThrowPlain():
            return "everyone throws all non-trumps, face up; not asked"
        case s.Fill():
            return f"from eldest each is filled to {step.to} from the stock, while it lasts"
        case s.Widow():
            return "the pitcher takes what is left of the stock, if anything is, or hands it on unseen to the partner"
        case s.LayAside():
            return "plain cards that were drawn are laid aside face down; not asked"
        case s.Burn():
            return (
                f"from eldest whoever holds more than {step.to} trumps burns down to {step.to}, shown to all; "
                "trumps that are no point trumps go first"
            )
        case _:
            assert_never(step)


def _swappable(cards: s.Cards) -> str:
    match cards:
        case s.Cards.PLAIN:
            return "non-trumps"
        case s.Cards.ANY:
            return "cards, trumps too,"
        case _:
            assert_never(cards)


def _first_lead(lead: s.FirstLead) -> str:
    match lead:
        case s.FirstLead.ANY:
            return "the pitcher leads any card"
        case s.FirstLead.TRUMP:
            return "the pitcher leads a trump, if he holds one"
        case _:
            assert_never(lead)


def _follow(follow: s.Follow) -> str:
    match follow:
        case s.Follow.OR_TRUMP:
            return (
                "plain suit led: follow suit or trump; trump led: play a trump; who has none of the suit led: any card"
            )
        case s.Follow.STRICT:
            return "follow suit; only who has none of the suit led plays any card, a trump too"
        case s.Follow.TRUMPS_ONLY:
            return "only trumps are played; who has none left is out for the rest of the deal"
        case _:
            assert_never(follow)


def _folding(folding: s.Folding) -> Iterator[tuple[str, str]]:
    match folding:
        case s.Folding.NEVER:
            return
        case s.Folding.BEFORE_A_LEAD:
            text = (
                "before every lead the pitcher may give the deal up, a failed call; the others score the point cards "
                "they have won so far, High and Low only for the ace and the two of trumps, and nobody scores Game"
            )
        case _:
            assert_never(folding)
    yield "Fold", text


def _point(rule: PointRule) -> str:
    head = f"{rule.name}, {rule.worth}"
    match rule:
        case High():
            return f"{head}: the highest trump played, to its {_owner(Owner.HOLDER)}"
        case Low():
            return f"{head}: the lowest trump played, to its {_owner(rule.owner)}"
        case CardPoint():
            return f"{head}: the {_card(rule.card)}, if it is played, to its {_owner(rule.owner)}"
        case Game():
            return f"{head}: the most pips in tricks (T 10, A 4, K 3, Q 2, J 1); {_tie(rule.tie)}"
        case _:
            raise TypeError(f"there are no words for the point rule {rule!r}")


def _card(name: str) -> str:
    if name.startswith("off-"):
        return f"{name.removeprefix('off-')} of the other suit of the same colour"
    return name.replace("-", " ") if name.endswith("joker") else f"{name} of trumps"


def _owner(owner: Owner) -> str:
    match owner:
        case Owner.TAKER:
            return "taker (the side that wins the card)"
        case Owner.HOLDER:
            return "holder (the side that plays the card)"
        case _:
            assert_never(owner)


def _tie(tie: GameTie) -> str:
    match tie:
        case GameTie.NOBODY:
            return "tied: nobody"
        case GameTie.JOKER:
            return "tied: the side among them that took the joker, else nobody"
        case _:
            assert_never(tie)


def _scoring(sheet: s.Sheet) -> str:
    floor = "it may fall below 0" if sheet.floor is None else f"it never falls below {sheet.floor} by that"
    return (
        "the pitching side scores what it took if that is its call or more, else its score falls by the call "
        f"({floor}); the others score what they took"
    )


def _ending(sheet: s.Sheet) -> str:
    there = f"at the end of a deal a side at {sheet.target} or more"
    match sheet.ending:
        case s.Ending.PITCHED_AND_MADE:
            return f"{there} wins, if it pitched that deal and made its call"
        case s.Ending.REACHED:
            how = "the pitching side if it is among them and made its call"
        case s.Ending.PITCHER_FIRST:
            how = "the pitching side if it is among them, made or not"
        case s.Ending.AHEAD:
            return f"{there} and at least {sheet.margin} ahead of every other side wins, whoever pitched"
        case _:
            assert_never(sheet.ending)
    return f"{there} wins; several: {how}, else the highest score, still equal: another deal"


def _backdoor(backdoor: int) -> str:
    return f"at the end of a deal a side at {-backdoor} or lower wins; two such: the lower, still equal: another deal"


def _settle(settle: s.Settle) -> Iterator[tuple[str, str]]:
    match settle:
        case s.Settle.NOTHING:
            return
        case s.Settle.ONE_PLUS_SETS:
            text = "each loser pays a winner 1 chip and one more for each time his side was set; a draw settles nothing"
        case _:
            assert_never(settle)
    yield "Settlement", text
