"""What a machine can do is found out, said, and decides: a sandbox that cannot be had is an error or is told."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import BotError, ConfigError
from arena.sandbox.box import Tools
from arena.sandbox.limits import Isolation
from arena.sandbox.machine import Finding, Machine, look
from arena.sandbox.settle import settle
from arena.setup.bots import Bot
from tests.arena.helpers import config
from tests.e2e.runs import BOTS, arena, results

FLAGS = ("--variant", "auction[seats=2]", "--bouts", 1, "--games", 1, "--max-deals", 1)
PAIR = ("--bot", BOTS / "greedy", "--bot", BOTS / "counter")
BARE = Machine(tools=None, findings=(Finding(what="bubblewrap", ok=False, seen="not here", remedy="get it"),))


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def test_no_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    machine = look()
    assert machine.tools is None
    assert machine.reason == "bubblewrap: there is no bwrap in PATH"
    assert "apt-get install bubblewrap" in machine.remedy


def test_an_old_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "bwrap", "echo bubblewrap 0.4.1")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    machine = look()
    assert machine.tools is None
    assert "0.4.1" in machine.reason
    assert "0.6.0 or newer" in machine.remedy


def test_namespaces_that_are_forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "bwrap: No permissions to create new namespace"
    program(tmp_path, "bwrap", f'[ "$1" = --version ] && echo bubblewrap 0.9.0 && exit\necho "{said}" >&2; exit 1')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    machine = look()
    assert machine.tools is None
    assert said in machine.reason
    assert "namespaces" in machine.remedy or "userns" in machine.remedy


def bots(*isolations: Isolation) -> tuple[Bot, ...]:
    return tuple(
        Bot(name=f"b{number}", version="1", folder=str(BOTS), command=("true",), isolation=isolation)
        for number, isolation in enumerate(isolations)
    )


def test_the_default_falls_back_and_says_so(tmp_path: Path) -> None:
    settled, tools = settle(config(tmp_path, bots=bots(Isolation.AUTO, Isolation.TRUSTED)), BARE)
    assert tools is None
    assert [bot.isolation for bot in settled.bots] == [Isolation.PROCESS, Isolation.TRUSTED]
    assert settled.no_sandbox == "bubblewrap: not here"


def test_what_was_asked_for_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        settle(config(tmp_path, bots=bots(Isolation.AUTO, Isolation.SANDBOX)), BARE)
    assert caught.value.problems[0].startswith('isolation = "sandbox" (b1) cannot be had on this machine')
    assert "get it" in caught.value.problems[1]


def test_nobody_looks_when_nobody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = config(tmp_path, bots=bots(Isolation.PROCESS, Isolation.TRUSTED))
    assert settle(asked) == (asked, None)


def test_where_it_can_be_had_it_is_the_default(tmp_path: Path, tools: Tools) -> None:
    settled, found = settle(config(tmp_path, bots=bots(Isolation.AUTO, Isolation.PROCESS)))
    assert found == tools
    assert [bot.isolation for bot in settled.bots] == [Isolation.SANDBOX, Isolation.PROCESS]
    assert settled.no_sandbox == ""


@pytest.mark.parametrize("folder", ["/", str(Path.home()), str(Path.home().parent)])
def test_a_folder_that_shows_too_much_is_refused(tmp_path: Path, tools: Tools, folder: str) -> None:
    (bot,) = bots(Isolation.SANDBOX)
    with pytest.raises(BotError, match="a sandbox would show all of it"):
        settle(config(tmp_path, bots=(replace(bot, folder=folder),)))


def test_runs_without_bubblewrap(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    env = {**os.environ, "PATH": str(empty)}
    status, _, err = arena("run", *PAIR, *FLAGS, "--isolation", "sandbox", "--out", tmp_path / "a", env=env)
    assert status == 2
    assert "cannot be had on this machine: bubblewrap: there is no bwrap in PATH" in err
    assert not (tmp_path / "a").exists()
    status, _, err = arena("run", *PAIR, *FLAGS, "--out", tmp_path / "b", env=env)
    assert status == 0, err
    assert "no sandbox, bots run as plain processes: bubblewrap: there is no bwrap in PATH" in err
    found = results(tmp_path / "b")
    assert found["isolation"] == {"counter": "process", "greedy": "process"}
    assert found["no_sandbox"] == "bubblewrap: there is no bwrap in PATH"


def test_results_name_the_isolation_of_each(tmp_path: Path, tools: Tools) -> None:
    other = f"name=other,isolation=trusted,folder={BOTS / 'random'},cmd={{python}} main.py"
    status, _, err = arena("run", *PAIR, "--bot", other, *FLAGS, "--out", tmp_path / "run")
    assert status == 0, err
    found = results(tmp_path / "run")
    assert found["isolation"] == {"counter": "sandbox", "greedy": "sandbox", "other": "trusted"}
    assert found["no_sandbox"] == ""
    used = json.loads((tmp_path / "run" / "timing.json").read_text())["bots"]
    for name in ("counter", "greedy", "other"):
        assert used[name]["started"] == 4
        assert used[name]["cpu_s"] > 0.1
        assert 10 < used[name]["peak_mib"] < 500
        assert used[name]["stopped"] == {}


def test_doctor(tmp_path: Path, tools: Tools) -> None:
    status, out, _ = arena("doctor")
    assert status == 0
    assert 'isolation = "sandbox"' in out
    status, out, _ = arena("doctor", "--json")
    assert status == 0
    assert json.loads(out)["sandbox"] is True


def test_doctor_where_something_is_missing(tmp_path: Path) -> None:
    env = {**os.environ, "PATH": str(tmp_path)}
    status, out, _ = arena("doctor", env=env)
    assert status == 3
    assert "NO  bubblewrap" in out and "to get it: install bubblewrap" in out
    status, out, _ = arena("doctor", "--json", env=env)
    assert status == 3
    found = json.loads(out)
    assert (found["isolation"], found["sandbox"]) == ("process", False)
    assert [one["what"] for one in found["findings"] if not one["ok"]] == ["bubblewrap"]
