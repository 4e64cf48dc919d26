"""Schedules that follow from results: Swiss, knockout, adaptive."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.checking.replays import verify
from arena.errors import ConfigError, RunError
from arena.records.derived import write_derived
from arena.records.journal import body_of, encode
from arena.records.rundir import Run, create_run, read_on, read_run, resume_run
from arena.schedules import adaptive, knockout, swiss
from arena.schedules.designs import Format
from arena.schedules.growing import grow, standing_lines
from arena.schedules.growth import Rules, first_plan, next_plan, told
from arena.schedules.rounds import RoundsPlan
from arena.schedules.schedule import Variant
from arena.schedules.scores import Score, standing
from arena.setup.bots import Bot
from arena.setup.config import load_config
from arena.statistics.facts import BoutFact
from tests.arena.helpers import SEED, all_matches, config, fill
from tests.stats.synthetic import duel, game

NAMES = tuple(f"bot{n:02}" for n in range(16))
TWO = Variant(spec="auction[seats=2]", hash="0" * 64, seats=2, sides=2)
THREE = Variant(spec="auction[seats=3]", hash="1" * 64, seats=3, sides=3)


def rules(form: Format, count: int, *variants: Variant, **changes: object) -> Rules:
    return Rules(format=form, names=NAMES[:count], variants=variants or (TWO,), bouts=1, games=1, **changes)  # type: ignore[arg-type]


def plays(plan: RoundsPlan, strengths: dict[str, float], generator: np.random.Generator) -> list[BoutFact]:
    """The last round of the plan, played by bots of these strengths."""
    found = []
    for one in plan.rounds[-1]:
        names, games = one.lineup.names, []
        for rotation in range(len(names)):
            seat = [names[(rotation + side) % len(names)] for side in range(len(names))]
            height = np.array([strengths[name] for name in seat]) + generator.gumbel(size=len(names))
            games.append(game(seat, np.argsort(np.argsort(-height)).tolist(), rotation=rotation))
        variant = "auction[seats=2]" if len(names) == 2 else "auction[seats=3]"
        found.append(BoutFact(variant=variant, names=names, number=one.number, games=tuple(games)))
    return found


def played_out(known: Rules, strengths: dict[str, float], seed: int) -> tuple[RoundsPlan, list[list[BoutFact]]]:
    plan, generator = first_plan(known), np.random.default_rng(seed)
    rounds: list[list[BoutFact]] = []
    while not plan.closed:
        if len(rounds) < len(plan.rounds):
            rounds.append(plays(plan, strengths, generator))
        plan = next_plan(known, plan, rounds)
    return plan, rounds


@settings(max_examples=25, deadline=None)
@given(count=st.integers(2, 16), seed=st.integers(0, 1000))
def test_nobody_meets_twice_in_a_swiss_system_and_sitting_out_goes_round(count: int, seed: int) -> None:
    known = rules(Format.SWISS, count)
    plan, rounds = played_out(known, dict.fromkeys(NAMES, 0.0), seed)
    assert len(plan.rounds) == known.last
    met = Counter(bout.lineup.names for bout in plan.all_bouts())
    if count > known.last + 2:  # with as few as rounds, the last pairing may not exist
        assert set(met.values()) == {1}
    for bouts in plan.rounds:
        seated = [name for one in bouts for name in one.lineup.names]
        assert len(seated) == len(set(seated)) == count - count % 2
    out = [one.sat_out for one in standing(known.names, rounds)]
    assert max(out) <= 1 and sum(out) == known.last * (count % 2)


def test_sitting_out_goes_round_in_each_variant() -> None:
    """Who sits out of one variant plays in the other, and has sat out of the first all the same."""
    known = rules(Format.SWISS, 5, TWO, THREE, rounds=5)
    plan, _ = played_out(known, dict.fromkeys(NAMES, 0.0), 1)
    for variant, rest in ((TWO, 1), (THREE, 2)):
        played = Counter(name for one in plan.bouts_of(variant) for name in one.lineup.names)
        assert played == dict.fromkeys(known.names, 5 - rest), variant.spec


@pytest.mark.parametrize(("count", "variants"), [(4, (THREE,)), (3, (TWO, THREE)), (5, (THREE,)), (3, (TWO,))])
def test_everybody_plays_in_every_variant_in_the_usual_number_of_rounds(
    count: int, variants: tuple[Variant, ...]
) -> None:
    plan, _ = played_out(rules(Format.SWISS, count, *variants), dict.fromkeys(NAMES, 0.0), 1)
    for variant in variants:
        assert {name for one in plan.bouts_of(variant) for name in one.lineup.names} == set(NAMES[:count])


def test_where_somebody_must_meet_again_as_few_do_as_can() -> None:
    """Of six after three rounds nobody has met only within a-c-e and b-d-f: one pair must meet again, not three."""
    met = {(one, other): 1 for one in "ace" for other in "bdf"}
    met = {(min(pair), max(pair)): count for pair, count in met.items()}
    assert swiss.pairs("abcdef", met) == [("a", "b"), ("c", "e"), ("d", "f")]
    met = dict.fromkeys([("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")], 3) | {("b", "d"): 4}
    assert swiss.pairs("abcd", met) == [("a", "b"), ("c", "d")]


def test_those_who_stand_alike_meet() -> None:
    known = rules(Format.SWISS, 8)
    plan = first_plan(known)
    assert [one.lineup.names for one in plan.rounds[0]] == [(NAMES[n], NAMES[n + 4]) for n in range(4)]
    upper = [duel(NAMES[n], NAMES[n + 4], "ww", variant="auction[seats=2]") for n in range(4)]
    plan = next_plan(known, plan, [upper])
    assert [one.lineup.names for one in plan.rounds[1]] == [(NAMES[n], NAMES[n + 1]) for n in (0, 2, 4, 6)]


def test_a_standing_is_broken_by_opponents_then_points_then_names() -> None:
    first = [duel("a", "d", "wl"), duel("b", "c", "wl")]
    second = [duel("a", "c", "wl"), duel("b", "d", "ww")]
    table = standing(("d", "c", "b", "a"), [first, second])
    assert [(one.name, one.score) for one in table] == [("b", 1.5), ("c", 1.0), ("a", 1.0), ("d", 0.5)]
    assert [one.opponents for one in table] == [1.5, 2.5, 1.5, 2.5]
    level = standing(("x", "y"), [[duel("x", "y", "wl")]])
    assert [one.name for one in level] == ["x", "y"], "level in everything: as they are named"


def test_tables_of_three_are_filled_from_the_top_with_whom_one_has_not_met() -> None:
    def scores(names: Sequence[str]) -> list[Score]:
        return [Score(name=name, score=0, opponents=0, forfeits=0, lead=0, sat_out=int(name == "g")) for name in names]

    met = {("a", "b"): 1, ("a", "c"): 1}
    found = swiss.tables(scores("abcdefg"), met, 3, first=False)
    assert found == [("a", "d", "e"), ("b", "c", "g")], "f sits out: g has done so before"


def test_a_knockout_bracket() -> None:
    assert knockout.pairings(knockout.first_slots(NAMES[:8])) == [
        (NAMES[0], NAMES[7]), (NAMES[3], NAMES[4]), (NAMES[1], NAMES[6]), (NAMES[2], NAMES[5]),
    ]  # fmt: skip
    six = knockout.first_slots(NAMES[:6])
    assert knockout.pairings(six) == [(NAMES[3], NAMES[4]), (NAMES[2], NAMES[5])]
    through = knockout.next_slots(six, [duel(NAMES[3], NAMES[4], "ll"), duel(NAMES[2], NAMES[5], "wl")], NAMES)
    assert through == [NAMES[0], NAMES[4], NAMES[1], NAMES[2]], "level in wins and points: who is named first"


def test_a_pairing_that_is_level_in_wins_goes_by_points() -> None:
    level = duel("a", "b", "wl")
    better = replace(level.games[1], scores=(9, -9) if level.games[1].entrants[0] == "b" else (-9, 9))
    assert knockout.winner(("a", "b"), [replace(level, games=(level.games[0], better))], "ab") == "b"


def test_points_of_forfeited_games_break_no_tie() -> None:
    """The house made them. Who is level and forfeited more is behind, and gains nothing by giving a lost game up."""
    played, given = duel("a", "b", "wl").games
    given = replace(given, scores=(-9, 9), forfeited=(given.entrants.index("a"),))  # a gave up; its seat scored 9
    bouts = [replace(duel("a", "b", "wl"), games=(played, given))]
    assert given.entrants == ("b", "a")
    assert knockout.winner(("a", "b"), bouts, "ab") == "b"
    first, second = standing("ab", [bouts])
    assert (first.name, first.forfeits, first.lead) == ("b", 0, -1.0)
    assert (second.name, second.forfeits, second.lead) == ("a", 1, 1.0), "of the game that was played"


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_one_is_left_of_a_knockout(count: int) -> None:
    known = rules(Format.KNOCKOUT, count)
    plan, rounds = played_out(known, dict.fromkeys(NAMES, 0.0), count)
    assert plan.total_bouts == count - 1 and len(plan.rounds) == known.last
    lost = Counter(NAMES[:count])
    for bouts in rounds:
        for one in bouts:
            lost.subtract(set(one.names) - {knockout.winner((one.names[0], one.names[1]), [one], NAMES)})
    (champion,) = (name for name, left in lost.items() if left)
    assert list(told(known, plan, rounds))[-1] == f"{champion} wins the knockout."


def test_an_adaptive_schedule_settles_an_order_and_plays_where_it_is_close() -> None:
    strengths = dict(zip(NAMES, (3.6, 2.0, 0.3, -0.3, -2.0), strict=False))
    known = rules(Format.ADAPTIVE, 5, budget=1500)
    plan, rounds = played_out(known, strengths, 1)
    assert plan.total_bouts < 1500, "settled before the budget was spent"
    assert (
        list(told(known, plan, rounds))[-1]
        == "adaptive: 4 of 4 neighbours in the ranking are settled; the order is settled"
    )
    later = Counter(one.lineup.names for bouts in plan.rounds[1:] for one in bouts)
    assert later.most_common(1)[0][0] == (NAMES[2], NAMES[3]), "they are nearest to each other"
    assert later[NAMES[0], NAMES[4]] == 0


def test_equals_spend_the_budget_and_are_seldom_put_in_order() -> None:
    settled = 0
    for seed in range(12):
        known = rules(Format.ADAPTIVE, 3, budget=60)
        plan, rounds = played_out(known, dict.fromkeys(NAMES, 0.0), seed)
        line = list(told(known, plan, rounds))[-1]
        settled += "the order is settled" in line
        assert plan.total_bouts == 60 or "the order is settled" in line
    assert settled <= 1


def test_the_last_digit_of_a_float_has_no_say_in_who_plays() -> None:
    """It may come out otherwise on another machine, and a run is resumed and verified there all the same."""
    met = Counter({frozenset("ab"): 4, frozenset("bc"): 4})
    for least in (0.0, 1e-13, -1e-13):
        found = [
            adaptive.Neighbours(better="a", worse="b", z=1.0 + least, settled=False),
            adaptive.Neighbours(better="b", worse="c", z=1.0, settled=False),
        ]
        assert adaptive.shared_out(found, met, 1) == [("a", "b")]


def test_further_seats_go_to_those_next_to_the_pair() -> None:
    assert adaptive.table_for(("c", "b"), "abcdef", 4) == ("a", "b", "c", "d")
    assert adaptive.table_for(("a", "b"), "abcdef", 4) == ("a", "b", "c", "d")
    assert adaptive.table_for(("e", "f"), "abcdef", 5) == ("b", "c", "d", "e", "f")


def growing(out: Path, form: Format, count: int, **changes: object) -> Run:
    bots = tuple(Bot(name=name, version="1", folder="/", command=("true",)) for name in NAMES[:count])
    usual = {"bots": bots, "games": 1, "bouts": 1, "variants": ("auction[max_deals=1,seats=2]",)}
    made = config(out, schedule=form, **{**usual, **changes})
    run, journal = create_run(made, SEED)
    journal.close()
    return run


def play_through(out: Path, *, stop_after: int, shuffle: int) -> Run:
    """Play to the end, opening the run anew after every so many matches; matches of a round in any order."""
    order = random.Random(shuffle)
    while True:
        run, journal = resume_run(out)
        if run.finished:
            journal.close()
            return run
        left = stop_after
        while left > 0:
            matches = [match for match in all_matches(run) if run.index.missing(match.bout, match.rotation)]
            if shuffle:
                order.shuffle(matches)
            fill(run, journal, matches[:left]) if len(matches) > left else fill(run, journal, matches)
            journal._closing = False
            left -= len(matches)
            if not grow(run) and not any(run.index.missing(m.bout, m.rotation) for m in all_matches(run)):
                break
        journal.close()


@pytest.mark.parametrize(
    ("form", "count", "changes"),
    [
        (Format.SWISS, 5, {}),
        (Format.SWISS, 7, {"variants": ("auction[max_deals=1,seats=2]", "auction[max_deals=1,seats=3]")}),
        (Format.KNOCKOUT, 6, {"bouts": 2}),
        (Format.ADAPTIVE, 3, {"budget": 30}),
    ],
)
def test_a_run_that_was_stopped_goes_on_as_it_would_have(
    tmp_path: Path, form: Format, count: int, changes: dict[str, object]
) -> None:
    told_by = []
    for name, stop_after, shuffle in (("whole", 1000, 0), ("pieces", 3, 1)):
        growing(tmp_path / name, form, count, **changes)
        run = play_through(tmp_path / name, stop_after=stop_after, shuffle=shuffle)
        assert isinstance(run.plan, RoundsPlan) and run.plan.closed and len(run.plan.rounds) > 1
        write_derived(run, {})
        told_by.append(([bout.id for bout in run.plan.all_bouts()], (run.folder / "results.sha256").read_bytes()))
        report = verify(run.folder, lambda _: None)
        assert report.ok, report.problems
        assert standing_lines(read_run(run.folder))
    assert told_by[0] == told_by[1]


def test_who_looks_on_sees_the_rounds_come_and_the_end(tmp_path: Path) -> None:
    growing(tmp_path / "run", Format.SWISS, 4, rounds=3)
    onlooker = read_run(tmp_path / "run")

    def seen() -> tuple[int, int, bool]:
        read_on(onlooker)
        return onlooker.plan.total_bouts, onlooker.index.done, onlooker.finished

    assert seen() == (2, 0, False)
    run, journal = resume_run(tmp_path / "run")
    fill(run, journal, all_matches(run))
    journal.close()
    assert seen() == (4, 4, False)
    play_through(tmp_path / "run", stop_after=1000, shuffle=0)
    assert seen() == (6, 12, True)
    assert all(onlooker.counts(bout) for bout in onlooker.plan.all_bouts())


def test_a_pairing_that_does_not_follow_from_the_results_is_found(tmp_path: Path) -> None:
    growing(tmp_path / "run", Format.KNOCKOUT, 4)
    run, journal = resume_run(tmp_path / "run")
    fill(run, journal, all_matches(run))
    journal.close()
    assert isinstance(run.plan, RoundsPlan)
    losers = {name for bout in run.plan.rounds[0] for name in bout.lineup.names}
    grow(run)
    losers -= set(run.plan.rounds[1][0].lineup.names)
    other = replace(run.plan.rounds[1][0], lineup=replace(run.plan.rounds[1][0].lineup, names=tuple(sorted(losers))))
    with run.journal_path.open("ab") as file:
        file.write(encode(body_of(kind="bout", bout=other.id, commitment="0" * 64)))
    with pytest.raises(RunError, match="is not in the plan"):
        read_run(run.folder)


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        ({"schedule": "knockout", "variants": ["auction[seats=3]"]}, "a knockout is for two sides"),
        ({"schedule": "swiss", "variants": ["auction[seats=4]"]}, "has 4 sides and there are 3 bots"),
        ({"schedule": "adaptive"}, "needs a `budget`"),
        ({"schedule": "adaptive", "budget": 11}, "the start alone is 12 bouts"),
        ({"schedule": "adaptive", "budget": 30, "bouts": 10}, "leave `bouts` out"),
        ({"schedule": "swiss", "budget": 11}, '`budget` is for schedule = "adaptive"'),
        ({"rounds": 3}, '`rounds` are for schedule = "swiss"'),
        ({"schedule": "knockout", "rounds": 3}, '`rounds` are for schedule = "swiss"'),
        ({"schedule": "swiss", "precision_elo": 20}, "ends by itself"),
        ({"schedule": "swiss", "most_lineups": 20}, "chooses its line-ups itself"),
    ],
)
def test_what_does_not_go_together_is_refused(flags: dict[str, object], problem: str) -> None:
    bots = [{"name": name, "command": ["true"]} for name in "abc"]
    with pytest.raises(ConfigError) as caught:
        load_config(None, {"bots": bots, "variants": ["auction[seats=2]"], **flags})
    assert problem in str(caught.value.problems)
