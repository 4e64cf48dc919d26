from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from arena.__main__ import main
from arena.errors import ConfigError
from arena.records.derived import write_derived
from arena.records.gather import Depth, bouts_of
from arena.records.journal import body_of, encode
from arena.records.rundir import create_run, read_run
from arena.running.gate import Gate, Precision, widest
from arena.schedules.schedule import Fill
from arena.setup.config import load_config
from arena.statistics.facts import BoutFact
from arena.statistics.ratings import ELO
from arena.statistics.sprt import Decision, Hypotheses, Sprt, expected_share, parse_hypotheses, run_sprt
from tests.arena.helpers import SEED, all_matches, config, fill
from tests.stats.synthetic import duel, game

KNOWN = Hypotheses(elo0=0, elo1=100)


def test_the_usual_words() -> None:
    found = parse_hypotheses(["elo0=0", "elo1=10", "alpha=0.05", "beta=0.05"])
    assert found.lower == pytest.approx(-2.944, abs=1e-3)
    assert found.upper == pytest.approx(2.944, abs=1e-3)
    assert parse_hypotheses([]) == Hypotheses()


@pytest.mark.parametrize(
    "words", ["elo2=4", "elo1", "elo1=x", "elo0=5 elo1=5", "alpha=0", "beta=0.6", "elo1=inf", "elo1=5 elo1=9"]
)
def test_wrong_words_are_refused(words: str) -> None:
    with pytest.raises(ValueError):
        parse_hypotheses(words.split())


def test_shares_to_expect() -> None:
    assert expected_share(0, mine=1, sides=2) == pytest.approx(0.5)
    assert expected_share(400, mine=1, sides=2) == pytest.approx(10 / 11)
    assert expected_share(0, mine=2, sides=3) == pytest.approx(2 / 3)
    assert expected_share(400, mine=2, sides=4) == pytest.approx(10 / 11)


def test_the_ratio_is_the_one_worked_by_hand() -> None:
    """Eight bouts, mean 0.5, deviations 0.5 four times: v = (4 * 0.25 + 0.25) / 8 = 0.15625, share1 = 0.640065."""
    bouts = [duel("a", "b", r, number=n) for n, r in enumerate(["ww", "wl", "ll", "wl"] * 2)]
    expected = 8 / 2 * math.log(0.15625 / (0.15625 + 0.140065**2))
    assert run_sprt(bouts, KNOWN, "a").llr == pytest.approx(expected, abs=1e-4)


def simulated(elo: float, seed: int, *, shared: float) -> Decision:
    """Pairs of games; with chance `shared` both copies are decided by the same fortune of the seats."""
    generator = np.random.default_rng(seed)
    test, theta = Sprt(KNOWN, "a"), elo / ELO
    for number in range(3000):
        same = generator.random() < shared
        first = generator.logistic()
        second = -first if same else generator.logistic()
        result = "".join("w" if theta > luck else "l" for luck in (first, second))
        if test.add(duel("a", "b", result, number=number, variant=f"v{number % 3}")).decision is not Decision.GO_ON:
            break
    return test.state.decision


@pytest.mark.parametrize("shared", [0.0, 0.8])
def test_errors_are_no_more_than_promised(shared: float) -> None:
    for elo, right in ((0.0, Decision.H0), (100.0, Decision.H1)):
        wrong = sum(simulated(elo, seed, shared=shared) is not right for seed in range(100))
        assert wrong <= 5 + 3 * math.sqrt(100 * 0.05 * 0.95)


def test_a_few_wins_decide_nothing_and_a_decision_stays() -> None:
    test = Sprt(Hypotheses(elo0=0, elo1=500), "a")
    states = [test.add(duel("a", "b", "ww", number=n)).decision for n in range(40)]
    assert states[:3] == [Decision.GO_ON] * 3
    assert states[-1] is Decision.H1
    for n in range(100):
        test.add(duel("a", "b", "ll", number=n))
    assert test.state.decision is Decision.H1


def test_two_sides_of_three_are_expected_to_win_more() -> None:
    bouts = []
    for number in range(60):  # a holds two of three sides and wins two games of three: as strong as b
        won = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
        games = tuple(game(("a", "a", "b"), places, rotation=turn) for turn, places in enumerate(won))
        bouts.append(BoutFact(variant="v", names=("a", "b"), number=number, games=games))
    assert run_sprt(bouts, KNOWN, "a").decision is Decision.H0


def two_bots(out: Path, **changes: object) -> dict[str, object]:
    return {
        "bots": config(out).bots[:2],
        "sprt": Hypotheses(elo0=0, elo1=400),
        "fill": Fill.ALTERNATE,
        "variants": ("auction[max_deals=1,seats=2]", "auction[max_deals=1,seats=3]"),
        "bouts": 60,
        "games": 1,
        **changes,
    }


def test_a_run_stops_at_the_same_bout_whatever_was_played_first(tmp_path: Path) -> None:
    summaries = []
    for name, turn in (("one", 1), ("two", -1)):
        out = tmp_path / name
        run, journal = create_run(config(out, **two_bots(out)), SEED)
        fill(run, journal, all_matches(run)[::turn])
        journal.close()
        state = Gate(run).advance()
        assert state.decision is Decision.H0, "two random players are not 400 Elo apart"
        assert 4 <= state.bouts < run.plan.total_bouts
        run.stopped = state.bouts
        results = write_derived(run, {})
        assert results.bouts == state.bouts
        summaries.append((out / "results.json").read_bytes())
        assert json.loads(summaries[-1])["sprt"]["decision"] == "elo0"
    assert summaries[0] == summaries[1]


def test_a_stop_is_in_the_journal(tmp_path: Path) -> None:
    out = tmp_path / "run"
    run, journal = create_run(config(out, **two_bots(out)), SEED)
    fill(run, journal, all_matches(run)[:20])
    journal.close()
    assert not read_run(out).finished
    with run.journal_path.open("ab") as file:
        file.write(encode(body_of(kind="stop", games=5, text="")))
    opened = read_run(out)
    assert opened.finished and opened.stopped == 5
    assert sum(opened.counts(bout) for bout in opened.plan.all_bouts()) == 5
    write_derived(opened, {})
    assert main(["verify", str(out)]) == 0


def test_a_test_needs_two_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bot", "name=a,cmd='true'"]
    assert main(["run", *bots, "--variant", "auction", "--sprt", "elo1=5"]) == 2
    assert "compares two bots" in capsys.readouterr().err
    assert main(["run", *bots, "--variant", "auction", "--sprt", "elo1=-5"]) == 2
    assert "must be less than" in capsys.readouterr().err
    with pytest.raises(ConfigError):
        load_config(None, {"sprt": "elo1=ten"})


def test_a_run_ends_when_its_ratings_are_known_well_enough(tmp_path: Path) -> None:
    ends = []
    for name, turn, elo in (("one", 1, 90), ("two", -1, 90), ("never", 1, 1)):
        out = tmp_path / name
        changes = two_bots(out, sprt=None, precision_elo=elo, variants=("auction[max_deals=1,seats=2]",))
        run, journal = create_run(config(out, **changes), SEED)
        fill(run, journal, all_matches(run)[::turn])
        journal.close()
        ends.append(Precision(run).stops_at())
        facts = list(bouts_of(run, depth=Depth.RESULTS))[: ends[-1]]
        assert (widest(facts) <= elo) is (ends[-1] is not None)
    assert ends[0] == ends[1] is not None
    assert 4 <= (ends[0] or 0) < 60
    assert ends[2] is None
