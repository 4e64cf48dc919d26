"""The oracle on its own: random games, and facts of section 6 that every sheet satisfies."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from . import OracleGame
from .cards import trump_card
from .driving import new_game, random_answer, rename_suits, shuffled

LAYOUTS: list[tuple[str, int, int, dict[str, object]]] = [
    *[("auction", n, n, {}) for n in range(2, 8)],
    ("auction", 4, 4, {"low": "holder", "target": 11, "backdoor": 11}),
    ("auction-partners", 4, 2, {}),
    *[("roadhouse", n, n, {}) for n in range(3, 8)],
    ("roadhouse", 4, 2, {"backdoor": 15}),
    ("partnership-draw", 4, 2, {}),
    ("ten-point", 4, 2, {}),
    ("ten-point", 4, 2, {"dirty": True, "backdoor": 52}),
    ("contway", 4, 2, {}),
]


def cards_everywhere(game: OracleGame) -> Counter[str]:
    table = game._table
    assert table is not None
    cards = Counter(table.stock + table.burned)
    for pile in table.hands + table.aside:
        cards.update(pile)
    cards.update(t.card for t in table.thrown)
    cards.update(card for _seat, card in table.all_plays())
    return cards


def name_of_point(game: OracleGame, card: str) -> str | None:
    """Ten-point: the point that a trump carries."""
    table = game._table
    assert table is not None and table.trump is not None
    for point in game.sheet.points:
        if trump_card(point.what, table.trump) == card:
            return point.name
    return None


def check_knowledge(game: OracleGame) -> None:
    """Everybody knows his own hand and what was played; nobody is told of another's hand or the stock."""
    table = game._table
    assert table is not None
    for seat in range(game.seats):
        known = game.known(seat)
        assert {c for c, place in known.items() if place == "hand"} == set(table.hands[seat])
        assert {c for c, place in known.items() if place == "played"} == {c for _s, c in table.all_plays()}
        assert not set(known) & set(table.stock)
        strangers = {t.card for t in table.thrown if t.seat != seat}
        face_up = game.sheet.exchange == "ten-point"
        assert strangers <= set(known) if face_up else not strangers & set(known)


def check_last_deal(game: OracleGame) -> None:
    result = game.results[-1]
    assert list(result.points) == [point.name for point in game.sheet.points]
    assert result.scores == game.scores and result.pitcher is not None
    for plays, winner in result.tricks:
        assert winner in [seat for seat, _card in plays]
    if game.sheet.following == "trumps only":
        assert game._table is not None
        burned = [name_of_point(game, card) for card in game._table.burned]
        lost = [name for name, side in result.points.items() if side is None]
        assert sorted(lost) == sorted(name for name in burned if name)
    elif not result.folded:
        assert None not in (result.points["high"], result.points["low"])
        assert [len(plays) for plays, _ in result.tricks] == [game.seats] * game.sheet.hand_size


# --- random games ---


@pytest.mark.parametrize(("sheet", "seats", "sides", "options"), LAYOUTS)
def test_random_games_end_and_keep_all_cards(sheet: str, seats: int, sides: int, options: dict[str, object]) -> None:
    for seed in range(3):
        random = Random(seed)
        game = OracleGame(sheet, seats=seats, sides=sides, options=options, first_dealer=seed % seats)
        while not game.over:
            if game.needs_deal():
                assert game.to_act() is None and game.legal() == ()
                game.deal(shuffled(game, random))
            assert game.legal()
            assert cards_everywhere(game) == Counter(game.pack)
            game.apply(random_answer(game, random))
            check_knowledge(game)
            if game.to_act() is None:
                check_last_deal(game)
        assert game.winners and len(game.results) <= 200
        assert (game.settlement is not None) == (sheet == "contway")
        assert sum(game.settlement or ()) == 0


@pytest.mark.parametrize(("sheet", "seats", "sides", "options"), LAYOUTS)
@pytest.mark.parametrize("suits", ["SDHC", "CHDS", "DCSH"])
def test_names_of_suits_and_seats_do_not_matter(
    sheet: str, seats: int, sides: int, options: dict[str, object], suits: str
) -> None:
    random = Random(f"{sheet}{seats}")
    rename = rename_suits(dict(zip("CDHS", suits, strict=True)))
    one = OracleGame(sheet, seats=seats, sides=sides, options=options, first_dealer=0)
    two = OracleGame(sheet, seats=seats, sides=sides, options=options, first_dealer=1)
    while not one.over and len(one.results) < 15:
        if one.needs_deal():
            pack = shuffled(one, random)
            one.deal(pack)
            two.deal([rename(card) for card in pack])
        answer = random_answer(one, random)
        one.apply(answer)
        two.apply(rename(answer))
    assert two.scores == one.scores[-1:] + one.scores[:-1]
    assert [r.made for r in one.results] == [r.made for r in two.results]
    assert [r.folded for r in one.results] == [r.folded for r in two.results]


@pytest.mark.parametrize(
    ("sheet", "seats", "sides", "options", "dealer"),
    [
        ("bridge", 4, 2, {}, 0),
        ("auction", 8, 8, {}, 0),
        ("auction", 4, 2, {}, 0),
        ("contway", 4, 2, {"backdoor": 11}, 0),
        ("ten-point", 4, 2, {"dirty": "yes"}, 0),
        ("roadhouse", 4, 2, {"low": "holder"}, 0),
        ("roadhouse", 4, 2, {"target": 0}, 0),
        ("roadhouse", 4, 2, {"max_deals": True}, 0),
        ("roadhouse", 4, 2, {}, 4),
    ],
)
def test_wrong_games_are_refused(sheet: str, seats: int, sides: int, options: dict[str, object], dealer: int) -> None:
    with pytest.raises(ValueError):
        new_game(sheet, seats, sides, dealer, options)


def test_wrong_moves_are_refused() -> None:
    game = new_game("auction", 3, 3, dealer=0)
    with pytest.raises(ValueError):
        game.apply("pass")
    with pytest.raises(ValueError):
        game.deal(game.pack[1:])
    game.deal(game.pack)
    with pytest.raises(ValueError):
        game.deal(game.pack)
    with pytest.raises(ValueError):
        game.apply("5")
    assert game.to_act() == 1 and game.legal() == ("pass", "1", "2", "3", "4")
