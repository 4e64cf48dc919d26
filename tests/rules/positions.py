"""Positions for rule tests: hands written as tokens, decisions as tokens, and what can be read off a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.actions import house_move
from referee.engine.cards import NAMES, card_names
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.notation import legal_text, parse_token
from referee.engine.points import NOBODY
from referee.engine.tables import compile_tables
from referee.variants.catalogue import resolve
from tests.catalogue.tables import stand
from tests.catalogue.worked_deals import lay_out

Seen = tuple[EventKind, int, int, str]

FIELDS = (
    *("deal", "dealer", "hand", "hand_sizes", "calls", "call", "pitcher_plus_1", "trump_plus_1", "sub_trump_plus_1"),
    *("trick", "trick_seats", "taken", "gone", "scores", "stock"),
    *("looked", "called", "partner_plus_1", "offered", "forfeited", "up"),
)

# Ten-point, hearts trump, seat 0 eldest: hands without their plain cards, which are clubs and diamonds. Seats 0 and 1
# draw five spades each, seat 2 one; seven cards are left: KS AS QC KC JD LJ HJ.
TEN_HANDS = {0: "AH", 1: "2H", 2: "3H 4H 5H 6H 7H", 3: "8H 9H TH JH QH KH"}
TEN_STOCK = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS QC KC JD LJ HJ"


def start(
    spec: str,
    hands: Mapping[int, str] | None = None,
    stock: str = "",
    *,
    dealer: int | None = None,
    scores: Sequence[int] = (),
    hickeys: Sequence[int] = (),
    lots: Sequence[int] = (),
) -> Game:
    """Return a game with its first deal on the table; the last seat deals unless said, so seat 0 is eldest.

    Hands are filled up with cards nobody named, lowest code first; what is left follows the stock in code order. Where
    cards are forfeited each seat loses the first card of its hand, unless lots are given.
    """
    sheet = resolve(spec)
    game = Game(compile_tables(sheet), sheet.seats - 1 if dealer is None else dealer)
    stand(game, scores or [0] * sheet.sides, hickeys or [0] * sheet.sides)
    deal(game, hands or {}, stock, lots)
    return game


def deal(game: Game, hands: Mapping[int, str], stock: str = "", lots: Sequence[int] = ()) -> None:
    """Deal these hands, filled up, and this stock to the game."""
    sheet = game.sheet
    last = snapshot(game, 0)["dealer"]
    dealer = last if game.deal_number < 0 else (last + 1) % sheet.seats
    named = set(" ".join([*hands.values(), stock]).split())
    spare = [NAMES[card] for card in sheet.pack if NAMES[card] not in named]
    full = []
    for seat in range(sheet.seats):
        hand = hands.get(seat, "").split()
        missing = sheet.hand_size - len(hand)
        full.append(" ".join(hand + spare[:missing]))
        del spare[:missing]
    if game.tables.forfeits:
        lots = lots or [0] * sheet.seats
    game.deal(lay_out(sheet.spec, dealer, full, stock), lots)


def play(game: Game, tokens: str) -> Game:
    """Apply the tokens in order; return the game."""
    for text in tokens.split():
        game.apply(parse_token(text, game.sheet))
    return game


def finish(game: Game) -> Game:
    """Play the deal to its end as the house would; return the game."""
    while game.to_act >= 0:
        game.apply(house_move(game.legal()))
    return game


def asked(game: Game) -> tuple[int, str]:
    """Return the seat to act and what it may do, as text."""
    return game.to_act, legal_text(game.legal(), game.ask, game.sheet)


def points(game: Game) -> dict[str, int]:
    """Return the points of the last deal that somebody took, by name, with the side."""
    taken = zip(game.sheet.points, game.results[-1].points, strict=True)
    return {rule.name: side for rule, side in taken if side != NOBODY}


def hand(game: Game, seat: int) -> str:
    """Return the seat's hand."""
    return card_names(snapshot(game, seat)["hand"])


def snapshot(game: Game, seat: int) -> dict[str, Any]:
    """Return what the seat knows by the names of the protocol's Snapshot."""
    return dict(zip(FIELDS, game.view(seat), strict=True))


def trump(game: Game) -> str:
    """Return the suit of trump, "" while it is not known."""
    return " CDHS"[snapshot(game, 0)["trump_plus_1"]].strip()


def gone(game: Game, seat: int) -> str:
    """Return the cards out of play that the seat has seen."""
    return card_names(snapshot(game, seat)["gone"])


def seen(game: Game, seat: int, *kinds: EventKind) -> list[Seen]:
    """Return the events of these kinds that the seat has seen: kind, seat, value, cards."""
    events = [(EventKind(kind), who, value, card_names(cards)) for kind, who, value, cards, _ in game.transcript(seat)]
    return [event for event in events if event[0] in kinds]


def trick_winners(game: Game) -> list[int]:
    """Return who won each trick so far."""
    return [who for _, who, _, _ in seen(game, 0, EventKind.TRICK)]
