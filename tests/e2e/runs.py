"""Running the real command on real bots."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "sample_bots" / "python"
CHAOS = ROOT / "sample_bots" / "chaos"
SAMPLES = [flag for name in ("random", "greedy", "counter") for flag in ("--bot", str(BOTS / name))]
HONEST = ["--bot", str(BOTS / "greedy")]


def chaos(kind: str, folder: Path, *options: object) -> list[str]:
    """Return the flags of an entrant that misbehaves; its program is copied to the folder, to tell it apart."""
    home = folder / "chaos"
    if not home.exists():
        shutil.copytree(CHAOS, home, ignore=shutil.ignore_patterns("__pycache__", "bot.toml"))
    more = " ".join(map(str, options))
    return ["--bot", f"name={kind},folder={home},cmd={{python}} main.py --kind {kind} {more}".rstrip()]


def start(*argv: object, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "arena", *map(str, argv)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
    )


def arena(*argv: object, env: dict[str, str] | None = None, limit_s: float = 120) -> tuple[int, str, str]:
    """Run the command to its end: exit code, output, errors. Nothing that it started is left then."""
    process = start(*argv, env=env)
    out, err = process.communicate(timeout=limit_s)
    assert "Traceback" not in out + err, err
    return process.returncode, out, err


def interrupt_after(
    folder: Path, games: int, *argv: object, how: signal.Signals = signal.SIGINT
) -> tuple[int, str, str]:
    """Run the command, send the signal once the journal has so many games, and wait for its end."""
    process = start(*argv)
    wait_for_games(process, folder, games)
    process.send_signal(how)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


def wait_for_games(process: subprocess.Popen[str], folder: Path, games: int) -> None:
    """Wait until the journal has so many games."""
    journal = folder / "journal"
    deadline = time.monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b'"kind":"game"') < games:
        if process.poll() is not None:
            raise AssertionError(process.communicate())
        assert time.monotonic() < deadline
        time.sleep(0.02)


def results(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "results.json").read_text())
    return data


def standing(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in results(folder)["overall"] if entry["name"] == name)
    return found


def replays(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "replays").iterdir())}


def processes_with(text: str) -> list[str]:
    """Return the command lines of living processes whose command line or environment has the text."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if text.encode() in command + environment:
            found.append(command.replace(b"\0", b" ").decode("utf-8", "replace"))
    return found
