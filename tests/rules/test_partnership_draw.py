"""Section 3, `partnership-draw`; its moon is in test_game_ends.py."""

from __future__ import annotations

from referee.engine.actions import Ask
from referee.variants.catalogue import resolve
from tests.rules.positions import asked, finish, hand, play, points, snapshot, start

HANDS = {0: "AH 4H 3C 4C 5C 6C", 1: "2H KD", 2: "JH KS", 3: "3H 9S"}


def test_partnership_draw_two_pairs_and_target_15() -> None:
    sheet = resolve("partnership-draw")
    assert (sheet.seats, sheet.sides, sheet.target) == (4, 2, 15)


def test_partnership_draw_calls_no_steal() -> None:
    game = start("partnership-draw")
    assert asked(game) == (0, "pass 2 3 4 moon")
    assert asked(play(game, "3 pass pass")) == (3, "pass 4 moon")


def test_partnership_draw_trump_is_declared_by_the_pitcher() -> None:
    game = play(start("partnership-draw"), "pass pass 2 pass")
    assert (game.ask, asked(game)) == (Ask.DECLARE, (2, "trump:C trump:D trump:H trump:S"))


def test_partnership_draw_each_throws_and_is_refilled_to_six_at_once() -> None:
    """Seat 0 has his new cards before seat 1 throws, and cannot throw again."""
    game = play(start("partnership-draw", HANDS, "7C 8C 9C TC"), "2 pass pass pass trump:H throw:3C,4C,5C,6C")
    assert hand(game, 0) == "7C 8C 9C TC 4H AH"
    assert (game.ask, game.to_act) == (Ask.THROW, 1)
    play(game, "throw: throw: throw:")
    assert (game.ask, game.to_act) == (Ask.PLAY, 0)
    assert snapshot(game, 0)["hand_sizes"] == (6, 6, 6, 6)


def test_partnership_draw_any_number_of_non_trumps() -> None:
    game = play(start("partnership-draw", HANDS), "2 pass pass pass trump:H")
    assert asked(game) == (0, "throw 0-4 of 3C 4C 5C 6C")


def test_partnership_draw_first_lead_trump() -> None:
    game = play(start("partnership-draw", HANDS), "2 pass pass pass trump:H throw: throw: throw: throw:")
    assert asked(game) == (0, "4H AH")


def test_partnership_draw_low_to_the_holder_jack_to_the_taker() -> None:
    game = play(start("partnership-draw", HANDS), "2 pass pass pass trump:H throw: throw: throw: throw:")
    finish(play(game, "AH 2H JH 3H"))
    taken = points(game)
    assert (taken["high"], taken["low"], taken["jack"]) == (0, 1, 0)


def test_partnership_draw_plain_lead_is_followed_or_trumped() -> None:
    hands = {0: "AH KC 3D 4D 5D 6D", 1: "2H TC 9C QH 9S 8S", 2: "3H", 3: "4H"}
    game = play(start("partnership-draw", hands), "2 pass pass pass trump:H throw: throw: throw: throw:")
    assert asked(play(game, "AH 2H 3H 4H KC")) == (1, "9C TC QH")
