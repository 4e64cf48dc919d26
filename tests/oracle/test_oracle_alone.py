"""The oracle on its own: random games, and facts of section 6 that every sheet satisfies."""

from __future__ import annotations

from random import Random

import pytest

from . import OracleGame
from .cards import PLACE_IN_CODE_ORDER, trump_card
from .driving import draw_forfeits, new_game, random_answer, rename_suits, shuffled
from .layouts import EVERY_LAYOUT, Layout
from .sheets import NAMED_WITH_OPTIONS, SHEETS
from .table import NOBODY, Table

SOME_DEALS = 20  # of a random game; a few games are played without this limit

# What the points of a sheet come to, sheet by sheet as its paragraph says.
TOTALS = {
    "auction": 4, "auction-partners": 4, "auction-backdoor": 4, "barn": 4, "abacos": 4, "man-o-war": 4,
    "reverse": 4, "roadhouse": 4, "maryland-jack": 4, "partnership-draw": 4,
    "contway": 6, "contway-three": 6, "cell": 7, "southeast-missouri": 7, "seven-point-nebraska": 7,
    "juniper": 6, "two-trump": 9, "high-five": 17,
    "five-point": 5, "seven-point": 7, "eight-point": 8, "ten-point": 10, "eleven-point": 11,
    "thirteen-point": 13, "fourteen-point": 14, "fifteen-point": 15, "sixteen-point": 16,
    "ten-point-dirty": 10, "ten-point-reverse-hierarchy": 10, "ten-point-capture-low": 10,
    "ten-point-five-handed": 10, "oklahoma": 10, "razzle-dazzle": 10, "wahoo": 10, "campbell-ten": 10,
    "carthage": 10, "susqy-river": 10, "campbell-eleven": 11, "campbell-eleven-five-handed": 11,
    "seventeen-point": 17, "nine-five": 18, "nine-five-backdoor": 18, "nine-five-hotshot": 18,
    "northwest-connecticut": 18, "northeast-connecticut": 18,
}  # fmt: skip

ALL_POINTS_COUNT = ("campbell-ten", "carthage", "campbell-eleven", "campbell-eleven-five-handed")


def table_of(game: OracleGame) -> Table:
    assert game._table is not None
    return game._table


def new_layout_game(layout: Layout, first_dealer: int, max_deals: int) -> OracleGame:
    sheet, seats, sides, options = layout
    wanted = {**options, "max_deals": max_deals}
    return OracleGame(sheet, seats=seats, sides=sides, options=wanted, first_dealer=first_dealer)


def cards_everywhere(game: OracleGame) -> list[str]:
    table = table_of(game)
    cards = table.stock + table.burned
    for pile in table.hands + table.aside:
        cards = cards + pile
    cards += [t.card for t in table.thrown if not t.taken]
    cards += [f.card for f in table.forfeits if not f.taken]
    cards += [card for _seat, card in table.all_plays()]
    return sorted(cards, key=PLACE_IN_CODE_ORDER.__getitem__)


# --- what holds after every action and after every deal ---


def check_knowledge(game: OracleGame) -> None:
    """Everybody knows his own hand once he looked, and what was played; nobody is told of the stock
    or of another's face-down throws unless he searched them."""
    table = table_of(game)
    played = {card for _seat, card in table.all_plays()}
    for seat in range(game.seats):
        known = game.known(seat)
        in_hand = {card for card, place in known.items() if place == "hand"}
        assert in_hand == (set(table.hands[seat]) if seat in table.looked else set())
        assert {card for card, place in known.items() if place == "played"} == played
        assert table.searched_by == seat or not set(known) & set(table.stock)
        others = [t for t in table.thrown if t.seat != seat and not t.taken and t.card not in played]
        assert {t.card for t in others if t.face_up} <= set(known)
        if table.searched_by != seat:
            told = {card for card, place in known.items() if place != "taken"}
            assert not told & {t.card for t in others if not t.face_up}
        if not table.passed_out and table.misdeal_shown_by is None:
            assert not any(set(known) & set(table.hands[other]) - thrown_by(table, seat) - lost_by(table, seat)
                           for other in range(game.seats) if other != seat)  # fmt: skip


def thrown_by(table: Table, seat: int) -> set[str]:
    """A searcher may hold what this seat threw: it still tells where it put the card."""
    return {t.card for t in table.thrown if t.seat == seat or t.face_up}


def lost_by(table: Table, seat: int) -> set[str]:
    return {f.card for f in table.forfeits if f.seat == seat}


def check_last_deal(game: OracleGame, before: tuple[int, ...]) -> None:
    result, table = game.results[-1], table_of(game)
    assert list(result.points) == [point.name for point in game.sheet.points]
    assert result.scores == game.scores
    if result.pitcher is None:
        assert result.contract is None and result.made is None and result.tricks == ()
        assert set(result.points.values()) == {None} and result.scores == before
        assert result.misdeal or game.sheet.may_pass_out
        return
    for plays, winner in result.tricks:
        dead = game.sheet.name == "carthage" and winner == NOBODY
        assert dead or winner in [seat for seat, _card in plays]
    if not result.folded:
        check_points(game)
        assert all(not table.hands[seat] or seat in table.up for seat in range(game.seats))


def check_points(game: OracleGame) -> None:
    """Points that carry a card fell to nobody only if the card was not played."""
    result, table = game.results[-1], table_of(game)
    played = [card for _seat, card in table.all_plays()]
    assert table.trump is not None
    trumps_played = [card for card in table.trumps() if card in played]
    for point in game.sheet.points:
        owner = result.points[point.name]
        if point.what in ("highest", "lowest"):
            assert (owner is None) == (not trumps_played)
        elif point.what in game.sheet.trump_names:
            card = trump_card(point.what, table.trump)
            assert (owner is None) == (card not in played) or game.sheet.name in ALL_POINTS_COUNT
    if game.sheet.name in ALL_POINTS_COUNT:
        assert None not in result.points.values()


# --- random games ---


def play_random_game(game: OracleGame, random: Random) -> None:
    before = game.scores
    pack = list(game.pack)
    while not game.over:
        if game.needs_deal():
            assert game.to_act() is None and game.legal() == ()
            before = game.scores
            game.deal(shuffled(game, random))
        draw_forfeits(game, random)
        assert game.legal() and cards_everywhere(game) == pack
        game.apply(random_answer(game, random))
        if random.random() < 0.1:
            check_knowledge(game)
        if game.needs_deal() or game.over:
            check_last_deal(game, before)


@pytest.mark.parametrize("layout", EVERY_LAYOUT, ids=str)
def test_random_games_end_and_keep_all_cards(layout: Layout) -> None:
    for seed in range(2):
        game = new_layout_game(layout, seed % layout[1], SOME_DEALS)
        assert sum(point.worth for point in game.sheet.points) == TOTALS[layout[0]] + ("tens" in layout[3])
        play_random_game(game, Random(f"{layout}{seed}"))
        assert game.winners and len(game.results) <= SOME_DEALS
        assert (game.settlement is not None) == layout[0].startswith("contway")
        assert sum(game.settlement or ()) == 0


@pytest.mark.parametrize("sheet", ["auction", "contway", "reverse"])
def test_games_end_at_last(sheet: str) -> None:
    layout: Layout = (sheet, 4, 4, {}) if sheet != "contway" else (sheet, 4, 2, {})
    game = new_layout_game(layout, 0, 200)
    play_random_game(game, Random(sheet))
    assert game.winners and len(game.results) <= 200


def test_every_named_sheet_is_played() -> None:
    names = set(SHEETS) | set(NAMED_WITH_OPTIONS)
    assert len(names) == 45
    assert {layout[0] for layout in EVERY_LAYOUT} == names == set(TOTALS)


# --- names do not matter ---


@pytest.mark.parametrize("layout", EVERY_LAYOUT, ids=str)
def test_names_of_suits_and_seats_do_not_matter(layout: Layout) -> None:
    """Suits renamed within the colours, colours swapped, seats and dealer rotated by one."""
    random = Random(f"{layout}")
    suits = random.choice(["SDHC", "CHDS", "DCSH", "HCSD"])
    rename = rename_suits(dict(zip("CDHS", suits, strict=True)))
    one = new_layout_game(layout, 0, 200)
    two = new_layout_game(layout, 1, 200)
    while not one.over and len(one.results) < SOME_DEALS:
        if one.needs_deal():
            pack = shuffled(one, random)
            one.deal(pack)
            two.deal([rename(card) for card in pack])
        answer = random_answer(one, random)
        one.apply(answer)
        two.apply(rename(answer))
        for seat, place in draw_forfeits(one, random).items():
            two.forfeit((seat + 1) % one.seats, place)
        if random.random() < 0.1 or one.needs_deal():
            for seat in range(one.seats):
                known = {rename(card): place for card, place in one.known(seat).items()}
                assert two.known((seat + 1) % one.seats) == known
    for result_one, result_two in zip(one.results, two.results, strict=True):
        step = 0 if one.sheet.called_partner else 1
        assert result_two.points == {
            name: None if side is None else (side + step) % one.sides for name, side in result_one.points.items()
        }
    assert two.scores == one.scores[-1:] + one.scores[:-1]
    assert [r.made for r in one.results] == [r.made for r in two.results]
    assert [r.folded for r in one.results] == [r.folded for r in two.results]
    assert two.over == one.over and len(two.winners) == len(one.winners)


# --- what is refused ---


@pytest.mark.parametrize(
    ("sheet", "seats", "sides", "options", "dealer"),
    [
        ("bridge", 4, 2, {}, 0),
        ("auction", 8, 8, {}, 0),
        ("auction", 4, 2, {}, 0),
        ("contway", 4, 2, {"backdoor": 11}, 0),
        ("ten-point", 4, 2, {"dirty": "yes"}, 0),
        ("ten-point", 4, 2, {"reverse_hierarchy": True, "capture_low": True}, 0),
        ("ten-point-capture-low", 4, 2, {"reverse_hierarchy": True}, 0),
        ("seventeen-point", 4, 2, {"dirty": True}, 0),
        ("campbell-ten", 4, 2, {"doubled": True}, 0),
        ("nine-five", 4, 2, {"backdoor": 100}, 0),
        ("juniper", 9, 3, {"backdoor": 10}, 0),
        ("two-trump", 8, 2, {}, 0),
        ("two-trump", 4, 2, {"min": 5}, 0),
        ("juniper", 9, 9, {}, 0),
        ("maryland-jack", 4, 2, {}, 0),
        ("roadhouse", 4, 2, {"low": "holder"}, 0),
        ("roadhouse", 4, 2, {"target": 0}, 0),
        ("roadhouse", 4, 2, {"max_deals": True}, 0),
        ("roadhouse", 4, 2, {}, 4),
    ],
)
def test_wrong_games_are_refused(sheet: str, seats: int, sides: int, options: dict[str, object], dealer: int) -> None:
    with pytest.raises(ValueError):
        new_game(sheet, seats, sides, dealer, options)


def test_wrong_moves_are_refused() -> None:
    game = new_game("auction", 3, 3, dealer=0)
    with pytest.raises(ValueError):
        game.apply("pass")
    with pytest.raises(ValueError):
        game.deal(game.pack[1:])
    game.deal(game.pack)
    with pytest.raises(ValueError):
        game.deal(game.pack)
    with pytest.raises(ValueError):
        game.apply("5")
    with pytest.raises(ValueError):
        game.forfeit(1, 0)
    assert game.to_act() == 1 and game.legal() == ("pass", "1", "2", "3", "4")
