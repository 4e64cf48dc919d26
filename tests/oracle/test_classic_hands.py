"""Hands worked out from the text of RULES.md section 3, the sheets beside auction and roadhouse."""

from __future__ import annotations

import pytest

from . import Offer
from .driving import new_game, play_all, play_out, start, tokens
from .ending import winners_after_deal
from .sheets import find_sheet

# --- auction-backdoor ---


def test_auction_backdoor_is_auction_with_two_options() -> None:
    sheet = find_sheet("auction-backdoor", 3, 3, {})
    assert winners_after_deal(sheet, (7, 0, 0), 0, 5, made=True) == ()
    assert winners_after_deal(sheet, (11, 0, 0), 0, 5, made=True) == (0,)
    assert winners_after_deal(sheet, (3, -11, -5), 0, 5, made=True) == (1,)
    assert find_sheet("auction-backdoor", 3, 3, {"backdoor": 12}).backdoor == 12


# --- barn ---

BARN_HANDS = {
    0: "AH KH 2C 3C 4C 5C",
    1: "2H 3H 2D 3D 4D 5D",
    2: "4H 5H 9C 6D 7D 8D",
}


def test_barn_trump_must_be_broken() -> None:
    game = new_game("barn", 3, 3)
    start(game, BARN_HANDS, "2 pass pass trump:H")
    assert game.legal() == ("2C", "3C", "4C", "5C")
    game.apply("3C")
    assert game.legal() == ("2D", "3D", "4D", "5D", "2H", "3H")  # void of clubs
    game.apply("2D")
    assert game.legal() == ("9C",)  # not broken: he can follow


def test_barn_is_broken_for_the_next_in_the_same_trick() -> None:
    game = new_game("barn", 3, 3)
    start(game, BARN_HANDS, "2 pass pass trump:H 3C 2H")
    assert game.legal() == ("9C", "4H", "5H")
    game.apply("9C")
    assert (game.to_act(), game.legal()) == (1, ("2D", "3D", "4D", "5D", "3H"))
    play_all(game, "3D 6D 2C")
    assert game.to_act() == 2 and "8D" in tokens(game)  # seat 1 leads, seat 0 has no diamonds


def test_barn_only_trumps_may_be_led_unbroken() -> None:
    game = new_game("barn", 3, 3)
    start(game, {0: "AH KH QH JH TH 2H", 1: "3H 2C 3C 4C 5C 6C"}, "2 pass pass trump:H")
    assert len(tokens(game)) == 6
    game.apply("2H")
    assert game.legal() == ("3H",)


# --- abacos ---

ABACOS_HANDS = {
    0: "AH KH QH JH TH 2H",
    1: "3H 4H 5H 2C 3C 4C",
    2: "2D 3D 4D 5D 6D 7D",
}


def test_abacos_only_lookers_forfeit() -> None:
    game = new_game("abacos", 3, 3)
    start(game, ABACOS_HANDS)
    assert game.legal() == ("look", "blind") and game.known(0) == {}
    game.apply("blind")
    assert game.legal() == ("pass", "2", "3", "4") and game.known(0) == {}
    play_all(game, "2 look")
    assert len(game.known(1)) == 6
    play_all(game, "pass look pass")
    assert game.needs_forfeit() == [1, 2] and game.to_act() is None and not game.needs_deal()
    assert game.known(0) == {}
    game.forfeit(2, 5)
    with pytest.raises(ValueError):
        game.forfeit(0, 0)
    with pytest.raises(ValueError):
        game.forfeit(1, 6)
    game.forfeit(1, 0)
    assert game.known(1)["3H"] == "forfeited" and "3H" not in game.known(0)
    assert game.known(2)["7D"] == "forfeited"
    assert game.to_act() == 0 and len(tokens(game)) == 6
    play_all(game, "AH 4H 2D KH 5H 3D QH 2C 4D JH 3C 5D TH 4C 6D")
    assert (game.to_act(), game.legal()) == (0, ("2H",))
    game.apply("2H")
    assert game.results[0].tricks[-1] == (((0, "2H"),), 0) and game.scores == (4, 0, 0)


def test_abacos_who_was_not_reached_did_not_look() -> None:
    game = new_game("abacos", 3, 3)
    start(game, ABACOS_HANDS, "look 4")
    assert game.needs_forfeit() == [0]
    game.forfeit(0, 5)  # the two
    assert len(game.known(1)) == 6 and len(game.known(0)) == 6
    play_all(game, "AH 3H 2D KH 4H 3D QH 5H 4D JH 2C 5D TH 3C 6D")
    assert (game.to_act(), game.legal()) == (1, ("4C",))  # the next clockwise who has a card leads
    play_all(game, "4C 7D")
    assert game.results[0].points == {"high": 0, "low": 1, "jack": 0, "game": 0}
    assert game.scores == (-4, 1, 0)


def test_abacos_stuck_dealer_chooses_too_and_nobody_may_have_looked() -> None:
    game = new_game("abacos", 3, 3)
    start(game, ABACOS_HANDS, "blind pass blind pass")
    assert (game.to_act(), game.legal()) == (2, ("look", "blind"))
    game.apply("blind")
    assert game.legal() == ("2", "3", "4")
    game.apply("3")
    assert game.needs_forfeit() == [] and game.to_act() == 2 and len(game.known(2)) == 6


# --- man-o-war ---


def test_man_o_war_pitcher_takes_or_leaves_one_at_a_time() -> None:
    game = new_game("man-o-war", 3, 3)
    start(game, ABACOS_HANDS, "look pass look 2 look pass")
    for seat, place in ((0, 0), (1, 5), (2, 0)):
        game.forfeit(seat, place)
    assert (game.to_act(), game.legal()) == (1, ("take", "leave"))
    assert game.known(1)["AH"] == "forfeited" and "2D" not in game.known(1)
    game.apply("take")
    assert game.legal() == Offer("throw", (), ("2C", "3C", "3H", "4H", "5H", "AH"), 1, 1)
    assert game.known(0)["AH"] == "taken"
    game.apply("throw:AH")
    assert game.known(0)["AH"] == "taken" and game.known(1)["AH"] == "thrown"
    assert game.legal() == ("take", "leave") and game.known(1)["2D"] == "forfeited"
    game.apply("leave")
    assert game.known(1)["2D"] == "forfeited" and game.known(1)["4C"] == "forfeited"
    assert (game.to_act(), game.legal()) == (1, ("2C", "3C", "3H", "4H", "5H"))


# --- reverse ---


def test_reverse_lowest_card_takes() -> None:
    game = new_game("reverse", 3, 3)
    hands = {0: "AH KC 3C 4C 5C 6C", 1: "2H JH 2C 2D 3D 4D", 2: "KH 9C TC 5D 6D 7D"}
    start(game, hands, "2 pass pass AH JH KH")
    assert game.to_act() == 1  # the jack is lower than king and ace
    play_all(game, "2C TC KC")
    assert game.to_act() == 1
    play_all(game, "4D 5D 3C")
    assert game.to_act() == 1  # lowest of the suit led
    play_all(game, "3D 6D 4C 2D 7D 5C 2H 9C 6C")
    assert game.results[0].points == {"high": 0, "low": 1, "jack": 1, "game": 1}
    assert game.scores == (-2, 3, 0)


# --- maryland-jack ---

MARYLAND = {
    0: "AH KH QH JH 2H TS",
    1: "JD 2C 3C 4C 5C TC",
    2: "3H 4H 2S 3S 4S TD",
}
MARYLAND_PLAY = "AH JD 3H KH 2C 4H QH 3C 2S JH 4C 3S 2H 5C 4S TS TC TD"


@pytest.mark.parametrize(
    ("call", "tens", "score"),
    [("4", False, 5), ("3", False, 3), ("4", True, 4)],
)
def test_maryland_jack_exact_bid_is_worth_one_more(call: str, tens: bool, score: int) -> None:
    """Seat 0 takes all four points and, with the option, the most tens: five."""
    game = new_game("maryland-jack", 3, 3, options={"tens": tens})
    start(game, MARYLAND, f"{call} {'' if call == '4' else 'pass pass'} {MARYLAND_PLAY}")
    assert set(game.results[0].points.values()) == {0}
    assert game.scores == (score, 0, 0)


def test_maryland_jack_others_score_the_off_jack_always() -> None:
    """Seat 1's queen takes the jack, seat 0 the off-jack."""
    hands = {0: "AH KH JH 2H TS 2S", 1: "QH JD 2C 3C 4C 5C", 2: "3H 4H 3S 4S 5S 6S"}
    play = "AH JD 3H"
    made = new_game("maryland-jack", 3, 3)
    start(made, hands, f"2 pass pass {play} JH QH 4H 2C 3S 2S")
    play_all(made, "3C 4S 2H KH 4C 5S TS 5C 6S")
    assert made.results[0].points == {"high": 0, "low": 0, "jack": 1, "off-jack": 0}
    assert made.scores == (2, 0, 0)  # 3 taken with a bid of 2; the jack scores nothing for seat 1
    lost = new_game("maryland-jack", 3, 3)
    start(lost, hands, f"4 {play} JH QH 4H 2C 3S 2S 3C 4S 2H KH 4C 5S TS 5C 6S")
    assert lost.scores == (-4, 1, 0)
    off = new_game("maryland-jack", 3, 3)
    start(off, hands, "2 pass pass 2H QH 3H JD 4H JH")
    assert off.to_act() == 0
    play_out(off)
    assert off.results[0].points["off-jack"] == 0


def test_maryland_jack_pitched_jack_names_its_suit() -> None:
    game = new_game("maryland-jack", 3, 3)
    start(game, MARYLAND, "2 pass pass JH")
    assert (game.to_act(), game.legal()) == (0, ("trump:D", "trump:H"))
    game.apply("trump:D")
    assert (game.to_act(), game.legal()) == (1, ("JD",))


def test_maryland_jack_following_is_strict() -> None:
    game = new_game("maryland-jack", 3, 3)
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2H 3H JD 7C 2D 3D", 2: "4H 2S 3S 4S 5S 6S"}
    start(game, hands, "2 pass pass AH 2H 4H 2C")
    assert game.legal() == ("7C",)


# --- man-o-war and abacos in partnership ---


@pytest.mark.parametrize("sheet", ["abacos", "man-o-war", "barn", "reverse"])
def test_pairs_are_an_option(sheet: str) -> None:
    game = new_game(sheet, 4, 2)
    game.deal(game.pack)
    assert game.scores == (0, 0) and game.to_act() == 0
