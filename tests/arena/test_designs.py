from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config import load_config
from arena.designs import balance, gauntlet, some_of
from arena.errors import ConfigError
from arena.outlook import lines, outlook, to_json
from arena.schedule import Fill, Variant, round_robin
from referee.shuffle import first_dealer
from tests.arena.helpers import SEED, config
from tests.arena.test_schedule import NAMES

MOST = 40


@settings(max_examples=12, deadline=None)
@given(sides=st.integers(2, 9), entrants=st.integers(2, 30), per_side=st.integers(1, 2), games=st.integers(1, 3))
def test_seats_and_deals_are_balanced_exactly(sides: int, entrants: int, per_side: int, games: int) -> None:
    """Every entrant of a complete schedule sits on each seat, and deals first, equally often."""
    names = NAMES[:entrants]
    variant = Variant(spec="test", hash="0" * 64, seats=sides * per_side, sides=sides)
    fill = Fill.ALTERNATE if entrants < sides else Fill.ERROR
    plan = round_robin(names, [variant], bouts=2, games=games, fill=fill, most_lineups=MOST)
    sat: Counter[tuple[str, int]] = Counter()
    dealt: Counter[str] = Counter()
    for bout in plan.all_bouts():
        key = bout.key(SEED)
        for match in plan.matches(bout):
            where = match.seats(key)
            sat.update((name, seat) for seat, name in enumerate(where))
            dealt.update(where[first_dealer(key, game, variant.seats)] for game in range(games))
    for name in names:
        counts = {sat[name, seat] for seat in range(variant.seats)}
        assert len(counts) == 1
        assert dealt[name] == counts.pop() * games
    if entrants >= sides:
        assert len({sat[name, 0] for name in names}) == 1, "everybody plays equally much"


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
