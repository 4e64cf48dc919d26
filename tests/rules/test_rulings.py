"""Section 6, the rulings that hold everywhere: A8, A12, A14, A15, A16, A17, A23."""

from __future__ import annotations

import pytest

from referee.engine.actions import Ask
from referee.engine.errors import IllegalAction
from referee.engine.events import EventKind
from tests.rules.positions import TEN_HANDS, TEN_STOCK, asked, finish, hand, play, seen, start, trick_winners, trump

STAND = "throw: throw: throw: throw:"
# Hearts trump: seat 0 takes all four points, or seat 1 takes them from seat 0's king.
STRONG = {0: "AH KH QH JH TH 2H", 1: "2C 3C 4C 5C 6C 7C", 2: "2S 3S 4S 5S 6S 7S", 3: "2D 3D 4D 5D 6D 7D"}
WEAK = {0: "KH 2C 3C 4C 5C 6C", 1: "AH JH 2H TH 2D 3D", 2: "2S 3S 4S 5S 6S 7S", 3: "4D 5D 6D 7D 8D 9D"}


# ---- A8: what is asked


def test_a8_a_single_legal_card_is_asked() -> None:
    game = play(start("auction[seats=2]", {0: "AH KH", 1: "2H 3D"}), "2 pass AH")
    assert (game.ask, asked(game)) == (Ask.PLAY, (1, "2H"))


def test_a8_a_choice_of_cards_is_asked_even_if_one_answer_is_left() -> None:
    """Who held nothing but trumps could be told from not being asked."""
    game = play(start("partnership-draw", STRONG), "2 pass pass pass trump:H")
    assert asked(game) == (0, "throw 0 of none")
    assert asked(play(game, "throw:")) == (1, "throw 0-6 of 2C 3C 4C 5C 6C 7C")


def test_a8_exactly_the_surplus_of_worthless_trumps_is_asked() -> None:
    hands = {0: "AH KH QH JH JD HJ LJ TH 2C"}
    game = play(start("ten-point", hands), "pass pass pass 4 trump:H")
    while game.ask == Ask.WIDOW:
        play(game, "hand-on")
    assert asked(game) == (0, "burn 2 of QH KH")


def test_a8_what_the_rule_fixes_is_not_asked() -> None:
    """Ten-point throws all non-trumps, and fills up, without a question."""
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H")
    assert game.ask == Ask.WIDOW
    assert len(seen(game, 0, EventKind.THROW)) == 4


# ---- A12: declared trump and the first lead


@pytest.mark.parametrize("spec", ["partnership-draw", "contway"])
def test_a12_the_first_lead_must_be_a_trump_if_held(spec: str) -> None:
    hands = {0: "4H 2H AC KC QC JC", 1: "AH", 2: "KH", 3: "QH"}
    game = play(start(spec, hands), f"2 pass pass pass trump:H {STAND}")
    fold = " fold" if spec == "contway" else ""
    assert asked(game) == (0, "2H 4H" + fold)
    with pytest.raises(IllegalAction):
        play(game, "AC")
    play(game, "4H AH KH QH")
    if spec == "contway":
        play(game, "play-on")
    assert len(asked(game)[1].split()) == 5  # later leads are free


def test_a12_a_leader_without_a_trump_leads_anything() -> None:
    game = play(start("contway", {0: "2S AC KC QC TC 9C"}), f"2 pass pass pass trump:H {STAND}")
    assert asked(game) == (0, "9C TC QC KC AC 2S fold")


@pytest.mark.parametrize("spec", ["partnership-draw", "contway", "ten-point"])
def test_a12_any_suit_may_be_declared(spec: str) -> None:
    game = play(
        start(spec, {0: "AH KH QH TH 9H 8H"}), "5 pass pass pass" if spec != "partnership-draw" else "4 pass pass pass"
    )
    assert (game.ask, asked(game)) == (Ask.DECLARE, (0, "trump:C trump:D trump:H trump:S"))


# ---- A14: the stock too short


def test_a14_fill_until_the_stock_runs_out() -> None:
    """Eighteen cards for 5 + 5 + 5 + 5 places: seat 3 gets three and plays on with four cards; no widow is left."""
    stock = "2S 3S 4S 5S 6S 7S KH QH JH TH 9H 8H 7H 6H 5H JD HJ LJ"
    game = play(start("ten-point", {0: "AH", 1: "2H", 2: "3H", 3: "4H"}, stock), "4 pass pass pass trump:H")
    assert [count for _, _, count, _ in seen(game, 0, EventKind.DRAW)] == [5, 5, 5, 3]
    assert hand(game, 3) == "JD 4H LJ HJ"
    assert not seen(game, 0, EventKind.WIDOW)
    assert asked(game) == (0, "AH")
    finish(game)
    assert len(trick_winners(game)) >= 6  # the longest hand plays to the end


def test_a14_one_seat_gets_all_its_cards_before_the_next() -> None:
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H")
    assert [cards for _, _, _, cards in seen(game, 0, EventKind.OWN_DRAW)] == ["2S 3S 4S 5S 6S"]
    assert [cards for _, _, _, cards in seen(game, 1, EventKind.OWN_DRAW)] == ["7S 8S 9S TS JS"]
    assert [cards for _, _, _, cards in seen(game, 2, EventKind.OWN_DRAW)] == ["QS"]


# ---- A15: one seat at a time, face down or up


@pytest.mark.parametrize("spec", ["partnership-draw", "contway"])
def test_a15_each_seat_in_turn_sees_how_many_the_others_threw(spec: str) -> None:
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "KH 2D 3D 4D 5D 6D", 2: "2H 2S 3S 4S 5S 6S"}
    game = play(start(spec, hands, dealer=0), "2 pass pass pass trump:H")
    throws = ["throw:2D,3D", "throw:", "throw:", "throw:2C"]
    order = []
    for throw in throws:
        order.append(game.to_act)
        play(game, throw)
    assert order == [1, 2, 3, 0]
    public = [(who, count, cards) for _, who, count, cards in seen(game, 2, EventKind.THROW)]
    assert public == [(1, 2, ""), (2, 0, ""), (3, 0, ""), (0, 1, "")]  # face down: how many, not which
    assert [cards for *_, cards in seen(game, 1, EventKind.OWN_THROW)] == ["2D 3D"]


def test_a15_ten_point_throws_face_up() -> None:
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H")
    shown = {who: cards for _, who, _, cards in seen(game, 0, EventKind.THROW)}
    assert shown[2] == " ".join(card for card in shown[2].split() if card[1] in "CD")
    assert [len(shown[seat].split()) for seat in range(4)] == [8, 8, 4, 3]


# ---- A16: trumps may be thrown only as a surplus


def test_a16_worthless_trumps_go_first_with_free_choice_among_them() -> None:
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H hand-on")
    assert hand(game, 2) == "JD 3H 4H 5H 6H 7H LJ HJ"
    assert asked(game) == (2, "burn 2 of 4H 5H 6H 7H")
    for wrong in ("burn:3H,4H", "burn:4H", "burn:4H,5H,6H", "burn:", "burn:4H,8H"):
        with pytest.raises(IllegalAction):
            play(game, wrong)
    assert hand(play(game, "burn:5H,7H"), 2) == "JD 3H 4H 6H LJ HJ"


def test_a16_point_trumps_go_when_the_worthless_ones_do_not_suffice() -> None:
    hands = {0: "AH KH QH JH JD HJ LJ TH 3H"}
    game = play(start("ten-point", hands), "pass pass pass 4 trump:H keep-widow")
    assert asked(game) == (0, "burn 1 of JD 3H TH JH AH LJ HJ and QH KH")
    with pytest.raises(IllegalAction):
        play(game, "burn:3H,TH,QH")
    assert hand(play(game, "burn:3H,QH,KH"), 0) == "JD TH JH AH LJ HJ"


def test_a16_no_trump_may_be_thrown_in_partnership_draw() -> None:
    game = play(start("partnership-draw", {0: "AH 2H 3C 4C 5C 6C"}), "2 pass pass pass trump:H")
    assert asked(game) == (0, "throw 0-4 of 3C 4C 5C 6C")
    with pytest.raises(IllegalAction):
        play(game, "throw:2H")


def test_a16_contway_is_the_exception() -> None:
    game = play(start("contway", {0: "AH 2H 3C 4C 5C 6C"}), "2 pass pass pass trump:H")
    assert asked(game) == (0, "throw 0-6 of 3C 4C 5C 6C 2H AH")


# ---- A17: several at the target


def end(hands: dict[int, str], call: str, scores: tuple[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return scores and winners after a deal of partnership-draw (target 15) that seat 0 pitched."""
    game = finish(play(start("partnership-draw", hands, scores=scores), f"{call} pass pass pass trump:H {STAND}"))
    return game.scores, game.winners


def test_a17_one_side_at_the_target_wins_whoever_pitched() -> None:
    assert end(STRONG, "2", (11, 14)) == ((15, 14), (0,))
    assert end(WEAK, "2", (0, 11)) == ((-2, 15), (1,))
    assert end(STRONG, "2", (10, 14)) == ((14, 14), ())


def test_a17_the_pitching_side_that_made_wins_before_a_higher_one() -> None:
    assert end(STRONG, "2", (11, 40)) == ((15, 40), (0,))


def test_a17_a_pitching_side_that_was_set_has_no_right_of_way() -> None:
    assert end(WEAK, "4", (20, 12)) == ((16, 16), ())  # equal: another deal
    assert end(WEAK, "4", (20, 13)) == ((16, 17), (1,))
    assert end(WEAK, "4", (20, 11)) == ((16, 15), (0,))


# ---- A23: which suit was pitched


@pytest.mark.parametrize("spec", ["auction", "auction-partners", "roadhouse"])
@pytest.mark.parametrize("card", ["JH", "AS", "2C"])
def test_a23_one_consistent_suit_is_not_asked(spec: str, card: str) -> None:
    """No off-jacks and no jokers in these packs: the card led says it all."""
    game = play(start(spec, {0: card}), f"2 pass pass pass {card}")
    assert (game.ask, game.to_act) == (Ask.PLAY, 1)
    assert trump(game) == card[1]
