from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.schedules.designs import balance, gauntlet, some_of
from arena.schedules.schedule import Fill, Lineup, Plan, Variant, round_robin, seated
from arena.setup.config import load_config
from arena.setup.outlook import lines, outlook, to_json
from referee.shuffle import first_dealer
from tests.arena.helpers import SEED, config
from tests.arena.test_schedule import NAMES

MOST = 40


def unbalanced(plan: Plan, names: list[str], *, deals: int) -> list[str]:
    """Who sits on some seat, or deals, more or less often than on others, and whether all play equally much; a game has
    so many deals."""
    sat: Counter[tuple[str, int]] = Counter()
    dealt: Counter[str] = Counter()
    (variant,) = plan.variants
    for bout in plan.all_bouts():
        key = bout.key(SEED)
        for match in plan.matches(bout):
            where = match.seats(key)
            sat.update((name, seat) for seat, name in enumerate(where))
            for number in range(plan.games):
                first = first_dealer(key, number, variant.seats)
                dealt.update(where[(first + deal) % variant.seats] for deal in range(deals))
    wrong = []
    for name in names:
        counts = [sat[name, seat] for seat in range(variant.seats)]
        if len(set(counts)) > 1:
            wrong.append(f"{name} sits on the seats {counts} times")
        if dealt[name] * variant.seats != sum(counts) * plan.games * deals:
            wrong.append(f"{name} deals {dealt[name]} times of {sum(counts)} seats")
    if len(names) >= variant.sides and len({sat[name, 0] for name in names}) > 1:
        wrong.append("some play more than others")
    return wrong


def plan_for(sides: int, entrants: int, *, per_side: int = 1, games: int = 1, bouts: int = 2) -> tuple[Plan, list[str]]:
    names = NAMES[:entrants]
    variant = Variant(spec="test", hash="0" * 64, seats=sides * per_side, sides=sides)
    fill = Fill.ALTERNATE if entrants < sides else Fill.ERROR
    return round_robin(names, [variant], bouts=bouts, games=games, fill=fill, most_lineups=MOST), names


@pytest.mark.slow
@pytest.mark.parametrize("sides", range(2, 10))
def test_seats_and_deals_are_balanced_exactly(sides: int) -> None:
    """Every entrant of a complete schedule sits on each seat, and deals, equally often: 2 to 9 sides, 2 to 30 bots."""
    for entrants in range(2, 31):
        plan, names = plan_for(sides, entrants, per_side=1 + entrants % 2, bouts=1)
        assert unbalanced(plan, names, deals=1) == [], f"{entrants} bots"


@settings(max_examples=8, deadline=None)
@given(
    sides=st.integers(2, 9), entrants=st.integers(2, 30), per_side=st.integers(1, 2), games=st.integers(1, 3),
    deals=st.integers(1, 4),
)  # fmt: skip
def test_seats_are_balanced_whatever_the_games(
    sides: int, entrants: int, per_side: int, games: int, deals: int
) -> None:
    plan, names = plan_for(sides, entrants, per_side=per_side, games=games)
    assert unbalanced(plan, names, deals=deals) == []


def test_planted_faults_of_seating_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these is a mistake that a schedule could make."""
    plan, names = plan_for(3, 5)
    assert unbalanced(plan, names, deals=1) == []

    def stands_still(order: Sequence[str], *, seats: int, rotation: int) -> tuple[str, ...]:
        return seated(order, seats=seats, rotation=min(rotation, 1))

    def mirrored(order: Sequence[str], *, seats: int, rotation: int) -> tuple[str, ...]:
        found = seated(order, seats=seats, rotation=rotation)
        return found[::-1] if rotation == 2 else found

    for mistake in (stands_still, mirrored):
        with monkeypatch.context() as patch:
            patch.setattr("arena.schedules.schedule.seated", mistake)
            assert unbalanced(plan, names, deals=1), mistake.__name__
    with monkeypatch.context() as patch:
        patch.setattr(Lineup, "rotations", property(lambda lineup: lineup.variant.sides - 1))
        assert unbalanced(plan, names, deals=1), "a rotation is missing"
    short = replace(plan, lineups=plan.lineups[:-1])
    assert unbalanced(short, names, deals=1) == ["some play more than others"]


def test_seats_are_balanced_in_rounds_that_follow_from_results() -> None:
    for form, changes in (("swiss", {"bouts": 2}), ("knockout", {"bouts": 2}), ("adaptive", {"budget": 60})):
        flags = {"variants": ["auction[seats=2]"], "schedule": form, **changes}
        bots = [{"name": name, "command": ["true"]} for name in NAMES[:5]]
        plan = load_config(None, {"bots": bots, **flags}).config.plan()
        for bout in plan.all_bouts():
            seats = Counter((n, s) for match in plan.matches(bout) for s, n in enumerate(match.seats(bout.key(SEED))))
            assert set(seats.values()) == {1} and len(seats) == 4


@pytest.mark.parametrize(("count", "sides", "most"), [(7, 3, 10), (10, 3, 40), (9, 4, 40), (13, 4, 60), (12, 9, 60)])
def test_a_balanced_design_is_even(count: int, sides: int, most: int) -> None:
    names = tuple(NAMES[:count])
    found = some_of(names, sides, most)
    assert len(set(found)) == len(found) <= most < comb(count, sides)
    even = balance(names, found)
    assert even.games[0] == even.games[1]
    assert even.pairs[1] - even.pairs[0] <= 2
    assert even == balance(names, [*reversed(found)])


def test_a_perfect_design_is_found_where_it_is_easy() -> None:
    """Seven points, lines of three: the Fano plane, each pair on one line."""
    assert str(balance(NAMES[:7], some_of(tuple(NAMES[:7]), 3, 10))) == "7 line-ups, each bot in 3, each pair in 1"


def test_few_are_all() -> None:
    assert some_of(tuple(NAMES[:5]), 3, 10) == tuple(combinations(NAMES[:5], 3))


def test_a_gauntlet_has_the_hero_in_every_lineup() -> None:
    found = list(gauntlet("bot02", NAMES[:5], 3))
    assert len(found) == len(set(found)) == comb(4, 2)
    assert all("bot02" in lineup and list(lineup) == sorted(lineup) for lineup in found)


def test_the_plan_is_told(tmp_path: Path) -> None:
    wanted = config(tmp_path / "run")
    found = outlook(wanted, wanted.plan())
    text = "\n".join(lines(found))
    assert "auction[max_deals=3,seats=3]: 2 bouts, 12 games; 1 line-ups, each bot in 1, each pair in 1" in text
    assert found.decisions > found.games * 20
    assert json.loads(to_json(found))["games"] == wanted.plan().total_games


def test_a_gauntlet_is_not_thinned_out() -> None:
    flags = {"schedule": "gauntlet", "most_lineups": 5, "variants": ["auction"]}
    with pytest.raises(ConfigError, match="leave `most_lineups` out"):
        load_config(None, {**flags, "bots": [{"name": n, "command": ["true"]} for n in "abcd"]})
