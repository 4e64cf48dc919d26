"""Running the cheats in every isolation and telling how each attempt came out."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.runs import ROOT, arena, processes_with

CHEATS = ROOT / "sample_bots" / "cheats"
HONEST = ("greedy", "counter")
MODES = ("sandbox", "process", "trusted")
RESOURCES = "{ memory_mib = 400, cpu_s = 4, processes = 100, open_files = 500, file_mib = 32, tmp_mib = 32 }"
SHM_KEY = 0x5049

QUIET = (
    *("journal", "seed", "config", "replays", "logs", "other-bot", "private-file"),
    *("memory-of-others", "environment-of-others", "ptrace", "signals"),
    *("control-socket", "host-network", "abstract-socket", "interfaces"),
    *("plant-beside-itself", "plant-in-shared-memory", "plant-in-kernel"),
    *("new-namespace", "kernel-doors", "kernel-settings", "devices", "write-elsewhere"),
    *("guessed-token", "stolen-token"),
)
OWN = ("second-join",)  # by itself: who steals tokens, and loses its own to another such, never gets to join twice
LOUD = (
    *("fork-bomb", "memory-bomb", "processor", "disk-fill", "long-file", "open-files"),
    *("flood-of-output", "orphan", "huge-frame"),
)
DENIED, CONTAINED, POSSIBLE = "denied", "contained", "possible"
NOT_MADE = "not made"  # the cheat said nothing of it, though nothing stopped it: that shows nothing


@dataclass(frozen=True)
class Played:
    """A run with the cheats in it: what they said, and what is to be seen from outside."""

    folder: Path
    said: dict[str, str]
    stopped: dict[str, int]
    honest: list[bytes]
    leftovers: list[str]


def honest_games(folder: Path) -> list[bytes]:
    """Return the records of the games between honest bots."""
    lines = next((folder / "replays").iterdir()).read_bytes().splitlines()
    games = [json.loads(line) for line in lines]
    return [line for line, game in zip(lines, games, strict=True) if set(game.get("seats", ())) == set(HONEST)]


@contextmanager
def servers(abstract: str) -> Iterator[int]:
    """Have a server on a loopback port of the machine, and one on an abstract socket."""
    with socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as other:
        other.bind("\0" + abstract)
        other.listen()
        yield port.getsockname()[1]


def configuration(attempts: tuple[str, ...], isolation: str, extra: str = "") -> str:
    args = ", ".join(json.dumps(word) for word in attempts)
    honest = "".join(f'[[bots]]\npath = "{ROOT}/sample_bots/python/{name}"\nisolation = "trusted"\n' for name in HONEST)
    return (
        f'variants = ["auction[seats=2,max_deals=2]"]\ngames = 1\nseed = "a battery of cheats"\njobs = 3\n{extra}'
        "[limits]\nmove_limit_ms = 0\n[faults]\nrestarts = 0\n"
        f'{honest}[[bots]]\npath = "{CHEATS}"\nisolation = "{isolation}"\nargs = [{args}]\nresources = {RESOURCES}\n'
    )


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other battery is played on this machine: what a cheat plants in the kernel, all would see."""
    with (Path(tempfile.gettempdir()) / "pitch-battery.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def play(tmp_path: Path, attempts: tuple[str, ...], isolation: str) -> Played:
    """Play two honest bots and one that makes the attempts, with everything that an attacker may know."""
    with one_at_a_time():
        return _play(tmp_path, attempts, isolation)


def _play(tmp_path: Path, attempts: tuple[str, ...], isolation: str) -> Played:
    mark = f"pitch-cheat-{os.getpid()}-{time.monotonic_ns()}"
    sleep = f"7{time.monotonic_ns() % 10**9}"
    folder = tmp_path / "run"
    with servers(mark) as port:
        know = {
            "run": folder,
            "earlier": tmp_path / "earlier",
            "other": ROOT / "sample_bots" / "python" / "greedy",
            "private": tmp_path / "private",
            "port": port,
            "abstract": mark,
            "mark": mark,
            "sleep": sleep,
        }
        words = (*attempts, *(f"{key}={value}" for key, value in know.items()))
        (tmp_path / "cheat.toml").write_text(configuration(words, isolation))
        (tmp_path / "earlier" / "replays").mkdir(parents=True)
        (tmp_path / "earlier" / "replays" / "x.jsonl").write_text("a finished game")
        (tmp_path / "private").write_text("somebody's letters")
        status, _, err = arena("run", tmp_path / "cheat.toml", "--out", folder)
    assert status == 0, err
    timing = json.loads((folder / "timing.json").read_text())
    return Played(
        folder=folder,
        said=said_in(folder / "logs" / "cheats"),
        stopped=timing["bots"]["cheats"]["stopped"],
        honest=honest_games(folder),
        leftovers=leftovers(mark, sleep),
    )


def said_in(logs: Path) -> dict[str, str]:
    """Return what the cheats said of their attempts; the best of several processes counts."""
    found: dict[str, str] = {}
    for log in sorted(logs.iterdir()) if logs.is_dir() else ():
        for line in log.read_bytes().decode("utf-8", "replace").splitlines():
            if line.startswith('{"attempt"'):
                words: dict[str, Any] = json.loads(line)
                if found.get(words["attempt"], DENIED) == DENIED:
                    found[words["attempt"]] = words["outcome"]
    return found


def leftovers(mark: str, sleep: str) -> list[str]:
    """Return what the cheats left where others can find it, and clear it away."""
    found = []
    for path in (Path("/dev/shm") / mark, Path("/tmp") / mark):
        if path.exists():
            found.append("plant-in-shared-memory")
            path.unlink()
    segments = [line.split() for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]]
    for segment in segments:
        if int(segment[0]) == SHM_KEY:
            found.append("plant-in-kernel")
            subprocess.run(["ipcrm", "-m", segment[1]], check=True)
    if processes_with(sleep):
        found.append("orphan")
    return found


def outcome(attempt: str, played: Played) -> str:
    """Return how an attempt came out, by what the cheat says and by what is to be seen."""
    if attempt in ("plant-in-shared-memory", "plant-in-kernel", "orphan"):
        if attempt not in played.said:
            return NOT_MADE
        assert played.said[attempt] == POSSIBLE or attempt not in played.leftovers
        return POSSIBLE if attempt in played.leftovers else CONTAINED
    if attempt == "flood-of-output":
        kept = sum(log.stat().st_size for log in (played.folder / "logs" / "cheats").glob("*"))
        if kept < 200_000:
            return NOT_MADE
        return CONTAINED if kept < 4 * 300_000 else POSSIBLE
    if attempt not in played.said:
        return CONTAINED if played.stopped and attempt in LOUD else NOT_MADE
    if attempt in LOUD and attempt != "huge-frame":
        return CONTAINED if played.said[attempt] == DENIED else POSSIBLE
    return played.said[attempt]
