"""A transcript holds the events addressed to the seat and no other, wherever it starts."""

from __future__ import annotations

import pytest

from tests.catalogue.observing import walk
from tests.catalogue.tables import TABLES


@pytest.mark.parametrize("spec", TABLES)
def test_a_transcript_is_what_is_addressed_to_the_seat(spec: str) -> None:
    for game, _, _ in walk(spec, 7, deals=2):
        for seat in range(game.tables.seats):
            for since in (0, len(game.events) // 2, max(0, len(game.events) - 4), len(game.events)):
                addressed = [event for event in game.events[since:] if event[4] >> seat & 1]
                assert game.transcript(seat, since) == addressed
