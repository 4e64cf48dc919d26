"""How many ways there are: auctions counted on paper, ends of play counted by the oracle."""

from __future__ import annotations

from math import comb, factorial, prod

import pytest

from referee.engine.actions import Ask, Pick, call_code
from referee.engine.cards import NAMES
from referee.engine.game import Game
from referee.engine.kinds import Looking, Steal, Stuck
from referee.engine.notation import token
from referee.variants.catalogue import names
from tests.catalogue.agreement import oracle_for
from tests.catalogue.tables import layouts, new_game
from tests.oracle import OracleGame
from tests.perft.counting import OracleStart, answers, ends, late, leaves, oracle_ends, oracle_leaves
from tests.rules.positions import TEN_HANDS, TEN_STOCK, play, start

# ---- Auctions
#
# n seats speak before the dealer, there are c calls in order, the c-th ends the auction. A sequence of speakers in
# which j of them call, ending in the k-th call, can be had in comb(n, j) * comb(k - 1, j - 1) ways: who calls, and
# which lower calls were made.
#   all pass                 the stuck dealer has s calls:                                       s
#   k < c stands at the end  the dealer passes, calls one of c - k higher, or steals (steal = 1):
#                            sum over j, k of comb(n, j) comb(k - 1, j - 1) (1 + c - k + steal)
#   a top call ends it       the m-th speaks it after j calls of the m - 1 before him; summed over m:
#                            sum over j of comb(n, j + 1) comb(c - 1, j)


def on_paper(n: int, c: int, s: int, steal: int) -> int:
    reaching_the_dealer = sum(
        comb(n, j) * comb(k - 1, j - 1) * (1 + c - k + steal) for j in range(1, n + 1) for k in range(j, c)
    )
    ended_by_the_top_call = sum(comb(n, j + 1) * comb(c - 1, j) for j in range(n))
    return s + reaching_the_dealer + ended_by_the_top_call


# A spec for each sheet and seat count, with its seats.
SEATED = {spec: new_game(spec).sheet.seats for name in names() for spec in layouts(name)}
AUCTIONS = [
    # auction: c = 4, s = 3, steal. 3 + (12 n + 10 C(n,2) + 3 C(n,3)) + (n + 3 C(n,2) + 3 C(n,3) + C(n,4))
    #        = 3 + 13 n + 13 C(n,2) + 6 C(n,3) + C(n,4)
    ("auction[seats=2]", (1, 4, 3, 1), 16),
    ("auction[seats=3]", (2, 4, 3, 1), 42),
    ("auction", (3, 4, 3, 1), 87),
    ("auction[seats=5]", (4, 4, 3, 1), 158),
    ("auction[seats=6]", (5, 4, 3, 1), 263),
    ("auction[seats=7]", (6, 4, 3, 1), 411),
    ("auction-partners", (3, 4, 3, 1), 87),
    # roadhouse and partnership-draw: 2 3 4 moon, so c = 4, s = 4, no steal.
    # 4 + (9 n + 7 C(n,2) + 2 C(n,3)) + (n + 3 C(n,2) + 3 C(n,3) + C(n,4)) = 4 + 10 n + 10 C(n,2) + 5 C(n,3) + C(n,4)
    ("roadhouse[seats=3]", (2, 4, 4, 0), 34),
    ("roadhouse", (3, 4, 4, 0), 69),
    ("roadhouse[seats=5]", (4, 4, 4, 0), 125),
    ("roadhouse[seats=6]", (5, 4, 4, 0), 209),
    ("roadhouse[seats=7]", (6, 4, 4, 0), 329),
    ("partnership-draw", (3, 4, 4, 0), 69),
    # contway: 2 to 6, so c = 5, s = 1, n = 3: 1 + (14 * 3 + 16 * 3 + 9) + (3 + 4 * 3 + 6)
    ("contway", (3, 5, 1, 0), 121),
    # ten-point: 4 to 10 and moon, so c = 8, s = 1, n = 3: 1 + (35 * 3 + 77 * 3 + 105) + (3 + 7 * 3 + 21)
    ("ten-point", (3, 8, 1, 0), 487),
]


@pytest.mark.parametrize(("spec", "numbers", "count"), AUCTIONS)
def test_auctions_counted_on_paper(spec: str, numbers: tuple[int, int, int, int], count: int) -> None:
    game = new_game(spec)
    game.deal(game.tables.pack)
    assert on_paper(*numbers) == count
    assert leaves(game, lambda following: following.ask != Ask.CALL) == count


def plain(spec: str) -> bool:
    """Whether nobody's cards matter in the auction, and everybody has looked."""
    return new_game(spec).tables.plain_auction and new_game(spec).sheet.looking is Looking.AT_ONCE


@pytest.mark.parametrize("spec", [spec for spec in SEATED if plain(spec)])
def test_auctions_of_every_plain_table_are_those_of_the_formula(spec: str) -> None:
    """What the formula needs is read off RULES.md for the tables above, here off the sheet."""
    game = new_game(spec)
    game.deal(game.tables.pack)
    sheet = game.sheet
    steal = int(sheet.steal is Steal.DEALER_EQUALS)
    stuck = 1 if sheet.stuck is Stuck.EXACTLY else sum(call >= call_code(sheet.stuck_from) for call in sheet.calls)
    assert leaves(game, lambda following: following.ask != Ask.CALL) == on_paper(
        sheet.seats - 1, len(sheet.calls), stuck, steal
    )


@pytest.mark.parametrize("spec", [spec for spec in SEATED if not plain(spec) and SEATED[spec] <= 5])
def test_other_auctions_are_counted_by_the_oracle(spec: str) -> None:
    """Looking or not, forced nines, misdeals and passing out: counted from the calls of the last two seats."""
    game, start, actions = last_calls(spec)
    count = leaves(game, lambda following: following.ask not in (Ask.LOOK, Ask.CALL))
    assert count > 1
    assert oracle_leaves(start, actions, auction_is_over) == count


def last_calls(spec: str) -> tuple[Game, OracleStart, list[str]]:
    """Return a deal in which all but two seats have looked and passed, or called as they must."""
    game = new_game(spec)
    pack, drawn = list(game.tables.pack), [0] * game.tables.seats
    game.deal(pack, drawn)
    actions: list[str] = []
    while game.to_act != (game.view(0)[1] - 1) % game.tables.seats:
        legal = game.legal()
        assert not isinstance(legal, Pick)
        actions.append(token(legal[0], game.ask, game.sheet))
        game.apply(legal[0])

    def start() -> tuple[OracleGame, list[int]]:
        oracle = oracle_for(spec, 0)
        oracle.deal([NAMES[card] for card in pack])
        return oracle, drawn

    return game, start, actions


def auction_is_over(oracle: OracleGame) -> bool:
    choices = oracle.legal()
    asked = choices if isinstance(choices, tuple) else ()
    return not any(text in ("pass", "look") or text in oracle.sheet.calls for text in asked)


# ---- Choices of cards


def test_throws_counted_on_paper() -> None:
    """Any set of k cards: 2 to the k. Contway throws of six, partnership-draw of the four that are no trumps."""
    hands = {0: "AH 2H 3C 4C 5C 6C"}
    assert answers(play(start("contway", hands), "2 pass pass pass trump:H").legal()) == 2**6
    assert answers(play(start("partnership-draw", hands), "2 pass pass pass trump:H").legal()) == 2**4


def test_burns_counted_on_paper() -> None:
    """Two of four worthless trumps: C(4, 2). One of seven point trumps: 7."""
    game = play(start("ten-point", TEN_HANDS, TEN_STOCK), "4 pass pass pass trump:H hand-on")
    assert answers(game.legal()) == 6
    hands = {0: "AH KH QH JH JD HJ LJ TH 3H"}
    assert answers(play(start("ten-point", hands), "pass pass pass 4 trump:H keep-widow").legal()) == 7


# ---- Ends of play counted on paper


def last_tricks(spec: str, hands: dict[int, str], actions: str) -> Game:
    return play(start(spec, hands), actions)


def test_last_two_tricks_of_strangers() -> None:
    """Three seats, two cards each, no suit in common: 2 * 2 * 2 first tricks, each with one last trick: 8."""
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2D 3D 4D 5D 6D 7D", 2: "2S 3S 4S 5S 6S 7S"}
    tricks = "AH 2D 2S 2C 3D 3S 3C 4D 4S 4C 5D 5S"
    game = last_tricks("auction[seats=3]", hands, f"2 pass pass {tricks}")
    assert sum(ends(game).values()) == 8


def test_last_three_tricks_of_strangers() -> None:
    """The same a trick earlier: (3!) ** 3 = 216."""
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2D 3D 4D 5D 6D 7D", 2: "2S 3S 4S 5S 6S 7S"}
    game = last_tricks("roadhouse[seats=3]", hands, "2 pass pass AH 2D 2S 2C 3D 3S 3C 4D 4S")
    assert sum(ends(game).values()) == 216


def test_following_cuts_the_ways() -> None:
    """Two seats. Seat 0 leads KC or 3D; seat 1 holds 5C and QH (trump).

    On KC it follows or trumps, on 3D it trumps or throws: 2 ways each, one last trick each. Strict: 5C must follow KC.
    """
    hands = {0: "AH TH 9H 8H KC 3D", 1: "2H 3H 4H 5H 5C QH"}
    tricks = "AH 2H TH 3H 9H 4H 8H 5H"
    assert sum(ends(last_tricks("auction[seats=2]", hands, f"2 pass {tricks}")).values()) == 4
    hands = {0: "AH TH 9H 8H KC 3D", 1: "2H 3H 4H 5H 5C QH", 2: "2S 3S 4S 5S 6S 7S"}
    tricks = "AH 2H 2S TH 3H 3S 9H 4H 4S 8H 5H 5S"
    strict = last_tricks("roadhouse[seats=3]", hands, f"2 pass pass {tricks}")
    assert sum(ends(strict).values()) == 2 + 2 * 2  # seat 2 has two cards in the first of the two tricks


def test_last_two_tricks_of_contway_with_folds() -> None:
    """Four strangers, two cards each, the pitcher on lead: a fold, or 2 cards * 2 * 2 * 2 answers; then, whoever leads,
    a fold or the last trick: 1 + 16 * 2 = 33."""
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "2D 3D 4D 5D 6D 7D", 2: "2S 3S 4S 5S 6S 7S", 3: "8D 9D TD 8S 9S TS"}
    tricks = "AH 2D 2S 8S 2C 3D 3S 9S 3C 4D 4S TS 4C 5D 5S 8D"
    game = last_tricks("contway", hands, f"2 pass pass pass trump:H throw: throw: throw: throw: {tricks}")
    assert sum(ends(game).values()) == 33


@pytest.mark.parametrize("number", range(6))
def test_only_trumps_anything_goes(number: int) -> None:
    """Ten-point: every card in hand may always be played, so a seat with k cards plays them in k! orders."""
    game, _, _ = late("ten-point", number, 3)
    assert sum(ends(game).values()) == prod(factorial(size) for size in game.view(0)[3])


# ---- Ends of play counted by the oracle

EVERY_SHEET = [(name, 1, 2) for name in names()]
POSITIONS = [
    *[("auction[seats=3]", number, 3) for number in (1, 2, 3)],
    *[("roadhouse[seats=3]", number, 3) for number in (4, 5, 6)],
    *[(spec, number, 2) for spec in ("auction", "auction[low=holder]", "auction-partners") for number in (1, 7, 8)],
    *[(spec, number, 2) for spec in ("roadhouse", "roadhouse[sides=2]", "partnership-draw") for number in (3, 9)],
    *[(spec, 5, 2) for spec in ("auction[seats=7]", "roadhouse[seats=6]")],
    *[("contway", number, 2) for number in range(9, 14)],
    *[("ten-point", number, 3) for number in (14, 15, 18)],
    ("ten-point[dirty=true]", 16, 4),
    *[("ten-point[dirty=true]", number, 3) for number in (17, 18)],
    ("auction", 1, 3),
]


@pytest.mark.parametrize(("spec", "number", "left"), [*POSITIONS, *EVERY_SHEET])
def test_ends_counted_by_the_oracle(spec: str, number: int, left: int) -> None:
    """The same number of ways, to the same scores and winners."""
    game, oracle, actions = late(spec, number, left)
    found = ends(game)
    assert found == oracle_ends(oracle, actions)


def test_positions_are_worth_counting() -> None:
    """Together they have many ways, with different outcomes."""
    counted = [ends(late(*position)[0]) for position in POSITIONS]
    assert sum(count.total() for count in counted) > 700
    assert sum(len(count) for count in counted) > 1.5 * len(POSITIONS)
    assert not isinstance(late(*POSITIONS[0])[0].legal(), Pick)
