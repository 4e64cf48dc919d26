"""Whole tournaments over real processes and sockets."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.tournament import children_of
from tests.e2e.runs import (
    BOTS,
    HONEST,
    ROOT,
    SAMPLES,
    arena,
    interrupt_after,
    processes_with,
    replays,
    results,
    standing,
    start,
    wait_for_games,
)

SMALL = (
    "run", *SAMPLES, "--variant", "auction[seats=3]", "--variant", "auction[seats=2]",
    "--bouts", 1, "--games", 3, "--max-deals", 2, "--seed", "end to end",
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament played one match at a time by one referee."""
    folder = tmp_path_factory.mktemp("e2e") / "whole"
    status, out, err = arena(*SMALL, "-j", 1, "--referees", 1, "--out", folder)
    assert status == 0, err
    assert "27 games in 4 finished bouts" in out
    return folder


def test_standings_and_verification(whole: Path) -> None:
    assert results(whole)["games"] == 27
    assert all(entry["faults"] == {} for entry in results(whole)["overall"])
    assert standing(whole, "counter")["wins"] > standing(whole, "random")["wins"]
    status, out, _ = arena("verify", whole)
    assert status == 0
    assert out.startswith("ok: 2 files, 4 bouts, 27 games")


@pytest.mark.parametrize(("jobs", "referees"), [(4, 1), (4, 2)])
def test_equal_whatever_runs_at_once(whole: Path, tmp_path: Path, jobs: int, referees: int) -> None:
    folder = tmp_path / "run"
    status, _, err = arena(*SMALL, "-j", jobs, "--referees", referees, "--out", folder)
    assert status == 0, err
    assert (folder / "results.sha256").read_bytes() == (whole / "results.sha256").read_bytes()
    assert replays(folder) == replays(whole)


@pytest.mark.slow
def test_another_seed_gives_other_deals(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert arena(*without(SMALL, "auction[seats=2]")[:-1], "another", "-j", 2, "--out", folder)[0] == 0
    old, new = ({line["bout"]: line["key"] for line in bouts(run)} for run in (whole, folder))
    assert new.keys() <= old.keys()
    assert not set(old.values()) & set(new.values())
    assert records(folder).items().isdisjoint(records(whole).items())


def test_partners_and_exchanges(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    flags = ("--variant", "ten-point", "--variant", "contway", "--games", 2, "--max-deals", 2, "-j", 2)
    status, _, err = arena("run", *SAMPLES[2:], *flags, "--out", folder)
    assert status == 0, err
    assert all(entry["faults"] == {} for entry in results(folder)["overall"])
    assert arena("verify", folder)[0] == 0


def bouts(folder: Path) -> list[dict[str, str]]:
    lines = [json.loads(line) for data in replays(folder).values() for line in data.splitlines()]
    return [line for line in lines if line.get("kind") == "bout"]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_and_resumed_equals_the_whole(whole: Path, tmp_path: Path, how: signal.Signals) -> None:
    folder = tmp_path / "run"
    status, out, err = interrupt_after(folder, 11, *SMALL, "-j", 2, "--out", folder, how=how)
    assert status == 1
    assert "Traceback" not in err
    assert f"arena resume {folder}" in err
    assert results(folder)["games"] < 27
    assert SEED_LINE not in b"".join(replays(folder).values())
    assert arena("verify", folder)[0] == 0
    assert processes_with(str(folder)) == []
    status, out, err = arena("resume", folder)
    assert status == 0, err
    assert "27 games in 4 finished bouts" in out
    assert (folder / "results.sha256").read_bytes() == (whole / "results.sha256").read_bytes()
    assert replays(folder) == replays(whole)
    games = (folder / "journal").read_bytes().count(b'"kind":"game"')
    assert games == 27


SEED_LINE = b'"seed":"'


@pytest.mark.slow
def test_kill_9_and_resumed_equals_the_whole(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    status, _, _ = interrupt_after(folder, 11, *SMALL, "-j", 2, "--out", folder, how=signal.SIGKILL)
    assert status == -signal.SIGKILL
    assert arena("resume", folder)[0] == 0
    assert (folder / "results.sha256").read_bytes() == (whole / "results.sha256").read_bytes()
    assert replays(folder) == replays(whole)


def test_resume_with_nothing_missing_rebuilds_the_files(whole: Path) -> None:
    before = (whole / "results.sha256").read_bytes()
    (whole / "results.csv").unlink()
    status, _, err = arena("resume", whole)
    assert status == 0, err
    assert (whole / "results.sha256").read_bytes() == before
    assert (whole / "results.csv").exists()


@pytest.mark.slow
def test_a_new_entrant_changes_nobody_elses_games(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    more = ["--bot", f"name=second,cmd={sys.executable} {BOTS / 'random' / 'main.py'}"]
    assert arena(*without(SMALL, "auction[seats=3]"), *more, "-j", 2, "--out", folder)[0] == 0
    old = {game: record for game, record in records(whole).items() if "seats=2" in record}
    new = records(folder)
    assert len(new) > len(old) > 0
    assert old.items() <= new.items()


def without(flags: tuple[object, ...], variant: str) -> list[object]:
    """Return the flags without one of the variants."""
    place = flags.index(variant)
    return [*flags[: place - 1], *flags[place + 1 :]]


def records(folder: Path) -> dict[tuple[str, int, int], str]:
    lines = [json.loads(line) for data in replays(folder).values() for line in data.splitlines()]
    games = [line for line in lines if "deals" in line]
    return {(g["bout"], g["rotation"], g["game"]): json.dumps(g, sort_keys=True) for g in games}


def test_every_seat_is_a_process_of_its_own_started_by_exec(tmp_path: Path) -> None:
    """Each seat's process says who it is; nothing of the arena is in its memory, and it is in a session of its own."""
    spy = tmp_path / "spy"
    spy.mkdir()
    (spy / "bot.toml").write_text('name = "spy"\ncommand = ["{python}", "main.py"]\n')
    (spy / "main.py").write_text(
        "import os, sys\n"
        "print('pid', os.getpid(), 'parent', os.getppid(), 'session', os.getsid(0), 'arena' in sys.modules)\n"
        "print('argv', open('/proc/self/cmdline').read().split('\\0')[1], sorted(os.environ))\n"
        "print('sees', open('/proc/self/environ').read())\n"
        "from pitch_bot import run\n"
        "run(lambda turn: turn.legal[0] if turn.legal else turn.pick.least_cards())\n"
    )
    folder = tmp_path / "run"
    flags = ("--variant", "auction-partners", "--games", 2, "--max-deals", 1, "--seed", "a seed of words", "-j", 1)
    isolation = ("--isolation", "process")  # in sandboxes all have the same numbers
    process = start("run", "--bot", spy, *HONEST, *flags, *isolation, "--out", folder)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    texts = [path.read_text() for path in sorted((folder / "logs" / "spy").iterdir())]
    assert len(texts) == 2 * 2  # two matches, two seats in each
    pids = {text.split("pid ")[1].split()[0] for text in texts}
    assert len(pids) == 4
    keepers = {text.split("parent ")[1].split()[0] for text in texts}
    assert len(keepers) == 4 and str(process.pid) not in keepers
    seed = (folder / "seed.secret").read_text().strip()
    for text in texts:
        words = text.split()
        assert words[words.index("session") + 1] == words[words.index("pid") + 1]
        assert "False" in text.splitlines()[0]
        assert "PITCH_ARENA_ADDRESS" in text and "unix:" in text
        for secret in (seed, "a seed of words", *(bout["key"] for bout in bouts(folder))):
            assert secret not in text
    for log in (folder / "logs").rglob("*"):
        if log.is_file():
            assert seed not in log.read_text()


def test_one_game_can_be_followed_through_all_logs(whole: Path) -> None:
    arena_lines = log_lines(whole / "logs" / "arena.jsonl")
    referee_lines = log_lines(whole / "logs" / "referee-0.jsonl")
    game = next(line for line in arena_lines if line["event"] == "game finished")
    mine = [line for line in referee_lines if line.get("match") == game["match"] and line.get("game") == game["game"]]
    assert mine
    text = json.dumps(mine)
    bot_games = {
        str(line["game"])
        for path in (whole / "logs" / "counter").iterdir()
        for line in log_lines(path)
        if line["event"] == "game started"
    }
    assert any(number in text for number in bot_games)


def log_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]


def test_quickstart_is_valid() -> None:
    status, out, err = arena("check", ROOT / "examples" / "quickstart.toml")
    assert status == 0, err
    assert "3 bots, 4 variants" in out


def test_a_second_arena_on_the_same_run_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*SMALL, "-j", 1, "--out", folder)
    wait_for_games(process, folder, 1)
    status, _, err = arena("resume", folder)
    assert (status, "another arena is writing this run" in err) == (2, True)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)


def test_a_folder_that_is_deleted_stops_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*SMALL, "-j", 1, "--out", folder)
    wait_for_games(process, folder, 1)
    shutil.rmtree(folder, ignore_errors=True)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "Traceback" not in err
    assert "removed" in err or "cannot be" in err
    assert processes_with(str(folder)) == []


@pytest.mark.slow
def test_an_impatient_user_signals_twice(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*SMALL, "-j", 2, "--out", folder)
    wait_for_games(process, folder, 1)
    process.send_signal(signal.SIGINT)
    time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Traceback" not in err
    assert processes_with(str(folder)) == []
    assert arena("resume", folder)[0] == 0


@pytest.mark.slow
def test_progress_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal progress is drawn and tables are framed."""
    script = [
        "script",
        "-qec",
        " ".join(map(str, ["python", "-m", "arena", *map(quote, SMALL), "--out", tmp_path / "r"])),
    ]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "TERM": "xterm"}
    done = subprocess.run([*script, "/dev/null"], env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    assert "matches at once" in done.stdout
    assert "┃" in done.stdout


def quote(word: object) -> str:
    return f"'{word}'"


@pytest.mark.slow
def test_a_referee_that_dies_is_started_again_and_nothing_is_lost_or_counted_twice(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*SMALL, "-j", 3, "--referees", 2, "--out", folder)
    for games in (1, 6, 12):
        wait_for_games(process, folder, games)
        os.kill(next(referees_of(process.pid)), signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert err.count("started again") == 3
    assert "before its match did" not in err, "no bot is blamed for it"
    assert "Traceback" not in err
    assert replays(folder) == replays(whole)
    assert (folder / "results.sha256").read_bytes() == (whole / "results.sha256").read_bytes()
    assert not (folder / "evidence").exists()


def referees_of(pid: int) -> Iterator[int]:
    for child in children_of(pid):
        if b"control" in Path(f"/proc/{child}/cmdline").read_bytes():
            yield child
