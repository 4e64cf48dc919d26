"""Which cards may be played to a trick, under every rule of following (chassis 4, A12)."""

from __future__ import annotations

from collections.abc import Callable

from .cards import in_code_order
from .table import Table


def playable_cards(table: Table, seat: int) -> list[str]:
    """The cards a seat may ever play in this deal."""
    if table.sheet.following == "trumps only":
        return table.trumps_in_hand(seat)
    if seat in table.up:
        return []
    return table.hands[seat]


def of_suit(table: Table, cards: list[str], suit: str) -> list[str]:
    return [card for card in cards if table.suit_for_play(card) == suit]


# --- leading ---


def cards_to_lead(table: Table, seat: int) -> tuple[str, ...]:
    cards = playable_cards(table, seat)
    if must_play_called_card(table, seat, cards):
        return (str(table.called),)
    trumps = table.trumps_in_hand(seat)
    if table.sheet.first_lead_trump and not table.tricks and trumps:
        cards = trumps
    if table.sheet.following == "break trump first" and not trump_is_broken(table):
        cards = table.plain_in_hand(seat) or cards
    return in_code_order(cards)


def must_play_called_card(table: Table, seat: int, legal: list[str]) -> bool:
    """A pitcher who found it in the blind must lead it first; in one sheet its holder plays it at once."""
    if table.called not in legal or table.tricks:
        return False
    alone = table.partner is None and seat == table.pitcher
    return alone or table.sheet.called_card_to_first_trick


def trump_is_broken(table: Table) -> bool:
    return any(card in table.trumps() for _seat, card in table.all_plays())


# --- following ---


def cards_to_follow(table: Table, seat: int) -> tuple[str, ...]:
    cards = playable_cards(table, seat)
    legal = FOLLOWING[table.sheet.following](table, seat, cards)
    if must_play_called_card(table, seat, legal):
        return (str(table.called),)
    return in_code_order(legal)


def suit_led(table: Table) -> str:
    return table.suit_for_play(table.on_table[0][1])


def follow_or_trump(table: Table, seat: int, cards: list[str]) -> list[str]:
    followers = of_suit(table, cards, suit_led(table))
    if not followers:
        return cards
    if suit_led(table) == "trump":
        return followers
    return followers + of_suit(table, cards, "trump")


def strict(table: Table, seat: int, cards: list[str]) -> list[str]:
    return of_suit(table, cards, suit_led(table)) or cards


def break_trump_first(table: Table, seat: int, cards: list[str]) -> list[str]:
    """Barn: until trump is broken only a player who cannot follow may play one."""
    if trump_is_broken(table):
        return follow_or_trump(table, seat, cards)
    return strict(table, seat, cards)


def trumps_only(table: Table, seat: int, cards: list[str]) -> list[str]:
    return cards


def trump_led_only(table: Table, seat: int, cards: list[str]) -> list[str]:
    """Carthage: on a trump lead a player without trumps is up, out for the deal; else every card goes."""
    if suit_led(table) != "trump":
        return cards
    trumps = of_suit(table, cards, "trump")
    if not trumps:
        table.up.add(seat)
    return trumps


def sub_trump(table: Table, seat: int, cards: list[str]) -> list[str]:
    """Two-trump: the first card that is not a joker sets the suit; nothing to follow before it."""
    suits = [table.suit_for_play(card) for _seat, card in table.on_table]
    set_by = [suit for suit in suits if suit != "joker"]
    if not set_by:
        return cards
    followers = of_suit(table, cards, set_by[0])
    if not followers:
        return cards
    stronger = {"trump": [], "sub-trump": ["trump"]}.get(set_by[0], ["trump", "sub-trump", "joker"])
    legal = followers + [card for card in cards if table.suit_for_play(card) in stronger]
    if table.sheet.joker_override and suits[0] == "joker" and "joker" not in stronger:
        legal += of_suit(table, cards, "joker")
    return legal


FOLLOWING: dict[str, Callable[[Table, int, list[str]], list[str]]] = {
    "follow or trump": follow_or_trump,
    "strict": strict,
    "break trump first": break_trump_first,
    "trumps only": trumps_only,
    "trump led only": trump_led_only,
    "sub-trump": sub_trump,
}
