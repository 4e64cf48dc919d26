"""Hands worked out from RULES.md section 4, the sheets beside contway."""

from __future__ import annotations

import pytest

from . import Offer, OracleGame
from .driving import new_game, play_all, play_out, start, tokens
from .ending import settle_in_chips, winners_after_deal
from .points import party_with_most_pips
from .sheets import find_sheet

# --- contway-three ---


def test_contway_three_settles_with_every_loser() -> None:
    assert settle_in_chips((1,), (2, 5, 0), 1) == (-3, 4, -1)
    sheet = find_sheet("contway-three", 3, 3, {})
    assert winners_after_deal(sheet, (11, 14, 0), 0, 5, made=False) == (0,)
    assert winners_after_deal(sheet, (11, 14, 0), 2, 5, made=True) == (1,)


def test_contway_three_fold_leaves_the_others_what_they_have() -> None:
    game = new_game("contway-three", 3, 3)
    hands = {0: "3H JH 2C 3C 4C 5C", 1: "AH 2D 3D 4D 5D 6D", 2: "2H HJ 2S 3S 4S 5S"}
    start(game, hands, "2 pass pass trump:H throw: throw: throw: JH AH HJ")
    assert (game.to_act(), game.legal()) == (0, ("play-on", "fold"))
    game.apply("fold")
    assert game.scores == (0, 3, 0) and game.hickeys == [1, 0, 0]


# --- cell and its two relatives ---


def test_cell_deals_singly_and_refills_in_rounds() -> None:
    game = new_game("cell")
    pack = list(game.pack)
    game.deal(pack)
    assert set(game.known(0)) == set(pack[0:24:4])
    game = new_game("cell")
    hands = {
        0: "AH KH QH 2C 3C 4C",
        1: "2H 5C 6C 7C 8C 9C",
        2: "2D 3D 4D 5D 6D 7D",
        3: "3H 4H 5H 6H 7H 2S",
    }
    start(game, hands, "3 pass pass pass trump:H", "TC JC QC KC AC 8D 9D TD QD")
    # Rounds: 0 1 2 3, then 0 1 2, and so on.
    assert {"TC", "AC", "TD"} <= set(game.known(0)) and {"JC", "8D", "QD"} <= set(game.known(1))
    assert game.known(3)["KC"] == "hand" and game.known(3)["2C"] == "thrown"
    assert (game.to_act(), game.legal()) == (0, ("QH", "KH", "AH"))


def test_southeast_missouri_has_a_dead_blind() -> None:
    game = new_game("southeast-missouri")
    assert len(game.pack) == 34 and not any(card[0] in "23456" for card in game.pack)
    start(game, {0: "AH KH"}, "3 pass pass pass trump:H")
    assert game._table is not None and len(game._table.stock) == 10
    assert (game.to_act(), game.legal()) == (0, ("KH", "AH"))


@pytest.mark.parametrize(
    ("card", "suits"),
    [("JH", "DH"), ("JC", "CS"), ("HJ", "CDHS"), ("LJ", "CDHS")],
)
def test_nebraska_pitched_card_with_several_suits(card: str, suits: str) -> None:
    game = new_game("seven-point-nebraska")
    start(game, {0: f"{card} 2C 3C 4C 5C 6C"}, f"2 pass pass pass {card}")
    assert (game.to_act(), game.legal()) == (0, tuple("trump:" + suit for suit in suits))


def test_nebraska_pitched_off_jack() -> None:
    game = new_game("seven-point-nebraska")
    hands = {0: "JH AD KC 2C 3C 4C", 1: "2D JD QC 5C 6C 7C", 2: "HJ 8S", 3: "2H 3H 4H 5H 6H 7H"}
    start(game, hands, "2 pass pass pass JH trump:D")
    assert game.legal() == ("2D", "JD")
    play_all(game, "JD HJ")
    assert game.to_act() == 3 and "3H" in tokens(game)  # no diamonds: any card
    game.apply("2H")
    assert game.to_act() == 1


def test_nebraska_game_tie_goes_to_more_jokers() -> None:
    """One ace for each side, no other pips; side 0 has the high joker, later both."""
    game = new_game("seven-point-nebraska")
    hands = {
        0: "AH 2C 3C 4C 5C 6C",
        1: "LJ AC 6D 7D 8D 9D",
        2: "2H 8C 2D 3D 4D 5D",
        3: "HJ 2S 3S 4S 5S 6S",
    }
    start(game, hands, "2 pass pass pass AH LJ 2H HJ 2C AC 8C 2S")
    play_all(game, "6D 2D 3S 3C 7D 3D 4S 4C 8D 4D 5S 5C 9D 5D 6S 6C")
    assert game.results[0].points["game"] == 0 and game.scores == (5, 0)


# --- juniper ---


def juniper(scores: tuple[int, ...], call: str = "6") -> OracleGame:
    game = new_game("juniper", 9, 3)
    game.scores = scores
    game.deal(game.pack)
    game.apply(call)
    while game.to_act() not in (0, None) or "pass" in tokens(game):
        game.apply("pass")
    return game


@pytest.mark.parametrize(("before", "after"), [(5, -1), (0, -1), (-1, -2), (-4, -5)])
def test_juniper_set(before: int, after: int) -> None:
    game = juniper((before, 0, 0))
    play_out(game)
    assert game.results[0].made is False and game.scores[0] == after


def test_juniper_jack_is_no_off_jack_and_jokers_name_any_suit() -> None:
    for card, question in (("JH", False), ("HJ", True)):
        game = new_game("juniper", 9, 3)
        start(game, {0: f"{card} 2C 3C 4C 5C 6C"}, f"6 {card}")
        assert (game.to_act() == 0 and tokens(game)[0] == "trump:C") == question


def test_juniper_joker_is_half_a_pip() -> None:
    """Sides 0 and 1 win an ace each, side 0 a joker with it; nobody else wins pips."""
    game = juniper((0, 0, 0))
    table = game._table
    assert table is not None
    table.tricks = [(((0, "AH"), (1, "LJ")), 0), (((1, "AC"), (2, "2C")), 1)]
    assert party_with_most_pips(table) == 0
    table.tricks = [(((0, "AH"), (1, "3C")), 0), (((1, "AC"), (2, "2C")), 1)]
    assert party_with_most_pips(table) is None


# --- two-trump ---

TWO_TRUMP = {
    0: "AH KS 2C 3C LJ 4D",
    1: "2H 3S 4C 5C HJ 6D",
    2: "3H 4S 6C 7C 7D 8D",
    3: "4H 5S 8C 9C 9D TD",
}


def two_trump(actions: str, options: dict[str, object] | None = None) -> OracleGame:
    game = new_game("two-trump", 4, 4, options=options)
    start(game, TWO_TRUMP, f"3 pass pass pass trump:H/S {actions}")
    return game


def test_two_trump_declares_both() -> None:
    game = new_game("two-trump", 4, 4)
    start(game, TWO_TRUMP, "3 pass pass pass")
    assert len(tokens(game)) == 12 and tokens(game)[:3] == ("trump:C/D", "trump:C/H", "trump:C/S")
    game.apply("trump:H/S")
    assert (game.to_act(), game.legal()) == (0, ("AH",))


def test_two_trump_following() -> None:
    game = two_trump("AH")
    assert game.legal() == ("2H",)  # a trump led: follow
    play_all(game, "2H 3H 4H 2C")
    assert game.legal() == ("4C", "5C", "3S", "HJ")  # plain: follow, trump, sub-trump or joker
    play_all(game, "HJ 4S")
    assert game.legal() == ("8C", "9C", "5S")
    game.apply("8C")
    assert game.to_act() == 2  # the sub-trump beats clubs
    play_all(game, "7D 9D LJ 6D")
    assert game.to_act() == 3  # the nine of diamonds; jokers never win


def test_two_trump_sub_trump_led() -> None:
    game = two_trump("AH 2H 3H 4H KS")
    assert game.legal() == ("3S",)  # no trump left, the joker must wait
    game = new_game("two-trump", 4, 4)
    hands = {**TWO_TRUMP, 1: "2H 3S 5H 5C HJ 6D", 2: "3H TC 6C 7C 7D 8D"}
    start(game, hands, "3 pass pass pass trump:H/S AH 2H 3H 4H KS")
    assert game.legal() == ("5H", "3S")
    play_all(game, "5H")
    assert tokens(game) == ("6C", "7C", "TC", "7D", "8D")  # void: any card
    play_all(game, "6C 5S")
    assert game.to_act() == 1


def test_two_trump_joker_led() -> None:
    game = two_trump("AH 2H 3H 4H LJ")
    assert len(tokens(game)) == 5  # nothing to follow yet
    game.apply("HJ")
    assert len(tokens(game)) == 5
    game.apply("4S")
    assert game.legal() == ("5S",)  # the first card that is not a joker set the suit
    game.apply("5S")
    assert game.to_act() == 3
    game = two_trump("AH 2H 3H 4H LJ 4C")
    assert game.legal() == ("6C", "7C", "4S")


@pytest.mark.parametrize(("override", "legal"), [(False, ("3S",)), (True, ("3S", "HJ"))])
def test_two_trump_override(override: bool, legal: tuple[str, ...]) -> None:
    """Seat 3 leads a joker, seat 0 a sub-trump: seat 1 holds one, and the other joker."""
    game = new_game("two-trump", 4, 4, options={"override": override})
    hands = {**TWO_TRUMP, 0: "KH KS 2C 3C 8S 4D", 3: "AH 5S 8C 9C LJ TD"}
    start(game, hands, "3 pass pass pass trump:H/S KH 2H 3H AH LJ KS")
    assert game.legal() == legal


def test_two_trump_jokers_never_win_and_points() -> None:
    game = two_trump("AH 2H 3H 4H LJ HJ 4S 5S")
    play_all(game, "TD 4D 6D 7D 8C 2C 4C 6C 9C 3C 5C 7C")
    assert game.to_act() == 3
    play_all(game, "9D KS 3S 8D")
    points = game.results[0].points
    assert points == {
        "high": 0, "low": 1, "jack": None, "sub-high": 0, "sub-low": 1, "sub-jack": None,
        "high-joker": 3, "low-joker": 3, "game": 3,
    }  # fmt: skip


def test_two_trump_minimum() -> None:
    game = new_game("two-trump", 4, 2, options={"min": 4})
    start(game, {}, "pass pass pass")
    assert tokens(game) == ("4", "5", "6", "7", "8", "9")


# --- high-five ---

HIGH_FIVE = {
    0: "AH KH QH 2C 3C 4C 5C 6C 7C",
    1: "2H 3H 4H 6H 7H 8H 9H 8C 9C",
    2: "2D 3D 4D 6D 7D 8D 9D TD QD",
    3: "JH 2S 3S 4S 5S 6S 7S 8S 9S",
}


def test_high_five_burns_before_the_refill_and_the_pitcher_searches() -> None:
    game = new_game("high-five")
    stock = "KD AD TC JC QC KC AC TS JS QS KS AS"  # six for seat 2 and five for seat 3
    start(game, HIGH_FIVE, "6 pass pass pass trump:H", stock)
    assert (game.to_act(), game.legal()) == (1, Offer("burn", (), ("3H", "4H", "6H", "7H", "8H", "9H"), 1, 1))
    assert "2C" not in game.known(1)
    game.apply("burn:9H")
    rest = ("5D", "JD", "5H", "TH", "AS", "LJ", "HJ")
    assert (game.to_act(), game.legal()) == (0, Offer("search", (), rest, 3, 3))
    assert game.known(0)["JD"] == "stock" and "JD" not in game.known(2) and "9H" in game.known(0)
    game.apply("search:5D,5H,HJ")
    assert (game.to_act(), game.legal()) == (0, ("5D", "5H", "QH", "KH", "AH", "HJ"))


def test_high_five_pitcher_takes_a_short_stock_unasked() -> None:
    """The others draw 17 of 18 cards; one is left for five places."""
    game = new_game("high-five")
    hands = {0: "AH 2C 3C 4C 5C 6C 7C 8C 9C", 1: "2D 3D 4D 6D 7D 8D 9D TD QD", 2: "2S 3S 4S 5S 6S 7S 8S 9S TS"}
    hands[3] = "JH JS QS KS AS TC JC QC KC"
    start(game, hands, "6 pass pass pass trump:H")
    assert game.to_act() == 0 and list(game.known(0).values()).count("hand") == 2


def test_high_five_off_five_ranks_between_five_and_four() -> None:
    names = find_sheet("high-five", 4, 2, {}).trump_names
    assert len(names) == 17 and names[names.index("o5") - 1 : names.index("o5") + 2] == ("5", "o5", "4")


def test_high_five_moon_loses_the_game_without_a_point_in_play() -> None:
    game = new_game("high-five")
    start(game, HIGH_FIVE, "moon trump:H burn:9H")
    play_out(game)
    assert game.winners == (1,) and game.scores[0] == 0
