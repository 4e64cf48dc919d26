"""Suits renamed within colour pairs, colours swapped, seats rotated with the dealer: nothing changes but the names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.game import Game
from tests.catalogue.observing import SEEDS, SUITS, Renaming, examples, played, walk
from tests.catalogue.tables import TABLES, new_game


def test_there_are_eight_ways_to_rename_suits() -> None:
    """Clubs and spades stay of one colour, diamonds and hearts too."""
    assert len(set(SUITS)) == 8
    assert (0, 1, 2, 3) in SUITS
    assert all(sorted(suits) == [0, 1, 2, 3] and suits[0] + suits[3] == suits[1] + suits[2] == 3 for suits in SUITS)


@pytest.mark.parametrize("spec", TABLES)
@given(seed=SEEDS, suits=st.sampled_from(SUITS), places=st.integers(min_value=0, max_value=6))
@examples(12)
def test_names_change_nothing(spec: str, seed: int, suits: tuple[int, int, int, int], places: int) -> None:
    tables = new_game(spec).tables
    renaming = Renaming(suits=suits, places=places, seats=tables.seats, sides=tables.sides)
    twin: Game | None = None
    for game, action, pack in walk(spec, seed, deals=2):
        if twin is None:
            twin = Game(game.tables, renaming.seat(game.view(0)[1]))
        if twin.needs_deal:
            twin.deal([renaming.card(card) for card in pack])
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
    for ours, theirs in zip(game.results, twin.results, strict=True):
        assert theirs.points == tuple(renaming.side(side) for side in ours.points)
        assert theirs.scores == renaming.by_side(ours.scores)
        assert theirs.pitcher == renaming.seat(ours.pitcher)
        assert (theirs.contract, theirs.made, theirs.folded) == (ours.contract, ours.made, ours.folded)
    if game.settlement is not None:
        assert twin.settlement == renaming.by_seat(game.settlement)
    assert len(twin.events) == len(game.events)
