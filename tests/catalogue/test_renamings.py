"""Suits renamed within colour pairs, colours swapped, seats rotated with the dealer: nothing changes but the names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.events import EventKind
from referee.engine.game import Game
from tests.catalogue.observing import DISTINCT, SEEDS, SUITS, Renaming, examples, played, walk
from tests.catalogue.tables import new_game


def test_there_are_eight_ways_to_rename_suits() -> None:
    """Clubs and spades stay of one colour, diamonds and hearts too."""
    assert len(set(SUITS)) == 8
    assert (0, 1, 2, 3) in SUITS
    assert all(sorted(suits) == [0, 1, 2, 3] and suits[0] + suits[3] == suits[1] + suits[2] == 3 for suits in SUITS)


@pytest.mark.parametrize("spec", DISTINCT)
@given(seed=SEEDS, suits=st.sampled_from(SUITS), places=st.integers(min_value=0, max_value=8))
@examples(3)
def test_names_change_nothing(spec: str, seed: int, suits: tuple[int, int, int, int], places: int) -> None:
    tables = new_game(spec).tables
    renaming = Renaming(suits=suits, places=places, seats=tables.seats, sides=tables.sides)
    twin: Game | None = None
    for game, action, (pack, lots) in walk(spec, seed, deals=2):
        if twin is None:
            twin = Game(game.tables, renaming.seat(game.view(0)[1]))
        if twin.needs_deal:
            twin.deal([renaming.card(card) for card in pack], renaming.by_seat(tuple(lots)) if lots else ())
        assert (twin.to_act, twin.ask) == (renaming.seat(game.to_act), game.ask)
        assert twin.legal() == renaming.legal(game.legal())
        for seat in range(tables.seats):
            assert twin.view(renaming.seat(seat)) == renaming.view(game.view(seat))
        twin.apply(renaming.action(action))
    assert twin is not None
    compare_ends(played(spec, seed, deals=2), twin, renaming)


def compare_ends(game: Game, twin: Game, renaming: Renaming) -> None:
    """Assert that the games came out the same under other names."""
    assert twin.over
    assert set(twin.winners) == {renaming.side(side) for side in game.winners}
    groups_are_sides = not game.tables.calls_partner
    for ours, theirs in zip(game.results, twin.results, strict=True):
        points = tuple(renaming.side(side) for side in ours.points) if groups_are_sides else ours.points
        assert theirs.points == points
        assert theirs.scores == renaming.by_side(ours.scores)
        for seat, other in ((ours.pitcher, theirs.pitcher), (ours.partner, theirs.partner)):
            assert other == (renaming.seat(seat) if seat >= 0 else seat)
        assert (theirs.contract, theirs.made, theirs.folded) == (ours.contract, ours.made, ours.folded)
    if game.settlement is not None:
        assert twin.settlement == renaming.by_seat(game.settlement)
    # What is told of all seats at once is told in another order.
    assert told(twin) == sorted(renaming.event(event) for event in told(game))


def told(game: Game) -> list[tuple[int, int, int, int, int]]:
    """Return the events sorted; of a point not the seat, which may be any of the group (the results name that)."""
    return sorted((event[0], 0, *event[2:]) if event[0] == EventKind.POINT else event for event in game.events)
