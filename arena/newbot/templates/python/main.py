"""A Pitch bot on the SDK `pitch_bot`. `choose` answers each turn; everything here may be changed."""

from pitch_bot import PASS, SUITS, Action, Answer, Ask, Turn, rough_points, run, simple_answer
from pitch_bot.choices import usefulness


def choose(turn: Turn) -> Answer:
    """Return one of the legal actions, or the cards that `turn.pick` asks for."""
    match turn.ask:
        case Ask.CALL:
            return call(turn)
        case Ask.DECLARE | Ask.NAME_SUIT:
            return declare(turn)
        case Ask.PLAY:
            return play(turn)
        case _:  # exchanges, widows, partners: what a plain rule says
            simple = simple_answer(turn)
            return turn.fallback if simple is None else simple


def call(turn: Turn) -> Action:
    """Call the least that is legal if the hand is worth it, else pass."""
    worth = max(rough_points(turn.sheet, turn.hand, suit) for suit in SUITS)
    for action in turn.legal:
        if action.is_call and action.value <= worth:
            return action
    return PASS if PASS in turn.legal else turn.legal[0]


def declare(turn: Turn) -> Action:
    """Name the suit in which the hand is worth most."""
    held = (*turn.hand, *(played.card for played in turn.trick))

    def worth(action: Action) -> float:
        return 0.0 if action.suit is None else rough_points(turn.sheet, held, action.suit, action.sub_suit)

    return max(turn.legal, key=worth)


def play(turn: Turn) -> Answer:
    """Win the trick with the least useful card that can, if something is in it; else play the least useful one."""
    cards = [action.card for action in turn.legal if action.card is not None]
    if not cards:
        return turn.legal[0]
    cheap = min(cards, key=lambda card: usefulness(turn, card))
    winning = turn.winning
    if winning is None or turn.is_friend(winning.seat):
        return cheap
    power = turn.sheet.power(turn.trump, turn.led_suit, turn.sub_trump)
    winners = [card for card in cards if power[card] > power[winning.card]]
    prize = sum(played.card.pips for played in turn.trick)
    return min(winners, key=lambda card: usefulness(turn, card)) if winners and prize else cheap


if __name__ == "__main__":
    run(choose)
