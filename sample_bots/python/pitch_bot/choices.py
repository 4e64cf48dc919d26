"""Sensible answers to the smaller questions, for bots that think about bids and cards and no more."""

from collections.abc import Sequence

from pitch_bot.actions import HAND_ON, KEEP_WIDOW, LEAVE, LOOK, MISDEAL, TAKE, Action
from pitch_bot.cards import Card
from pitch_bot.kinds import Ask
from pitch_bot.turn import Turn

FULL = 6  # trumps with which the widow is of more use to the partner
TRUMP, SUB_TRUMP, POINT = 20.0, 10.0, 8.0  # what they weigh in `usefulness`


def usefulness(turn: Turn, card: Card) -> float:
    """How gladly a card is kept: plain cards up to 9, sub-trumps 10 and more, trumps 20 and more; points on top."""
    sheet, trump, sub = turn.sheet, turn.trump, turn.sub_trump
    if trump is None:
        return card.rank / 2 + card.pips / 5
    points = POINT * sheet.worth(trump, sub).get(card, 0)
    if sheet.is_trump(card, trump):
        return TRUMP + points + _standing(sheet.trumps[trump], card, lowest=sheet.lowest_wins)
    if sub is not None and card in sheet.sub_trumps[sub]:
        return SUB_TRUMP + points + _standing(sheet.sub_trumps[sub], card, lowest=sheet.lowest_wins)
    return points + card.rank / 2 + card.pips / 5


def _standing(row: Sequence[Card], card: Card, *, lowest: bool) -> float:
    place = row.index(card)
    return (place if lowest else len(row) - place) / 2


def simple_answer(turn: Turn) -> Action | tuple[Card, ...] | None:
    """The answer to anything but a call, a declaration, a lead or a fold; None for those."""
    match turn.ask:
        case Ask.LOOK:
            return _wanted(turn, LOOK)
        case Ask.CALL if MISDEAL in turn.legal:
            return MISDEAL
        case Ask.CALL_PARTNER:
            return highest_callable(turn)
        case Ask.WIDOW:
            return _wanted(turn, HAND_ON if len(turn.trumps) >= FULL else KEEP_WIDOW)
        case Ask.TAKE:
            return _wanted(turn, TAKE if worth_taking(turn) else LEAVE)
        case Ask.THROW | Ask.BURN | Ask.KEEP | Ask.SEARCH:
            return chosen_cards(turn)
        case _:
            return None


def _wanted(turn: Turn, action: Action) -> Action:
    return action if action in turn.legal else turn.legal[0]


def highest_callable(turn: Turn) -> Action:
    """The strongest trump whose holder may be called."""
    row = list(turn.sheet.trumps[turn.trump]) if turn.trump is not None else []
    return min(turn.legal, key=lambda action: row.index(action.card) if action.card in row else len(row))


def worth_taking(turn: Turn) -> bool:
    """Whether the forfeited card on offer is better than the worst in hand."""
    offered = turn.offered
    return offered is not None and usefulness(turn, offered) > min(usefulness(turn, card) for card in turn.hand)


def chosen_cards(turn: Turn) -> tuple[Card, ...]:
    """Throw what is no trump (one for a card taken: the worst), burn the least, keep and take the best."""
    pick = turn.pick
    if pick is None:
        return ()
    worst_first = sorted(pick.choose_from, key=lambda card: usefulness(turn, card))
    if turn.ask is Ask.THROW:
        plain = [card for card in worst_first if not turn.sheet.is_trump(card, turn.trump)]
        return pick.prefer(plain, worst_first)
    return pick.prefer((), worst_first) if turn.ask is Ask.BURN else pick.prefer(reversed(worst_first))
