"""Hands worked out from the text of RULES.md, one sheet after another."""

from __future__ import annotations

from random import Random

import pytest

from . import Offer, OracleGame
from .driving import new_game, play_all, random_answer, start
from .ending import settle_in_chips, winners_after_deal
from .sheets import find_sheet

# --- auction ---


def test_auction_dealer_may_steal_but_not_a_four() -> None:
    game = new_game("auction", 3, 3, dealer=0)
    start(game, {}, "2")
    assert game.legal() == ("pass", "3", "4")
    game.apply("3")
    assert (game.to_act(), game.legal()) == (0, ("pass", "3", "4"))
    game.apply("3")
    assert game.to_act() == 0 and len(game.legal()) == 6  # type: ignore[arg-type]
    over = new_game("auction", 3, 3, dealer=0)
    start(over, {}, "4")
    assert over.to_act() == 1 and "pass" not in over.legal()  # type: ignore[operator]


def test_auction_stuck_dealer() -> None:
    game = new_game("auction", 2, 2, dealer=0)
    start(game, {}, "pass")
    assert (game.to_act(), game.legal()) == (0, ("2", "3", "4"))


@pytest.mark.parametrize(("low", "scores"), [("taker", (3, 0)), ("holder", (-3, 1))])
def test_auction_low_owner_and_target(low: str, scores: tuple[int, int]) -> None:
    """Seat 0's ace takes the two, its king the ten: three points with the two, else only two."""
    game = new_game("auction", 2, 2, dealer=1, options={"low": low, "target": 3})
    hands = {0: "AH KS 3S 4S 5S 6S", 1: "2H 7S 8S 9S TS QS"}
    start(game, hands, "3 pass AH 2H KS TS 6S 7S QS 5S 9S 4S 8S 3S")
    result = game.results[0]
    owner = 0 if low == "taker" else 1
    assert result.points == {"high": 0, "low": owner, "jack": None, "game": 0}
    assert result.made == (low == "taker") and game.scores == scores
    assert game.over == (low == "taker") and game.winners == ((0,) if game.over else ())


def test_auction_follow_or_trump() -> None:
    game = new_game("auction", 2, 2, dealer=1)
    start(game, {0: "AH KS QC 4D 5D 6D", 1: "2H 7S 8S 9C TD QD"}, "2 pass AH")
    assert game.legal() == ("2H",)
    play_all(game, "2H KS")
    assert game.legal() == ("7S", "8S")
    strict = new_game("roadhouse", 3, 3, dealer=2)
    start(strict, {0: "AH KS", 1: "2H 3H 7S 8S 9C TD", 2: "4H 5H 6H"}, "2 pass pass AH 2H 4H KS")
    assert strict.legal() == ("7S", "8S")


def test_auction_only_the_pitcher_who_made_wins() -> None:
    sheet = find_sheet("auction", 3, 3, {})
    assert winners_after_deal(sheet, (9, 7, 0), 2, 5, made=True) == ()
    assert winners_after_deal(sheet, (9, 7, 0), 1, 5, made=True) == (1,)
    assert winners_after_deal(sheet, (9, 7, 0), 1, 5, made=False) == ()
    assert winners_after_deal(sheet, (9, 9, 0), 2, 200, made=True) == (0, 1)
    backdoor = find_sheet("auction", 3, 3, {"backdoor": 11})
    assert winners_after_deal(backdoor, (9, -11, -12), 0, 5, made=False) == (2,)
    assert winners_after_deal(backdoor, (9, -12, -12), 0, 5, made=False) == ()
    assert winners_after_deal(backdoor, (9, -12, -12), 0, 5, made=True) == (0,)


# --- roadhouse ---


@pytest.mark.parametrize(("jack", "scores"), [("JH", (15, 0, 0)), ("9H", (-15, 0, 0))])
def test_roadhouse_moon(jack: str, scores: tuple[int, ...]) -> None:
    game = new_game("roadhouse", 3, 3, dealer=2)
    hands = {0: f"AH KH QH {jack} TH 2H", 1: "2C 3C 4C 5C 6C 7C", 2: "2D 3D 4D 5D 6D 7D"}
    start(game, hands, "moon")
    assert game.to_act() == 0
    for number, card in enumerate(hands[0].split()):
        play_all(game, f"{card} {hands[1].split()[number]} {hands[2].split()[number]}")
    assert game.scores == scores and game.over == (jack == "JH")


def test_roadhouse_wins_by_two() -> None:
    sheet = find_sheet("roadhouse", 3, 3, {})
    assert winners_after_deal(sheet, (15, 14, 0), 0, 5, made=True) == ()
    assert winners_after_deal(sheet, (16, 14, 0), 1, 5, made=True) == (0,)


# --- partnership-draw ---


def test_partnership_draw_asks_also_who_can_throw_nothing() -> None:
    game = new_game("partnership-draw")
    hands = {0: "AH KH QH JH TH 2H", 1: "3H 2C 3C 4C 5C 6C"}
    start(game, hands, "moon trump:H")
    assert (game.to_act(), game.legal()) == (0, Offer("throw", (), (), 0, 0))
    game.apply("throw:")
    assert game.legal() == Offer("throw", (), ("2C", "3C", "4C", "5C", "6C"), 0, 5)
    with pytest.raises(ValueError):
        game.apply("throw:3H")
    with pytest.raises(ValueError):
        game.apply("throw:3C,2C")
    game.apply("throw:2C,3C")
    assert game.known(1)["2C"] == "thrown" and len(game.known(1)) == 8
    assert "2C" not in game.known(0) and "2C" not in game.known(3)


def test_partnership_draw_first_lead_and_lost_moon() -> None:
    game = new_game("partnership-draw")
    hands = {0: "KH 3D 4D 5D 6D 7D", 1: "AH 2C 3C 4C 5C 6C"}
    start(game, hands, "moon trump:H throw: throw: throw: throw:")
    assert game.legal() == ("KH",)
    random = Random(0)
    while not game.over:
        game.apply(random_answer(game, random))
    assert game.winners == (1,) and game.results[0].made is False
    assert game.scores[0] == 0 and game.scores[1] >= 2


# --- contway ---

CONTWAY_HANDS = {
    0: "AH 2H 3C 4C 5C 6C",
    1: "KH JD 3D 4D 5D 6D",
    2: "3H HJ 3S 4S 5S 6S",
    3: "4H JH 7S 8S 9S TS",
}
STAND = "throw: throw: throw: throw:"


def test_contway_fold_and_floor() -> None:
    game = new_game("contway", dealer=0)
    start(game, CONTWAY_HANDS, f"pass 2 pass pass trump:H {STAND}")
    assert (game.to_act(), game.legal()) == (2, ("3H", "HJ", "fold"))
    play_all(game, "3H JH AH JD")
    assert (game.to_act(), game.legal()) == (2, ("play-on", "fold"))
    play_all(game, "play-on 2H KH HJ 4H")
    assert (game.to_act(), game.legal()) == (2, ("play-on", "fold"))
    game.apply("fold")
    result = game.results[0]
    assert result.folded and result.made is False and len(result.tricks) == 2
    assert result.points == {
        "high": 0, "low": 0, "jack": 0, "off-jack": 0, "joker": 1, "game": None,
    }  # fmt: skip
    assert game.scores == (0, 1) and game.hickeys == [1, 0]


def test_contway_fold_at_once_and_throws_are_secret() -> None:
    game = new_game("contway", dealer=0)
    start(game, CONTWAY_HANDS, "pass 2 pass pass trump:H throw:3D,KH")
    assert game.known(1)["KH"] == "thrown" and "KH" not in game.known(2)
    play_all(game, "throw: throw: throw: fold")
    assert game.scores == (0, 0) and game.results[0].tricks == ()


def test_contway_game_tie_goes_to_the_joker() -> None:
    """Each side wins one ace and no other pips; side 0 has won the joker."""
    game = new_game("contway")
    hands = {
        0: "AH 2C 3C 4C 5C 6C",
        1: "HJ AC 6D 7D 8D 9D",
        2: "2H 8C 2D 3D 4D 5D",
        3: "3H 2S 3S 4S 5S 6S",
    }
    start(game, hands, f"2 pass pass pass trump:H {STAND} AH HJ 2H 3H 2C AC 8C 2S")
    play_all(game, "play-on 6D 2D 3S 3C play-on 7D 3D 4S 4C")
    play_all(game, "play-on 8D 4D 5S 5C play-on 9D 5D 6S 6C")
    points = game.results[0].points
    assert points == {"high": 0, "low": 0, "jack": None, "off-jack": None, "joker": 0, "game": 0}
    assert game.scores == (4, 0)


def test_contway_end_and_settlement() -> None:
    sheet = find_sheet("contway", 4, 2, {})
    assert winners_after_deal(sheet, (11, 14), 0, 5, made=False) == (0,)
    assert winners_after_deal(sheet, (10, 14), 0, 5, made=False) == (1,)
    assert winners_after_deal(sheet, (9, 9), 0, 200, made=False) == (0, 1)
    assert settle_in_chips((0,), (5, 2), 2) == (6, -6)
    assert settle_in_chips((0, 1), (5, 2), 2) == (0, 0)


# --- ten-point ---

TEN_HANDS = {0: "2H 8H 9H TH JH QH KH AH JD", 1: "3H 4H", 2: "", 3: "HJ LJ 5H"}
TEN_STOCK = "6H 2C 3C 4C 5C 6C 7C 8C 9C TC 2S 3S 4S 7H 5S 6S 7S 8S"
TEN_PLAY = "burn:8H,9H,QH AH 3H 7H 5H 2H 4H HJ LJ TH 6H"


def ten_point_game(call: str, options: dict[str, object] | None = None) -> OracleGame:
    game = new_game("ten-point", options=options)
    others = "" if call == "moon" else "pass pass pass"
    start(game, TEN_HANDS, f"{call} {others} trump:H", TEN_STOCK)
    return game


def test_ten_point_exchange() -> None:
    game = ten_point_game("4")
    assert (game.to_act(), game.legal()) == (0, ("keep-widow", "hand-on"))
    assert game.known(1)["2C"] == "hand" and "5S" not in game.known(0)
    game.apply("hand-on")
    assert game.known(1)["2C"] == "aside" and "2C" not in game.known(0)
    assert game.known(2)["7H"] == "hand" and game.known(2)["5S"] == "aside"
    assert game.legal() == Offer("burn", (), ("8H", "9H", "QH", "KH"), 3, 3)
    thrown = [card for card, place in game.known(3).items() if place == "thrown"]
    assert len(thrown) == 7 + 9 + 6
    game.apply("burn:8H,9H,QH")
    assert game.known(3)["QH"] == "burned"


def test_ten_point_only_trumps_and_who_leads() -> None:
    game = ten_point_game("4")
    play_all(game, "hand-on " + TEN_PLAY)
    # Seat 3 won with its last trump: the next clockwise who has one leads, and he is alone now.
    assert (game.to_act(), game.legal()) == (0, ("JD", "JH", "KH"))
    play_all(game, "KH JD JH")
    side_1 = {"high-joker", "low-joker", "ten"}
    points = game.results[0].points
    assert points == {name: int(name in side_1) for name in points} and len(points) == 8
    assert game.scores == (7, 3) and game.dealer == 0


@pytest.mark.parametrize(("options", "scores"), [({}, (0, 3)), ({"dirty": True}, (0, 4))])
def test_ten_point_moon_failed(options: dict[str, object], scores: tuple[int, int]) -> None:
    game = ten_point_game("moon", options)
    play_all(game, "hand-on " + TEN_PLAY + " KH JD JH")
    assert game.scores == scores and game.winners == (1,) and game.over


@pytest.mark.parametrize(("before", "after"), [(0, 52), (60, 60), (-3, 0)])
def test_ten_point_moon_made(before: int, after: int) -> None:
    game = new_game("ten-point")
    game.scores = (before, 4)
    hands = {0: "AH JH HJ LJ TH 3H", 1: "7H 6H", 2: "JD 2H KH QH 9H 8H", 3: "5H 4H"}
    start(game, hands, "moon trump:H keep-widow AH 7H 8H 5H JH 6H 9H 4H")
    while game.to_act() is not None:
        game.apply(random_answer(game, Random(0)))
    assert game.scores == (after, 4)
    assert game.winners == ((0,) if before >= 0 else ())


def test_ten_point_burn_reaches_point_trumps() -> None:
    game = new_game("ten-point")
    start(game, {0: "AH KH QH JH JD HJ LJ TH 3H"}, "pass pass pass 4 trump:H keep-widow")
    point_trumps = ("JD", "3H", "TH", "JH", "AH", "LJ", "HJ")
    assert game.legal() == Offer("burn", ("QH", "KH"), point_trumps, 1, 1)
    with pytest.raises(ValueError):
        game.apply("burn:3H")
    game.apply("burn:3H,QH,KH")
    while game.to_act() is not None:
        game.apply(random_answer(game, Random(0)))
    assert game.results[0].points["three"] is None
    assert sum(side is None for side in game.results[0].points.values()) == 1


def test_ten_point_pitcher_without_trumps() -> None:
    """A stuck dealer declares a suit of which he has nothing: his left neighbour leads."""
    game = new_game("ten-point")
    hands = {
        0: "AH KH QH JH TH 9H",
        1: "8H 7H 6H 5H 4H 3H",
        2: "2H JD HJ LJ",
        3: "2C 3C 4C 5C 6C 7C 8C 9C TC",
    }
    start(game, hands, "pass pass pass")
    assert (game.to_act(), game.legal()) == (3, ("4",))
    play_all(game, "4 trump:H keep-widow")
    assert (game.to_act(), game.legal()) == (0, ("9H", "TH", "JH", "QH", "KH", "AH"))
    assert set(game.known(3).values()) == {"thrown", "aside"}


def test_a17() -> None:
    sheet = find_sheet("ten-point", 4, 2, {})
    assert winners_after_deal(sheet, (52, 60), 0, 5, made=True) == (0,)
    assert winners_after_deal(sheet, (52, 60), 0, 5, made=False) == (1,)
    assert winners_after_deal(sheet, (55, 55), 0, 5, made=False) == ()
    assert winners_after_deal(sheet, (51, -99), 0, 5, made=False) == ()
