"""Section 2, the chassis, paragraph by paragraph, on sheets that leave the paragraph as it is."""

from __future__ import annotations

import pytest

from referee.engine.actions import Ask
from referee.engine.cards import NAMES
from referee.engine.errors import InvariantViolation
from referee.variants.catalogue import resolve
from tests.rules.positions import (
    TEN_HANDS,
    TEN_STOCK,
    asked,
    deal,
    finish,
    hand,
    play,
    points,
    snapshot,
    start,
    trick_winners,
    trump,
)

# ---- 1. The deal


def test_chassis_1_the_pack_has_52_cards() -> None:
    assert [NAMES[card] for card in resolve("auction").pack] == [r + s for s in "CDHS" for r in "23456789TJQKA"]


def test_chassis_1_packets_of_three_from_eldest() -> None:
    game = start("auction[seats=3]")
    game = finish(game)
    game.deal(resolve("auction").pack)  # in code order: 2C 3C 4C is the first packet
    assert snapshot(game, 0)["dealer"] == 0
    assert [hand(game, seat) for seat in (1, 2, 0)] == [
        "2C 3C 4C JC QC KC",
        "5C 6C 7C AC 2D 3D",
        "8C 9C TC 4D 5D 6D",
    ]


def test_chassis_1_nine_cards_are_three_packets() -> None:
    game = start("ten-point")
    finish(game)
    game.deal(resolve("ten-point").pack)
    assert hand(game, 1) == "2C 3C 4C AC 2D 3D KD AD 2H"


def test_chassis_1_the_deal_passes_left_and_the_first_dealer_is_given() -> None:
    game = start("auction[seats=3]", dealer=1)
    assert [snapshot(game, 0)["dealer"], game.to_act] == [1, 2]
    for dealer, eldest in ((2, 0), (0, 1), (1, 2)):
        deal(finish(game), {})
        assert [snapshot(game, 0)["dealer"], game.to_act] == [dealer, eldest]


def test_chassis_1_only_the_whole_pack_is_dealt() -> None:
    game = finish(start("auction"))
    pack = list(resolve("auction").pack)
    for wrong in (pack[1:], [*pack, 53], [*pack[1:], 53], [*pack[1:], pack[1]]):
        with pytest.raises(InvariantViolation):
            game.deal(wrong)
    game.deal(pack)
    with pytest.raises(InvariantViolation):
        game.deal(pack)


# ---- 2. The auction


def test_chassis_2_one_round_from_eldest_the_dealer_last() -> None:
    game = start("auction")
    spoken = []
    for text in ("1", "pass", "2", "pass"):
        spoken.append(game.to_act)
        play(game, text)
    assert spoken == [0, 1, 2, 3]
    assert (game.ask, game.to_act) == (Ask.PLAY, 2)


def test_chassis_2_a_call_must_outrank_the_standing_one() -> None:
    game = play(start("partnership-draw"), "2")
    assert asked(game) == (1, "pass 3 4 moon")
    assert asked(play(game, "4")) == (2, "pass moon")


def test_chassis_2_who_passed_is_not_asked_again() -> None:
    game = play(start("auction"), "pass 1 2 3")
    assert (game.ask, game.to_act) == (Ask.PLAY, 3)


@pytest.mark.parametrize(("spec", "top"), [("auction", "4"), ("contway", "6"), ("ten-point", "moon")])
def test_chassis_2_the_auction_ends_at_the_top_call(spec: str, top: str) -> None:
    game = play(start(spec), top)
    assert game.to_act == 0
    assert game.ask != Ask.CALL


def test_chassis_2_a_numbered_call_below_a_special_one_ends_nothing() -> None:
    assert asked(play(start("roadhouse"), "4")) == (1, "pass moon")


@pytest.mark.parametrize(
    ("spec", "stuck"),
    [
        ("auction", "2 3 4"),
        ("auction-partners", "2 3 4"),
        ("roadhouse", "2 3 4 moon"),
        ("partnership-draw", "2 3 4 moon"),
        ("contway", "2"),
        ("ten-point", "4"),
    ],
)
def test_chassis_2_and_a8_the_stuck_dealer(spec: str, stuck: str) -> None:
    game = play(start(spec), "pass pass pass")
    assert asked(game) == (3, stuck)
    assert game.ask == Ask.CALL  # asked even if one call is all there is


# ---- 3. Pitching


def test_chassis_3_the_pitcher_leads_and_his_card_makes_trump() -> None:
    game = play(start("auction[seats=3]", {1: "KS 2S"}), "pass 2 pass")
    assert (game.ask, game.to_act) == (Ask.PLAY, 1)
    assert len(asked(game)[1].split()) == 6  # any card
    assert trump(game) == ""  # trump is not known
    play(game, "KS")
    assert trump(game) == "S"


# ---- 4. The play


def test_chassis_4_plain_lead_follow_or_trump() -> None:
    game = start("auction[seats=2]", {0: "AH KC 3D 4D 5D 6D", 1: "2H TC 9C QH 9S 8S"})
    assert asked(play(game, "2 pass AH 2H KC")) == (1, "9C TC QH")


def test_chassis_4_plain_lead_void_any_card() -> None:
    game = start("auction[seats=2]", {0: "AH KC 3D 4D 5D 6D", 1: "2H TD 9D QH 9S 8S"})
    assert asked(play(game, "2 pass AH 2H KC")) == (1, "9D TD QH 8S 9S")


def test_chassis_4_trump_led_must_be_followed() -> None:
    game = start("auction[seats=2]", {0: "AH KC 3D 4D 5D 6D", 1: "2H TC 9C QH 9S 8S"})
    assert asked(play(game, "2 pass AH")) == (1, "2H QH")


def test_chassis_4_trump_led_void_any_card() -> None:
    game = start("auction[seats=2]", {0: "AH KC 3D 4D 5D 6D", 1: "2D TC 9C QD 9S 8S"})
    assert asked(play(game, "2 pass AH")) == (1, "9C TC 2D QD 8S 9S")


def test_chassis_4_highest_trump_else_highest_of_the_suit_led_wins_and_leads() -> None:
    hands = {0: "5H QC AC 2C 3C 4C", 1: "9H KC 5C 6C 7C 2H", 2: "TH AD KD 3D 4D 5D"}
    game = play(start("auction[seats=3]", hands), "2 pass pass 5H 9H TH")
    assert game.to_act == 2
    play(game, "AD QC 5C")  # nobody follows: the ace of the suit led
    play(game, "KD 2C 2H")  # the two of trumps beats the king of the suit led
    assert trick_winners(game) == [2, 2, 1]
    play(game, "KC 3D AC")  # the ace of the suit led
    assert trick_winners(game)[-1] == 0
    assert game.to_act == 0


def test_chassis_4_a_higher_card_of_another_plain_suit_wins_nothing() -> None:
    hands = {0: "5H 2C QC AC 3C 4C", 1: "9H AD 5D 6D 7D 2D", 2: "3H KS QS 3S 4S 5S"}
    game = play(start("auction[seats=3]", hands), "2 pass pass 5H 9H 3H 2D KS 2C")
    assert trick_winners(game) == [1, 1]


def test_chassis_4_the_next_clockwise_with_a_card_leads() -> None:
    """Ten-point: seat 0 wins with his last trump, seat 1 has none left either: seat 2 leads."""
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H hand-on burn:4H,5H")
    play(game, "AH 2H 3H 8H")
    assert trick_winners(game) == [0]
    assert asked(game) == (2, "JD 6H 7H LJ HJ")


# ---- 5. The points


@pytest.mark.parametrize(("low", "owner", "made"), [("holder", 1, False), ("taker", 0, True)])
def test_chassis_5_high_low_jack_and_game(low: str, owner: int, made: bool) -> None:
    """Pips: seat 0 wins AH 2H (4), TC KC (13), 9S 3H and 4D 8S: 17; seat 1 wins JH QH (3), 3D TD (10): 13."""
    game = start(f"auction[seats=2,low={low}]", {0: "AH JH 3H KC 3D 4D", 1: "QH 2H TC TD 9S 8S"})
    play(game, "3 pass AH 2H JH QH TC KC 3D TD 9S 3H 4D 8S")
    assert trick_winners(game) == [0, 1, 0, 1, 0, 0]
    assert points(game) == {"high": 0, "low": owner, "jack": 1, "game": 0}
    assert game.results[-1].made == made


def test_chassis_5_low_is_the_holders_where_the_sheet_is_silent() -> None:
    """Partnership-draw: seat 1 loses the two of trumps to the ace of the other side."""
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2H 2D 3D 4D 5D 6D", 2: "3H 2S 3S 4S 5S 6S", 3: "4H 7S 8S 9S TS JS"}
    game = finish(play(start("partnership-draw", hands), "2 pass pass pass trump:H throw: throw: throw: throw:"))
    assert points(game)["high"] == 0
    assert points(game)["low"] == 1


def test_chassis_5_a_single_trump_is_high_low_and_jack() -> None:
    hands = {0: "JH 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D"}
    game = finish(play(start("auction[seats=2]", hands), "3 pass JH"))
    assert points(game) == {"high": 0, "low": 0, "jack": 0, "game": 0}


def test_chassis_5_no_trump_played_no_high_no_low() -> None:
    """All hearts lie in the stock; the pitcher may lead anything, since he holds no trump."""
    hands = {0: "2C 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D", 2: "2S 3S 4S 5S 6S 7S", 3: "8C 9C TC JC QC KC"}
    game = play(start("partnership-draw", hands), "2 pass pass pass trump:H throw: throw: throw: throw:")
    assert asked(game) == (0, "2C 3C 4C 5C 6C 7C")
    finish(game)
    assert points(game) == {"game": 1}
    assert (game.results[-1].made, game.scores) == (False, (-2, 1))


def test_chassis_5_cards_that_were_never_dealt_count_for_nothing() -> None:
    """AH, JH and 2H stay in the stock: the king is High, the five Low (to its taker), there is no Jack."""
    hands = {0: "KH 5H 3C 4C 5C 6C", 1: "QH 6H TD 3D 4D 5D"}
    game = finish(play(start("auction[seats=2]", hands, "AH JH 2H"), "2 pass KH 6H 5H QH"))
    assert points(game) == {"high": 0, "low": 1, "game": 1}


def test_chassis_5_thrown_cards_count_for_nothing() -> None:
    """Contway: the ace, the joker and a ten are thrown: the king is High, nobody has the joker, 3 pips are the most."""
    hands = {0: "AH HJ KH 2C 3C 4C", 1: "2H 2D 3D 4D 5D 6D", 2: "3H 2S 3S 4S 5S 6S", 3: "4H 7S 8S 9S TS 6C"}
    game = play(start("contway", hands, "5C 7C 8C"), "2 pass pass pass trump:H throw:AH,HJ throw: throw: throw:TS KH")
    while game.to_act >= 0:
        play(game, asked(game)[1].split()[0])
    assert points(game) == {"high": 0, "low": 1, "game": 0}


@pytest.mark.parametrize(("fourth", "taken"), [("3D", {"high": 0, "low": 0}), ("QD", {"high": 0, "low": 0, "game": 1})])
def test_chassis_5_game_is_the_most_pips_and_a_tie_is_nobodys(fourth: str, taken: dict[str, int]) -> None:
    """Seat 0 takes the ace of trumps, seat 1 the ace of diamonds and whatever falls on it."""
    hands = {0: f"AH 5H {fourth} 4C 5C 6C", 1: "6H 2H AD 4D 5D 7C"}
    game = finish(play(start("auction[seats=2]", hands), f"2 pass AH 2H 5H 6H AD {fourth}"))
    assert points(game) == taken


def test_chassis_5_a_plurality_of_the_pips_suffices() -> None:
    """Three seats with 4 (AH), 3 (KC) and 3 (KD) pips."""
    hands = {0: "AH 2C 2D 3D 3C 4C", 1: "3H KC 5C 6C 7C 4D", 2: "4H KD 5D 6D 7D 2S"}
    game = play(start("auction[seats=3]", hands), "2 pass pass AH 3H 4H 2C KC 2S")
    play(game, "4D KD 2D")
    finish(game)
    assert points(game)["game"] == 0


# ---- 6. The scores


def test_chassis_6_made_scores_all_that_was_taken() -> None:
    """A bid of 1 that takes three points scores three."""
    hands = {0: "AH JH 3H KC 3D 4D", 1: "QH 2H TC TD 9S 8S"}
    game = play(start("auction[seats=2]", hands, scores=(1, 2)), "1 pass AH 2H JH QH TC KC 3D TD 9S 3H 4D 8S")
    assert points(game) == {"high": 0, "low": 0, "jack": 1, "game": 0}
    assert game.scores == (1 + 3, 2 + 1)


def test_chassis_6_set_loses_the_bid_and_what_was_taken() -> None:
    """A bid of 4 that takes three points loses four, below zero; the other side keeps its Jack."""
    hands = {0: "AH JH 3H KC 3D 4D", 1: "QH 2H TC TD 9S 8S"}
    game = play(start("auction[seats=2]", hands, scores=(1, 2)), "4 AH 2H JH QH TC KC 3D TD 9S 3H 4D 8S")
    assert game.results[-1].made is False
    assert game.scores == (1 - 4, 2 + 1)


def test_chassis_6_partners_points_count_for_the_side() -> None:
    """Seat 2 takes the jack for the pitcher, seat 0."""
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2H 2D 3D 4D 5D 6D", 2: "JH 2S 3S 4S 5S 6S", 3: "4H 7S 8S 9S TS JS"}
    game = finish(play(start("auction-partners", hands), "3 pass pass pass AH 2H JH 4H"))
    assert {name: side for name, side in points(game).items() if name != "game"} == {"high": 0, "low": 0, "jack": 0}
    assert game.results[-1].made


# ---- 7. The end


def test_chassis_7_only_a_side_that_pitched_and_made_wins() -> None:
    """Seat 1 stands far over seven; seat 0 takes four (the jack's is the only pip) and wins at exactly seven."""
    hands = {0: "JH 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D"}
    game = finish(play(start("auction[seats=2]", hands, scores=(3, 20)), "2 pass JH"))
    assert (game.scores, game.winners) == ((7, 20), (0,))


def test_chassis_7_nobody_wins_when_the_pitcher_is_set() -> None:
    hands = {0: "KH 3C 4C 5C 6C 7C", 1: "AH 3D 4D 5D 6D 7D"}
    game = finish(play(start("auction[seats=2]", hands, scores=(12, 6)), "4 KH AH"))
    assert (game.scores, game.over) == ((8, 9), False)
