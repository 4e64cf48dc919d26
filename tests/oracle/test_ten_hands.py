"""Hands worked out from RULES.md 5.1 and 5.4: the point sets, their options, the called partner."""

from __future__ import annotations

import pytest

from . import Offer, OracleGame
from .driving import new_game, play_all, play_out, start, tokens
from .ending import winners_after_deal
from .sheets import find_sheet

# --- point sets ---


@pytest.mark.parametrize(
    ("sheet", "names"),
    [
        ("five-point", "ace jack off-jack ten two"),
        ("seven-point", "ace jack off-jack high-joker low-joker ten two"),
        ("eight-point", "ace jack off-jack ten three two"),
        ("eleven-point", "ace jack off-jack ten three off-three two"),
        ("thirteen-point", "ace jack off-jack high-joker low-joker ten three off-three two"),
        ("fourteen-point", "ace off-ace jack off-jack ten off-ten three off-three two off-two"),
        ("fifteen-point", "ace off-ace jack off-jack high-joker low-joker ten off-ten three off-three two"),
        ("sixteen-point", "ace off-ace jack off-jack high-joker low-joker ten off-ten three off-three two off-two"),
    ],
)
def test_which_cards_score(sheet: str, names: str) -> None:
    found = find_sheet(sheet, 4, 2, {})
    assert {point.name for point in found.points} == set(names.split())
    total = sum(point.worth for point in found.points)
    assert found.calls == (*[str(n) for n in range(4, total + 1)], "moon")
    assert [p.name for p in found.points if p.owner == "holder"] == ["two"]
    trumps = 20 if "off-ten" in names else 17 if "off-three" in names else 16
    assert len(found.trump_names) == trumps


def test_five_point_jokers_are_worthless_trumps() -> None:
    game = new_game("five-point")
    start(game, {0: "AH KH QH JH JD HJ LJ TH 3H"}, "pass pass pass 4 trump:H keep-widow")
    assert game.legal() == Offer("burn", (), ("3H", "QH", "KH", "LJ", "HJ"), 3, 3)


# --- hierarchy ---

# All the trumps are dealt, so nobody draws one.
FOUR_EACH = {0: "2H 4H 5H 6H", 1: "AH QH 7H 8H", 2: "KH JH JD 9H", 3: "3H TH HJ LJ"}


@pytest.mark.parametrize(
    ("sheet", "options", "winner", "two"),
    [
        ("ten-point", {}, 1, 0),
        ("ten-point-dirty", {}, 1, 1),
        ("ten-point-capture-low", {}, 0, 0),
        ("ten-point-reverse-hierarchy", {}, 0, 0),
        ("ten-point-capture-low", {"dirty": True}, 0, 0),
    ],
)
def test_who_wins_the_two(sheet: str, options: dict[str, object], winner: int, two: int) -> None:
    game = new_game(sheet, options=options)
    start(game, FOUR_EACH, "4 pass pass pass trump:H keep-widow")
    play_all(game, "2H AH KH 3H")
    table = game._table
    assert table is not None and table.tricks[0][1] == winner
    play_out(game)
    assert game.results[0].points["two"] == two


def test_reverse_hierarchy_of_sixteen() -> None:
    """The off-two is the strongest, then the two, the off-three, the three; the two stays automatic."""
    game = new_game("sixteen-point", options={"reverse_hierarchy": True})
    hands = {0: "2H 4H 5H 6H 7H", 1: "2D AD KH QH JH", 2: "3D JD HJ LJ TH", 3: "AH TD 9H 8H 3H"}
    start(game, hands, "4 pass pass pass trump:H keep-widow 2H 2D 3D AH")
    assert game.to_act() == 1
    play_out(game)
    points = game.results[0].points
    assert (points["two"], points["off-two"], points["ace"], points["off-three"]) == (0, 1, 1, 1)


def test_sixteen_ranks_offs_just_below() -> None:
    game = new_game("sixteen-point")
    hands = {0: "KH 4H 5H 6H 7H", 1: "AD QH JH JD 9H", 2: "AH HJ LJ TH TD", 3: "2D 2H 8H 3H 3D"}
    start(game, hands, "4 pass pass pass trump:H keep-widow KH AD AH")
    assert game.legal() == ("2D", "3D", "2H", "3H", "8H")
    game.apply("2D")
    play_out(game)
    assert game.results[0].points["off-two"] == 0 and game.results[0].points["off-ace"] == 0


# --- five-handed with a called partner ---

FIVE_HANDS = {
    0: "AH KH QH JH 2C 3C 4C 5C 6C 7C",
    1: "2H 3H 2D 3D 4D 5D 6D 7D 8D 9D",
    2: "4H HJ 8C 9C TC QC KC AC 2S 3S",
    3: "5H JD 4S 5S 6S 7S 8S 9S TS JS",
    4: "6H TD QD KD AD QS KS AS JC 8H",
}
BLIND = "LJ TH 7H 9H"


def five_handed(call: str, called: str, sheet: str = "ten-point-five-handed") -> OracleGame:
    game = new_game(sheet, 5, 5)
    others = "" if call == "moon" else "pass pass pass pass"
    start(game, FIVE_HANDS, f"{call} {others} trump:H", BLIND)
    game.apply("call:" + called)
    return game


def test_called_partner_is_offered_every_trump_he_does_not_hold() -> None:
    game = new_game("ten-point-five-handed", 5, 5)
    start(game, FIVE_HANDS, "4 pass pass pass pass trump:H", BLIND)
    strangers = "JD 2H 3H 4H 5H 6H 7H 8H 9H TH LJ HJ"
    assert (game.to_act(), game.legal()) == (0, tuple("call:" + card for card in strangers.split()))


def test_called_partner_blind_and_burns() -> None:
    """The pitcher holds eight trumps with the blind; 2C of his hand is thrown face up."""
    game = five_handed("4", "HJ")
    assert (game.to_act(), game.legal()) == (0, Offer("burn", (), ("7H", "9H", "QH", "KH"), 2, 2))
    assert game.known(3)["2C"] == "thrown" and game.known(0)["LJ"] == "hand"


def test_called_partner_scores_for_two() -> None:
    game = five_handed("4", "HJ")
    play_all(game, "burn:7H,9H AH 2H 4H 5H 6H KH 3H HJ JD 8H")
    assert game.to_act() == 0  # the king beats everything else that fell
    play_out(game)
    result = game.results[0]
    assert result.partner == 2 and result.made is True
    assert {result.points[name] for name in ("ace", "jack", "off-jack", "ten", "three", "high-joker")} == {0}
    assert result.points["two"] == 1  # automatic: its holder is a defender
    assert game.scores == (9, 1, 9, 1, 1)


def test_called_card_in_the_blind_is_led_first_and_he_is_alone() -> None:
    game = five_handed("5", "TH")
    assert game.legal() == Offer("burn", (), ("7H", "9H", "QH", "KH"), 2, 2)
    play_all(game, "burn:7H,9H")
    assert (game.to_act(), game.legal()) == (0, ("TH",))
    play_all(game, "TH 3H HJ JD 8H 5H 6H AH 2H 4H")
    play_out(game)
    result = game.results[0]
    assert result.partner is None and result.points["ten"] == 1


def test_called_card_is_never_burned() -> None:
    game = new_game("ten-point-five-handed", 5, 5)
    hands = {0: "2C 3C 4C 5C 6C 7C 8C 9C TC QC", 1: "AH KH QH JH JD TH 3H 2H HJ LJ"}
    start(game, hands, "4 pass pass pass pass trump:H call:KH")
    assert game.legal() == Offer("burn", ("QH",), ("JD", "2H", "3H", "TH", "JH", "AH", "LJ", "HJ"), 3, 3)


@pytest.mark.parametrize(
    ("before", "after", "winners"),
    [(0, (42, 3, 10, 3, 3), (0,)), (50, (50, 3, 10, 3, 3), (0,)), (-7, (0, 3, 10, 3, 3), ())],
)
def test_five_handed_moon_made(before: int, after: tuple[int, ...], winners: tuple[int, ...]) -> None:
    game = new_game("ten-point-five-handed", 5, 5)
    game.scores = (before, 3, 0, 3, 3)
    hands = {0: "AH KH QH JH HJ LJ 2C 3C 4C 5C", 2: "JD 2H 3H TH 6C 7C 8C 9C TC QC"}
    start(game, hands, "moon trump:H call:JD")
    trumps = "AH KH JH HJ LJ QH"
    for card in trumps.split():
        game.apply(card)
        while game.to_act() not in (0, None):
            game.apply(sorted(tokens(game))[0])
    assert game.results[0].made is True and game.scores == after and game.winners == winners


def test_five_handed_moon_failed_is_an_ordinary_set() -> None:
    game = five_handed("moon", "HJ")
    play_all(game, "burn:7H,9H")
    play_out(game)
    assert game.results[0].made is False and not game.over
    assert game.scores[0] == -10 and game.scores[2] == -10
    assert game.scores[1] == game.scores[3] == game.scores[4] >= 1


def test_called_partner_end() -> None:
    sheet = find_sheet("ten-point-five-handed", 5, 5, {})
    assert winners_after_deal(sheet, (42, 0, 0, 0, 0), 3, 5, made=False) == (0,)
    assert winners_after_deal(sheet, (42, 0, 50, 0, 0), 0, 5, made=True) == (0,)
    assert winners_after_deal(sheet, (42, 0, 50, 0, 0), 0, 5, made=False) == ()
    assert winners_after_deal(sheet, (42, 0, 50, 0, 0), 1, 5, made=True) == ()
