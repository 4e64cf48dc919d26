from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.schedules.schedule import HOUSE, Bout, Fill, Plan, Variant, round_robin, seated, side_order, variant_of
from referee.shuffle import pack_order
from referee.variants.catalogue import resolve

SEED = bytes(range(32))
NAMES = [f"bot{i:02}" for i in range(30)]


def variant(sides: int, seats: int | None = None) -> Variant:
    return Variant(spec=f"test[sides={sides}]", hash=f"{sides:064x}", seats=seats or sides, sides=sides)


def plan_of(names: list[str], *variants: Variant, bouts: int = 2, games: int = 3, fill: Fill = Fill.ERROR) -> Plan:
    return round_robin(names, variants, bouts=bouts, games=games, fill=fill)


@given(sides=st.integers(2, 9), more=st.integers(0, 3))
def test_every_lineup_of_k_meets_once_per_bout(sides: int, more: int) -> None:
    names = NAMES[: sides + more]
    plan = plan_of(names, variant(sides))
    assert [lineup.names for lineup in plan.lineups] == list(combinations(names, sides))
    assert plan.total_games == len(plan.lineups) * sides * plan.bouts * plan.games


@given(sides=st.integers(2, 9), factor=st.integers(1, 3), bouts=st.integers(1, 3))
def test_each_entrant_sits_on_each_side_and_seat_equally_often(sides: int, factor: int, bouts: int) -> None:
    plan = plan_of(NAMES[: sides + 1], variant(sides, seats=sides * factor), bouts=bouts)
    for bout in plan.all_bouts():
        seats = Counter(
            (name, seat) for match in plan.matches(bout) for seat, name in enumerate(match.seats(bout.key(SEED)))
        )
        assert set(seats.values()) == {1}
        assert len(seats) == sides * sides * factor


@given(st.integers(2, 30), st.integers(2, 4))
def test_ordinals_number_every_game_once_in_order(entrants: int, sides: int) -> None:
    if entrants < sides:
        return
    plan = (
        plan_of(NAMES[: min(entrants, 9)], variant(sides), variant(2)) if sides != 2 else plan_of(NAMES[:5], variant(2))
    )
    numbers = [
        plan.ordinal(match.bout, rotation=match.rotation, game=game)
        for bout in plan.all_bouts()
        for match in plan.matches(bout)
        for game in range(plan.games)
    ]
    assert numbers == list(range(plan.total_games))
    assert [plan.position(bout) for bout in plan.all_bouts()] == list(range(plan.total_bouts))
    for bout in plan.all_bouts():
        assert plan.find(bout.id) == bout


def test_find_knows_only_bouts_of_the_plan() -> None:
    plan = plan_of(NAMES[:3], variant(2))
    bout = next(plan.all_bouts())
    for wrong in ("", "x", bout.id[:-1], bout.id[:-1] + "2", bout.id[:-1] + "-1", bout.id.replace("bot00", "bot99")):
        assert plan.find(wrong) is None


def test_another_entrant_changes_no_existing_lineup() -> None:
    auction = variant_of(resolve("auction[seats=3]"))
    small, large = plan_of(NAMES[:4], auction), plan_of(NAMES[:6], auction)
    keys = {bout.id: (bout.key(SEED), seating(small, bout)) for bout in small.all_bouts()}
    grown = {bout.id: (bout.key(SEED), seating(large, bout)) for bout in large.all_bouts()}
    assert len(grown) > len(keys)
    assert keys.items() <= grown.items()


def seating(plan: Plan, bout: Bout) -> list[tuple[str, ...]]:
    return [match.seats(bout.key(SEED)) for match in plan.matches(bout)]


def test_no_deal_repeats_but_across_the_matches_of_a_bout() -> None:
    variants = [
        variant_of(resolve(spec)) for spec in ("auction[seats=3]", "auction[seats=3,target=11]", "roadhouse[seats=3]")
    ]
    plan = round_robin(NAMES[:5], variants, bouts=3, games=4, fill=Fill.ERROR)
    pack = resolve("auction").pack
    deals = [
        tuple(pack_order(bout.key(SEED), game, deal, pack))
        for bout in plan.all_bouts()
        for game in range(plan.games)
        for deal in range(6)
    ]
    assert len(set(deals)) == len(deals) == plan.total_bouts * plan.games * 6


def test_another_seed_gives_other_deals_and_seats() -> None:
    plan = plan_of(NAMES[:4], variant(3), bouts=8)
    one = [bout.key(SEED) for bout in plan.all_bouts()]
    two = [bout.key(bytes(32)) for bout in plan.all_bouts()]
    assert not set(one) & set(two)
    assert [side_order(k, NAMES[:3], sides=3) for k in one] != [side_order(k, NAMES[:3], sides=3) for k in two]


def test_base_order_is_drawn_evenly() -> None:
    plan = plan_of(NAMES[:3], variant(3), bouts=600)
    orders = Counter(side_order(bout.key(SEED), bout.lineup.names, sides=3) for bout in plan.all_bouts())
    assert len(orders) == 6
    assert min(orders.values()) > 60


@pytest.mark.parametrize("fill", [Fill.ERROR, Fill.ALTERNATE, Fill.HOUSE])
def test_fill_changes_nothing_where_there_are_bots_enough(fill: Fill) -> None:
    assert plan_of(NAMES[:4], variant(3), fill=fill) == plan_of(NAMES[:4], variant(3))


def test_too_few_bots_is_an_error_that_names_the_remedy() -> None:
    with pytest.raises(ConfigError, match=r"4 sides and there are 2 bots.*alternate.*house"):
        plan_of(NAMES[:2], variant(4))
    with pytest.raises(ConfigError):
        plan_of(NAMES[:1], variant(4), fill=Fill.ALTERNATE)
    with pytest.raises(ConfigError):
        plan_of([], variant(4), fill=Fill.HOUSE)


def test_more_lineups_than_can_be_planned_are_refused_at_once() -> None:
    names = [f"b{number}" for number in range(100)]
    with pytest.raises(ConfigError, match=r"16,007,560,800 line-ups of 100 bots.*`most_lineups`"):
        plan_of(names, variant(7))


def test_the_house_fills_up() -> None:
    plan = plan_of(NAMES[:2], variant(4), fill=Fill.HOUSE)
    (lineup,) = plan.lineups
    assert lineup.names == ("bot00", "bot01", HOUSE, HOUSE)
    assert lineup.rotations == 4
    bout = next(plan.all_bouts())
    where = Counter(
        (name, seat) for match in plan.matches(bout) for seat, name in enumerate(match.seats(bout.key(SEED)))
    )
    assert where["bot00", 0] == where["bot01", 3] == 1
    assert where[HOUSE, 0] == 2


def test_two_bots_alternate_on_four_sides() -> None:
    plan = plan_of(NAMES[:2], variant(4), fill=Fill.ALTERNATE)
    (lineup,) = plan.lineups
    assert lineup.rotations == 2
    bout = next(plan.all_bouts())
    seats = sorted(seating(plan, bout))
    assert seats == [("bot00", "bot01", "bot00", "bot01"), ("bot01", "bot00", "bot01", "bot00")]


def test_uneven_alternation_turns_all_the_way() -> None:
    plan = plan_of(NAMES[:2], variant(3), fill=Fill.ALTERNATE)
    bouts = list(round_robin(NAMES[:2], [variant(3)], bouts=50, games=1, fill=Fill.ALTERNATE).all_bouts())
    assert plan.lineups[0].rotations == 3
    twice = Counter(Counter(side_order(b.key(SEED), b.lineup.names, sides=3)).most_common()[0][0] for b in bouts)
    assert min(twice["bot00"], twice["bot01"]) > 10  # who has two sides is drawn per bout


def test_partners_sit_on_their_side() -> None:
    assert seated(("a", "b"), seats=4, rotation=0) == ("a", "b", "a", "b")
    assert seated(("a", "b"), seats=4, rotation=1) == ("b", "a", "b", "a")
    assert seated(("a", "b", "c"), seats=9, rotation=2) == ("c", "a", "b") * 3
