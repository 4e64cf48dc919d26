"""Section 6: calls that win or lose the game, the back door, the target, the limit of deals."""

from __future__ import annotations

import pytest

from referee.engine.errors import SheetError
from referee.variants.catalogue import names, resolve
from tests.rules.positions import deal, finish, play, points, start

STAND = "throw: throw: throw: throw:"
STRONG = {0: "AH KH QH JH TH 2H", 1: "2C 3C 4C 5C 6C 7C", 2: "2S 3S 4S 5S 6S 7S", 3: "2D 3D 4D 5D 6D 7D"}
WEAK = {0: "KH 2C 3C 4C 5C 6C", 1: "AH JH 2H TH 2D 3D", 2: "2S 3S 4S 5S 6S 7S", 3: "4D 5D 6D 7D 8D 9D"}
# Ten-point, hearts: side 0 holds every point.
ALL_TEN = {0: "AH JH HJ LJ TH 3H", 1: "7H 8H 9H", 2: "JD 2H KH QH", 3: "4H 5H 6H"}
# One lone trump: JH takes four points, its own pip is Game; or AH beats KH.
LONE = {0: "JH 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D"}
BEATEN = {0: "KH 3C 4C 5C 6C 7C", 1: "AH 3D 4D 5D 6D 7D"}


# ---- Calls that win or lose the game


def test_moon_made_in_partnership_draw_wins_and_leaves_the_score() -> None:
    game = finish(play(start("partnership-draw", STRONG, scores=(-7, 14)), f"moon trump:H {STAND}"))
    assert points(game) == {"high": 0, "low": 0, "jack": 0, "game": 0}
    assert (game.scores, game.winners) == ((-7, 14), (0,))


def test_moon_lost_in_partnership_draw_loses_and_the_others_score() -> None:
    game = finish(play(start("partnership-draw", WEAK, scores=(14, -9)), f"moon trump:H {STAND}"))
    assert (game.scores, game.winners) == ((14, -9 + 4), (1,))


def test_moon_lost_comes_before_the_target() -> None:
    """The pitching side stands over the target and loses all the same."""
    game = finish(play(start("partnership-draw", WEAK, scores=(15, 0)), f"moon trump:H {STAND}"))
    assert (game.scores, game.winners) == ((15, 4), (1,))


def test_a_numbered_four_in_partnership_draw_is_no_moon() -> None:
    game = finish(play(start("partnership-draw", STRONG), f"4 pass pass pass trump:H {STAND}"))
    assert (game.scores, game.over) == ((4, 0), False)


@pytest.mark.parametrize(
    ("before", "after", "over"), [(0, 52, True), (51, 52, True), (60, 60, True), (-1, 0, False), (-40, 0, False)]
)
def test_moon_made_in_ten_point(before: int, after: int, over: bool) -> None:
    game = play(start("ten-point", ALL_TEN, scores=(before, 30)), "moon trump:H keep-widow")
    finish(game)
    assert set(points(game).values()) == {0} and len(points(game)) == 8
    assert game.scores == (after, 30)
    assert game.winners == ((0,) if over else ())


def test_moon_made_below_zero_does_not_bar_the_others_from_winning() -> None:
    """The score becomes 0, then the ordinary end is looked at: a side at the target wins."""
    game = finish(play(start("ten-point", ALL_TEN, scores=(-8, 55)), "moon trump:H keep-widow"))
    assert (game.scores, game.winners) == ((0, 55), (1,))


def test_moon_failed_in_ten_point_loses_the_game() -> None:
    """Seat 1 keeps one point by its own two; the pitching side's score stays, the others score what they took."""
    hands = ALL_TEN | {1: "2H 7H 8H 9H", 2: "JD KH QH"}
    game = finish(play(start("ten-point", hands, scores=(51, -20)), "moon trump:H keep-widow"))
    assert points(game)["two"] == 1
    assert (game.scores, game.winners) == ((51, -19), (1,))


def test_ten_in_ten_point_is_no_moon() -> None:
    game = finish(play(start("ten-point", ALL_TEN, scores=(40, 3)), "10 pass pass pass trump:H keep-widow"))
    assert (game.scores, game.over) == ((50, 3), False)


# ---- The back door


def test_backdoor_a_side_that_far_below_zero_wins() -> None:
    game = finish(play(start("auction[seats=2,backdoor=11]", BEATEN, scores=(-7, 3)), "4 KH AH"))
    assert (game.scores, game.winners) == ((-11, 6), (0,))


def test_backdoor_not_reached() -> None:
    game = finish(play(start("auction[seats=2,backdoor=11]", BEATEN, scores=(-6, 3)), "4 KH AH"))
    assert (game.scores, game.over) == ((-10, 6), False)


def test_backdoor_is_closed_without_the_option() -> None:
    game = finish(play(start("auction[seats=2]", BEATEN, scores=(-70, 3)), "4 KH AH"))
    assert not game.over


def test_backdoor_comes_after_the_normal_end() -> None:
    game = finish(play(start("auction[seats=2,backdoor=5]", LONE, scores=(5, -9)), "2 pass JH"))
    assert game.winners == (0,)


@pytest.mark.parametrize(("others", "winners"), [((-12, 0), (0,)), ((-16, 0), (1,)), ((-14, 0), ())])
def test_backdoor_of_two_such_the_lower_wins_equal_plays_on(others: tuple[int, int], winners: tuple[int, ...]) -> None:
    hands = {0: "KH 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D", 2: "AH 2S 3S 4S 5S 6S"}
    game = finish(play(start("auction[seats=3,backdoor=11]", hands, scores=(-10, *others)), "4 KH 2D AH"))
    assert game.scores == (-14, others[0], 3)
    assert game.winners == winners


# ---- The target


@pytest.mark.parametrize(("target", "over"), [(4, True), (5, False)])
def test_target_is_an_option(target: int, over: bool) -> None:
    """The lone jack of trumps is High, Low, Jack and the only pip: four points."""
    game = finish(play(start(f"auction[seats=2,target={target}]", LONE), "2 pass JH"))
    assert (game.scores, game.over) == ((4, 0), over)


# ---- Termination


def test_max_deals_the_highest_score_wins() -> None:
    game = finish(play(start("auction[seats=2,max_deals=1]", BEATEN, scores=(5, 0)), "2 pass KH AH"))
    assert (game.scores, game.winners) == ((3, 3), (0, 1))
    game = finish(play(start("auction[seats=2,max_deals=1]", BEATEN, scores=(6, 0)), "2 pass KH AH"))
    assert (game.scores, game.winners) == ((4, 3), (0,))


def test_max_deals_counts_deals() -> None:
    game = start("roadhouse[seats=3,max_deals=3]")
    for number in range(3):
        assert (game.deal_number, game.over) == (number, False)
        finish(game)
        if number < 2:
            deal(game, {})
    assert game.over
    assert not game.needs_deal


def test_max_deals_comes_last() -> None:
    """The side at the target wins in the last deal though another stands higher."""
    game = finish(play(start("auction[seats=2,max_deals=1]", LONE, scores=(5, 50)), "2 pass JH"))
    assert game.winners == (0,)


def test_max_deals_is_200_where_nothing_is_said() -> None:
    """Nobody bids a word: the dealer is stuck 200 times."""
    game = finish(start("auction[seats=3,target=9999]"))
    while not game.over:
        deal(game, {})
        finish(game)
    assert len(game.results) == 200


# ---- Options


@pytest.mark.parametrize("name", names())
def test_target_and_max_deals_are_options_everywhere(name: str) -> None:
    sheet = resolve(f"{name}[target=33,max_deals=44]")
    assert (sheet.target, sheet.max_deals) == (33, 44)


@pytest.mark.parametrize("name", names())
def test_backdoor_is_an_option_of_every_sheet_with_negative_scores(name: str) -> None:
    """But of none that has an end at a negative score of its own, a floor, or Juniper's give-back."""
    own_end = name in ("nine-five", "nine-five-backdoor", "nine-five-hotshot", "contway", "contway-three", "juniper")
    assert resolve(name).backdoor == (11 if name == "auction-backdoor" else None)
    if not own_end:
        assert resolve(f"{name}[backdoor=11]").backdoor == 11
    else:
        with pytest.raises(SheetError, match="has no option 'backdoor'"):
            resolve(f"{name}[backdoor=11]")
