"""Hands worked out from RULES.md 5.2, the regional ten-point games."""

from __future__ import annotations

import pytest

from . import Offer, OracleGame
from .cards import in_code_order
from .driving import new_game, play_all, play_out, start, tokens
from .ending import winners_after_deal
from .sheets import find_sheet

# --- oklahoma ---

OKLAHOMA = {
    0: "AH KH QH 2C 3C 4C 5C 6C 7C",
    1: "2H 3H 8C 9C TC JC QC KC AC",
    2: "4H 5H 2D 3D 4D 5D 6D 7D 8D",
    3: "6H 7H 2S 3S 4S 5S 6S 7S 8S",
}
OKLAHOMA_STOCK = "JH TH 9H 8H JD HJ LJ 9D"
KEEP = "keep:8C,9C,TC,JC keep:2D,3D,4D,5D keep:2S,3S,4S,5S"


def test_oklahoma_doubled_calls_stand_between() -> None:
    game = new_game("oklahoma")
    start(game, OKLAHOMA, "5", OKLAHOMA_STOCK)
    assert tokens(game)[:4] == ("pass", "5x2", "6", "6x2") and tokens(game)[-1] == "10x2"
    game.apply("5x2")
    assert tokens(game)[1] == "6"


def test_oklahoma_narrowing() -> None:
    """The ten of trumps is no point trump here; plain cards of a full hand of trumps go unasked."""
    game = new_game("oklahoma")
    start(game, OKLAHOMA, "6x2 pass pass pass trump:H", OKLAHOMA_STOCK)
    assert (game.to_act(), game.legal()) == (0, Offer("burn", (), ("8H", "9H", "TH", "QH", "KH"), 4, 4))
    assert game.known(0)["7C"] == "thrown" and "7C" not in game.known(2)
    game.apply("burn:8H,9H,TH,QH")
    plain = ("8C", "9C", "TC", "JC", "QC", "KC", "AC")
    assert (game.to_act(), game.legal()) == (1, Offer("keep", (), plain, 4, 4))
    play_all(game, KEEP)
    assert game.known(1)["QC"] == "thrown" and game.known(1)["TH"] == "burned"
    assert (game.to_act(), game.legal()) == (0, ("JD", "JH", "KH", "AH", "LJ", "HJ"))


@pytest.mark.parametrize(("call", "gain"), [("6", 9), ("6x2", 12), ("10x2", -20)])
def test_oklahoma_made_twice_exactly(call: str, gain: int) -> None:
    """Six tricks from the top: all but the two, which is the lowest played and its holder's."""
    game = new_game("oklahoma")
    others = "" if call == "10x2" else "pass pass pass"
    start(game, OKLAHOMA, f"{call} {others} trump:H burn:8H,9H,TH,QH {KEEP}", OKLAHOMA_STOCK)
    play_all(game, "AH 2H 4H 6H KH 3H 5H 7H JH 8C 2D 2S JD 9C 3D 3S HJ TC 4D 4S LJ JC 5D 5S")
    result = game.results[0]
    assert result.points["low"] == 1 and sum(side == 1 for side in result.points.values()) == 1
    assert game.scores == (gain, 1) and result.made == (call != "10x2")


def test_oklahoma_six_seats_get_eight() -> None:
    game = new_game("oklahoma", 6, 3)
    game.deal(game.pack)
    assert len(game.known(0)) == 8
    assert game._table is not None and len(game._table.stock) == 6


# --- razzle-dazzle ---

RAZZLE = {
    0: "AH KH 2C 3C 4C 5C 6C 7C 8C 9C",
    1: "2H 3H TC JC QC KC AC 2D 3D 4D",
    2: "4H 5D 6D 7D 8D 9D TD QD KD AD",
    3: "5H 6H 7H 8H 9H TH JH QH 2S 3S",
    4: "4S 5S 6S 7S 8S 9S TS JS QS KS",
}


def test_razzle_dazzle_pitcher_narrows_and_others_burn() -> None:
    game = new_game("razzle-dazzle", 5, 5)
    start(game, RAZZLE, "3 pass pass pass pass trump:H call:QH", "JD HJ LJ AS")
    plain = ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "AS")
    assert (game.to_act(), game.legal()) == (0, Offer("keep", (), plain, 1, 1))
    game.apply("keep:AS")
    # Seat 3 holds eight trumps; the called queen stays; the ten is no point trump.
    assert (game.to_act(), game.legal()) == (3, Offer("burn", (), ("5H", "6H", "7H", "8H", "9H", "TH"), 2, 2))
    game.apply("burn:5H,6H")
    assert "2S" not in game.known(0) and game.known(3)["2S"] == "thrown"
    assert (game.to_act(), game.legal()) == (0, ("JD", "KH", "AH", "LJ", "HJ"))
    play_all(game, "AH 2H 4H TH AS 3H JH")
    assert game.to_act() == 3  # the jack beats the three; seats 2 and 4 are out of cards


def test_razzle_dazzle_both_lose_twice_the_bid() -> None:
    game = new_game("razzle-dazzle", 5, 5)
    start(game, RAZZLE, "10x2 trump:H call:QH keep:2C burn:5H,6H", "JD HJ LJ AS")
    play_out(game)
    result = game.results[0]
    assert result.made is False and result.partner == 3
    assert game.scores[0] == game.scores[3] == -20
    assert game.scores[1] == game.scores[2] == game.scores[4] >= 1


# --- wahoo ---


def test_wahoo_others_play_what_they_were_dealt() -> None:
    game = new_game("wahoo")
    hands = {1: "2C 3C 4C 5C 6C 7C", 2: "2D 3D 4D 5D 6D 7D", 3: "2S 3S 4S 5S 6S 7S"}
    start(game, hands, "pass pass pass")
    assert game.legal() == ("5",)
    game = new_game("wahoo")
    start(game, {0: "AH KH QH JH TH 9H", **hands}, "moon trump:H")
    assert game.legal() == Offer("burn", ("4H", "5H", "6H", "7H", "8H", "9H", "TH", "QH", "KH"), POINT_TRUMPS, 1, 1)


POINT_TRUMPS = ("JD", "2H", "3H", "JH", "AH", "LJ", "HJ")


@pytest.mark.parametrize(("burn", "score"), [("2H", 10), ("JH", -10)])
def test_wahoo_moon(burn: str, score: int) -> None:
    """With the two burned the three is the lowest: all ten points; without the jack they are not there."""
    game = new_game("wahoo")
    hands = {0: "AH KH QH JH TH 9H", 1: "2C 3C 4C 5C 6C 7C", 2: "2D 3D 4D 5D 6D 7D", 3: "2S 3S 4S 5S 6S 7S"}
    start(game, hands, "moon trump:H")
    offer = game.legal()
    assert isinstance(offer, Offer)
    game.apply("burn:" + ",".join(in_code_order((*offer.fixed, burn))))
    play_out(game)
    assert game.scores[0] == score and game.results[0].made == (score > 0) and not game.over


# --- campbell-ten ---

CAMPBELL = {
    0: "AH JH JD HJ LJ TH 3H 2H KH",
    1: "QH 9H 8H 7H",
    3: "6H 5H 4H",
}


def test_campbell_burned_points_go_to_the_other_side() -> None:
    game = new_game("campbell-ten")
    start(game, CAMPBELL, "5 pass pass pass trump:H")
    points = ("JD", "2H", "3H", "TH", "JH", "AH", "LJ", "HJ")
    assert (game.to_act(), game.legal()) == (0, Offer("burn", ("KH",), points, 2, 2))
    game.apply("burn:2H,3H,KH")
    assert "thrown" not in [place for card, place in game.known(2).items() if card in game.known(1)]
    play_all(game, "AH 7H 4H JH 8H 5H")
    play_out(game)
    points_taken = game.results[0].points
    assert (points_taken["three"], points_taken["two"], points_taken["ace"]) == (1, 1, 0)
    assert None not in points_taken.values()


def test_campbell_pitcher_gets_the_rest_and_plain_cards_go_aside() -> None:
    game = new_game("campbell-ten")
    hands = {0: "AH JH JD", 1: "QH 9H 8H 7H", 3: "6H 5H 4H"}
    stock = "2C 3C " + "4C 5C 6C 7C 8C 9C " + "TC JC QC " + "3H 2H TH KH HJ LJ KC"
    start(game, {**hands, 2: "2S 3S 4S 5S 6S 7S 8S 9S TS"}, "5 pass pass pass trump:H", stock)
    assert game.known(0)["KC"] == "aside" and game.known(1)["2C"] == "aside"
    assert game.legal() == Offer("burn", ("KH",), ("JD", "2H", "3H", "TH", "JH", "AH", "LJ", "HJ"), 2, 2)


# --- carthage ---

CARTHAGE = {
    0: "AH 2C 3C 4C 5C 6C 7C 8C 9C",
    1: "QH JH KH 4H TC JC QC KC AC",
    2: "3D 4D 5D 6D 7D 8D 9D TD QD",
    3: "TH 9H 7H 2S 3S 4S 5S 6S 7S",
}
CARTHAGE_STOCK = "8H KD AD 9S TS JS QS 3H KS 6H 5H 2H JD HJ LJ AS 2D 8S"


def test_carthage_up_and_dead_tricks() -> None:
    game = new_game("carthage")
    start(game, CARTHAGE, "5 pass pass pass trump:H", CARTHAGE_STOCK)
    plain = ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "2D", "8S", "AS")
    assert (game.to_act(), game.legal()) == (0, Offer("keep", (), plain, 1, 1))
    game.apply("keep:9C")
    assert (game.to_act(), game.legal()) == (0, ("JD", "2H", "AH", "LJ", "HJ"))
    play_all(game, "AH 4H 3H 5H HJ")
    assert game.legal() == ("8H", "JH", "QH", "KH")
    game.apply("8H")
    assert game.to_act() == 3  # seat 2 has no trump left: up
    play_all(game, "6H 9C")
    assert game.legal() == ("KD", "JH", "QH", "KH")
    play_all(game, "KD KS")
    assert game.to_act() == 0  # a dead trick: he leads again
    play_all(game, "2H KH TH QH 9H LJ JH 7H JD")
    result = game.results[0]
    assert result.tricks[2] == (((0, "9C"), (1, "KD"), (3, "KS")), -1)
    side_1 = {"ten", "low-joker", "jack", "off-jack"}
    assert result.points == {name: int(name in side_1) for name in result.points}
    assert game.scores == (6, 4)


def test_carthage_pitcher_without_trumps_leads_a_plain_card() -> None:
    game = new_game("carthage")
    hands = {
        0: "AH KH QH JH TH 9H 2C 3C 4C",
        1: "8H 7H 6H 5H 4H 3H 5C 6C 7C",
        2: "2H JD HJ LJ 8C 9C TC JC QC",
    }
    start(game, hands, "pass pass pass 5 trump:H")
    assert game.to_act() == 3
    offer = game.legal()
    assert isinstance(offer, Offer) and (offer.verb, offer.least, offer.most) == ("keep", 6, 6)
    game.apply("keep:" + ",".join(offer.from_[:6]))
    assert (game.to_act(), game.legal()) == (3, offer.from_[:6])
    game.apply(offer.from_[0])
    assert game.legal() == ("9H", "TH", "JH", "QH", "KH", "AH")


def test_carthage_doubled_and_end() -> None:
    sheet = find_sheet("carthage", 4, 2, {"doubled": True})
    assert sheet.calls[:3] == ("5", "5x2", "6") and sheet.calls[-2:] == ("9x2", "moon")
    assert sheet.stuck_calls == sheet.calls
    assert winners_after_deal(sheet, (32, 40), 0, 5, made=False) == (0,)
    assert winners_after_deal(sheet, (31, 40), 0, 5, made=True) == (1,)


# --- susqy-river ---


def test_susqy_river() -> None:
    """Refilled to seven; any card may be led; five for the five, one for the last trick."""
    game = new_game("susqy-river", 2, 2)
    hands = {0: "AH 5H 2H 2C 3C 4C 5C", 1: "KH 2D 3D 4D 5D 6D 7D"}
    stock = "2S 3S 4S 5S JH 6S 7S 8S 9S TS"
    start(game, hands, "9 pass trump:H", stock)
    assert game.known(1)["JH"] == "hand" and game.known(1)["TS"] == "hand"
    assert tokens(game) == ("2H", "5H", "AH", "2S", "3S", "4S", "5S")
    play_all(game, "2H KH 6S 2S 7S 3S 8S 4S 9S 5S TS 5H")
    assert (game.to_act(), tokens(game)) == (0, ("AH",))
    play_all(game, "AH JH")
    points = game.results[0].points
    assert points == {"high": 0, "low": 1, "jack": 0, "game": 0, "five": 0, "last-trick": 0}
    assert game.scores == (9, 1)


def test_susqy_river_options() -> None:
    sheet = find_sheet("susqy-river", 3, 3, {"win_by": 2, "float57": True})
    assert winners_after_deal(sheet, (57, 56, 0), 0, 5, made=True) == ()
    assert winners_after_deal(sheet, (58, 56, 0), 1, 5, made=True) == (0,)
    assert winners_after_deal(sheet, (56, 0, 0), 0, 5, made=True) == ()
    assert find_sheet("susqy-river", 4, 4, {"target": 40, "float57": True}).target == 40


# --- campbell-eleven ---

POOR = "4C 5C 6C 7C 8C 9C 4D 5D 6D"


def test_campbell_eleven_misdeal() -> None:
    game = new_game("campbell-eleven")
    hands = {0: POOR, 1: "4H 5H 6H 7H 8H 9H 4S 5S 6S", 2: "AH", 3: "7D 8D 9D 7S 8S 9S 2H 3H TH"}
    start(game, hands)
    calls = ("5", "6", "7", "8", "9", "10", "11", "moon")
    assert game.legal() == ("pass", *calls, "misdeal")
    play_all(game, "pass misdeal")
    result = game.results[0]
    assert result.misdeal and result.contract is None and result.pitcher is None and result.made is None
    assert game.scores == (0, 0) and game.dealer == 3 and game.needs_deal()
    assert game.known(0)["9H"] == "shown" and "AH" not in game.known(0)
    start(game, hands, "5")
    assert "misdeal" not in tokens(game)
    play_all(game, "pass pass")
    assert "misdeal" not in tokens(game)


def test_campbell_eleven_stuck_dealer_may_claim() -> None:
    game = new_game("campbell-eleven", dealer=3)
    start(game, {3: POOR}, "pass pass pass")
    assert game.legal() == ("5", "6", "7", "8", "9", "10", "11", "moon", "misdeal")


def test_campbell_eleven_moon_loses_the_game() -> None:
    game = new_game("campbell-eleven")
    start(game, {1: "AH AD JH"}, "moon trump:H")
    play_out(game)
    assert game.winners == (1,) and game.scores[0] == 0 and game.scores[1] >= 1


def five_handed_eleven(actions: str) -> OracleGame:
    game = new_game("campbell-eleven-five-handed", 5, 5)
    hands = {
        0: "AH KH QH JH 2C 3C 4C 5C 6C 7C",
        1: "2H 3H 4H 2D 3D 4D 5D 6D 7D 8D",
        2: "AD JD TH 9H 8H 7H 6H 5H 8C 9C",
        3: "HJ 2S 3S 4S 5S 6S 7S 8S 9S TS",
        4: "LJ JS QS KS AS TC JC QC KC AC",
    }
    start(game, hands, actions)
    return game


def test_campbell_eleven_five_handed_called_card_at_once() -> None:
    """Seat 2 burns two trumps; the called off-ace comes to the first trick."""
    game = five_handed_eleven("5 pass pass pass pass trump:H call:AD")
    assert (game.to_act(), game.legal()) == (2, Offer("burn", (), ("5H", "6H", "7H", "8H", "9H"), 2, 2))
    play_all(game, "burn:5H,6H KH 2H")
    assert (game.to_act(), game.legal()) == (2, ("AD",))
    play_all(game, "AD HJ LJ")
    assert game.to_act() == 2


def test_campbell_eleven_five_handed_moon_set() -> None:
    """The defender's two is automatic: ten of eleven points are not enough, both lose eleven."""
    game = new_game("campbell-eleven-five-handed", 5, 5)
    hands = {
        0: "AH AD KH QH JH JD TH 2C 3C 4C",
        1: "LJ 2H 3H 4H 5H 6H 7H 8H 5C 6C",
        2: "HJ 7C 8C 9C TC JC QC KC AC 2D",
        3: "9H",
    }
    start(game, hands, "moon trump:H call:HJ")
    assert game.legal() == Offer("burn", (), ("QH", "KH"), 1, 1)
    game.apply("burn:QH")
    assert game.legal() == Offer("burn", (), ("4H", "5H", "6H", "7H", "8H"), 2, 2)
    play_all(game, "burn:4H,5H AH 3H HJ 9H AD LJ KH 2H JH 6H TH 7H JD 8H")
    assert game.results[0].points["two"] == 1 and game.results[0].made is False
    assert game.scores == (-11, 1, -11, 1, 1)


@pytest.mark.parametrize(("called", "group"), [("JD", 1), ("4H", 0)])
def test_campbell_eleven_five_handed_burned_points(called: str, group: int) -> None:
    """The partner's burned points go to the others, a defender's to the pitcher's group."""
    game = new_game("campbell-eleven-five-handed", 5, 5)
    hands = {
        0: "AH 2C 3C 4C 5C 6C 7C 8C 9C TC",
        1: "2H 3H TH HJ LJ JD JH AD KH QH",
        2: "4H",
    }
    start(game, hands, f"5 pass pass pass pass trump:H call:{called} burn:2H,3H,QH,KH")
    play_out(game)
    points = game.results[0].points
    assert (points["two"], points["three"]) == (group, group)


# --- seventeen-point ---


def test_seventeen_point_fives() -> None:
    game = new_game("seventeen-point")
    hands = {0: "AH KH QH JH 5H", 1: "5D 4H 3H 2H", 2: "JD HJ LJ TH", 3: "9H 8H 7H 6H"}
    start(game, hands, "4 pass pass pass trump:H keep-widow AH 5D JD 6H 5H 2H HJ 9H")
    assert game.to_act() == 2
    play_out(game)
    points = game.results[0].points
    assert (points["off-five"], points["five"], points["two"]) == (0, 0, 1)
    assert "three" not in points and game.scores[0] + game.scores[1] == 17
