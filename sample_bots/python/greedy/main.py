"""Plays by rules of thumb, for any sheet: from the listed legal actions, the sheet's trump lists and its points."""

from pitch_bot import (
    FOLD,
    HAND_ON,
    KEEP_WIDOW,
    PASS,
    PLAY_ON,
    SUITS,
    Action,
    ActionKind,
    Answer,
    Ask,
    Bot,
    Call,
    Card,
    Sheet,
    Turn,
    points_lost,
    rough_points,
    run,
)

POINT = 10.0  # what a point weighs against a pip
PIP = 0.35


class Greedy(Bot):
    """Bids what its hand is worth at a glance, wins tricks that hold something, and gives nothing away."""

    def choose(self, turn: Turn) -> Answer:
        """The answer of the rule for what is asked."""
        match turn.ask:
            case Ask.CALL:
                return self.call(turn)
            case Ask.DECLARE | Ask.NAME_SUIT:
                return self.declare(turn)
            case Ask.CALL_PARTNER:
                return self.call_partner(turn)
            case Ask.THROW | Ask.BURN | Ask.KEEP | Ask.SEARCH:
                return self.pick(turn)
            case Ask.WIDOW:
                wanted = HAND_ON if len(turn.trumps) >= 6 else KEEP_WIDOW
                return wanted if wanted in turn.legal else turn.legal[0]
            case Ask.PLAY_ON:
                return FOLD if hopeless(turn) else PLAY_ON
            case Ask.PLAY:
                return self.play(turn)
            case _:  # look at the hand, take the card that is shown
                return turn.legal[0] if turn.legal else turn.fallback

    def call(self, turn: Turn) -> Answer:
        """The highest bid that the hand is worth; no higher than needed when nobody speaks after."""
        worth = max(rough_points(turn.sheet, turn.hand, suit) for suit in SUITS)
        calls = [action for action in turn.legal if action.is_call]
        safe = [action for action in calls if needed(turn.sheet, action) <= worth]
        if not safe:
            return PASS if PASS in turn.legal else calls[0] if calls else turn.legal[0]
        last = sum(call is None for call in turn.calls) <= 1
        return safe[0] if last else safe[-1]

    def declare(self, turn: Turn) -> Answer:
        """The suit that is worth most, with the next best as sub-trump."""
        worth = [rough_points(turn.sheet, turn.hand, suit) for suit in SUITS]

        def value(action: Action) -> float:
            second = worth[action.sub_suit] if action.sub_suit is not None else 0.0
            return (worth[action.suit] if action.suit is not None else 0.0) + second / 10

        return max(turn.legal, key=value)

    def call_partner(self, turn: Turn) -> Answer:
        """The strongest trump that can be called."""
        row = list(turn.sheet.trumps[turn.trump]) if turn.trump is not None else []
        return min(turn.legal, key=lambda action: row.index(action.card) if action.card in row else len(row))

    def pick(self, turn: Turn) -> Answer:
        """Throw what is no trump, burn the least, keep and take the best."""
        if turn.pick is None:
            return turn.fallback
        by_use = sorted(turn.pick.choose_from, key=lambda card: usefulness(turn, card))
        if turn.ask is Ask.THROW:
            return turn.pick.prefer([card for card in by_use if not turn.sheet.is_trump(card, turn.trump)], by_use)
        if turn.ask is Ask.BURN:
            return turn.pick.prefer((), by_use)
        return turn.pick.prefer(reversed(by_use))

    def play(self, turn: Turn) -> Answer:
        """Lead or follow; give the game up when it cannot be won any more."""
        if FOLD in turn.legal and hopeless(turn):
            return FOLD
        plays = [action.card for action in turn.legal if action.kind is ActionKind.PLAY and action.card is not None]
        return self.follow(turn, plays) if turn.trick else self.lead(turn, plays)

    def lead(self, turn: Turn, plays: list[Card]) -> Card:
        """Draw trumps from the top while on the bidding side; else a card that costs nothing."""
        trump = turn.trump
        if trump is None:  # the lead makes trump
            best = max(SUITS, key=lambda suit: rough_points(turn.sheet, turn.hand, suit))
            row = [card for card in turn.sheet.trumps[best] if card in plays and card.suit == best]
            return row[0] if row else plays[0]
        trumps = [card for card in turn.trumps if card in plays]
        ours = turn.pitcher is not None and self.game.is_friend(turn.pitcher)
        if trumps and ours:
            order = turn.sheet.trumps[trump]
            higher = [card for card in order[: order.index(trumps[0])] if card not in turn.seen]
            if len(higher) <= 1:
                return trumps[0]
        return min(plays, key=lambda card: stake(turn, card) + usefulness(turn, card) / 4)

    def follow(self, turn: Turn, plays: list[Card]) -> Card:
        """Feed a partner who wins, take what is worth taking, else throw the cheapest card."""
        power = turn.sheet.power(turn.trump, turn.led_suit)
        winning = turn.winning
        best = power[winning.card] if winning else 0
        enemies_behind = sum(not self.game.is_friend(seat) for seat in turn.still_to_play)
        if winning and self.game.is_friend(winning.seat):
            safe = not enemies_behind or boss(turn, winning.card)
            under = [card for card in plays if power[card] < best] or plays
            if safe:
                return max(under, key=lambda card: (stake(turn, card), -usefulness(turn, card)))
            return min(under, key=lambda card: stake(turn, card) * 2 + usefulness(turn, card))
        winners = [card for card in plays if power[card] > best]
        prize = sum(stake(turn, play.card) for play in turn.trick)
        if winners and not enemies_behind:
            gain = max(winners, key=lambda card: stake(turn, card) - usefulness(turn, card) / 2)
            if prize + stake(turn, gain) >= 1.0:
                return gain
        sure = [card for card in winners if boss(turn, card)]
        if sure and prize + stake(turn, sure[0]) >= 2.0:
            return sure[0]
        losers = [card for card in plays if power[card] < best] or plays
        return min(losers, key=lambda card: stake(turn, card) * 2 + usefulness(turn, card))


def needed(sheet: Sheet, action: Action) -> float:
    """The points that a call must be worth to be made."""
    if action.call is Call.STRAIGHT:
        return action.value
    return action.value + 0.5 if action.call is Call.DOUBLED else max(sheet.total - 0.3, action.value)


def stake(turn: Turn, card: Card) -> float:
    """What goes to the winner of the trick with this card."""
    value = PIP * card.pips if turn.sheet.point("game") else 0.0
    if turn.trump is None:
        return value
    value += POINT * turn.sheet.worth(turn.trump).get(card, 0)
    low = turn.sheet.point("low")
    if low and low.to_taker and card == turn.sheet.trumps[turn.trump][-1]:
        value += POINT
    return value


def usefulness(turn: Turn, card: Card) -> float:
    """What it is worth to hold the card rather than any other."""
    trump = turn.trump
    if turn.sheet.is_trump(card, trump) and trump is not None:
        row = turn.sheet.trumps[trump]
        return 6.0 + 8.0 * (len(row) - row.index(card)) / len(row) + POINT * turn.sheet.worth(trump).get(card, 0) / 3
    return card.rank / 5 + PIP * card.pips / 4


def boss(turn: Turn, card: Card) -> bool:
    """Whether no card that is still out beats this one in the running trick."""
    led = turn.led_suit if turn.trick else turn.sheet.suit_of(card, turn.trump)
    power = turn.sheet.power(turn.trump, led)
    return all(power[other] <= power[card] for other in turn.unseen)


def hopeless(turn: Turn) -> bool:
    """Whether the other sides have already won so much that the bid cannot be made."""
    return turn.call is not None and turn.sheet.total - points_lost(turn) < turn.call.value


if __name__ == "__main__":
    run(Greedy)
