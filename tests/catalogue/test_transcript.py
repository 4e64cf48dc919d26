"""A transcript holds the events addressed to the seat and no other, wherever it starts."""

from __future__ import annotations

import pytest

from referee.engine.actions import ASK_TAKE
from referee.engine.events import EventKind
from referee.engine.game import Game
from tests.catalogue.observing import DISTINCT, walk
from tests.catalogue.tables import new_game


@pytest.mark.parametrize("spec", DISTINCT)
def test_a_transcript_is_what_is_addressed_to_the_seat(spec: str) -> None:
    for game, _, _ in walk(spec, 7, deals=1):
        for seat in range(game.tables.seats):
            for since in (0, len(game.events) // 2, max(0, len(game.events) - 4), len(game.events)):
                addressed = [event for event in game.events[since:] if event[4] >> seat & 1]
                assert game.transcript(seat, since) == addressed


WITH_EXTRAS = [spec for spec in DISTINCT if new_game(spec).tables.extras]


def told(game: Game, seat: int) -> tuple[int, int, int, int]:
    """Return what the transcript of the deal says of the called card, the partner, the card on offer and that lost."""
    called = partner = offered = forfeited = 0
    for kind, who, _, cards, _ in game.transcript(seat):
        if kind == EventKind.DEAL:
            called = partner = offered = forfeited = 0
        elif kind == EventKind.PARTNER_CALLED:
            called = cards
        elif kind == EventKind.PLAY and cards == called:
            partner = who + 1
        elif kind == EventKind.OFFER:
            offered = cards
        elif kind == EventKind.OWN_FORFEIT:
            forfeited = cards
    return called, partner, offered if game.ask == ASK_TAKE else 0, forfeited


@pytest.mark.parametrize("spec", WITH_EXTRAS)
def test_a_view_says_no_more_than_the_transcript(spec: str) -> None:
    check_views(spec, 7)


def check_views(spec: str, seed: int) -> None:
    """Assert for a random game that called card, partner and forfeited cards are seen as soon as told, not earlier."""
    for game, _, _ in walk(spec, seed, deals=2):
        for seat in range(game.tables.seats):
            assert game.view(seat)[16:20] == told(game, seat)
