"""Counts cards: who can still hold what, what each card is worth, and how many points a hand really takes."""

from math import erf, sqrt
from typing import Final

from pitch_bot import (
    FOLD,
    HAND_ON,
    KEEP_WIDOW,
    PASS,
    PLAY_ON,
    SUITS,
    Action,
    Answer,
    Ask,
    Bot,
    Call,
    Card,
    Event,
    EventKind,
    Sheet,
    Suit,
    Turn,
    run,
)

HIGH, LOW, CARD, GAME = 1, 2, 3, 4  # the protocol's kinds of points

FITTED: Final[dict[str, tuple[float, ...]]] = {
    "auction": (
        0.87,
        0.58,
        1.53,
        0.83,
        0.44,
        0.72,
        0.25,
        0.18,
        0.08,
        0.14,
        0.08,
        0.01,
        0.12,
        -0.13,
        -0.31,
        0.19,
        0.21,
        -0.03,
    ),
    "auction-partners": (
        1.07,
        1.44,
        1.01,
        0.59,
        0.30,
        0.69,
        0.13,
        0.07,
        0.05,
        -0.02,
        0.02,
        0.02,
        0.00,
        -0.07,
        0.10,
        0.23,
        0.11,
        0.01,
    ),
    "roadhouse": (
        0.91,
        0.57,
        1.48,
        0.86,
        0.44,
        0.76,
        0.34,
        0.14,
        0.15,
        0.02,
        0.15,
        0.03,
        0.05,
        -0.05,
        -0.23,
        0.21,
        0.20,
        -0.02,
    ),
    "partnership-draw": (
        1.01,
        1.33,
        1.00,
        0.38,
        0.26,
        0.51,
        0.28,
        0.15,
        0.07,
        0.19,
        0.15,
        0.16,
        0.06,
        -0.03,
        0.69,
        -0.10,
        -0.09,
        -0.01,
    ),
    "ten-point": (
        2.31,
        4.88,
        1.12,
        0.47,
        0.24,
        0.58,
        0.09,
        -0.05,
        -0.22,
        -0.31,
        -0.23,
        -0.33,
        -0.25,
        -0.24,
        -0.29,
        -0.22,
        -0.07,
        0.28,
        0.56,
        -0.17,
        -0.13,
    ),
    "contway": (
        1.38,
        2.29,
        0.87,
        0.34,
        0.10,
        0.32,
        0.28,
        0.21,
        -0.02,
        -0.23,
        -0.13,
        -0.17,
        -0.13,
        -0.16,
        -0.22,
        -0.01,
        0.51,
        0.19,
        0.01,
        -0.03,
    ),
}


class Counter(Bot):
    """Bids by fitted odds, and weighs every card by the chance that it wins what lies in the trick."""

    def __init__(self) -> None:
        self.led: Suit | None = None
        self.trump: Suit | None = None
        self.voids: list[set[Suit]] = []
        self.trumps_shown: list[int] = []
        self.kept: list[int | None] = []

    # -- what happened ---------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """Note who threw how many cards, who played trumps, and who could not follow."""
        if event.kind is EventKind.PLAY:
            self.note_play(event.seat, event.cards[0], leads=event.value == 1)
        elif event.kind is EventKind.DEAL:
            seats = self.game.seats
            self.led = self.trump = None
            self.voids = [set() for _ in range(seats)]
            self.trumps_shown = [0] * seats
            self.kept = [None] * seats
        elif event.kind is EventKind.TRUMP:
            self.trump = event.action.suit
            if self.led is not None:  # pitched: the card that was led makes trump
                self.led = self.trump
                self.trumps_shown[event.seat] += 1
        elif event.kind is EventKind.THROW:
            self.kept[event.seat] = max(0, self.game.sheet.hand_size - event.value)

    def note_play(self, seat: int, card: Card, *, leads: bool) -> None:
        """A card was played: it is one trump less, or tells that the player cannot follow."""
        suit = self.game.sheet.suit_of(card, self.trump)
        if suit is not None and suit == self.trump:
            self.trumps_shown[seat] += 1
        if leads:
            self.led = suit
        elif self.led is not None and suit != self.led and (suit != self.trump or self.game.sheet.strict):
            self.voids[seat].add(self.led)

    # -- answers ---------------------------------------------------------------------------------------------------

    def choose(self, turn: Turn) -> Answer:
        """The answer of the rule for what is asked."""
        match turn.ask:
            case Ask.PLAY:
                return self.play(turn)
            case Ask.CALL:
                return self.call(turn)
            case Ask.DECLARE | Ask.NAME_SUIT:
                return self.declare(turn)
            case Ask.CALL_PARTNER:
                row = turn.sheet.trumps[turn.trump or 0]
                return min(turn.legal, key=lambda action: row.index(action.card) if action.card in row else 99)
            case Ask.THROW | Ask.BURN | Ask.KEEP | Ask.SEARCH:
                return self.pick(turn)
            case Ask.WIDOW:
                wanted = HAND_ON if len(turn.trumps) >= 6 else KEEP_WIDOW
                return wanted if wanted in turn.legal else turn.legal[0]
            case Ask.PLAY_ON:
                return FOLD if self.hopeless(turn) else PLAY_ON
            case _:
                return turn.legal[0] if turn.legal else turn.fallback

    def call(self, turn: Turn) -> Answer:
        """The highest call that pays against passing; the lowest that is needed when nobody speaks after."""
        mean = max(expected_points(turn.sheet, turn.hand, suit) for suit in SUITS)
        spread = spread_of(turn.sheet)
        calls = [action for action in turn.legal if action.is_call]
        good = [action for action in calls if self.pays(turn, action, mean, spread)]
        if not good:
            return PASS if PASS in turn.legal else calls[0] if calls else turn.legal[0]
        last = sum(call is None for call in turn.calls) <= 1
        return good[0] if last else good[-1]

    def pays(self, turn: Turn, action: Action, mean: float, spread: float) -> bool:
        """Whether the call is made often enough."""
        if action.call is Call.STRAIGHT or action.call is Call.DOUBLED:
            return chance_above(action.value, mean, spread) >= NEED
        return chance_above(turn.sheet.total, mean, spread) >= 0.8

    def declare(self, turn: Turn) -> Answer:
        """The suit that is worth most, with the next best as sub-trump."""
        worth = [expected_points(turn.sheet, turn.hand, suit) for suit in SUITS]

        def value(action: Action) -> float:
            second = worth[action.sub_suit] if action.sub_suit is not None else 0.0
            return (worth[action.suit] if action.suit is not None else 0.0) + second / 10

        return max(turn.legal, key=value)

    def pick(self, turn: Turn) -> Answer:
        """Throw what is no trump, burn the least, keep and take the best."""
        if turn.pick is None:
            return turn.fallback
        odds = Odds(self, turn)
        by_use = sorted(turn.pick.choose_from, key=odds.future)
        if turn.ask is Ask.THROW:
            return turn.pick.prefer([card for card in by_use if not turn.sheet.is_trump(card, turn.trump)], by_use)
        if turn.ask is Ask.BURN:
            return turn.pick.prefer((), by_use)
        return turn.pick.prefer(reversed(by_use))

    def play(self, turn: Turn) -> Answer:
        """The card with the best balance of what it wins, what it gives away, and what it is worth later."""
        if FOLD in turn.legal and self.hopeless(turn):
            return FOLD
        plays = [action.card for action in turn.legal if action.is_play and action.card is not None]
        if len(plays) == 1:
            return plays[0]
        if turn.trump is None:
            best = max(SUITS, key=lambda suit: expected_points(turn.sheet, turn.hand, suit))
            own = [card for card in turn.sheet.trumps[best] if card in plays and card.suit == best]
            return self.first_lead(turn, own or plays)
        odds = Odds(self, turn)
        return max(plays, key=odds.balance)

    def first_lead(self, turn: Turn, own: list[Card]) -> Card:
        """The card that makes trump: the top, if it is one of the best three."""
        tops = [card for card in own if card.rank >= 12]
        return tops[0] if tops else own[len(own) // 2]

    def hopeless(self, turn: Turn) -> bool:
        """Whether the bid cannot be made any more."""
        if turn.trump is None or turn.call is None or turn.pitcher is None:
            return False
        ours = turn.pitcher % turn.sheet.sides
        lost = {card for side, pile in enumerate(turn.taken) if side != ours for card in pile}
        gone = sum(w for card, w in turn.sheet.worth(turn.trump).items() if card in lost or card in turn.gone)
        return turn.sheet.total - gone < turn.call.value


class Odds:
    """The running trick seen by a bot: what cards are worth and how likely they win."""

    def __init__(self, bot: Counter, turn: Turn) -> None:
        self.bot = bot
        self.turn = turn
        self.game = turn.game
        sheet, self.trump = turn.sheet, turn.trump
        self.row = sheet.trumps[self.trump] if self.trump is not None else ()
        self.trump_set = frozenset(self.row)
        self.unseen_trumps = [card for card in self.row if card not in turn.seen]
        self.unseen_plain = [card for card in turn.unseen if card not in self.trump_set]
        self.stakes = self.make_stakes(sheet)
        self.trumps_of = [self.expected_trumps(seat) for seat in range(sheet.seats)]

    def make_stakes(self, sheet: Sheet) -> dict[Card, float]:
        """What each card brings to the side that wins it, in points."""
        stakes: dict[Card, float] = {}
        if self.trump is None:
            return stakes
        for point in sheet.points:
            if point.kind == GAME:
                pip = self.pip_worth() * point.worth
                for card in sheet.pack:
                    if card.pips:
                        stakes[card] = stakes.get(card, 0.0) + pip * card.pips
            elif point.kind == CARD and point.to_taker:
                card = point.by_suit[self.trump]
                stakes[card] = stakes.get(card, 0.0) + point.worth
            elif point.kind == LOW and point.to_taker:
                chance = 1.0
                for card in reversed(self.row):  # from the lowest up: the first one in play is Low
                    if card in self.turn.unseen:
                        part = IN_PLAY
                        stakes[card] = stakes.get(card, 0.0) + chance * part * point.worth
                        chance *= 1 - part
                    elif card not in self.turn.gone:
                        stakes[card] = stakes.get(card, 0.0) + chance * point.worth
                        break
        return stakes

    def pip_worth(self) -> float:
        """What a pip is worth of the Game point: nothing when it is decided."""
        piles = [sum(card.pips for card in pile) for pile in self.turn.taken]
        left = sum(card.pips for card in self.turn.hand) + 0.5 * sum(card.pips for card in self.turn.unseen)
        ours = piles[self.game.side]
        best = max(pile for side, pile in enumerate(piles) if side != self.game.side)
        if abs(ours - best) > left + 10:
            return 0.0
        return PIP

    def expected_trumps(self, seat: int) -> float:
        """How many trumps another seat still holds, about."""
        turn, bot = self.turn, self.bot
        held = turn.hand_sizes[seat]
        if seat == turn.seat or not held or (self.trump is not None and self.trump in bot.voids[seat]):
            return 0.0
        if turn.sheet.trumps_only:
            return float(held)
        kept = bot.kept[seat]
        if kept is not None:
            at_first = kept + (turn.sheet.hand_size - kept) * 0.22
            return min(float(held), max(0.12 * held, at_first - bot.trumps_shown[seat]))
        out = len(self.unseen_trumps) + len(self.unseen_plain)
        share = held * len(self.unseen_trumps) / max(1, out)
        if seat == turn.pitcher:
            share += 0.8 * held / turn.sheet.hand_size
        return min(share, float(held))

    def beaten_by(self, seat: int, top: int, led: Suit | None, prize: float) -> float:
        """The chance that a seat which plays later beats a card of that power."""
        turn = self.turn
        power = turn.sheet.power(self.trump, led)
        trumps = self.trumps_of[seat]
        over = sum(power[card] > top for card in self.unseen_trumps)
        with_trump = 1 - (1 - over / max(1, len(self.unseen_trumps))) ** trumps if over and trumps else 0.0
        if led == self.trump or led is None:
            return with_trump
        plain = max(0.0, turn.hand_sizes[seat] - trumps)
        suit = [card for card in self.unseen_plain if card.suit == led]
        if led in self.bot.voids[seat] or not suit:
            return with_trump
        of_suit = plain * len(suit) / max(1, len(self.unseen_plain))
        higher = sum(power[card] > top for card in suit)
        with_suit = 1 - (1 - higher / len(suit)) ** of_suit if higher else 0.0
        void = (1 - len(suit) / max(1, len(self.unseen_plain))) ** plain
        trumping = with_trump * (void if turn.sheet.strict else void + (1 - void) * min(0.9, 0.15 + prize))
        return 1 - (1 - with_suit) * (1 - trumping)

    def balance(self, card: Card) -> float:
        """What is to be expected of playing the card now."""
        turn, game = self.turn, self.game
        led = turn.led_suit if turn.trick else turn.sheet.suit_of(card, self.trump)
        power = turn.sheet.power(self.trump, led)
        winning = turn.winning
        wins = winning is None or power[card] > power[winning.card]
        top, ours = (
            (power[card], True) if wins or winning is None else (power[winning.card], game.is_friend(winning.seat))
        )
        prize = self.stakes.get(card, 0.0) + sum(self.stakes.get(play.card, 0.0) for play in turn.trick)
        chance = 1.0 if ours else 0.0
        for seat in turn.still_to_play:
            beaten = self.beaten_by(seat, top, led, prize)
            chance = chance + (1 - chance) * beaten * 0.7 if game.is_friend(seat) else chance * (1 - beaten)
        coming = sum(self.drop(seat, led) for seat in turn.still_to_play)
        loss = 1.0 if game.sides == 2 else SOLO_LOSS
        lead_worth = LEAD if ours and wins else 0.0
        return chance * (prize + coming * 0.5 + lead_worth) - (1 - chance) * loss * prize - self.future(card)

    def drop(self, seat: int, led: Suit | None) -> float:
        """What a seat that is still to play is likely to lose to the winner."""
        if led == self.trump and self.unseen_trumps:
            stake = sum(self.stakes.get(card, 0.0) for card in self.unseen_trumps)
            return stake / len(self.unseen_trumps) * min(1.0, self.trumps_of[seat])
        return 0.1

    def future(self, card: Card) -> float:
        """What it is worth to keep the card for later tricks."""
        stake = self.stakes.get(card, 0.0)
        if card in self.trump_set:
            above = sum(1 for other in self.unseen_trumps if self.row.index(other) < self.row.index(card))
            rivals = sum(self.trumps_of[seat] for seat in self.game.opponents)
            out = max(1, len(self.unseen_trumps))
            boss = (1 - above / out) ** max(0.3, rivals) if above else 1.0
            return KEEP_TRUMP + KEEP_BOSS * boss + stake * (2 * boss - 1) * KEEP_STAKE
        if card.suit is None:
            return 0.0
        higher = sum(1 for other in self.unseen_plain if other.suit == card.suit and other > card)
        return KEEP_PLAIN * (0.6**higher) - stake * 0.3


IN_PLAY = 0.45
PIP = 0.03
SOLO_LOSS = 0.5
LEAD = 0.05
KEEP_TRUMP = 0.05
KEEP_BOSS = 0.25
KEEP_STAKE = 0.6
KEEP_PLAIN = 0.1
NEED = 0.55


def spread_of(sheet: Sheet) -> float:
    """How far the points taken lie around what was expected (a standard deviation)."""
    fitted = FITTED.get(sheet.name)
    return fitted[0] if fitted else 0.35 * sqrt(sheet.total)


def chance_above(value: float, mean: float, spread: float) -> float:
    """The chance of taking at least `value` points."""
    return 0.5 * (1 + erf((mean - value + 0.5) / (spread * sqrt(2))))


def expected_points(sheet: Sheet, hand: tuple[Card, ...], suit: Suit) -> float:
    """How many points the side of that hand takes with that trump."""
    row = sheet.trumps[suit]
    held = [place for place, card in enumerate(row) if card in hand]
    fitted = FITTED.get(sheet.name)
    if fitted is not None and len(fitted) == len(row) + 5:
        plain = [card for card in hand if card not in row]
        more = (max(0, len(held) - 2), sum(card.rank == 14 for card in plain), sum(card.rank == 10 for card in plain))
        return (
            fitted[1]
            + sum(fitted[2 + place] for place in held)
            + sum(map(float.__mul__, fitted[-3:], map(float, more)))
        )
    return rough_points(sheet, hand, suit, held)


def rough_points(sheet: Sheet, hand: tuple[Card, ...], suit: Suit, held: list[int]) -> float:
    """The same by rule of thumb, for a sheet that was not fitted."""
    if not held:
        return 0.0
    row = sheet.trumps[suit]
    out = (sheet.seats - 1) * sheet.hand_size / max(1, len(sheet.pack) - sheet.hand_size)
    if sheet.exchange:
        out = (out + 1) / 2
    tops = sum(place < 3 for place in held)
    total = 0.0
    for point in sheet.points:
        if point.kind == HIGH:
            total += (1 - out) ** held[0]
        elif point.kind == LOW:
            total += (1 - out) ** (len(row) - 1 - held[-1]) * (0.6 if point.to_taker else 1.0)
        elif point.kind == CARD and len(point.by_suit) == len(SUITS):
            if point.by_suit[suit] in hand:
                kept = 0.95 if not point.to_taker else min(0.95, 0.35 + 0.1 * len(held) + 0.1 * tops)
            else:
                kept = out * min(0.6, 0.12 * tops + 0.04 * len(held))
            total += kept * point.worth
        elif point.kind == GAME:
            total += min(0.9, 0.08 + 0.1 * len(held) + 0.08 * tops) * point.worth
    partners = sheet.seats // sheet.sides - 1
    return total + partners * 0.2 * (sheet.total - total)


if __name__ == "__main__":
    run(Counter)
