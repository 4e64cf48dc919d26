"""Section 3, `roadhouse`: strict following, Low to the taker, the moon, a lead of two."""

from __future__ import annotations

import pytest

from referee.engine.errors import IllegalAction
from referee.engine.game import Game
from referee.variants.catalogue import resolve
from tests.rules.positions import asked, finish, play, points, snapshot, start

# Seat 0 takes every trick and every point; seat 1 loses the two of trumps.
ALL = {0: "AH KH QH JH TH 3H", 1: "2H 3C 4C 5C 6C 7C", 2: "2D 3D 4D 5D 6D 7D"}
LONE = {0: "JH 3C 4C 5C 6C 7C", 1: "2D 3D 4D 5D 6D 7D", 2: "2S 3S 4S 5S 6S 7S"}
BEATEN = {0: "KH 3C 4C 5C 6C 7C", 1: "AH 3D 4D 5D 6D 7D", 2: "2S 3S 4S 5S 6S 7S"}


def moon(hands: dict[int, str], spec: str = "roadhouse[seats=3]", scores: tuple[int, ...] = (0, 0, 0)) -> Game:
    """Return the game after a moon of seat 0, who leads his highest trumps first."""
    game = play(start(spec, hands, scores=scores), "moon")
    for card in hands[0].split():
        play(game, card)
        while game.to_act > 0 and snapshot(game, 0)["trick"]:
            play(game, asked(game)[1].split()[0])
    return game


@pytest.mark.parametrize(("seats", "sides"), [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (4, 2)])
def test_roadhouse_tables(seats: int, sides: int) -> None:
    sheet = resolve(f"roadhouse[seats={seats},sides={sides}]")
    assert (sheet.seats, sheet.sides) == (seats, sides)


def test_roadhouse_is_played_by_four_alone_where_nothing_is_said() -> None:
    assert (resolve("roadhouse").seats, resolve("roadhouse").sides) == (4, 4)


def test_roadhouse_calls() -> None:
    assert asked(start("roadhouse")) == (0, "pass 2 3 4 moon")


def test_roadhouse_no_steal() -> None:
    assert asked(play(start("roadhouse"), "2 pass pass")) == (3, "pass 3 4 moon")


def test_roadhouse_strict_who_can_follow_must() -> None:
    hands = {0: "AH KC", 1: "2H TC 9C QH 9S 8S", 2: "3H 4H 5H 6H 7H 8H"}
    game = play(start("roadhouse[seats=3]", hands), "2 pass pass AH 2H 3H KC")
    assert asked(game) == (1, "9C TC")
    with pytest.raises(IllegalAction):
        play(game, "QH")


def test_roadhouse_strict_void_may_trump_or_throw() -> None:
    hands = {0: "AH KC", 1: "2H TD 9D QH 9S 8S", 2: "3H 4H 5H 6H 7H 8H"}
    game = play(start("roadhouse[seats=3]", hands), "2 pass pass AH 2H 3H KC")
    assert asked(game) == (1, "9D TD QH 8S 9S")


def test_roadhouse_trump_led_must_be_followed() -> None:
    game = play(start("roadhouse[seats=3]", {0: "AH KC", 1: "2H TD 9D QH 9S 8S"}), "2 pass pass AH")
    assert asked(game) == (1, "2H QH")


def test_roadhouse_low_to_the_taker() -> None:
    game = moon(ALL)
    assert points(game) == {"high": 0, "low": 0, "jack": 0, "game": 0}


def test_roadhouse_moon_made_is_fifteen() -> None:
    game = moon(ALL)
    assert (game.results[-1].made, game.scores) == (True, (15, 0, 0))


def test_roadhouse_moon_without_the_jack_fails() -> None:
    game = moon(ALL | {0: "AH KH QH 9H TH 3H"}, scores=(3, 1, 1))
    assert (game.results[-1].made, game.scores) == (False, (3 - 15, 1, 1))


def test_roadhouse_moon_with_all_points_but_a_trick_lost_fails() -> None:
    """All four points, but seat 1 wins the last trick with a spade."""
    game = moon(ALL | {0: "AH KH QH JH TH 3S", 1: "2H 4D 5D 6D 7D 8S", 2: "2D 3D 4C 5C 6C 7C"})
    assert points(game) == {"high": 0, "low": 0, "jack": 0, "game": 0}
    assert (game.results[-1].made, game.scores) == (False, (-15, 0, 0))


def test_roadhouse_moon_with_a_trick_of_the_partner_is_made() -> None:
    hands = {0: "AH KH QH JH TH 3C", 1: "2H 4C 4D 5D 6D 7D", 2: "AC 2S 3S 4S 5S 6S", 3: "2D 3D 7S 8S 9S TS"}
    spec = "roadhouse[seats=4,sides=2]"
    game = play(start(spec, hands), "moon AH 2H 2S 2D KH 4D 3S 3D QH 5D 4S 7S JH 6D 5S 8S TH 7D 6S 9S 3C 4C AC TS")
    assert (game.results[-1].made, game.scores) == (True, (15, 0))


def test_roadhouse_moon_does_not_win_at_once() -> None:
    """Fifteen against fourteen: two ahead are needed."""
    assert moon(ALL, scores=(0, 14, 0)).winners == ()
    assert moon(ALL, scores=(0, 13, 0)).winners == (0,)


def test_roadhouse_fifteen_and_two_ahead_of_every_other_side() -> None:
    for rival, winners in ((13, (0,)), (14, ()), (15, ()), (16, ())):
        game = finish(play(start("roadhouse[seats=3]", LONE, scores=(11, 0, rival)), "2 pass pass JH"))
        assert (game.scores, game.winners) == ((15, 0, rival), winners)


def test_roadhouse_two_ahead_below_the_target_is_nothing() -> None:
    game = finish(play(start("roadhouse[seats=3]", LONE, scores=(10, 0, 0)), "2 pass pass JH"))
    assert (game.scores, game.over) == ((14, 0, 0), False)


def test_roadhouse_whoever_pitched() -> None:
    """Seat 0 is set; seat 1 takes High, Low and Game and wins without having pitched."""
    game = finish(play(start("roadhouse[seats=3]", BEATEN, scores=(0, 13, 14)), "2 pass pass KH AH"))
    assert (game.scores, game.winners) == ((-2, 16, 14), (1,))
