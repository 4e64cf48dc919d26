"""What may come of a deal that is not pitched yet: deals the unseen cards out, lets a seat pitch, and plays it on."""

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitch_bot.actions import Action, Call
from pitch_bot.cards import ACE, SUITS, Card, Suit
from pitch_bot.exchange import exchange_of
from pitch_bot.places import places
from pitch_bot.playout import Outcome, Playout
from pitch_bot.rules import Ending, FirstLead, FirstLeader
from pitch_bot.scoring import is_made, scores_after
from pitch_bot.sheet import Sheet
from pitch_bot.turn import Turn

WIN = 0.5  # what winning the game weighs, as a part of the target
SURPLUS = 0.1  # what a point over the target weighs where it does not win


class Trump(NamedTuple):
    """A suit to pitch, with a sub-trump where the sheet has one."""

    suit: Suit
    sub: Suit | None = None


class Deal(NamedTuple):
    """How all the cards may lie before the exchange: hands by seat, and the stock."""

    hands: list[list[Card]]
    stock: list[Card]


class Pitched(NamedTuple):
    """What came of a deal that a seat pitched."""

    pitcher: int
    outcome: Outcome
    groups: list[int]


class Forecast:
    """The deals that may lie behind a turn of the auction."""

    def __init__(self, turn: Turn, rng: random.Random) -> None:
        self.turn, self.sheet, self._rng = turn, turn.sheet, rng
        self._playouts: dict[Trump, Playout] = {}

    def deal(self) -> Deal:
        """One way the cards may lie."""
        draw, turn = self._rng.random, self.turn
        pool = sorted(turn.unseen, key=lambda _: draw())
        hands, start = [], 0
        for seat, size in enumerate(turn.hand_sizes):
            if seat == turn.seat:
                hands.append(list(turn.hand))
            else:
                hands.append(pool[start : start + size])
                start += size
        return Deal(hands, pool[start:])

    def pitch(self, deal: Deal, pitcher: int, trump: Trump) -> Pitched:
        """What comes of the deal when that seat pitches."""
        sheet, turn = self.sheet, self.turn
        playout = self._playouts.get(trump)
        if playout is None:
            deck = places(sheet, *trump)
            playout = self._playouts[trump] = Playout(sheet, deck, pitcher=pitcher)
        deck = playout.places
        playout.pitcher = pitcher
        if sheet.calls_partner:
            held = set(deal.hands[pitcher])
            playout.called = next((1 << deck.place[c] for c in sheet.trumps[trump.suit] if c not in held), 0)
        hands = [deck.bits(hand) for hand in deal.hands]
        stock = [deck.place[card] for card in deal.stock]
        hands = exchange_of(sheet, *trump).run(hands, stock, pitcher=pitcher, dealer=turn.dealer)
        playout.deal(hands)
        leader = pitcher
        if sheet.first_leader is FirstLeader.LEFT_OF_PITCHER:
            leader = (pitcher + 1) % sheet.seats
        opening = leader == pitcher and (sheet.pitched or sheet.first_lead is FirstLead.TRUMP)
        for _ in hands:
            if hands[leader]:
                return Pitched(pitcher, playout.run(leader, opening=opening), playout.groups)
            leader = (leader + 1) % sheet.seats
        return Pitched(pitcher, Outcome([0.0] * playout.count, [0] * playout.count), playout.groups)

    def value(self, call: Action, pitched: Pitched) -> float:
        """What the deal is worth to the bot when it was pitched at that call."""
        sheet, (pitcher, outcome, groups) = self.sheet, pitched
        ours = groups[pitcher]
        every_trick = outcome.tricks[ours] == sum(outcome.tricks)
        made = is_made(sheet, call, outcome.points[ours], every_trick=every_trick)
        after = scores_after(sheet, call, self.turn.scores, outcome.points, groups, pitcher, made=made)
        return advantage(sheet, after, self.turn.game.side, pitcher % sheet.sides, made=made)


def advantage(sheet: Sheet, scores: Sequence[float], side: int, pitching: int, *, made: bool) -> float:
    """How much better a side stands than the mean of the others, winning the game counted in."""
    standing = [_progress(sheet, score) for score in scores]
    winners = _winners(sheet, scores, pitching, made=made)
    if not winners and sheet.draws_at is not None and min(scores) <= sheet.draws_at:
        return 0.0
    for winner in winners:
        standing[winner] += WIN * sheet.target
    mine = standing[side]
    return mine - (sum(standing) - mine) / (len(standing) - 1)


def _progress(sheet: Sheet, score: float) -> float:
    """A score as the way made to the end of the game; where there is a back door, to the nearer one.

    Where only who pitched can win, what is over the target hardly counts; nor does it to stand still nearer to a draw.
    """
    if sheet.draws_at is not None and score < sheet.draws_at / 2:
        return sheet.draws_at / 2 + SURPLUS * (score - sheet.draws_at / 2)
    if score > sheet.target and sheet.ending in (Ending.PITCHED_AND_MADE, Ending.OVER_AND_MADE):
        return sheet.target + SURPLUS * (score - sheet.target)
    if sheet.backdoor is None or score >= 0:
        return score
    return max(score, -score * sheet.target / sheet.backdoor)


def _winners(sheet: Sheet, scores: Sequence[float], pitching: int, *, made: bool) -> tuple[int, ...]:
    """The sides that have won at the end of a deal; roughly, ties apart."""
    if sheet.backdoor is not None and min(scores) <= -sheet.backdoor:
        return (scores.index(min(scores)),)
    best = scores.index(max(scores))
    if sheet.loses_at is not None and min(scores) <= sheet.loses_at:
        return (best,)
    if scores[best] < sheet.target:
        return ()
    if sheet.ending in (Ending.PITCHED_AND_MADE, Ending.OVER_AND_MADE):
        over = sheet.ending is Ending.OVER_AND_MADE
        return (pitching,) if made and scores[pitching] >= sheet.target + over else ()
    if sheet.ending is Ending.AHEAD:
        second = max(score for side, score in enumerate(scores) if side != best)
        return (best,) if scores[best] - second >= sheet.margin else ()
    first = scores[pitching] >= sheet.target and (made or sheet.ending is Ending.PITCHER_FIRST)
    return (pitching,) if first else (best,)


def promising(sheet: Sheet, hand: Iterable[Card], count: int) -> list[Trump]:
    """The trumps worth thinking about with that hand, the best at first sight first."""
    cards = list(hand)
    strengths = [sum(table.get(card, 0.0) for card in cards) for table in weights(sheet)]
    order = sorted(SUITS, key=lambda suit: -strengths[suit])
    if not sheet.sub_trumps:
        return [Trump(suit) for suit in order[:count]]
    pairs = [Trump(suit, sub) for suit in order for sub in order if sub != suit]
    pairs.sort(key=lambda pair: -strengths[pair.suit] - 0.8 * strengths[pair.sub or 0])
    return pairs[:count]


def strength(sheet: Sheet, hand: Sequence[Card]) -> float:
    """How strong a hand is at first sight in its best suit."""
    return max(sum(table.get(card, 0.0) for card in hand) for table in weights(sheet))


@lru_cache(maxsize=128)
def weights(sheet: Sheet) -> tuple[dict[Card, float], ...]:
    """By trump suit: what a card in hand weighs at first sight, the strongest trump about 3, a plain ace 0.3."""
    tables = []
    for suit in SUITS:
        row, worth = sheet.trumps[suit], sheet.worth(suit)
        table = {card: 0.3 for card in sheet.pack if card.rank == ACE and not sheet.lowest_wins}
        for place, card in enumerate(reversed(row) if sheet.lowest_wins else row):
            table[card] = 1.0 + 2.0 * (1 - place / len(row)) ** 2 + 3.0 * worth.get(card, 0) / sheet.total
        tables.append(table)
    return tuple(tables)


class Bidding:
    """The choice of a call: what each is worth, over deals thought through."""

    FIRST, MORE, PASSED = 8, 12, 12  # deals for each promising trump, for the best of them, for a pass
    OVERCALLED = 0.3  # how likely each seat still to speak calls over the lowest call

    def __init__(self, turn: Turn, rng: random.Random) -> None:
        self.turn, self.sheet = turn, turn.sheet
        self.forecast = Forecast(turn, rng)

    def trump(self, choices: Sequence[Trump], more: int = 0) -> tuple[Trump, list[Pitched]]:
        """The trump that brings most to the bot as pitcher, and the deals that said so."""
        seat = self.turn.seat
        found: dict[Trump, list[Pitched]] = {trump: [] for trump in choices}
        for _ in range(self.FIRST):
            deal = self.forecast.deal()
            for trump in choices:
                found[trump].append(self.forecast.pitch(deal, seat, trump))
        best = max(choices, key=lambda trump: sum(p.outcome.points[p.groups[seat]] for p in found[trump]))
        found[best] += [self.forecast.pitch(self.forecast.deal(), seat, best) for _ in range(more)]
        return best, found[best]

    def best_call(self, passing: Action | None) -> Action:
        """The legal call that is worth most; `passing`, if it may be done, when that is worth more."""
        calls = [action for action in self.turn.legal if action.is_call]
        if passing is not None and not calls:
            return passing
        if passing is None and len(calls) == 1:
            return calls[0]
        _, deals = self.trump(promising(self.sheet, self.turn.hand, 2), self.MORE)
        others = self._value_of_passing()
        values: dict[Action, float] = {}
        for place, call in enumerate(calls):
            alone = sum(self.forecast.value(call, pitched) for pitched in deals) / len(deals)
            over = self._overcalled((len(calls) - 1 - place) / len(calls))
            values[call] = (1 - over) * alone + over * others
        best = max(calls, key=values.__getitem__)
        return best if passing is None or values[best] > others else passing

    def _overcalled(self, room: float) -> float:
        """How likely somebody calls over the bot; `room`: the part of the calls that are higher."""
        turn = self.turn
        later = sum(call is None and seat != turn.seat for seat, call in enumerate(turn.calls))
        if turn.seat == turn.dealer:
            return 0.0
        keeps: float = (1 - self.OVERCALLED * room) ** later
        return 1 - keeps

    def _value_of_passing(self) -> float:
        """What comes of the deal when another pitches: who has called already, else the strongest who may yet."""
        turn, sheet = self.turn, self.sheet
        call = turn.call or next(call for call in sheet.calls if call.call is Call.STRAIGHT)
        later = [seat for seat, said in enumerate(turn.calls) if said is None and seat != turn.seat]
        may = later if turn.pitcher is None else [turn.pitcher]
        if not may:
            return 0.0
        total = 0.0
        for _ in range(self.PASSED):
            deals = [self.forecast.deal() for _ in range(1 if turn.pitcher is None else 2)]
            strongest = [
                (strength(sheet, deal.hands[seat]), index, seat) for index, deal in enumerate(deals) for seat in may
            ]
            _, index, pitcher = max(strongest)
            deal = deals[index]
            trump = promising(sheet, deal.hands[pitcher], 1)[0]
            total += self.forecast.value(call, self.forecast.pitch(deal, pitcher, trump))
        return total / self.PASSED
