"""What holds in every game of every table, tried on random games (DESIGN section 9, RULES section 6)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from referee.engine.actions import PICK, Pick, allows, house_move
from referee.engine.errors import IllegalAction, InvariantViolation
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.points import NOBODY
from tests.catalogue.observing import SEEDS, events_by_deal, examples, played, snapshot, walk
from tests.catalogue.tables import TABLES, new_game, play_out, random_action, shuffled

EVERY_TABLE = pytest.mark.parametrize("spec", TABLES)


def count(mask: int) -> int:
    return mask.bit_count()


# ---- Cards


def check_cards(game: Game, pack: list[int]) -> None:
    """Hands, trick, piles, stock and what lies out of play make the pack, each card once."""
    seats = range(game.tables.seats)
    views = [game.view(seat) for seat in seats]
    _, _, _, sizes, *_, trick, _, taken, _, _, stock = views[0]
    out = 0
    for view in views:
        out |= view[12]
    piles = [*(view[2] for view in views), *taken, out, *(1 << card for card in (*trick, *pack[len(pack) - stock :]))]
    together = 0
    for pile in piles:
        together |= pile
    assert sum(map(count, piles)) == len(pack)
    assert together == sum(1 << card for card in pack)
    assert [count(view[2]) for view in views] == list(sizes)


@EVERY_TABLE
@given(seed=SEEDS)
@examples(10)
def test_cards_are_conserved_at_each_step(spec: str, seed: int) -> None:
    game, pack = new_game(spec), [0]
    for game, _, pack in walk(spec, seed, deals=2):
        check_cards(game, pack)
    check_cards(game, pack)


# ---- Whose turn it is and what he may do


@EVERY_TABLE
@given(seed=SEEDS)
@examples(10)
def test_exactly_one_seat_is_to_act_and_something_is_legal(spec: str, seed: int) -> None:
    for game, _, _ in walk(spec, seed, deals=2):
        assert 0 <= game.to_act < game.tables.seats
        assert not game.needs_deal and not game.over
        legal, hand = game.legal(), game.view(game.to_act)[2]
        assert allows(legal, house_move(legal))
        if isinstance(legal, Pick):
            assert legal.fixed & legal.choose_from == 0
            assert (legal.fixed | legal.choose_from) & ~hand == 0
            assert 0 <= legal.least <= legal.most <= count(legal.choose_from)
        else:
            assert len(legal) > 0
            assert list(legal) == sorted(set(legal))
            assert all(hand >> action & 1 for action in legal if action < 54)


@EVERY_TABLE
@given(seed=SEEDS)
@examples(4)
def test_between_deals_nobody_is_to_act(spec: str, seed: int) -> None:
    game = new_game(spec)
    with pytest.raises(IllegalAction):
        game.apply(64)
    for game, _, _ in walk(spec, seed, deals=1):
        pack = list(game.tables.pack)
        with pytest.raises(InvariantViolation):
            game.deal(pack)
    assert (game.to_act, game.over, game.needs_deal) == (-1, True, False)
    with pytest.raises(InvariantViolation):
        game.legal()
    for action in (0, 64, 260, PICK):
        with pytest.raises(IllegalAction):
            game.apply(action)


@EVERY_TABLE
@given(seed=SEEDS)
@examples(8)
def test_every_game_ends(spec: str, seed: int) -> None:
    chance = Random(seed)
    game = new_game(f"{spec[:-1]},max_deals=9]" if spec.endswith("]") else f"{spec}[max_deals=9]")
    play_out(game, chance)
    assert 1 <= len(game.results) <= 9
    assert game.winners and set(game.winners) <= set(range(game.tables.sides))
    results = [event for event in game.events if event[0] == EventKind.RESULT]
    assert [event[1] for event in results] == list(range(game.tables.sides))
    assert {event[1] for event in results if event[2]} == set(game.winners)
    assert {event[2] for event in results if event[2]} == {2 if len(game.winners) > 1 else 1}


# ---- Refusals


def garbage(chance: Random, hand: int) -> list[int]:
    """Return ints of every kind: all codes and more, sets of all sizes, too large, negative."""
    sets = [0, hand, hand & -hand, chance.getrandbits(54), hand & chance.getrandbits(54), PICK - 1]
    return [
        *range(-70, 330),
        *(PICK | cards for cards in sets),
        *(2 * PICK | cards for cards in sets),
        *(-PICK | cards for cards in sets),
        *(-(PICK | cards) for cards in sets),
        *(10**30, -(10**30), 2**63, 2**64 + 5),
    ]


@EVERY_TABLE
@given(seed=SEEDS)
@examples(4)
def test_a_refusal_changes_nothing(spec: str, seed: int) -> None:
    chance = Random(seed)
    for game, _, _ in walk(spec, seed, deals=2):
        if chance.random() > 0.25:
            continue
        before, legal = snapshot(game), game.legal()
        refused = 0
        for action in garbage(chance, game.view(game.to_act)[2]):
            if not allows(legal, action):
                with pytest.raises(IllegalAction):
                    game.apply(action)
                refused += 1
        assert refused > 100
        assert snapshot(game) == before
        assert game.legal() == legal


@EVERY_TABLE
@given(seed=SEEDS)
@examples(2)
def test_a_refused_pack_changes_nothing(spec: str, seed: int) -> None:
    game = new_game(spec)
    pack = shuffled(game, Random(seed))
    before = snapshot(game)
    for wrong in ([], pack[1:], [*pack, pack[0]], [pack[0], *pack[:-1]], [*pack[1:], 54], [*pack[1:], -1]):
        with pytest.raises(InvariantViolation):
            game.deal(wrong)
    assert snapshot(game) == before
    game.deal(pack)


# ---- Points


@EVERY_TABLE
@given(seed=SEEDS)
@examples(10)
def test_points_add_up(spec: str, seed: int) -> None:
    """What sides took and what fell to nobody is the sheet's total; scores follow from it, none twice."""
    game = played(spec, seed, deals=3)
    before = (0,) * game.tables.sides
    rules = game.sheet.points
    for result, events in zip(game.results, events_by_deal(game), strict=True):
        told = {value: game.sheet.side_of(seat) for kind, seat, value, *_ in events if kind == EventKind.POINT}
        assert [told.get(index, NOBODY) for index in range(len(rules))] == list(result.points)
        taken = [sum(rule.worth for rule, owner in zip(rules, result.points, strict=True) if owner == side)
                 for side in range(game.tables.sides)]  # fmt: skip
        nobodys = sum(rule.worth for rule, owner in zip(rules, result.points, strict=True) if owner == NOBODY)
        assert sum(taken) + nobodys == game.sheet.total_points
        pitching = game.sheet.side_of(result.pitcher)
        for side, score in enumerate(result.scores):
            if side != pitching:
                assert score == before[side] + taken[side]
        assert not (result.folded and (result.made or taken[pitching]))
        before = result.scores


@EVERY_TABLE
@given(seed=SEEDS)
@examples(10)
def test_a_point_is_nobodys_only_if_its_card_was_not_played(spec: str, seed: int) -> None:
    game = played(spec, seed, deals=3)
    for result, events in zip(game.results, events_by_deal(game), strict=True):
        if result.folded:
            continue
        seen = 0
        for kind, _, _, cards, _ in events:
            seen |= cards if kind == EventKind.PLAY else 0
        (suit,) = [value - 80 for kind, _, value, *_ in events if kind == EventKind.TRUMP]
        table = game.tables.trumps[suit]
        for rule, owner in zip(game.sheet.points, result.points, strict=True):
            if rule.name in ("high", "low"):
                assert (owner == NOBODY) == (seen & table.mask == 0)
            elif rule.name != "game":
                card = table.named["high-joker" if rule.name == "joker" else rule.name]
                assert (owner == NOBODY) == (seen >> card & 1 == 0)


@pytest.mark.parametrize("spec", [spec for spec in TABLES if spec.startswith("ten-point")])
@given(seed=SEEDS)
@examples(10)
def test_every_trump_of_ten_point_is_played_or_burned(spec: str, seed: int) -> None:
    """The whole stock comes into hands, so no point is lost but by burning it."""
    game = played(spec, seed, deals=3)
    for events in events_by_deal(game):
        seen = 0
        for kind, _, _, cards, _ in events:
            seen |= cards if kind in (EventKind.PLAY, EventKind.BURN) else 0
        (suit,) = [value - 80 for kind, _, value, *_ in events if kind == EventKind.TRUMP]
        assert seen == game.tables.trumps[suit].mask


# ---- Clones


@EVERY_TABLE
@given(seed=SEEDS)
@examples(6)
def test_a_clone_is_independent_and_goes_the_same_way(spec: str, seed: int) -> None:
    chance = Random(seed)
    for game, _, _ in walk(spec, seed, deals=2):
        if chance.random() > 0.1:
            continue
        one, two, before = game.clone(), game.clone(), snapshot(game)
        assert snapshot(one)[:-4] == before[:-4]  # the log and the results of a clone start empty
        assert (one.events, one.results) == ([], [])
        way = Random(chance.random())
        while one.to_act >= 0:
            assert one.legal() == two.legal()
            action = random_action(one.legal(), way)
            one.apply(action)
            two.apply(action)
            assert snapshot(one) == snapshot(two)
        assert snapshot(game) == before
        assert one.events
