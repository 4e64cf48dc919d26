"""The tricks: who leads, what may be played, who wins, and folding (chassis 3 and 4, A12)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import RANKS, in_code_order, printed_suit, rank_of
from .questions import Phase, Question
from .table import Table


def play_tricks(table: Table) -> Phase:
    leader = next_who_can_lead(table, table.the_pitcher())
    while leader is not None:
        yield from ask_to_play_on(table, leader)
        if not table.folded:
            yield from play_trick(table, leader)
        if table.folded:
            return
        leader = next_who_can_lead(table, table.tricks[-1][1])


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
            choices = cards_to_lead(table, seat)
            if table.sheet.may_fold and seat == table.pitcher:
                choices = (*choices, "fold")
        else:
            choices = cards_to_follow(table, seat)
        if not choices:
            continue
        answer = yield Question(seat, choices)
        if answer == "fold":
            table.folded = True
            return
        if table.trump is None:  # the first card of the deal is pitched
            table.trump = printed_suit(answer)
        table.play(seat, answer)
    winner = trick_winner(table, table.on_table)
    table.tricks.append((tuple(table.on_table), winner))
    table.on_table = []


def playable_cards(table: Table, seat: int) -> list[str]:
    """The cards a seat may ever play in this deal."""
    if table.sheet.following == "trumps only":
        return table.trumps_in_hand(seat)
    return table.hands[seat]


def cards_to_lead(table: Table, seat: int) -> tuple[str, ...]:
    cards = playable_cards(table, seat)
    if table.sheet.first_lead_trump and not table.tricks and table.trumps_in_hand(seat):
        cards = table.trumps_in_hand(seat)
    return in_code_order(cards)


def cards_to_follow(table: Table, seat: int) -> tuple[str, ...]:
    cards = playable_cards(table, seat)
    suit_led = table.suit_for_play(table.on_table[0][1])
    of_suit_led = [card for card in cards if table.suit_for_play(card) == suit_led]
    if not of_suit_led:
        return in_code_order(cards)
    if suit_led == "trump" or table.sheet.following == "strict":
        return in_code_order(of_suit_led)
    trumps = [card for card in cards if table.suit_for_play(card) == "trump"]
    return in_code_order(of_suit_led + trumps)


def trick_winner(table: Table, plays: Sequence[tuple[int, str]]) -> int:
    """The highest trump wins, else the highest card of the suit led."""
    player_of = {card: seat for seat, card in plays}
    for trump in table.trumps():  # strongest first
        if trump in player_of:
            return player_of[trump]
    suit_led = printed_suit(plays[0][1])
    followers = [card for card in player_of if printed_suit(card) == suit_led]
    return player_of[max(followers, key=lambda card: RANKS.index(rank_of(card)))]
