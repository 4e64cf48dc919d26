"""`arena why` and `arena replay ask`, after a tournament with bots that fail in known ways."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.runs import CHAOS, HONEST, arena, chaos

pytestmark = pytest.mark.slow

FLAGS = ("--variant", "auction[seats=2]", "--games", 2, "--max-deals", 2, "--seed", "why " * 3, "-j", 2, "--st", "0.5")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("why")
    bots = [flag for kind in ("illegal", "fail", "sleep", "exit-at-start") for flag in chaos(kind, place)]
    status, _, err = arena("run", *bots, *HONEST, *FLAGS, "--out", place / "run")
    assert status == 0, err
    return place / "run"


def bundles(run: Path, bot: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_bytes()) for path in sorted((run / "evidence" / bot).iterdir())]


def why(run: Path, *words: str) -> str:
    status, out, err = arena("why", run, *words)
    assert status == 0, err
    return out


def test_an_illegal_answer(run: Path) -> None:
    out = why(run, "illegal")
    assert "illegal: 16 games finished, " in out
    assert "illegal at auction[max_deals=2,seats=2]:" in out
    assert "was sent: " in out and "legal: " in out
    assert "action 9999 (no action of the sheet)" in out
    assert "billed " in out and "limit 500 ms" in out
    assert "the same question again: arena replay ask " in out


def test_a_crash_shows_its_last_words_and_status(run: Path) -> None:
    out = why(run, "fail")
    assert "crash at " in out
    assert "ended with status 3" in out and "MiB at most" in out
    assert "chaos: I cannot go on" in out
    (first, *_) = bundles(run, "fail")
    assert first["process"]["status"] == 3
    assert first["process"]["log"].endswith(".log")


def test_a_bot_that_waits_is_seen_to_wait(run: Path) -> None:
    out = why(run, "sleep")
    assert "late at " in out and "came back: nothing" in out
    late = next(data for data in bundles(run, "sleep") if data["fault"] == "late")
    assert late["process"]["state"] == "waiting"
    assert late["time"]["billed_ms"] >= 500
    if Path("/proc/self/schedstat").exists():
        assert late["time"]["looks"][-1]["threads"] == "asleep" and "its threads: " in out


def test_a_process_that_never_joined(run: Path) -> None:
    out = why(run, "exit-at-start")
    assert "start-failure at no game" in out
    assert "chaos: I never wanted to play" in out


def test_an_honest_bot_has_nothing_to_explain(run: Path) -> None:
    assert "0 forfeited; no faults" in why(run, "greedy")
    assert not (run / "evidence" / "greedy").exists()


def test_one_game(run: Path) -> None:
    data = next(data for data in bundles(run, "illegal") if data["forfeits"] is False)
    out = why(run, "illegal", f"{data['bout']}/{data['rotation']}/{data['game']}")
    assert f"deal {data['deal'] + 1}, decision {data['decision'] + 1}: illegal: action 9999" in out
    assert "scores by side: " in out
    assert "all of it: " in out
    lines = why(run, "fail", "1").splitlines()
    assert lines[0].endswith(":0/0/0"), "games have numbers from 1 in the order of the plan"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("illegl",), "has no bot 'illegl' (did you mean 'illegal'?)"),
        (("greedy", "0"), "there is no game 0: the plan has 40"),
        (("greedy", "x:0/0/0"), "greedy has finished no game x:0/0/0 there"),
    ],
)
def test_what_there_is_not(run: Path, words: tuple[str, ...], problem: str) -> None:
    status, _, err = arena("why", run, *words)
    assert status == 2
    assert problem in err


def test_the_command_in_the_evidence_reproduces_the_fault(run: Path) -> None:
    data = bundles(run, "illegal")[0]
    _, *command = shlex.split(data["reproduce"])
    status, out, err = arena(*command)
    assert status == 3, err
    assert "(by the house: illegal)" in out
    assert f"and could: {data['sent']['legal']}" in out
    assert "now chaos 1.0 answers: action 9999, which the sheet does not have (not legal" in out


GAME = "auction[max_deals=2,seats=2]:greedy+sleep:0/0/0"


def ask(run: Path, kind: str, *more: object) -> tuple[int, str, str]:
    return arena("replay", "ask", f"name=x,folder={CHAOS},cmd={{python}} main.py --kind {kind}", run, *more)


def test_a_bot_that_would_do_it_right(run: Path) -> None:
    status, out, _ = ask(run, "none", "--game", GAME, "--decision", "1.1")
    assert status == 0
    assert "(legal, after " in out
    assert ask(run, "none", "--game", GAME, "--decision", 1)[1].splitlines()[:3] == out.splitlines()[:3]


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("exit-at-start", "before it came to this decision: it ended with status 1"),
        ("abort", "it was killed by SIGABRT"),
        ("sleep", "the time is over"),
        ("garbage", "a message that cannot be read"),
    ],
)
def test_a_bot_that_gives_no_answer(run: Path, kind: str, what: str) -> None:
    status, out, _ = ask(run, kind, "--game", GAME, "--decision", "1.1", "--wait", 4)
    assert status == 3
    assert what in out


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (("--game", 1, "--decision", "1.99"), "there is no decision 1.99"),
        (("--game", 1, "--decision", "999"), "there is no decision 999"),
        (("--game", 1, "--decision", "0.3"), "all counted from 1, not '0.3'"),
        (("--game", 1, "--decision", "3:KH"), "KH is not done in deal 3 (they count from 1)"),
        (("--game", 1, "--decision", "x"), "must be DEAL.DECISION, DEAL:ACTION or a number, all counted from 1"),
        (("--game", 999, "--decision", "1"), "there is no game 999"),
    ],
)
def test_what_cannot_be_asked(run: Path, more: tuple[object, ...], problem: str) -> None:
    status, _, err = ask(run, "none", *more)
    assert status == 2
    assert problem in err
