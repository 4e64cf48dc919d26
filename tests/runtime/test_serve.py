"""The command `pitch-referee serve`, with bots that dial in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.checking.replays import verify
from referee.__main__ import main
from referee.shuffle import commitment
from tests.runtime.clients import play_seat

SEED = "5e" * 32


def serve(*options: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "serve", "--move-limit-ms", "30000", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def said(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    line: dict[str, Any] = json.loads(process.stdout.readline())
    return line


def play(address: str, tokens: Sequence[str]) -> None:
    threads = [threading.Thread(target=play_seat, args=(address, token)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("listen", [[], ["--listen", "127.0.0.1:0"]])
def test_a_match_with_bots_that_dial_in(tmp_path: Path, listen: list[str]) -> None:
    out = tmp_path / "games.jsonl"
    options = ["--variant", "ten-point[max_deals=2]", "--games", "3", "--seed", SEED, "--out", str(out), "--json"]
    with serve(*options, *listen) as process:
        waiting = said(process)
        assert waiting["event"] == "waiting"
        assert waiting["seed_commitment"] == commitment(bytes.fromhex(SEED))
        assert sorted(waiting["tokens"]) == ["0", "1", "2", "3"]
        play(waiting["address"], list(waiting["tokens"].values()))
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    events = [json.loads(line) for line in rest.splitlines()]
    assert [event["event"] for event in events].count("game") == 3
    assert events[-1]["event"] == "result"
    assert (events[-1]["games"], events[-1]["void"], events[-1]["faults"]) == (3, 0, [])
    assert sum(events[-1]["wins"]) == pytest.approx(3)
    report = verify(out, lambda _: None)
    assert (report.games, report.problems) == (3, [])


def test_for_people(tmp_path: Path) -> None:
    with serve("--variant", "auction[seats=2,max_deals=1]", "--games", "2", "--house", "1") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(4)]
        address = lines[1].strip().removeprefix("PITCH_ARENA_ADDRESS=")
        token = lines[2].split()[0].removeprefix("PITCH_ARENA_TOKEN=")
        play(address, [token])
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "seat 0: test 1 joined" in rest
    assert "2 of 2 games" in rest
    assert "side 1 (seats 1):" in rest


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with serve("--variant", "auction", "--json") as process:
        address = said(process)["address"]
        process.send_signal(number)
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert json.loads(rest.splitlines()[-1])["stopped"] is True
    assert "Traceback" not in errors
    assert not Path(address.removeprefix("unix:")).exists()


def test_a_bot_that_never_comes_forfeits() -> None:
    with serve("--variant", "auction[max_deals=1]", "--games", "2", "--start-limit-ms", "300", "--json") as process:
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    result = json.loads(rest.splitlines()[-1])
    assert result["wins"] == [0, 0, 0, 0]
    assert {fault["fault"] for fault in result["faults"]} == {"start-failure"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--variant", "actuon"], "did you mean 'auction'"),
        (["--variant", "auction[max_deal=3]"], "did you mean 'max_deals'"),
        (["--variant", "auction", "--house", "7"], "--house names seats from 0 to 3"),
        (["--variant", "auction", "--house", "0,1,2,3"], "leaves no seat"),
        (["--variant", "auction", "--seed", "abc"], "64 hex digits"),
        (["--variant", "auction", "--listen", "nowhere"], "expected unix:PATH or HOST:PORT"),
        (["--variant", "auction", "--listen", "unix:relative"], "absolute path"),
        (["--variant", "auction", "--out", "/no/such/folder/x.jsonl"], "there is no folder /no/such/folder"),
    ],
)
def test_mistakes_are_told_in_words(options: list[str], words: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *options]) == 2
    errors = capfd.readouterr().err
    assert words in errors
    assert "Traceback" not in errors
    assert all(line.startswith("pitch-referee: ") for line in errors.splitlines())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["srve"], "unknown word 'srve' (did you mean 'serve'?)"),
        (["serve", "--varient", "auction"], "unknown option --varient (did you mean '--variant'"),
        (["serve", "--variant", "auction", "--game", "3"], "unknown option --game (did you mean '--games'"),
    ],
)
def test_a_misspelt_word_is_told_with_the_nearest(
    words: list[str], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    errors = capfd.readouterr().err
    assert stop.value.code == 2
    assert errors.startswith("pitch-referee: ") and told in errors


def test_an_output_that_exists_is_not_overwritten(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.jsonl").write_text("precious")
    assert main(["serve", "--variant", "auction", "--out", str(tmp_path / "x.jsonl")]) == 2
    assert "exists" in capfd.readouterr().err
    assert (tmp_path / "x.jsonl").read_text() == "precious"


def test_a_socket_in_use(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    address = f"unix:{tmp_path}/play.sock"
    with serve("--variant", "auction", "--listen", address, "--json") as process:
        said(process)
        assert main(["serve", "--variant", "auction", "--listen", address]) == 2
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert "another process listens there" in capfd.readouterr().err


@pytest.mark.parametrize("options", [["--games", "0"], ["--move-limit-ms", "-1"], ["--games", "many"]])
def test_usage(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--variant", "auction", *options])
    assert stop.value.code == 2
    assert "must be a whole number" in capsys.readouterr().err
