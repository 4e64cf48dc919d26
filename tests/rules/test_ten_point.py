"""Section 5.1, `ten-point` and its option `dirty`; its moon is in test_game_ends.py, burning under A16."""

from __future__ import annotations

import pytest

from referee.engine.actions import Ask
from referee.engine.cards import NAMES
from referee.engine.errors import IllegalAction, SheetError
from referee.engine.events import EventKind
from referee.engine.ranking import trump_list
from referee.variants.catalogue import resolve
from tests.rules.positions import TEN_HANDS, TEN_STOCK, asked, finish, hand, play, points, seen, snapshot, start

# Hearts: side 0 pitches; seat 1 holds the two and the ten, seat 3 the three.
HANDS = {0: "AH KH JH HJ LJ QH", 1: "2H TH 9H", 2: "JD 8H 7H", 3: "3H 6H 5H 4H"}


def test_ten_point_the_pack_has_54_cards() -> None:
    assert [NAMES[card] for card in resolve("ten-point").pack] == list(NAMES)


@pytest.mark.parametrize(("suit", "other"), [("C", "S"), ("D", "H"), ("H", "D"), ("S", "C")])
def test_ten_point_sixteen_trumps_in_order(suit: str, other: str) -> None:
    order = [NAMES[card] for _, card in trump_list(resolve("ten-point"), "CDHS".index(suit))]
    above = [rank + suit for rank in "AKQJ"]
    assert order == [*above, "J" + other, "HJ", "LJ", *(rank + suit for rank in "T98765432")]


def test_ten_point_bids_from_four_to_ten_then_moon() -> None:
    game = start("ten-point")
    assert asked(game) == (0, "pass 4 5 6 7 8 9 10 moon")
    assert asked(play(game, "10")) == (1, "pass moon")


def test_ten_point_stuck_exactly_four() -> None:
    game = play(start("ten-point"), "pass pass pass")
    assert asked(game) == (3, "4")
    for wrong in ("pass", "5", "moon"):
        with pytest.raises(IllegalAction):
            play(game, wrong)


def test_ten_point_nine_cards_each_and_eighteen_in_the_stock() -> None:
    known = snapshot(start("ten-point"), 0)
    assert (known["hand_sizes"], known["stock"]) == ((9, 9, 9, 9), 18)


def test_ten_point_plain_cards_go_and_hands_fill_to_six_from_eldest() -> None:
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK, dealer=3), "4 pass pass pass trump:H")
    assert snapshot(game, 0)["hand_sizes"] == (6, 6, 6, 6)
    assert snapshot(game, 0)["stock"] == 7
    assert hand(game, 1) == "2H 7S 8S 9S TS JS"  # drawn plain cards stay until the widow is settled


def test_ten_point_eldest_fills_first() -> None:
    """The same cards with seat 0 dealing: seat 1 is eldest and draws from the front."""
    hands = {(seat + 1) % 4: cards for seat, cards in TEN_HANDS.items()}
    game = play(start("ten-point", hands, TEN_STOCK, dealer=0), "4 pass pass pass trump:H")
    assert [who for _, who, *_ in seen(game, 0, EventKind.DRAW)] == [1, 2, 3]
    assert hand(game, 1) == "AH 2S 3S 4S 5S 6S"


@pytest.mark.parametrize(("choice", "sizes"), [("keep-widow", (4, 1, 5, 6)), ("hand-on", (1, 1, 8, 6))])
def test_ten_point_the_widow_is_kept_or_handed_on(choice: str, sizes: tuple[int, ...]) -> None:
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H")
    assert (game.ask, asked(game)) == (Ask.WIDOW, (0, "keep-widow hand-on"))
    play(game, choice)
    assert snapshot(game, 0)["hand_sizes"] == sizes
    assert snapshot(game, 0)["stock"] == 0


def test_ten_point_drawn_plain_cards_are_laid_aside() -> None:
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H keep-widow")
    assert [hand(game, seat) for seat in range(3)] == ["JD AH LJ HJ", "2H", "3H 4H 5H 6H 7H"]


def test_ten_point_only_trumps_are_playable_and_the_highest_wins() -> None:
    game = play(start("ten-point", HANDS), "4 pass pass pass trump:H keep-widow")
    assert asked(game) == (0, "JH QH KH AH LJ HJ")
    play(game, "LJ")
    assert asked(game) == (1, "2H 9H TH")
    play(game, "TH JD")
    assert asked(game) == (3, "3H 4H 5H 6H")
    play(game, "4H")
    assert game.to_act == 2  # the off-jack beats the low joker


def test_ten_point_a_player_without_trumps_is_out() -> None:
    game = play(start("ten-point", HANDS), "4 pass pass pass trump:H keep-widow")
    play(game, "AH 2H 7H 3H KH 9H 8H 4H QH TH JD 5H JH")
    assert game.to_act == 3  # seats 1 and 2 have played their last trumps
    play(game, "6H")
    assert asked(game) == (0, "LJ HJ")
    play(game, "HJ")
    assert asked(game) == (0, "LJ")  # alone, a trick each


def test_ten_point_a_pitcher_without_trumps_does_not_lead() -> None:
    hands = {0: "2C 3C 4C 5C 6C 7C 8C 9C TC", 1: "AH KH QH", 2: "JH JD HJ LJ", 3: "TH 9H 8H 7H 6H 5H 4H 3H 2H"}
    game = play(start("ten-point", hands), "4 pass pass pass trump:H hand-on burn:4H,5H,6H")
    assert asked(game) == (1, "QH KH AH")


def test_ten_point_the_points() -> None:
    names = {rule.name: rule.worth for rule in resolve("ten-point").points}
    assert names == {
        **dict.fromkeys(("ace", "jack", "off-jack", "high-joker", "low-joker", "ten", "two"), 1),
        "three": 3,
    }
    assert resolve("ten-point").total_points == 10


@pytest.mark.parametrize(
    ("spec", "two"), [("ten-point", 1), ("ten-point[dirty=true]", 0), ("ten-point[dirty=false]", 1)]
)
def test_ten_point_the_two_to_its_holder_the_others_to_the_taker(spec: str, two: int) -> None:
    """AH takes the two and the three: three points and, if dirty, one more."""
    game = play(start(spec, HANDS), "4 pass pass pass trump:H keep-widow")
    play(game, "AH 2H 7H 3H KH 9H 8H 4H QH TH JD 5H JH 6H HJ LJ")
    others = dict.fromkeys(("ace", "jack", "off-jack", "high-joker", "low-joker", "ten", "three"), 0)
    assert points(game) == others | {"two": two}
    assert game.scores == ((10, 0) if two == 0 else (9, 1))


def test_ten_point_dirty_is_true_or_false() -> None:
    with pytest.raises(SheetError, match="must be true or false"):
        resolve("ten-point[dirty=yes]")


def test_ten_point_burned_points_go_to_nobody() -> None:
    hands = {0: "AH KH QH JH JD HJ LJ TH 3H", 1: "2H 4H", 2: "5H 6H", 3: "7H 8H 9H"}
    game = play(start("ten-point", hands), "pass pass pass 4 trump:H")
    play(game, "keep-widow burn:3H,QH,KH")
    finish(game)
    assert "three" not in points(game)
    assert len(points(game)) == 7
    assert sum(game.scores) <= 7


def test_ten_point_target_52_by_a17() -> None:
    assert resolve("ten-point").target == 52
    game = play(start("ten-point", HANDS, scores=(43, 70)), "9 pass pass pass trump:H keep-widow")
    play(game, "AH 2H 7H 3H KH 9H 8H 4H QH TH JD 5H JH 6H HJ LJ")
    assert (game.scores, game.winners) == ((52, 71), (0,))


def test_ten_point_set_may_go_below_zero() -> None:
    game = play(start("ten-point", HANDS, scores=(3, 0)), "10 pass pass pass trump:H keep-widow")
    play(game, "AH 2H 7H 3H KH 9H 8H 4H QH TH JD 5H JH 6H HJ LJ")
    assert game.scores == (-7, 1)
