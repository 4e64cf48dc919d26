"""A zoo of bad bots: each is found out, nobody else is hurt, the tournament goes on and nothing is left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.checking.replays import verify
from tests.e2e.runs import HONEST, arena, chaos, processes_with, results, standing

pytestmark = pytest.mark.slow

FLAGS = ("--variant", "auction[seats=2]", "--bouts", 1, "--games", 2, "--max-deals", 2, "--seed", "zoo " * 3, "-j", 2)
QUICK = ("--start-limit", "6s", "--move-limit", "2s")

# The mode, and the faults that may be named for it.
MODES = [
    ("exit-at-start", {"start-failure", "crash"}),
    ("never-join", {"start-failure"}),
    ("first-garbage", {"start-failure", "disconnect", "crash", "malformed", "protocol"}),
    ("wrong-token", {"start-failure", "disconnect", "crash"}),
    ("wrong-version", {"start-failure", "disconnect", "crash"}),
    ("illegal", {"illegal"}),
    ("no-such-card", {"malformed", "illegal"}),
    ("unknown-game", {"late", "stalled", "protocol"}),
    ("abort", {"crash"}),
    ("leave", {"crash", "disconnect"}),
    ("sleep", {"late", "stalled"}),
    ("flood", {"flood", "illegal", "malformed", "late", "stalled"}),
    ("oversized", {"oversized", "disconnect", "crash"}),
]


@pytest.mark.parametrize(("mode", "faults"), MODES, ids=[mode for mode, _ in MODES])
def test_each_is_found_out(tmp_path: Path, mode: str, faults: set[str]) -> None:
    folder = tmp_path / "run"
    status, _, err = arena("run", *chaos(mode, tmp_path), *HONEST, *FLAGS, *QUICK, "--out", folder)
    assert status == 0, err
    assert results(folder)["games"] == 4
    found = standing(folder, mode)
    assert set(found["faults"]) & faults, found
    assert found["forfeits"] >= 4
    assert found["wins"] == 0
    assert standing(folder, "greedy")["faults"] == {}
    assert standing(folder, "greedy")["wins"] == 4
    assert verify(folder, lambda _: None).ok
    assert processes_with(str(tmp_path)) == []


def test_a_bot_that_exits_at_once_is_named_with_its_last_words(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    _, _, err = arena("run", *chaos("exit-at-start", tmp_path), *HONEST, *FLAGS, *QUICK, "--out", folder)
    assert "bot exit-at-start ended with status 1 before its match did: chaos: I never wanted to play" in err
    assert str(folder / "logs" / "exit-at-start") in err


HANGS_AT_FIRST = """
import pathlib, time
from pitch_bot import run
been = pathlib.Path(__file__).with_name("been")
hangs = not been.exists()
been.touch()

def choose(turn):
    if hangs:
        time.sleep(1000)
    return turn.pick.prefer([]) if turn.pick else turn.legal[0]

run(choose)
"""


def test_a_kept_process_that_hangs_is_handed_to_no_other_match(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(HANGS_AT_FIRST)
    folder, bot = tmp_path / "run", f"name=hangs,folder={tmp_path},cmd={{python}} bot.py"
    flags = ("--variant", "auction[seats=2,max_deals=1]", "--bouts", 2, "--games", 1, "-j", 1, "--st", 1)
    pooled = ("--lifetime", "pooled", "--isolation", "process", "--start-limit", "20s")
    status, _, err = arena("run", "--bot", bot, *HONEST, *flags, *pooled, "--out", folder)
    assert (status, results(folder)["games"]) == (0, 4), err
    assert standing(folder, "hangs")["forfeits"] == 1
    assert processes_with(str(tmp_path)) == []


def test_talk_is_bounded_and_harmless(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    status, _, err = arena("run", *chaos("chatter", tmp_path), *HONEST, *FLAGS, "--out", folder)
    assert status == 0, err
    assert standing(folder, "chatter")["faults"] == {}
    for log in (folder / "logs" / "chatter").iterdir():
        assert 200_000 < log.stat().st_size < 300_000


def test_children_are_not_left_behind(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    marker = f"3600.{os.getpid()}"
    children = chaos("leave-a-child", tmp_path, "--think", marker)
    status, _, err = arena("run", *children, *HONEST, *FLAGS, "--out", folder)
    assert status == 0, err
    assert processes_with(marker) == []


def test_a_command_that_does_not_exist_stops_before_anything_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    status, _, err = arena("run", "--bot", "name=x,cmd=no-such-bot", *HONEST, *FLAGS, "--out", folder)
    assert status == 2
    assert "bot x: cannot start no-such-bot: no-such-bot: there is no program of that name" in err
    assert not folder.exists()


def test_a_build_that_fails_stops_before_the_first_game(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text(
        'name = "b"\ncommand = ["true"]\nbuild = ["{python}", "-c", "raise SystemExit(\'no compiler here\')"]\n'
    )
    status, _, err = arena("run", "--bot", bot, *HONEST, *FLAGS, "--out", tmp_path / "run")
    assert status == 2
    assert "its build step" in err and "no compiler here" in err
    (bot / "bot.toml").write_text((bot / "bot.toml").read_text().replace("no compiler", "still none"))


def test_an_unwritable_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, _, err = arena("run", *chaos("none", tmp_path), *HONEST, *FLAGS, "--out", tmp_path / "file" / "run")
    assert status in (1, 2)
    assert "cannot be made" in err


def test_the_home_of_the_user_is_out_of_sight(tmp_path: Path) -> None:
    env = {**os.environ, "HTTPS_PROXY": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}
    status, _, err = arena("run", *chaos("none", tmp_path), *HONEST, *FLAGS, "--out", tmp_path / "run", env=env)
    assert status == 0, err
    assert standing(tmp_path / "run", "none")["faults"] == {}
