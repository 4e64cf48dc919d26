"""Section 4, `contway`: six points, any cards exchanged, folding, hickeys, the end and the settlement."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.engine.actions import Ask
from referee.engine.cards import NAMES
from referee.engine.errors import IllegalAction
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.variants.catalogue import resolve
from tests.rules.positions import asked, finish, hand, play, points, seen, start, trick_winners

STAND = "throw: throw: throw: throw:"
ORDER = "AH KH QH JH JD HJ TH 9H 8H 7H 6H 5H 4H 3H 2H"
# Seat 0 pitches hearts and takes nothing; side 1 wins jack and off-jack with the actual ace and two.
ROBBED = {0: "3H 2C 3C 4C 5C 6C", 1: "AH JD 2D 3D 4D 5D", 2: "4H 2S 3S 4S 5S 6S", 3: "2H JH 7S 8S 9S TS"}


def pitch(hands: dict[int, str], call: str = "2", scores: tuple[int, int] = (0, 0), **options: int) -> Game:
    """Return the game in which seat 0 has called, declared hearts, and nobody has thrown a card."""
    more = ",".join(f"{name}={value}" for name, value in options.items())
    spec = f"contway[{more}]" if more else "contway"
    others = "" if call == "6" else "pass pass pass"
    return play(start(spec, hands, scores=scores), f"{call} {others} trump:H {STAND}")


def play_on(game: Game) -> Game:
    """Play the deal to its end: the first card each, never a fold."""
    while game.to_act >= 0:
        play(game, asked(game)[1].split()[0])
    return game


def test_contway_53_cards_with_one_joker() -> None:
    assert [NAMES[card] for card in resolve("contway").pack] == [name for name in NAMES if name != "LJ"]


@pytest.mark.parametrize(("weak", "strong"), [tuple(reversed(pair)) for pair in pairwise(ORDER.split())])
def test_contway_order_of_trumps(weak: str, strong: str) -> None:
    """The off-jack below the jack, the joker between off-jack and ten."""
    game = play(pitch({0: weak, 1: strong}), weak)
    assert asked(game) == (1, strong)  # trump led must be followed, with off-jack and joker too
    play(game, strong)
    for _ in range(2):
        play(game, asked(game)[1].split()[0])
    assert trick_winners(game) == [1]


def test_contway_the_off_jack_does_not_belong_to_its_printed_suit() -> None:
    game = play(pitch({0: "AH KD 2C 3C 4C 5C", 1: "2H JD 7S 8S 9S TS", 2: "3H", 3: "4H"}), "AH 2H 3H 4H KD")
    assert asked(game) == (1, "JD 7S 8S 9S TS")  # void in diamonds: any card


def test_contway_points() -> None:
    names = [rule.name for rule in resolve("contway").points]
    assert names == ["high", "low", "jack", "off-jack", "joker", "game"]
    assert resolve("contway").total_points == 6


def test_contway_bids_two_to_six_stuck_exactly_two() -> None:
    assert asked(start("contway")) == (0, "pass 2 3 4 5 6")
    game = play(start("contway"), "pass pass pass")
    assert asked(game) == (3, "2")
    with pytest.raises(IllegalAction):
        play(game, "3")


def test_contway_any_cards_trumps_too_are_thrown_and_refilled_at_once() -> None:
    game = play(start("contway", ROBBED, "AC KC QC"), "2 pass pass pass trump:H throw:2C,3H")
    assert hand(game, 0) == "3C 4C 5C 6C KC AC"
    assert seen(game, 1, EventKind.THROW) == [(EventKind.THROW, 0, 2, "")]  # a trump thrown is not shown either
    assert (game.ask, game.to_act) == (Ask.THROW, 1)


def test_contway_jack_off_jack_and_joker_to_their_takers_high_low_to_the_holders() -> None:
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "JH 2D 3D 4D 5D 6D", 2: "HJ 2S 3S 4S 5S 6S", 3: "2H JD 7S 8S 9S TS"}
    game = play_on(play(pitch(hands), "AH JH HJ 2H"))
    assert {name: side for name, side in points(game).items() if name != "game"} == {
        "high": 0,
        "low": 1,
        "jack": 0,
        "off-jack": 1,  # nobody else has a trump left: seat 3 wins his own trick with it
        "joker": 0,
    }


# ---- The fold


def test_contway_fold_on_the_pitchers_own_lead() -> None:
    game = pitch(ROBBED)
    assert (game.ask, asked(game)) == (Ask.PLAY, (0, "3H fold"))
    play(game, "fold")
    assert (game.results[-1].made, game.results[-1].folded, points(game)) == (False, True, {})


def test_contway_no_fold_within_a_trick() -> None:
    game = play(pitch(ROBBED), "3H")
    for _ in range(3):
        assert "fold" not in asked(game)[1]
        with pytest.raises(IllegalAction):
            play(game, "fold")
        play(game, asked(game)[1].split()[0])


def test_contway_fold_question_before_every_other_players_lead() -> None:
    """Before the partner's lead and before the last trick too; none after it."""
    hands = {0: "3H 2C 3C 4C 5C 6C", 2: "AH AC KC QC JC TC"}
    game = play(pitch(hands), "3H")
    questions = 0
    while game.to_act >= 0:
        if game.ask == Ask.PLAY_ON:
            assert asked(game) == (0, "play-on fold")
            questions += 1
        play(game, asked(game)[1].split()[0])
    assert (trick_winners(game)[:5], questions) == ([2] * 5, 5)


def test_contway_fold_the_others_score_what_they_have_won() -> None:
    """Side 1 has won the jack and played the actual ace; the off-jack is still in hand."""
    game = play(pitch(ROBBED, scores=(5, 1)), "3H AH 4H JH fold")
    assert points(game) == {"high": 1, "jack": 1}
    assert game.scores == (5 - 2, 1 + 2)


def test_contway_fold_high_and_low_for_having_played_the_actual_ace_and_two() -> None:
    game = play(pitch(ROBBED), "3H AH 4H JH play-on JD 2S 2H 2C fold")
    assert points(game) == {"high": 1, "low": 1, "jack": 1, "off-jack": 1}  # pips or not: no Game
    assert game.scores == (0, 4)


def test_contway_fold_the_highest_trump_so_far_is_not_enough() -> None:
    hands = ROBBED | {0: "AH 3H 2C 3C 4C 5C", 1: "KH JD 2D 3D 4D 5D", 3: "5H JH 7S 8S 9S TS"}
    game = play(pitch(hands), "3H KH 4H 5H fold")
    assert points(game) == {}


def test_contway_fold_the_pitching_side_scores_nothing_it_won() -> None:
    hands = {0: "AH 2H 2C 3C 4C 5C", 1: "JH 2D 3D 4D 5D 6D", 2: "HJ 2S 3S 4S 5S 6S", 3: "3H JD 7S 8S 9S TS"}
    game = play(pitch(hands, scores=(9, 0)), "AH JH HJ 3H fold")
    assert points(game) == {}
    assert game.scores == (7, 0)


# ---- Game


@pytest.mark.parametrize(
    ("first", "third", "tricks", "owner"),
    [
        ("5H", "HJ", "AH 5H HJ 7H 3H 6H 2S 5D", 0),
        ("HJ", "4H", "AH 6H 4H 7H 3H HJ 2S 5D", 1),
        ("5H", "4H", "AH 5H 4H 7H 3H 6H 2S 5D", None),
    ],
)
def test_contway_game_tie_to_the_tied_side_with_the_joker(
    first: str, third: str, tricks: str, owner: int | None
) -> None:
    """No pips but two aces: AH for seat 0, then AC for seat 1, who leads it to the third trick."""
    hands = {0: "AH 3H 2C 3C 4C 5C", 1: f"{first} 6H AC 2D 3D 4D", 2: f"{third} 2S 3S 4S 5S 6S", 3: "7H 7S 8S 9S 5D 6D"}
    game = play_on(play(pitch(hands), f"{tricks} play-on AC 3S 6D 2C"))
    assert points(game).get("game") == owner


# ---- Hickeys and the floor


def test_contway_a_set_is_a_hickey_and_never_falls_below_zero() -> None:
    game = play(pitch(ROBBED, call="5", scores=(3, 0)), "fold")
    assert game.scores == (0, 0)
    assert list(game.public.sets) == [1, 0]


def test_contway_a_made_bid_is_no_hickey() -> None:
    hands = {0: "AH KH JH JD HJ 2H", 1: "2C 3C 4C 5C 6C 7C", 2: "2S 3S 4S 5S 6S 7S", 3: "2D 3D 4D 5D 6D 7D"}
    game = play_on(pitch(hands, call="6"))
    assert (game.scores, game.results[-1].made, list(game.public.sets)) == ((6, 0), True, [0, 0])


# ---- The end


def test_contway_target_11() -> None:
    assert resolve("contway").target == 11
    game = play(pitch(ROBBED, scores=(2, 9)), "3H AH 4H JH fold")
    assert (game.scores, game.winners) == ((0, 11), (1,))


def test_contway_several_there_the_side_that_pitched_made_or_set() -> None:
    game = play(pitch(ROBBED, scores=(13, 30)), "3H AH 4H JH fold")
    assert (game.scores, game.winners) == ((11, 32), (0,))
    game = play(pitch(ROBBED, scores=(12, 30)), "3H AH 4H JH fold")
    assert (game.scores, game.winners) == ((10, 32), (1,))


# ---- The settlement, chips by seat


@pytest.mark.parametrize("hickeys", [(0, 0), (0, 3), (2, 1)])
def test_contway_each_loser_pays_one_and_his_sides_hickeys_to_one_winner(hickeys: tuple[int, int]) -> None:
    game = start("contway", ROBBED, scores=(4, 10), hickeys=hickeys)
    play(game, f"2 pass pass pass trump:H {STAND} 3H AH 4H JH fold")
    price = 1 + hickeys[0] + 1  # this deal's set is one more
    assert (game.winners, game.settlement) == ((1,), (-price, price, -price, price))
    assert sum(game.settlement or (1,)) == 0


def test_contway_a_drawn_game_settles_nothing() -> None:
    game = play(pitch(ROBBED, scores=(4, 2), max_deals=1), "fold")
    assert (game.scores, game.winners, game.settlement) == ((2, 2), (0, 1), (0, 0, 0, 0))


def test_contway_a_game_ended_by_the_limit_of_deals_is_settled() -> None:
    game = play(pitch(ROBBED, scores=(6, 2), max_deals=1), "fold")
    assert (game.winners, game.settlement) == ((0,), (1, -1, 1, -1))


def test_contway_nothing_is_settled_before_the_end_nor_in_other_games() -> None:
    game = play(pitch(ROBBED), "fold")
    assert game.settlement is None
    assert finish(start("auction[max_deals=1]")).settlement is None
