"""Helpers that drive an OracleGame in tests: stacked packs, random answers, relabelled answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from .cards import CODE_ORDER, in_code_order
from .game import OracleGame
from .questions import Offer, cards_answered


def stacked_pack(game: OracleGame, hands: Mapping[int, str], stock: str = "") -> list[str]:
    """A pack that deals these hands and, from its front, this stock; the rest fills the gaps.

    A hand shorter than the deal is completed with cards that nobody asked for, lowest code first.
    """
    size = game.sheet.hand_size
    wanted = {seat: hands.get(seat, "").split() for seat in range(game.seats)}
    named = {card for cards in wanted.values() for card in cards} | set(stock.split())
    spare = [card for card in game.pack if card not in named]
    for cards in wanted.values():
        while len(cards) < size:
            cards.append(spare.pop(0))
    pack: list[str] = []
    packet = game.sheet.packet
    for start in range(0, size, packet):
        for step in range(1, game.seats + 1):
            pack += wanted[(game.dealer + step) % game.seats][start : min(start + packet, size)]
    return pack + stock.split() + spare


def new_game(
    sheet: str,
    seats: int = 4,
    sides: int = 2,
    dealer: int | None = None,
    options: Mapping[str, object] | None = None,
) -> OracleGame:
    """A game whose first dealer is the last seat, so that seat 0 is eldest, unless said."""
    first_dealer = seats - 1 if dealer is None else dealer
    return OracleGame(sheet, seats=seats, sides=sides, options=options or {}, first_dealer=first_dealer)


def play_all(game: OracleGame, actions: str) -> None:
    """Apply actions separated by blanks."""
    for action in actions.split():
        game.apply(action)


def random_answer(game: OracleGame, random: Random) -> str:
    choices = game.legal()
    if not isinstance(choices, Offer):
        return random.choice(choices)
    count = random.randint(choices.least, choices.most)
    cards = choices.fixed + tuple(random.sample(choices.from_, count))
    return choices.verb + ":" + ",".join(in_code_order(cards))


def tokens(game: OracleGame) -> tuple[str, ...]:
    """What may be answered, where it is no choice of a set of cards."""
    choices = game.legal()
    if isinstance(choices, Offer):
        raise TypeError("a choice of a set of cards")
    return choices


def draw_forfeits(game: OracleGame, random: Random) -> dict[int, int]:
    """The lots of abacos, drawn and handed to the game; what was drawn for whom."""
    drawn: dict[int, int] = {}
    for seat in game.needs_forfeit():
        drawn[seat] = random.randrange(game.sheet.hand_size)
        game.forfeit(seat, drawn[seat])
    return drawn


def play_out(game: OracleGame, seed: int = 0) -> None:
    """Answer at random until the deal is over."""
    random = Random(seed)
    while game.to_act() is not None:
        game.apply(random_answer(game, random))
        draw_forfeits(game, random)


def start(game: OracleGame, hands: Mapping[int, str], actions: str = "", stock: str = "") -> None:
    """Deal these hands and this stock, and apply the actions."""
    game.deal(stacked_pack(game, hands, stock))
    play_all(game, actions)


def shuffled(game: OracleGame, random: Random) -> list[str]:
    pack = list(game.pack)
    random.shuffle(pack)
    return pack


def rename_suits(suits: Mapping[str, str]) -> Callable[[str], str]:
    """A function that renames the suits in a card or in an action."""

    def rename(text: str) -> str:
        if text in CODE_ORDER:
            return text if text[1] not in suits else text[0] + suits[text[1]]
        verb, colon, rest = text.partition(":")
        if verb == "trump":
            return "trump:" + "/".join(suits[suit] for suit in rest.split("/"))
        if not colon:
            return text
        return verb + ":" + ",".join(in_code_order(rename(card) for card in cards_answered(text)))

    return rename
