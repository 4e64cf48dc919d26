"""The tricks: who leads, who wins, and folding (chassis 3 and 4, A12, A23)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import JOKERS, RANKS, SUITS, printed_suit, rank_of, trump_list
from .following import cards_to_follow, cards_to_lead, playable_cards
from .questions import Phase, Question
from .table import NOBODY, Table


def play_tricks(table: Table) -> Phase:
    leader = next_who_can_lead(table, first_leader(table))
    while leader is not None:
        yield from ask_to_play_on(table, leader)
        if not table.folded:
            yield from play_trick(table, leader)
        if table.folded:
            return
        winner = table.tricks[-1][1]
        leader = next_who_can_lead(table, leader if winner == NOBODY else winner)


def first_leader(table: Table) -> int:
    left = 1 if table.sheet.first_leader == "left of pitcher" else 0
    return (table.the_pitcher() + left) % table.seats


def next_who_can_lead(table: Table, seat: int) -> int | None:
    """The seat itself or the next clockwise with a card that it can play; None: the deal is over."""
    for candidate in table.clockwise_from(seat):
        if playable_cards(table, candidate):
            return candidate
    return None


def ask_to_play_on(table: Table, leader: int) -> Phase:
    """Before another player's lead the pitcher is asked whether he gives the game up."""
    pitcher = table.the_pitcher()
    if table.sheet.may_fold and leader != pitcher:
        answer = yield Question(pitcher, ("play-on", "fold"))
        table.folded = answer == "fold"


def play_trick(table: Table, leader: int) -> Phase:
    for seat in table.clockwise_from(leader):
        if seat == leader:
            yield from lead(table, seat)
            if table.folded:
                return
        else:
            yield from follow(table, seat)
    winner = trick_winner(table, table.on_table)
    table.tricks.append((tuple(table.on_table), winner))
    table.on_table = []


def lead(table: Table, seat: int) -> Phase:
    choices = cards_to_lead(table, seat)
    if table.sheet.may_fold and seat == table.pitcher:
        choices = (*choices, "fold")
    answer = yield Question(seat, choices)
    if answer == "fold":
        table.folded = True
        return
    table.play(seat, answer)
    if table.trump is None:  # the first card of the deal is pitched
        yield from name_pitched_suit(table, seat, answer)


def name_pitched_suit(table: Table, seat: int, card: str) -> Phase:
    """A23: the suits under which the card is a trump; asked only if there are several."""
    suits = [suit for suit in SUITS if card in trump_list(table.sheet.trump_names, suit)]
    if len(suits) == 1:
        table.trump = suits[0]
        return
    answer = yield Question(seat, tuple("trump:" + suit for suit in suits))
    table.trump = answer.removeprefix("trump:")


def follow(table: Table, seat: int) -> Phase:
    choices = cards_to_follow(table, seat)
    if choices:
        answer = yield Question(seat, choices)
        table.play(seat, answer)


def trick_winner(table: Table, plays: Sequence[tuple[int, str]]) -> int:
    """The highest trump wins, else the highest sub-trump, else the highest card of the suit led.

    With ``lowest_wins`` the lowest of them.
    """
    player_of = {card: seat for seat, card in plays}
    for trumps in (table.trumps(), table.sub_trumps()):  # strongest first
        for trump in reversed(trumps) if table.sheet.lowest_wins else trumps:
            if trump in player_of:
                return player_of[trump]
    if table.sheet.following == "trump led only":
        return NOBODY
    plain = [card for _seat, card in plays if card not in JOKERS]
    followers = [card for card in plain if printed_suit(card) == printed_suit(plain[0])]
    followers.sort(key=lambda card: RANKS.index(rank_of(card)))
    return player_of[followers[0] if table.sheet.lowest_wins else followers[-1]]
