"""`arena regress` with real bots over the real protocol."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from arena.replays.show import games
from pitch.arena.v1 import play_pb2
from pitch_bot.session import Session
from referee.asking import script_of
from referee.clock import Limits
from tests.bots.bot_process import required
from tests.e2e.runs import BOTS, CHAOS, arena
from tests.regress.bots import changed_greedy, small_bot

pytestmark = pytest.mark.slow

Place = tuple[str, int, int, int]


def regress(bot: object, *words: object) -> tuple[int, dict[str, Any]]:
    """Run the command and return its status and report."""
    status, out, err = arena("regress", "--bot", bot, "--times", 0, "--json", *words)
    assert out, err
    return status, json.loads(out)


def places(report: dict[str, Any]) -> set[Place]:
    return {(c["game"], c["seat"], c["deal"], c["decision"]) for c in report["changes"]}


def test_the_same_bot_answers_the_same(played: Path) -> None:
    for name in ("greedy", "random"):
        status, report = regress(BOTS / name, "--replays", played)
        assert status == 0
        assert report["agreement"] == 1 and not report["changes"]
        assert report["compared"] > 200
        assert {"call", "play", "throw", "declare"} <= set(report["by_ask"])


def replies(main: Path, played: Path, player: str) -> Iterator[tuple[Place, play_pb2.PlayRequest]]:
    """Yield what a bot answers to every question of the run in this process, without any of the code that is tested."""
    spec = importlib.util.spec_from_file_location("bot_under_test", main)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for file in sorted((played / "replays").iterdir()):
        for record, bout in games(file):
            for seat in (seat for seat, name in enumerate(record.seats) if name == player):
                script = script_of(record, bout.secret(), last_decision(record, bout, seat), Limits(move_limit_ms=0))
                session = Session(module.Greedy, quiet=True)
                session.handle(play_pb2.PlayResponse.FromString(script.start))
                for asked in script.asked:
                    frame = play_pb2.PlayResponse.FromString(asked.turn)
                    reply = session.handle(frame)
                    assert reply is not None
                    place = (f"{record.bout}/{record.rotation}/{record.game}", seat, asked.deal, asked.index)
                    yield place, reply


def last_decision(record: Any, bout: Any, seat: int) -> tuple[int, int]:
    from referee.replay import steps

    return [(deal, index) for game, deal, index, _ in steps(record, bout.secret()) if game.to_act == seat][-1]


@pytest.mark.parametrize("rule", ["pips", "wins", "bids"])
def test_exactly_the_changed_decisions_are_listed(rule: str, played: Path, tmp_path: Path) -> None:
    changed = changed_greedy(tmp_path / "greedy", rule)
    before = dict(replies(BOTS / "greedy" / "main.py", played, "greedy"))
    after = dict(replies(changed / "main.py", played, "greedy"))
    wanted = {place for place, reply in after.items() if reply != before[place]}
    assert 0 < len(wanted) < len(before)
    status, report = regress(changed, "--replays", played)
    assert status == 3
    assert places(report) == wanted
    assert report["compared"] == len(before)
    assert {change["kind"] for change in report["changes"]} == {"changed"}


def test_a_change_is_told_with_its_position_and_worth(played: Path, tmp_path: Path) -> None:
    changed = changed_greedy(tmp_path / "greedy", "bids")
    words = ("--filter", "variant=ten-point*", "--times", 4, "--valued", 2, "--junit", tmp_path / "junit.xml")
    status, out, err = arena(
        "regress", "--bot", changed, "--replays", played, *words, "--markdown", tmp_path / "summary.md"
    )
    assert status == 3, err
    assert "is asked to pass or call" in out and "hand: " in out and "legal: " in out
    assert out.count("worth: ") == 2 and "points (4 times played on)" in out
    assert "NOT ok: greedy: agreement " in out
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    failures = root.findall("./testsuite/testcase/failure")
    assert failures and "is asked to pass or call" in (failures[0].text or "")
    assert len(root.findall("./testsuite/testcase")) > len(failures)
    summary = (tmp_path / "summary.md").read_text()
    assert summary.startswith("## NOT ok") and "| call |" in summary and "**" in summary


def test_an_allowance(played: Path, tmp_path: Path) -> None:
    changed = changed_greedy(tmp_path / "greedy", "bids")
    status, report = regress(changed, "--replays", played, "--allow", "50%")
    assert status == 0 and report["changed"] > 0 and report["ok"]
    few = report["changed"]
    assert regress(changed, "--replays", played, "--allow", few)[0] == 0
    assert regress(changed, "--replays", played, "--allow", few - 1)[0] == 3


def test_a_baseline_is_blessed_and_holds(played: Path, tmp_path: Path) -> None:
    changed = changed_greedy(tmp_path / "greedy", "bids")
    baseline = tmp_path / "greedy.baseline"
    _, first = regress(changed, "--replays", played)
    status, blessed = regress(changed, "--replays", played, "--baseline", baseline, "--bless")
    assert status == 0 and blessed["ok"] and blessed["changed"] == first["changed"]
    lines = [line for line in baseline.read_text().splitlines() if not line.startswith("#")]
    assert len(lines) == first["changed"] and all(" -> " in line for line in lines)
    status, again = regress(changed, "--replays", played, "--baseline", baseline)
    assert status == 0 and again["agreement"] == 1
    status, old = regress(BOTS / "greedy", "--replays", played, "--baseline", baseline)
    assert status == 3 and places(old) == places(first)
    assert all(change["now"] == change["recorded"] != change["expected"] for change in old["changes"])
    # A part of it blessed again leaves the other lines as they are.
    words = ("--baseline", baseline, "--bless", "--filter", "variant=ten-point*")
    status, _, err = arena("regress", "--bot", BOTS / "greedy", "--times", 0, "--replays", played, *words)
    other = [line for line in lines if not line.startswith("ten-point")]
    assert status == 0 and f"{len(other)} of its {len(lines)} lines are of decisions that were not compared here" in err
    left = [line for line in baseline.read_text().splitlines() if not line.startswith("#")]
    assert left == other


def test_unstable_decisions_stand_apart(played: Path, tmp_path: Path) -> None:
    first = "if turn.ask.name == 'PLAY': return random.choice(turn.legal)"
    bot = small_bot(tmp_path, first=first, before="import random")
    words = ("--replays", played, "--player", "random", "--filter", "ask=play", "--filter", "variant=auction*")
    status, report = regress(bot, *words)
    assert status == 3 and report["unstable"] > 20
    unstable = [change for change in report["changes"] if change["kind"] == "unstable"]
    assert len(unstable) == report["unstable"]
    assert all(change["now"] != change["again"] for change in unstable)
    status, report = regress(bot, *words, "--allow", "100%", "--allow-unstable", "100%")
    assert status == 0


def test_answers_that_are_not_legal(played: Path, tmp_path: Path) -> None:
    bot = small_bot(tmp_path, first="if turn.ask.name == 'PLAY': return 9999")
    words = ("--replays", played, "--seat", 1, "--filter", "variant=auction*", "--filter", "ask=play")
    status, report = regress(bot, *words)
    assert status == 3 and report["changed"] == report["compared"] > 0
    assert {change["kind"] for change in report["changes"]} == {"illegal"}
    assert report["changes"][0]["now"] == "action 9999"


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("exit-at-start", "it ended with status 1"),
        ("fail", "it ended with status 3"),
        ("sleep", "no answer within 2 s"),
    ],
)
def test_a_bot_that_stops_answering(kind: str, what: str, played: Path) -> None:
    bot = f"name=chaos,folder={CHAOS},cmd={{python}} main.py --kind {kind}"
    status, report = regress(bot, "--replays", played, "--player", "greedy", "--wait", 2)
    assert status == 3
    assert what in report["failure"]


def test_a_bot_in_javascript(played: Path, tmp_path: Path) -> None:
    bot = required("node").path
    words = ("--replays", played, "--player", "random")
    status, report = regress(bot, *words)
    assert status == 3 and report["unstable"] == 0 and report["changed"] > 100
    baseline = tmp_path / "node.baseline"
    assert regress(bot, *words, "--baseline", baseline, "--bless")[0] == 0
    assert regress(bot, *words, "--baseline", baseline)[0] == 0


def test_a_damaged_game_is_named_and_the_rest_is_asked(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    lines = next((played / "replays").glob("ten-point*")).read_bytes().splitlines(keepends=True)
    second = lines[2].split(b'"actions":"')[2]
    lines[2] = lines[2].replace(second, b"misdeal " + second)
    file.write_bytes(b"".join(lines))
    status, report = regress(BOTS / "greedy", "--replays", file)
    assert status == 3
    assert f"{file}: game 1: " in report["problems"][0] and "'misdeal' cannot be" in report["problems"][0]
    assert report["agreement"] == 1 and report["compared"] > 20
    words = ("--replays", file, "--baseline", tmp_path / "damaged.baseline", "--bless")
    assert regress(BOTS / "greedy", *words)[0] == 3, "what could not be asked is not blessed"


def test_other_rules_are_told_apart(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    text = next((played / "replays").glob("ten-point*")).read_text()
    file.write_text(text.replace('"rules":"1"', '"rules":"0"'))
    status, report = regress(BOTS / "greedy", "--replays", file)
    assert (status, report["other_rules"], report["problems"]) == (3, 4, [])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--player", "greddy"), "greddy did not play in these games (did you mean 'greedy'?)"),
        (("--filter", "aks=play"), "must be KEY=VALUE with ask, bout, deal, game, variant (did you mean 'ask'?)"),
        (("--filter", "ask=plai"), "nothing is asked by the name 'plai' (did you mean 'play'"),
        (("--filter", "game=x"), "must be a number or a span as in 3-7, not 'x'"),
        (("--filter", "deal=0"), "games and deals count from 1"),
        (("--filter", "game=999"), "no decision is left to compare"),
        (("--allow", "x"), "must be a number as in 5 or a share as in 0.5%"),
        (("--bless",), "name the file that is to be written with --baseline FILE"),
        (("--replays", "nowhere.jsonl"), "there is no such file"),
        (("--baseline", "nowhere.baseline"), "nowhere.baseline: cannot be read"),
    ],
)
def test_what_cannot_be_asked(words: tuple[object, ...], problem: str, played: Path) -> None:
    status, _, err = arena("regress", "--bot", BOTS / "greedy", "--replays", played, *words)
    assert status == 2
    assert problem in err


def test_a_baseline_that_cannot_be_read(played: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "some.baseline"
    baseline.write_text("# fine\nnonsense\n")
    status, _, err = arena("regress", "--bot", BOTS / "greedy", "--replays", played, "--baseline", baseline)
    assert status == 2 and f"{baseline}:2: must be GAME@COMMITMENT" in err
