"""Planted rule mutants: engines that get one rule wrong, to prove that the worked deals and the oracle would tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pytest

from referee.engine import ending, ranking
from referee.engine import game as engine
from referee.engine.actions import ASK_PLAY, PASS, Ask, Pick, call_value
from referee.engine.cards import HONOURS
from referee.engine.game import Game
from referee.engine.phases import exchange, play, score
from referee.engine.points import NOBODY, CardPoint, High, Low, Owner, Played, PointRule
from referee.engine.points import Game as GamePoint
from referee.engine.sheet import (
    Burn,
    Cards,
    Ending,
    ExchangeStep,
    FirstLead,
    Folding,
    Follow,
    LayAside,
    Needs,
    Sheet,
    Stake,
    Steal,
    Swap,
    Widow,
)  # fmt: skip
from referee.engine.state import FREE, TRUMP, Private, Public
from referee.engine.tables import Tables

Patch = pytest.MonkeyPatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A wrong engine: what it gets wrong, a sheet that shows it, and the change to sheet, tables or code."""

    name: str
    spec: str
    sheet: Callable[[Sheet], Sheet] = lambda sheet: sheet
    tables: Callable[[Tables], None] = lambda tables: None
    code: Callable[[Patch], None] = lambda patch: None


# ---- Wrong points


@dataclass(frozen=True, slots=True, kw_only=True)
class HighOfTheFold(High):
    def award_folded(self, deal: Played) -> int:
        return self.award(deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class LowIsTheTwo(Low):
    def award(self, deal: Played) -> int:
        return deal.owner(deal.named["two"], self.owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTieToTheFirst(GamePoint):
    def award(self, deal: Played) -> int:
        counts = deal.pips()
        return deal.group_seat[counts.index(max(counts))]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfTheFold(GamePoint):
    def award_folded(self, deal: Played) -> int:
        return self.award(deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameByCards(GamePoint):
    def award(self, deal: Played) -> int:
        counts = [deal.taker.count(group) for group in range(len(deal.group_seat))]
        return deal.group_seat[counts.index(max(counts))] if counts.count(max(counts)) == 1 else NOBODY


def point(name: str, instead: PointRule) -> Callable[[Sheet], Sheet]:
    """Return a change of the sheet: the point of this name by another rule."""
    return lambda sheet: replace(sheet, points=tuple(instead if rule.name == name else rule for rule in sheet.points))


def field(**changes: object) -> Callable[[Sheet], Sheet]:
    """Return a change of the sheet's fields."""
    return lambda sheet: replace(sheet, **changes)  # type: ignore[arg-type]


def special(**changes: object) -> Callable[[Sheet], Sheet]:
    """Return a change of the sheet's special call."""

    def change(sheet: Sheet) -> Sheet:
        assert sheet.special is not None
        return replace(sheet, special=replace(sheet.special, **changes))  # type: ignore[arg-type]

    return change


def steps(change: Callable[[ExchangeStep], ExchangeStep | None]) -> Callable[[Sheet], Sheet]:
    """Return a change of each step of the exchange; None leaves it out."""
    return lambda sheet: replace(sheet, exchange=tuple(step for old in sheet.exchange if (step := change(old))))


def without(kind: type) -> Callable[[ExchangeStep], ExchangeStep | None]:
    return lambda step: None if isinstance(step, kind) else step


def aside_before_widow(sheet: Sheet) -> Sheet:
    moved: list[ExchangeStep] = [step for step in sheet.exchange if not isinstance(step, LayAside)]
    moved.insert([isinstance(step, Widow) for step in moved].index(True), LayAside())
    return replace(sheet, exchange=tuple(moved))


# ---- Wrong tables


def no_top_call(tables: Tables) -> None:
    """No call ends the auction, and the dealer may equal any."""
    tables.top_call = -1


def stuck_dealer_may_pass(tables: Tables) -> None:
    tables.stuck_calls = (PASS, *tables.stuck_calls)


def equal_calls_allowed(tables: Tables) -> None:
    tables.calls_over = {call: (PASS, *([call] if call else []), *over[1:]) for call, over in tables.calls_over.items()}


def highest_first(tables: Tables) -> None:
    rule = tables.end_rule
    tables.end_rule = lambda sheet, scores, pitching, made: rule(sheet, scores, pitching, False)


def set_pitcher_first_too(tables: Tables) -> None:
    rule = tables.end_rule
    tables.end_rule = lambda sheet, scores, pitching, made: rule(sheet, scores, pitching, True)


def trump_leads_are_free(tables: Tables) -> None:
    for table in tables.trumps:
        table.led_card = tuple((FREE if suit == TRUMP else suit, row) for suit, row in table.led_card)


# ---- Wrong code


def trump_order(change: Callable[[list[tuple[str, int]]], None]) -> Callable[[Patch], None]:
    """Return a patch that changes the trump list of every sheet."""

    def wrong(sheet: Sheet, suit: int) -> tuple[tuple[str, int], ...]:
        order = list(ranking.trump_list(sheet, suit))
        change(order)
        return tuple(order)

    return lambda patch: patch.setattr("referee.engine.tables.trump_list", wrong)


def swapped(one: str, two: str, order: list[tuple[str, int]]) -> None:
    names = [name for name, _ in order]
    if one in names and two in names:
        i, j = names.index(one), names.index(two)
        order[i], order[j] = order[j], order[i]


def set_not_deducted(patch: Patch) -> None:
    original = score._settle_contract

    def forgiving(tables: Tables, public: Public, taken: list[int]) -> tuple[bool, tuple[int, ...]]:
        before, side = public.scores, tables.groups[public.pitcher]
        made, winners = original(tables, public, taken)
        if not made:
            public.scores = tuple(before[s] if s == side else value for s, value in enumerate(public.scores))
        return made, winners

    patch.setattr(score, "_settle_contract", forgiving)


def others_score_nothing(patch: Patch) -> None:
    original = score._settle_contract

    def greedy(tables: Tables, public: Public, taken: list[int]) -> tuple[bool, tuple[int, ...]]:
        side = tables.groups[public.pitcher]
        return original(tables, public, [value if s == side else 0 for s, value in enumerate(taken)])

    patch.setattr(score, "_settle_contract", greedy)


def a_bid_must_be_exceeded(patch: Patch) -> None:
    patch.setattr(score, "call_value", lambda call: call_value(call) + 1)


def burn_any_trump(patch: Patch) -> None:
    def careless(tables: Tables, public: Public, private: Private) -> Pick:
        trumps = private.hand & tables.trumps[public.trump].mask
        return Pick(0, trumps, trumps.bit_count() - 6, trumps.bit_count() - 6)

    rules = list(engine.LEGAL)
    rules[Ask.BURN] = careless
    patch.setattr(engine, "LEGAL", tuple(rules))


def widow_asked_when_the_stock_is_empty(patch: Patch) -> None:
    patch.setattr(exchange, "_widow_left", lambda public: True)


def fold_question_skipped(patch: Patch) -> None:
    original = play._open_trick

    def unasked(game: Game, leader: int) -> None:
        original(game, leader)
        if game.public.ask == Ask.PLAY_ON:
            game.turn(game.public.leader, ASK_PLAY)

    patch.setattr(play, "_open_trick", unasked)


def next_seat_leads(patch: Patch) -> None:
    original = play._open_trick

    def clockwise(game: Game, leader: int) -> None:
        original(game, game.tables.next_seat[leader] if game.public.tricks else leader)

    patch.setattr(play, "_open_trick", clockwise)


def backdoor_tie_to_the_first(patch: Patch) -> None:
    def lowest(scores: Sequence[int], limit: int) -> tuple[int, ...]:
        return (scores.index(min(scores)),) if min(scores) <= -limit else ()

    patch.setattr(ending, "_backdoor", lowest)


def hickeys_cost_nothing(patch: Patch) -> None:
    original = ending.settlement
    patch.setattr(ending, "settlement", lambda sheet, won, sets: original(sheet, won, [0] * len(sets)))


def tens_count_nothing(patch: Patch) -> None:
    patch.setattr("referee.engine.points.rule.HONOURS", tuple(honour for honour in HONOURS if honour[1] != 10))


JACK_TO_HOLDER = CardPoint(card="jack", owner=Owner.HOLDER)
TWO_TO_TAKER = CardPoint(card="two", owner=Owner.TAKER)

MUTANTS: tuple[Mutant, ...] = (
    # the auction
    Mutant(name="the dealer may not steal", spec="auction", sheet=field(steal=Steal.NEVER)),
    Mutant(name="a top call may be stolen", spec="auction-partners", tables=no_top_call),
    Mutant(name="everybody may equal a call", spec="auction", tables=equal_calls_allowed),
    Mutant(name="stealing where it is not said", spec="roadhouse", sheet=field(steal=Steal.DEALER_EQUALS)),
    Mutant(name="the stuck dealer may pass", spec="partnership-draw", tables=stuck_dealer_may_pass),
    Mutant(name="the stuck dealer may call one", spec="auction", sheet=field(stuck_from=1)),
    Mutant(name="the stuck dealer may call anything", spec="contway", sheet=field(stuck_to=6)),
    Mutant(name="the stuck dealer may call moon", spec="ten-point", sheet=field(stuck_special=True)),
    # deal, exchange, lead
    Mutant(name="cards dealt singly", spec="auction[seats=3]", sheet=field(packet=1)),
    Mutant(name="trumps may be thrown", spec="partnership-draw", sheet=field(exchange=(Swap(cards=Cards.ANY, to=6),))),
    Mutant(name="trumps may not be thrown", spec="contway", sheet=field(exchange=(Swap(cards=Cards.PLAIN, to=6),))),
    Mutant(name="no refill", spec="partnership-draw", sheet=field(exchange=(Swap(cards=Cards.PLAIN, to=0),))),
    Mutant(name="no widow", spec="ten-point", sheet=steps(without(Widow))),
    Mutant(name="widow asked of an empty stock", spec="ten-point", code=widow_asked_when_the_stock_is_empty),
    Mutant(name="plain cards aside before the widow", spec="ten-point", sheet=aside_before_widow),
    Mutant(name="seven trumps may be kept", spec="ten-point",
           sheet=steps(lambda step: replace(step, to=7) if isinstance(step, Burn) else step)),
    Mutant(name="any trump may be burned", spec="ten-point", code=burn_any_trump),
    Mutant(name="first lead free", spec="partnership-draw", sheet=field(first_lead=FirstLead.ANY)),
    Mutant(name="first lead of contway free", spec="contway", sheet=field(first_lead=FirstLead.ANY)),
    # play
    Mutant(name="strict following forgotten", spec="roadhouse", sheet=field(follow=Follow.OR_TRUMP)),
    Mutant(name="strict following where it is not said", spec="auction", sheet=field(follow=Follow.STRICT)),
    Mutant(name="trump leads need not be followed", spec="auction-partners", tables=trump_leads_are_free),
    Mutant(name="the off-jack is no trump", spec="contway", sheet=field(off_ranks=())),
    Mutant(name="joker above jack", spec="contway", code=trump_order(partial(swapped, "jack", "high-joker"))),
    Mutant(name="off-jack above jack", spec="ten-point", code=trump_order(partial(swapped, "jack", "off-jack"))),
    Mutant(name="low joker above high", spec="ten-point",
           code=trump_order(partial(swapped, "low-joker", "high-joker"))),
    Mutant(name="ace low", spec="auction", code=trump_order(lambda order: order.append(order.pop(0)))),
    Mutant(name="the winner does not lead", spec="roadhouse", code=next_seat_leads),
    Mutant(name="nobody may fold", spec="contway", sheet=field(folding=Folding.NEVER)),
    Mutant(name="fold question skipped", spec="contway", code=fold_question_skipped),
    # points
    Mutant(name="Low to the holder", spec="auction", sheet=point("low", Low(owner=Owner.HOLDER))),
    Mutant(name="Low to the taker", spec="contway", sheet=point("low", Low(owner=Owner.TAKER))),
    Mutant(name="Low is the two", spec="roadhouse", sheet=point("low", LowIsTheTwo(owner=Owner.TAKER))),
    Mutant(name="Jack to the holder", spec="auction", sheet=point("jack", JACK_TO_HOLDER)),
    Mutant(name="the two is captured", spec="ten-point", sheet=point("two", TWO_TO_TAKER)),
    Mutant(name="Game tie to the first", spec="auction", sheet=point("game", GameTieToTheFirst())),
    Mutant(name="Game tie without the joker", spec="contway", sheet=point("game", GamePoint())),
    Mutant(name="Game by cards", spec="auction-partners", sheet=point("game", GameByCards())),
    Mutant(name="tens count nothing", spec="partnership-draw", code=tens_count_nothing),
    Mutant(name="Game in a folded deal", spec="contway", sheet=point("game", GameOfTheFold())),
    Mutant(name="High so far in a folded deal", spec="contway", sheet=point("high", HighOfTheFold())),
    # scores
    Mutant(name="a set is not deducted", spec="auction", code=set_not_deducted),
    Mutant(name="others score nothing", spec="roadhouse", code=others_score_nothing),
    Mutant(name="a bid must be exceeded", spec="partnership-draw", code=a_bid_must_be_exceeded),
    Mutant(name="no floor", spec="contway", sheet=field(floor=None)),
    Mutant(name="moon is fourteen", spec="roadhouse[seats=3]", sheet=special(points=14)),
    Mutant(name="moon without all tricks", spec="roadhouse[seats=3]", sheet=special(needs=Needs.POINTS)),
    Mutant(name="moon wins no game", spec="partnership-draw", sheet=special(stake=Stake.POINTS, points=15)),
    Mutant(name="moon leaves the score", spec="ten-point", sheet=special(stake=Stake.GAME)),
    # the end
    Mutant(name="anybody at the target wins", spec="auction", sheet=field(ending=Ending.REACHED)),
    Mutant(name="one ahead wins", spec="roadhouse", sheet=field(margin=1)),
    Mutant(name="the highest first", spec="partnership-draw", tables=highest_first),
    Mutant(name="the set pitcher first too", spec="ten-point", tables=set_pitcher_first_too),
    Mutant(name="contway by A17", spec="contway", sheet=field(ending=Ending.REACHED)),
    Mutant(name="no back door", spec="auction", sheet=field(backdoor=None)),
    Mutant(name="back door tie to the first", spec="auction[seats=3]", code=backdoor_tie_to_the_first),
    Mutant(name="one deal too many", spec="ten-point", sheet=lambda s: replace(s, max_deals=s.max_deals + 1)),
    Mutant(name="hickeys cost nothing", spec="contway", code=hickeys_cost_nothing),
)  # fmt: skip
