"""Who plays the deals of docs/variants.md: rules of thumb for any sheet, from what the seat to act may know."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.actions import (
    BLIND,
    CALL,
    CALL_CARD,
    DECLARE,
    DECLARE_TWO,
    DOUBLED,
    FOLD,
    LEAVE,
    LOOK,
    PASS,
    PICK,
    STRAIGHT,
    TAKE,
    Ask,
    Pick,
    call_code,
    call_kind,
    call_value,
)  # fmt: skip
from referee.engine.cards import TEN, cards_of, mask_of, pips
from referee.engine.game import Game
from referee.engine.points import CardPoint, High, Low, PointRule
from referee.engine.tables import Tables, TrumpTable

TRUMP_SHARE, TOP_SHARE, TOPS = 0.09, 0.08, 4  # of all points: for each trump held, and more for the strongest four
POINT = 10  # what a point weighs against a pip


def example_action(game: Game) -> int:
    """Return what the seat to act does."""
    legal = game.legal()
    if isinstance(legal, Pick):
        return _picked(game, legal)
    match game.ask:
        case Ask.LOOK:
            blind = BLIND in legal and game.to_act == game.public.dealer
            return BLIND if blind else LOOK
        case Ask.CALL:
            return _call(game, legal)
        case Ask.DECLARE | Ask.NAME_SUIT:
            return max(legal, key=lambda action: _suit_worth(game, action))
        case Ask.CALL_PARTNER:
            return next(CALL_CARD + card for card in game.public.table.order if CALL_CARD + card in legal)
        case Ask.TAKE:
            (card,) = cards_of(game.actor.offered)
            return TAKE if card % 13 >= TEN else LEAVE
        case Ask.PLAY:
            return _play(game, tuple(card for card in legal if card != FOLD))
        case _:  # the widow is kept, the deal is played on
            return legal[0]


def _table(tables: Tables, suit: int) -> TrumpTable:
    """Return the table of the suit as trump (where there is a sub-trump: without one)."""
    return tables.trumps[suit if tables.no_sub_trump else 5 * suit]


def _estimate(game: Game, suit: int) -> float:
    """Return how many points the hand may take when the suit is trump."""
    order, hand = _table(game.tables, suit).order, game.actor.start
    held = [place for place, card in enumerate(order) if hand >> card & 1]
    tops = sum(place < TOPS for place in held)
    return game.tables.total_points * (TRUMP_SHARE * len(held) + TOP_SHARE * tops)


def _suit_worth(game: Game, action: int) -> float:
    if action < DECLARE_TWO:
        return _estimate(game, action - DECLARE)
    trump, sub = divmod(action - DECLARE_TWO, 4)
    return _estimate(game, trump) + _estimate(game, sub) / 2


def _call(game: Game, legal: tuple[int, ...]) -> int:
    worth = max(_estimate(game, suit) for suit in range(4))
    calls = [action for action in legal if action >= CALL and call_kind(action) == STRAIGHT]
    safe = [action for action in calls if call_value(action) <= worth]
    if safe:
        doubled = call_code(call_value(safe[0]), DOUBLED)
        return doubled if doubled in legal and 1.5 * call_value(safe[0]) <= worth else safe[0]
    return PASS if PASS in legal else min(action for action in legal if action >= CALL)


def _picked(game: Game, pick: Pick) -> int:
    """Throw what is plain, burn the weakest, keep and find the strongest."""
    table = game.public.table
    strength: Mapping[int, int] = {card: 100 - place for place, card in enumerate(table.order)}
    cards = sorted(cards_of(pick.choose_from), key=lambda card: (strength.get(card, 0), card % 13))
    count = pick.least
    if game.ask == Ask.THROW:
        count = max(count, min(pick.most, sum(card not in strength for card in cards)))
    elif game.ask != Ask.BURN:
        cards.reverse()
    return PICK | pick.fixed | mask_of(cards[:count])


# ---- the play


def _point_card(rule: PointRule, table: TrumpTable) -> int:
    """Return the card that the point goes with, -1 for none."""
    match rule:
        case High():
            return table.order[0]
        case Low():
            return table.order[-1]
        case CardPoint():
            return {**table.named, **table.sub_named}.get(rule.card, -1)
        case _:
            return -1


def _play(game: Game, cards: tuple[int, ...]) -> int:
    public, tables, seat = game.public, game.tables, game.to_act
    if public.trump < 0:
        best = max(range(4), key=lambda suit: _estimate(game, suit))
        return next((card for card in _table(tables, best).order if card in cards), cards[0])
    worth = {_point_card(rule, public.table): rule.worth for rule in game.sheet.points}

    def stake(card: int) -> int:
        return POINT * worth.get(card, 0) + pips(1 << card)

    side = tables.groups[seat]
    if not public.trick:
        trumps = [card for card in public.table.order if card in cards]
        return trumps[0] if trumps and side == tables.groups[public.pitcher] else min(cards, key=stake)
    row, last = public.row, public.after[seat] == public.leader
    if public.best and tables.groups[public.best_seat] == side:
        under = [card for card in cards if row[card] < public.best] or list(cards)
        return max(under, key=stake) if last else min(under, key=stake)
    over = [card for card in cards if row[card] > public.best]
    prize = sum(map(stake, public.trick))
    if over and (last or prize + max(map(stake, over)) >= POINT):
        return max(over, key=stake if last else row.__getitem__)
    return min(cards, key=lambda card: (stake(card), row[card]))
