"""Hands worked out from RULES.md 5.3, Nine-Five."""

from __future__ import annotations

import pytest

from . import Offer
from .driving import new_game, play_all, play_out, start, tokens
from .ending import winners_after_deal
from .sheets import find_sheet

NO_NINES = {0: "2C 3C 4C 5C 6C 7C 8C TC JC", 1: "2D 3D 4D 5D 6D 7D 8D TD JD", 2: "2S 3S 4S 5S 6S 7S 8S TS JS"}

# --- the auction ---


def test_look_before_the_call() -> None:
    game = new_game("nine-five")
    start(game, NO_NINES)
    assert game.legal() == ("blind-smudge", "look") and game.known(0) == {}
    game.apply("look")
    assert len(game.known(0)) == 9 and game.known(1) == {}
    assert game.legal() == ("pass", *[str(n) for n in range(4, 19)], "smudge")
    play_all(game, "smudge")
    assert (game.to_act(), game.legal()) == (1, ("blind-smudge", "look"))
    game.apply("look")
    assert game.legal() == ("pass",)


def test_blind_smudge_ends_the_auction() -> None:
    game = new_game("nine-five")
    start(game, NO_NINES, "look pass blind-smudge")
    assert (game.to_act(), game.legal()) == (1, ("trump:C", "trump:D", "trump:H", "trump:S"))
    assert all(len(game.known(seat)) == 9 for seat in range(4))


@pytest.mark.parametrize(
    ("calls", "first", "last"),
    [("pass", "9", "smudge"), ("8", "9", "smudge"), ("9", "pass", "smudge"), ("smudge", "pass", "pass")],
)
def test_forced_nine(calls: str, first: str, last: str) -> None:
    """Seat 1 holds the nine and the two of spades; seat 0 has called before it."""
    game = new_game("nine-five")
    start(game, {0: NO_NINES[0], 1: "9S 2S"}, f"look {calls} look")
    assert (tokens(game)[0], tokens(game)[-1]) == (first, last)


def test_forced_nine_needs_another_card_of_the_suit() -> None:
    game = new_game("nine-five")
    start(game, {0: "9S 2C 3C 4C 5C 6C 7C 8C TC"}, "look")
    assert tokens(game)[:2] == ("pass", "4")


@pytest.mark.parametrize(
    ("sheet", "hand", "first", "last"),
    [
        ("nine-five", "9S 2S", "9", "smudge"),
        ("nine-five", "9S 2C 3C 4C 5C 6C 7C 8C TC", "4", "smudge"),
        ("nine-five-hotshot", "9S 2S", "9", "hotshot"),
        ("northeast-connecticut", "9S 2S", "9", "double-18"),
        ("northeast-connecticut", "9S 2C 3C 4C 5C 6C", "5", "5"),
        ("northwest-connecticut", "9S 2S", "9", "18"),
    ],
)
def test_stuck_dealer(sheet: str, hand: str, first: str, last: str) -> None:
    """Three have passed. (In northwest-connecticut only the forced nine can keep the dealer in.)"""
    passes = "look pass look pass look pass look" if sheet == "nine-five" else "pass pass pass"
    game = new_game(sheet)
    size = game.sheet.hand_size
    hands = {seat: " ".join(cards.split()[:size]) for seat, cards in NO_NINES.items()}
    if "2C" in hand:
        hands[0] = "2H 3H 4H 5H 6H 7H 8H TH JH"[: 3 * size - 1]
    if "2S" in hand:
        hands[2] = "3S 4S 5S 6S 7S 8S TS JS QS"[: 3 * size - 1]
    start(game, {**hands, 3: hand}, passes)
    assert (game.to_act(), tokens(game)[0], tokens(game)[-1]) == (3, first, last)


# --- throwing and searching ---

SEARCH_HANDS = {
    0: "AH KH QH JH TH 2C 3C 4C 5C",
    1: "2H 3H 8C TC JC QC KC AC 9D",
    2: "4H 5H 2D 3D 4D 5D 6D 7D 8D",
    3: "6H 2S 3S 4S 5S 6S 7S 8S TS",
}
LOOK_AND_CALL = "look 5 look pass look pass look pass trump:H"


def test_dealer_takes_all_trumps_and_then_chooses_plain_cards() -> None:
    game = new_game("nine-five")
    stock = "6C 7C 9C TD JD QD KD AD 9S 7H 8H JS QS KS AS 9H"
    start(game, SEARCH_HANDS, LOOK_AND_CALL, stock)
    assert (game.to_act(), game.legal()) == (3, Offer("search", (), ("JS", "QS", "KS", "AS"), 2, 2))
    assert game.known(3)["9H"] == "hand" and game.known(3)["JS"] == "stock" and "JS" not in game.known(2)
    assert "2C" not in game.known(3)
    game.apply("search:JS,AS")
    assert game.known(3)["KS"] == "stock" and game.known(3)["AS"] == "hand"
    assert (game.to_act(), game.legal()) == (0, ("TH", "JH", "QH", "KH", "AH"))


def test_dealer_takes_the_stock_unasked_when_it_just_fills_his_hand() -> None:
    """Seat 0 with three trumps draws two more than above: five cards are left for five places."""
    game = new_game("nine-five")
    hands = {**SEARCH_HANDS, 0: "AH KH QH 6C 7C 2C 3C 4C 5C"}
    start(game, hands, LOOK_AND_CALL)
    assert (game.to_act(), game.known(3)["6H"]) == (0, "hand")
    assert sorted(game.known(3).values()).count("hand") == 6


def test_dealer_with_more_trumps_than_places() -> None:
    game = new_game("nine-five")
    hands = {
        0: "AH KH QH JH 2C 3C 4C 5C 6C",
        1: "7C 8C TC JC QC KC AC 9D 2H",
        2: "2D 3D 4D 5D 6D 7D 8D TD 3H",
        3: "4H 5H 6H 7H 8H 2S 3S 4S 5S",
    }
    stock = "9C JD QD KD AD 6S 7S 8S 9S TS JS QS 9H TH KS AS"
    start(game, hands, LOOK_AND_CALL, stock)
    assert (game.to_act(), game.legal()) == (3, Offer("search", (), ("9H", "TH"), 1, 1))


def test_dealer_completes_from_the_thrown_cards() -> None:
    """Seats 0 and 1 draw six each, seat 2 draws four: nothing is left for the dealer's two places."""
    game = new_game("nine-five")
    hands = {
        0: "2C 3C 4C 5C 6C 7C 8C TC JC",
        1: "2D 3D 4D 5D 6D 7D 8D TD JD",
        2: "2H 3H 2S 3S 4S 5S 6S 7S 8S",
        3: "4H 5H 6H 7H QC KC AC QD KD",
    }
    start(game, hands, LOOK_AND_CALL)
    offer = game.legal()
    assert game.to_act() == 3 and isinstance(offer, Offer)
    assert (offer.verb, offer.least, offer.most, len(offer.from_)) == ("search", 2, 2, 9 + 9 + 7 + 5)
    game.apply("search:JC,KD")
    assert game.known(3)["JC"] == "hand" and game.known(0)["JC"] == "thrown" and game.known(3)["2C"] == "thrown"
    assert "2C" not in game.known(1)


def test_burns_come_before_the_refill() -> None:
    game = new_game("nine-five")
    hands = {0: "AH KH QH JH TH 9H 5H 2H 3H", 1: NO_NINES[1], 2: NO_NINES[2]}
    start(game, hands, "look 9 look pass look pass look pass trump:H")
    assert game.legal() == Offer("burn", (), ("3H", "TH", "QH", "KH"), 3, 3)
    game.apply("burn:3H,TH,QH")
    assert game.known(1)["QH"] == "burned"


# --- smudges ---

SMUDGE = {
    0: "AH KH QH JH TH 9H 2C 3C 4C",
    1: "8H 7H 6H 2D 3D 4D 5D 6D 7D",
    2: "2H 5H 5C 6C 7C 8C 9C TC JC",
    3: "4H 3H 2S 3S 4S 5S 6S 7S 8S",
}


@pytest.mark.parametrize(
    ("calls", "before", "after", "over"),
    [
        ("look smudge look pass look pass look pass", 0, 19, False),
        ("look smudge look pass look pass look pass", 82, 101, True),
        ("look smudge look pass look pass look pass", 81, 100, False),
        ("blind-smudge", 0, 20, False),
    ],
)
def test_smudge_made(calls: str, before: int, after: int, over: bool) -> None:
    game = new_game("nine-five")
    game.scores = (before, 0)
    start(game, SMUDGE, f"{calls} trump:H")
    play_out(game)
    assert game.results[0].made is True and game.scores == (after, 0) and game.over == over


@pytest.mark.parametrize(
    ("sheet", "before", "after", "winners"),
    [
        ("nine-five", -79, -99, ()),
        ("nine-five", -80, -100, (1,)),
        ("nine-five-backdoor", -80, -100, ()),
        ("nine-five-backdoor", -180, -200, (0, 1)),
    ],
)
def test_smudge_failed_without_the_two(sheet: str, before: int, after: int, winners: tuple[int, ...]) -> None:
    """Seat 3 holds the two: every trick, but only 17 points."""
    game = new_game(sheet)
    game.scores = (before, 0)
    hands = {**SMUDGE, 2: "3H 5H 5C 6C 7C 8C 9C TC JC", 3: "4H 2H 2S 3S 4S 5S 6S 7S 8S"}
    start(game, hands, "blind-smudge trump:H")
    play_out(game)
    assert game.results[0].made is False and game.scores == (after, 1) and game.winners == winners


@pytest.mark.parametrize(("two", "winner"), [(2, 0), (3, 1)])
def test_hotshot_wins_or_loses_the_game(two: int, winner: int) -> None:
    game = new_game("nine-five-hotshot")
    hands = dict(SMUDGE)
    if two == 3:
        hands = {**SMUDGE, 2: "3H 5H 5C 6C 7C 8C 9C TC JC", 3: "4H 2H 2S 3S 4S 5S 6S 7S 8S"}
    start(game, hands)
    assert game.legal() == (*[str(n) for n in range(9, 18)], "hotshot")  # the forced nine
    play_all(game, "hotshot trump:H")
    play_out(game)
    assert game.winners == (winner,) and game.scores[0] == 0


def test_nine_five_target_does_not_move_the_floor() -> None:
    sheet = find_sheet("nine-five", 4, 2, {"target": 50})
    assert winners_after_deal(sheet, (51, -99), 0, 5, made=True) == (0,)
    assert winners_after_deal(sheet, (50, -99), 0, 5, made=True) == ()
    assert winners_after_deal(sheet, (51, 0), 0, 5, made=False) == ()
    assert winners_after_deal(sheet, (51, -100), 0, 5, made=False) == (0,)


# --- Connecticut ---

CONNECTICUT = {0: "AH KH QH JH TH 2C", 1: "2H 3C 4C 5C 6C 7C", 2: "3H 2D 3D 4D 5D 6D", 3: "4H 2S 3S 4S 5S 6S"}


def test_northwest_throws_face_up_and_the_left_neighbour_leads() -> None:
    game = new_game("northwest-connecticut")
    start(game, CONNECTICUT, "4 pass pass pass trump:H")
    assert (game.to_act(), game.legal()) == (0, Offer("throw", (), ("2C",), 0, 1))
    game.apply("throw:2C")
    assert game.known(3)["2C"] == "thrown"
    play_all(game, "throw: throw: throw:")
    assert (game.to_act(), game.legal()) == (1, ("3C", "4C", "5C", "6C", "7C", "2H"))


def test_northwest_pass_out_shows_the_hands() -> None:
    game = new_game("northwest-connecticut")
    start(game, CONNECTICUT, "pass pass pass")
    assert tokens(game)[:2] == ("pass", "4")
    game.apply("pass")
    result = game.results[0]
    assert result.contract is None and result.made is None and not result.misdeal
    assert game.dealer == 0 and game.known(1)["AH"] == "shown" and game.known(0)["AH"] == "hand"


def test_northwest_dealer_is_stuck_after_twenty_pass_outs() -> None:
    game = new_game("northwest-connecticut")
    for number in range(21):
        hands = {(game.dealer + 1 + seat) % 4: cards for seat, cards in CONNECTICUT.items()}
        start(game, hands, "pass pass pass")
        assert ("pass" in tokens(game)) == (number < 20)
        if number < 20:
            game.apply("pass")
    assert tokens(game) == tuple(str(n) for n in range(4, 19))


def test_connecticut_ends() -> None:
    west = find_sheet("northwest-connecticut", 4, 2, {})
    assert winners_after_deal(west, (100, -300), 1, 5, made=False) == (0,)
    assert winners_after_deal(west, (99, -300), 1, 5, made=False) == ()
    east = find_sheet("northeast-connecticut", 4, 2, {})
    assert winners_after_deal(east, (100, -300), 0, 5, made=True) == ()
    assert winners_after_deal(east, (101, -300), 0, 5, made=True) == (0,)
    assert winners_after_deal(east, (101, -300), 1, 5, made=True) == ()


def test_northeast_double_eighteen_needs_every_trick() -> None:
    """Without five and nine in play every trick is enough; the left neighbour leads."""
    game = new_game("northeast-connecticut")
    hands = {**CONNECTICUT, 0: "AH KH QH JH TH 8H"}
    start(game, hands, "double-18 trump:H throw: throw: throw: throw:")
    assert game.to_act() == 1
    play_out(game)
    assert game.results[0].made == all(winner % 2 == 0 for _plays, winner in game.results[0].tricks)
    assert game.results[0].points["nine"] is None and game.scores[0] == (36 if game.results[0].made else -36)
