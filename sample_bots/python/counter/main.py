"""Counts cards: deals the unseen ones out as they may lie, plays each such deal on, and does what comes out best."""

from functools import lru_cache
from math import erf, sqrt
from typing import Final

import pitch_bot as pb
from pitch_bot import SUITS, Answer, Ask, Card, Sheet, Suit, Turn

HIGH, LOW, CARD, GAME = 1, 2, 3, 4  # the protocol's kinds of points
FIRST, SECOND = 8, 16  # deals thought through for every card, and then for the best two
PIP: Final = 0.03  # what a pip weighs against a point
NEED_PITCHED, NEED_DECLARED = 0.55, 0.68  # how likely a call must be made

# By sheet, fitted to deals among counters (tests/bots/calibrate.py): how many points the pitcher's side takes. The
# spread; a constant; a weight for every trump held, strongest first; for each trump over two; for an ace, a ten beside.
FITTED: Final = {
    "auction": ".90 .19 1.66 .92 .55 .86 .36 .30 .15 .12 .14 .10 .10 .18 .36 .14 .17 -.01",
    "auction-partners": "1.07 1.55 .95 .57 .28 .60 .10 .06 -.09 -.08 -.04 .09 .01 .00 .03 .23 .13 .03",
    "roadhouse": ".92 .31 1.62 .93 .40 .90 .35 .11 .13 .11 .03 .07 .12 .06 .09 .17 .21 -.05",
    "partnership-draw": ".96 1.53 .87 .31 .31 .72 .22 -.01 -.12 .04 -.01 .05 .09 -.03 .57 -.01 -.13 -.01",
    "ten-point": "2.31 5.22 1.22 .22 .28 .19 -.30 -.06 -.60 -.16 -.05 -.10 -.27 -.10 -.44 -.14 .01 .14 .58 -.10 .04",
    "contway": "1.35 2.52 .71 .27 .10 .27 .25 .17 -.07 -.31 -.15 .02 -.40 -.21 -.32 -.10 .51 .24 .15 .01",
}


class Counter(pb.Bot):
    """Bids by fitted odds, plays by thinking a few deals through."""

    memory: pb.Memory

    def on_start(self, game: pb.Game) -> None:
        """Begin with nothing seen."""
        self.memory = pb.Memory(game)

    def on_event(self, event: pb.Event) -> None:
        """Remember it."""
        self.memory.note(event)

    def choose(self, turn: Turn) -> Answer:
        """The answer of the rule for what is asked."""
        match turn.ask:
            case Ask.PLAY | Ask.PLAY_ON:
                return self.play(turn)
            case Ask.CALL:
                return self.call(turn)
            case Ask.DECLARE | Ask.NAME_SUIT:
                return self.declare(turn)
            case Ask.CALL_PARTNER:
                row = turn.sheet.trumps[turn.trump or 0]
                return min(turn.legal, key=lambda action: row.index(action.card) if action.card in row else 99)
            case Ask.WIDOW:
                wanted = pb.HAND_ON if len(turn.trumps) >= 6 else pb.KEEP_WIDOW
                return wanted if wanted in turn.legal else turn.legal[0]
            case _:
                return self.pick(turn) if turn.pick else turn.legal[0]

    def call(self, turn: Turn) -> Answer:
        """The highest call that is likely enough to be made; the lowest of them when nobody speaks after."""
        sheet = turn.sheet
        mean = max(expected_points(sheet, turn.hand, suit) for suit in SUITS)
        spread = weights(sheet.name)[0] if sheet.name in FITTED else 0.35 * sqrt(sheet.total)
        need = NEED_PITCHED if sheet.pitched else NEED_DECLARED

        def likely(action: pb.Action) -> bool:
            if action.call is pb.Call.STRAIGHT or action.call is pb.Call.DOUBLED:
                return chance_above(action.value, mean, spread) >= need
            return chance_above(sheet.total, mean, spread) >= 0.85

        good = [action for action in turn.legal if action.is_call and likely(action)]
        if not good:
            return pb.PASS if pb.PASS in turn.legal else turn.legal[0]
        last = sum(call is None for call in turn.calls) <= 1
        return good[0] if last else good[-1]

    def declare(self, turn: Turn) -> Answer:
        """The suit that is worth most, with the next best as sub-trump."""
        worth = [expected_points(turn.sheet, turn.hand, suit) for suit in SUITS]

        def value(action: pb.Action) -> float:
            second = worth[action.sub_suit] if action.sub_suit is not None else 0.0
            return (worth[action.suit] if action.suit is not None else 0.0) + second / 10

        return max(turn.legal, key=value)

    def pick(self, turn: Turn) -> Answer:
        """Throw what is no trump, burn the least, keep and take the best."""
        assert turn.pick is not None
        row = turn.sheet.trumps[turn.trump or 0]
        worth = turn.sheet.worth(turn.trump)

        def use(card: Card) -> float:
            return 20.0 - row.index(card) + 8 * worth.get(card, 0) if card in row else card.rank / 2

        by_use = sorted(turn.pick.choose_from, key=use)
        if turn.ask is Ask.THROW:
            return turn.pick.prefer([card for card in by_use if card not in row], by_use)
        return turn.pick.prefer((), by_use) if turn.ask is Ask.BURN else turn.pick.prefer(reversed(by_use))

    def play(self, turn: Turn) -> Answer:
        """The card (or the fold) that comes out best over some ways the unseen cards may lie."""
        trump, folds = turn.trump, pb.FOLD in turn.legal
        choices = [action for action in turn.legal if action.card is not None] or [pb.PLAY_ON]
        if trump is None:  # the lead makes trump
            trump = max(SUITS, key=lambda suit: expected_points(turn.sheet, turn.hand, suit))
            choices = [action for action in choices if action.card and action.card.suit == trump] or choices
        if len(choices) == 1 and not folds:
            return choices[0]
        thought = Thought(self, turn, trump)
        totals = thought.add(dict.fromkeys(choices, 0.0), FIRST)
        best = sorted(choices, key=totals.__getitem__, reverse=True)[:2]
        totals = thought.add({action: totals[action] for action in best}, SECOND)
        action = max(best, key=totals.__getitem__)
        return pb.FOLD if folds and thought.if_folded() > totals[action] / (FIRST + SECOND) else action


class Thought:
    """One decision thought through: ways the unseen cards may lie, and how the deal goes on from there."""

    def __init__(self, bot: Counter, turn: Turn, trump: Suit) -> None:
        self.bot, self.turn, self.sheet, self.trump = bot, turn, turn.sheet, trump
        self.worlds = pb.Worlds(turn, bot.memory, trump)
        self.at = at = self.worlds.places
        game = self.sheet.point("game")
        self.game = game.worth if game else 0
        self.pip = PIP if game else 0.0
        self.loose = 0 if self.sheet.strict else at.trumps
        self.pitcher = (turn.seat if turn.pitcher is None else turn.pitcher) % self.sheet.sides
        self.pips = [pb.pips(pile) for pile in turn.taken]
        self.taken = [at.bits(pile) for pile in turn.taken]
        self.played = [0] * self.sheet.sides
        for seat, cards in enumerate(bot.memory.played):
            self.played[seat % self.sheet.sides] |= at.bits(cards)
        self.trick = [at.place[play.card] for play in turn.trick]
        self.card_pips = [card.pips for card in at.cards]
        self.worth = [0.0] * len(at.cards)
        self.value = self.worth
        self.settled = [0.0] * self.sheet.sides

    def add(self, totals: dict[pb.Action, float], deals: int) -> dict[pb.Action, float]:
        """Add up how each action comes out over so many deals; without a card the one on lead goes on."""
        seat, leader = self.turn.seat, self.bot.memory.leader
        for _ in range(deals):
            hands = self.worlds.sample(self.bot.random)
            self.weigh(hands)
            for action in totals:
                if action.card is not None:
                    totals[action] += self.outcome(hands, self.at.place[action.card], seat)
                else:
                    totals[action] += self.outcome(hands, -1, seat if leader is None else leader)
        return totals

    def weigh(self, hands: list[int]) -> None:
        """What each card brings to the side that wins it, in these hands; and what is settled by who holds what."""
        sides, held = self.sheet.sides, self.played[:]
        for seat, hand in enumerate(hands):
            held[seat % sides] |= hand
        trumps = 0
        for mask in held:
            trumps |= mask & self.at.trumps
        self.settled = [0.0] * sides
        self.worth = worth = [0.0] * len(self.worth)
        for point in self.sheet.points:
            if point.kind == CARD:
                bit = 1 << self.at.place[point.by_suit[self.trump]] & trumps
            else:
                bit = {HIGH: trumps & -trumps, LOW: 1 << trumps.bit_length() >> 1}.get(point.kind, 0)
            for side, mask in enumerate(self.taken if point.to_taker else held):
                if mask & bit:
                    self.settled[side] += point.worth
            if bit and point.to_taker:
                worth[bit.bit_length() - 1] += point.worth
        pip = self.pip
        self.value = [w + pip * p for w, p in zip(worth, self.card_pips, strict=True)]

    def outcome(self, dealt: list[int], card: int, seat: int) -> float:
        """How the deal comes out for the bot's side when `seat` plays that card (-1: any) and all go on sensibly."""
        at, worth, sides, seats, card_pips = self.at, self.worth, self.sheet.sides, len(dealt), self.card_pips
        beats, trumps, winning = at.beats, at.trumps, self.turn.winning
        hands, won, count = dealt[:], self.settled[:], self.pips[:]
        pile = sum([worth[place] for place in self.trick])
        pile_pips = sum([card_pips[place] for place in self.trick])
        led = at.suit[self.trick[0]] if self.trick else 0
        best, best_seat = (at.place[winning.card], winning.seat) if winning else (-1, seat)
        waiting = 1 + len(self.turn.still_to_play) if self.trick else sum(map(bool, hands))
        rest = 0
        for hand in hands:
            rest |= hand & trumps
        while True:
            hand = hands[seat]
            if card < 0 and best < 0:
                top = hand & rest & -(hand & rest)
                card = self.extreme(hand, -1) if not top or rest & (top - 1) else top.bit_length() - 1
            elif card < 0:
                friend = best_seat % sides == seat % sides
                card = self.follow(hand, led, best, pile + PIP * pile_pips, friend=friend, last=waiting == 1)
            bit = 1 << card
            hands[seat] = hand ^ bit
            rest &= ~bit
            if best < 0:
                led, best, best_seat = at.suit[card], card, seat
            elif beats[best] & bit:
                best, best_seat = card, seat
            pile += worth[card]
            pile_pips += card_pips[card]
            card = -1
            waiting -= 1
            seat = (seat + 1) % seats
            if not waiting:
                won[best_seat % sides] += pile
                count[best_seat % sides] += pile_pips
                waiting = sum(map(bool, hands))
                if not waiting:
                    return self.balance(won, count)
                best, pile, pile_pips, seat = -1, 0.0, 0, best_seat
            while not hands[seat]:
                seat = (seat + 1) % seats

    def follow(self, hand: int, led: int, best: int, pile: float, *, friend: bool, last: bool) -> int:
        """Feed a friend who wins; win what is worth it, if it holds; else give the least."""
        may = hand & led
        may = may | hand & self.loose if may else hand
        if not may & (may - 1):
            return may.bit_length() - 1
        over = may & self.at.beats[best]
        under = may & ~over or may
        if friend:
            return self.extreme(under, 1 if last or best < 3 else -1)
        if over and last:
            card = self.extreme(over, 1)
            if pile + self.value[card] > 0.1:
                return card
        elif over and (pile > 0.25 or over & 1):
            return (over & -over).bit_length() - 1
        return self.extreme(under, -1)

    def extreme(self, may: int, sign: int) -> int:
        """The card of most (1) or least (-1) value; of several the weakest that is no trump."""
        value, most, found = self.value, -99.0, 0
        while may:
            at = may.bit_length() - 1
            may ^= 1 << at
            if sign * value[at] > most:
                most, found = sign * value[at], at
        return found

    def balance(self, won: list[float], count: list[int]) -> float:
        """The bot's side against the others, with the Game point and the contract settled."""
        most = max(count)
        if self.game and count.count(most) == 1:
            won[count.index(most)] += self.game
        return self.against(won, folded=False)

    def against(self, won: list[float], *, folded: bool) -> float:
        """The points of the bot's side less the mean of the others', once the pitcher's are made or set."""
        call = self.turn.call
        if call is not None:
            bid = call.value if call.call is pb.Call.STRAIGHT else self.sheet.total
            if folded or won[self.pitcher] < bid:
                floor = self.turn.scores[self.pitcher] if self.sheet.name.startswith("contway") else bid
                won[self.pitcher] = -float(max(0, min(bid, floor)))
        mine = won[self.turn.game.side]
        return mine - (sum(won) - mine) / (len(won) - 1)

    def if_folded(self) -> float:
        """What giving up comes to: a set; the others keep the point cards they took, and an ace or two they played."""
        worth, ends = self.sheet.worth(self.trump), 1 | 1 + self.at.trumps >> 1
        won = [float(sum(worth.get(card, 0) for card in pile)) for pile in self.turn.taken]
        return self.against([w + (m & ends).bit_count() for w, m in zip(won, self.played, strict=True)], folded=True)


def chance_above(value: float, mean: float, spread: float) -> float:
    """The chance of taking at least `value` points."""
    return 0.5 * (1 + erf((mean - value + 0.5) / (spread * sqrt(2))))


@lru_cache(maxsize=256)
def weights(name: str) -> tuple[float, ...]:
    """The fitted numbers of a sheet."""
    return tuple(map(float, FITTED.get(name, "").split()))


def expected_points(sheet: Sheet, hand: tuple[Card, ...], suit: Suit) -> float:
    """How many points the side of that hand takes with that trump: fitted, or by rule of thumb."""
    row, fitted = sheet.trumps[suit], weights(sheet.name)
    if len(fitted) != len(row) + 5:
        return pb.rough_points(sheet, hand, suit)
    trumps = [card for card in hand if card in row]
    points = fitted[1] + sum(fitted[2 + row.index(card)] for card in trumps) + fitted[-3] * max(0, len(trumps) - 2)
    aces, tens = (sum(card.rank == rank and card not in row for card in hand) for rank in (14, 10))
    return points + fitted[-2] * aces + fitted[-1] * tens


if __name__ == "__main__":
    pb.run(Counter)
