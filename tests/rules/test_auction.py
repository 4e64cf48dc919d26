"""Section 3, `auction` and `auction-partners`."""

from __future__ import annotations

import pytest

from referee.engine.actions import Ask, call_code
from referee.engine.errors import IllegalAction, SheetError
from referee.variants.catalogue import resolve
from tests.rules.positions import asked, finish, play, points, snapshot, start

LONE = {0: "JH 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D"}


@pytest.mark.parametrize("seats", range(2, 8))
def test_auction_is_played_by_two_to_seven(seats: int) -> None:
    sheet = resolve(f"auction[seats={seats}]")
    assert (sheet.seats, sheet.sides) == (seats, seats)
    finish(start(f"auction[seats={seats}]"))


@pytest.mark.parametrize("spec", ["auction[seats=1]", "auction[seats=8]", "auction[seats=4,sides=2]"])
def test_auction_has_no_other_table(spec: str) -> None:
    with pytest.raises(SheetError, match="has no table"):
        resolve(spec)


def test_auction_is_played_by_four_where_nothing_is_said() -> None:
    assert resolve("auction").seats == resolve("auction").sides == 4


def test_auction_bids_one_to_four() -> None:
    assert asked(start("auction")) == (0, "pass 1 2 3 4")


@pytest.mark.parametrize("standing", ["1", "2", "3"])
@pytest.mark.parametrize("spec", ["auction[seats=2]", "auction", "auction-partners"])
def test_auction_steal_the_dealer_may_equal(spec: str, standing: str) -> None:
    game = start(spec)
    dealer = game.tables.seats - 1
    play(game, " ".join([standing, *["pass"] * (dealer - 1)]))
    higher = [str(value) for value in range(int(standing), 5)]
    assert asked(game) == (dealer, " ".join(["pass", *higher]))
    play(game, standing)
    assert (game.ask, game.to_act, snapshot(game, 0)["call"]) == (Ask.PLAY, dealer, call_code(int(standing)))


def test_auction_steal_is_the_dealers_alone() -> None:
    game = play(start("auction"), "2")
    for _ in range(2):
        assert asked(game)[1] == "pass 3 4"
        with pytest.raises(IllegalAction):
            play(game, "2")
        play(game, "pass")
    assert asked(game) == (3, "pass 2 3 4")


def test_auction_steal_of_the_partners_bid() -> None:
    game = play(start("auction-partners"), "pass 3 pass")
    assert asked(game) == (3, "pass 3 4")


def test_auction_steal_never_of_a_four() -> None:
    game = play(start("auction"), "pass pass 4")
    assert (game.ask, game.to_act) == (Ask.PLAY, 2)


def test_auction_a_four_ends_the_auction() -> None:
    game = play(start("auction"), "4")
    assert (game.ask, game.to_act) == (Ask.PLAY, 0)


def test_auction_the_stuck_dealer_calls_two_three_or_four() -> None:
    game = play(start("auction"), "pass pass pass")
    assert asked(game) == (3, "2 3 4")
    for wrong in ("pass", "1"):
        with pytest.raises(IllegalAction):
            play(game, wrong)


@pytest.mark.parametrize("spec", ["auction", "auction-partners"])
@pytest.mark.parametrize(("option", "owner"), [("", 0), ("[low=taker]", 0), ("[low=holder]", 1)])
def test_auction_low_to_the_taker(spec: str, option: str, owner: int) -> None:
    """Seat 1 loses the two of trumps to the ace of seat 0."""
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2H 2D 3D 4D 5D 6D", 2: "3H 2S 3S 4S 5S 6S", 3: "4H 7S 8S 9S TS JS"}
    game = finish(play(start(spec + option, hands), "2 pass pass pass AH 2H"))
    assert points(game)["low"] == owner


def test_auction_target_is_seven() -> None:
    assert resolve("auction").target == resolve("auction-partners").target == 7
    game = finish(play(start("auction[seats=2]", LONE, scores=(2, 0)), "2 pass JH"))
    assert (game.scores, game.over) == ((6, 0), False)


@pytest.mark.parametrize("target", [11, 15, 21])
def test_auction_usual_other_targets(target: int) -> None:
    spec = f"auction[seats=2,target={target}]"
    below = finish(play(start(spec, LONE, scores=(target - 5, 0)), "2 pass JH"))
    there = finish(play(start(spec, LONE, scores=(target - 4, 0)), "2 pass JH"))
    assert (below.over, there.winners) == (False, (0,))


def test_auction_never_a17_others_keep_scoring_without_a_cap() -> None:
    """Seat 1 did not pitch: it passes the target by points and does not win."""
    hands = {0: "KH 3C 4C 5C 6C 7C", 1: "AH 3D 4D 5D 6D 7D"}
    game = finish(play(start("auction[seats=2]", hands, scores=(0, 30)), "2 pass KH AH"))
    assert (game.scores, game.over) == ((-2, 33), False)


def test_auction_partners_is_auction_by_sides() -> None:
    one, two = resolve("auction"), resolve("auction-partners")
    assert (two.seats, two.sides) == (4, 2)
    for field in ("calls", "points", "steal", "ending", "target", "follow", "stuck_from", "stuck", "trump_maker"):
        assert getattr(one, field) == getattr(two, field)
    assert [two.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize("spec", ["auction", "auction-partners"])
def test_auction_plain_lead_is_followed_or_trumped(spec: str) -> None:
    hands = {0: "AH KC 3D 4D 5D 6D", 1: "2H TC 9C QH 9S 8S", 2: "3H 2S", 3: "4H 3S"}
    game = play(start(spec, hands), "2 pass pass pass AH 2H 3H 4H KC")
    assert asked(game) == (1, "9C TC QH")
