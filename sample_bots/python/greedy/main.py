"""Plays by rules of thumb, for any sheet: from the listed legal actions, the sheet's trump lists and its points."""

from pitch_bot import (
    FOLD,
    MISDEAL,
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
    Suit,
    Turn,
    points_lost,
    rough_points,
    run,
    simple_answer,
)

POINT = 10.0  # what a point weighs against a pip
PIP = 0.35


class Greedy(Bot):
    """Bids what its hand is worth at a glance, wins tricks that hold something, and gives nothing away."""

    def choose(self, turn: Turn) -> Answer:
        """The answer of the rule for what is asked."""
        match turn.ask:
            case Ask.CALL if MISDEAL not in turn.legal:
                return self.call(turn)
            case Ask.DECLARE | Ask.NAME_SUIT:
                return self.declare(turn)
            case Ask.PLAY_ON:
                return FOLD if hopeless(turn) else PLAY_ON
            case Ask.PLAY:
                return self.play(turn)
            case _:
                answer = simple_answer(turn)
                return turn.fallback if answer is None else answer

    def call(self, turn: Turn) -> Answer:
        """The highest bid that the hand is worth; no higher than needed when nobody speaks after.

        Where a very low score wins too the highest of all, unless it has made points already.
        """
        worth = max(rough_points(turn.sheet, turn.hand, suit) for suit in SUITS)
        calls = [action for action in turn.legal if action.is_call]
        if calls and turn.sheet.backdoor is not None and turn.scores[self.game.side] <= 0:
            return calls[-1]  # made or set, it leads to a door
        safe = [action for action in calls if needed(turn.sheet, action) <= worth]
        if not safe:
            return PASS if PASS in turn.legal else calls[0] if calls else turn.legal[0]
        last = sum(call is None for call in turn.calls) <= 1
        return safe[0] if last else safe[-1]

    def declare(self, turn: Turn) -> Answer:
        """The suit that is worth most, with the sub-trump that adds most; or the suit its lead was meant to be."""
        held = (*turn.hand, *(play.card for play in turn.trick))

        def value(action: Action) -> float:
            return 0.0 if action.suit is None else rough_points(turn.sheet, held, action.suit, action.sub_suit)

        return max(turn.legal, key=value)

    def play(self, turn: Turn) -> Answer:
        """Lead or follow; give the game up when it cannot be won any more."""
        if FOLD in turn.legal and hopeless(turn):
            return FOLD
        plays = [action.card for action in turn.legal if action.kind is ActionKind.PLAY and action.card is not None]
        return self.follow(turn, plays) if turn.trick else self.lead(turn, plays)

    def lead(self, turn: Turn, plays: list[Card]) -> Card:
        """Draw trumps from the top while on the pitcher's side; else a card that costs nothing."""
        trump = turn.trump
        if trump is None:  # the lead makes trump
            best = max(SUITS, key=lambda suit: rough_points(turn.sheet, turn.hand, suit))
            return opening(turn, best, plays)
        trumps = [card for card in turn.trumps if card in plays]
        ours = turn.pitcher is not None and turn.is_friend(turn.pitcher)
        if trumps and ours:
            power = turn.sheet.power(trump, trump, turn.sub_trump)
            best_trump = max(trumps, key=lambda card: power[card])
            better = [card for card in turn.unseen if power[card] > power[best_trump]]
            if len(better) <= 1:
                return best_trump
        return min(plays, key=lambda card: stake(turn, card) + usefulness(turn, card) / 4)

    def follow(self, turn: Turn, plays: list[Card]) -> Card:
        """Feed a partner who wins, take what is worth taking, else throw the cheapest card."""
        power = turn.sheet.power(turn.trump, turn.led_suit, turn.sub_trump)
        winning = turn.winning
        best = power[winning.card] if winning else 0
        enemies_behind = sum(not turn.is_friend(seat) for seat in turn.still_to_play)
        if winning and turn.is_friend(winning.seat):
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
        losers = [card for card in plays if power[card] <= best] or plays
        return min(losers, key=lambda card: stake(turn, card) * 2 + usefulness(turn, card))


def opening(turn: Turn, trump: Suit, plays: list[Card]) -> Card:
    """The lead that makes this suit trump: its strongest card that scores nothing, else its strongest."""
    sheet = turn.sheet
    row = [card for card in sheet.trumps[trump] if card in plays and card.suit == trump]
    if not row:
        return plays[0]
    if sheet.lowest_wins:
        row.reverse()
    return next((card for card in row if card not in sheet.worth(trump)), row[0])


def needed(sheet: Sheet, action: Action) -> float:
    """The points that a call must be worth to be made."""
    if action.call is Call.STRAIGHT:
        return action.value
    return action.value + 0.5 if action.call is Call.DOUBLED else max(sheet.total - 0.3, action.value)


def stake(turn: Turn, card: Card) -> float:
    """What goes to the winner of the trick with this card."""
    sheet, trump = turn.sheet, turn.trump
    value = PIP * card.pips if sheet.point("game") else 0.0
    if trump is None:
        return value
    value += POINT * sheet.worth(trump, turn.sub_trump).get(card, 0)
    low = sheet.point("low")
    if low and low.to_taker and card == sheet.trumps[trump][-1]:
        value += POINT
    return value


def usefulness(turn: Turn, card: Card) -> float:
    """What it is worth to hold the card rather than any other."""
    sheet, trump, sub = turn.sheet, turn.trump, turn.sub_trump
    if trump is not None and sheet.is_trump(card, trump):
        row, base = sheet.trumps[trump], 6.0
    elif sub is not None and card in sheet.sub_trumps[sub]:
        row, base = sheet.sub_trumps[sub], 4.0
    else:
        return (14 - card.rank if sheet.lowest_wins else card.rank) / 5 + PIP * card.pips / 4
    place = row.index(card) + 1 if sheet.lowest_wins else len(row) - row.index(card)
    return base + 8.0 * place / len(row) + POINT * sheet.worth(trump, sub).get(card, 0) / 3


def boss(turn: Turn, card: Card) -> bool:
    """Whether no card that is still out beats this one in the running trick."""
    sheet = turn.sheet
    led = turn.led_suit if turn.trick else sheet.suit_of(card, turn.trump)
    power = sheet.power(turn.trump, led, turn.sub_trump)
    if not power[card]:
        return False
    return all(power[other] <= power[card] for other in turn.unseen)


def hopeless(turn: Turn) -> bool:
    """Whether the other sides have already won so much that the bid cannot be made."""
    return turn.call is not None and turn.sheet.total - points_lost(turn) < turn.call.value


if __name__ == "__main__":
    run(Greedy)
