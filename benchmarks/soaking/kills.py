"""kill -9 at random moments of arena, referee or bot, until every run is finished: part `kill`.

A run in which arenas and referees are killed must come out byte for byte like one that nobody disturbed. A bot that is
killed has crashed, as far as anybody can tell: it forfeits what it had open, and every other game must be the same.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import FAILED
from arena.records.journal import Tail, read_journal
from benchmarks.soaking.common import ROOT, Clock, Part, arena, start_arena, tail
from benchmarks.tournament import children_of

BOTS: Final = ROOT / "sample_bots" / "python"
LEAST_S: Final = 0.3  # before a kill: the arena has a journal then, mostly
RUN_LIMIT_S: Final = 600.0
TARGETS: Final = ("arena", "referee", "bot")


class _Where(msgspec.Struct):
    bout: str
    rotation: int
    game: int
    faults: list[dict[str, object]]


def kills(count: int, *, seed: int = 0) -> Part:
    """Kill so many processes, over as many runs as that takes."""
    part, chance, time_ = Part("kill"), random.Random(seed), Clock()
    part.figures = {"kills": 0, "runs": 0, **dict.fromkeys((f"killed_{target}" for target in TARGETS), 0)}
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        home = Path(folder)
        whole, log = home / "whole", home / "log"
        code = arena(*_run(whole), log=log)
        part.expect(code == 0, f"the undisturbed run ended with exit code {code}")
        took = time_.seconds
        while part.figures["kills"] < count and not part.problems:
            run = home / f"run-{part.figures['runs']}"
            targets = ("bot",) if part.figures["runs"] % 3 == 2 else ("arena", "referee")
            _disturb(part, run, targets, chance, took=took, left=count - part.figures["kills"], log=log)
            part.figures["runs"] += 1
            if "bot" in targets:
                _compare_games(part, whole, run)
            else:
                old, new = _outcome(whole), _outcome(run)
                other = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
                faults = [fault for _, _, faults in _games(run) for fault in faults]
                part.expect(not other, f"{run.name}: {', '.join(other)} differ from the undisturbed run; {faults[:3]}")
            verified = arena("verify", run, log=log)
            print(f"  {run.name}: {part.figures['kills']} kills so far", flush=True)
            part.expect(verified == 0, f"arena verify of {run.name} ended with exit code {verified}")
    part.figures["seconds"] = time_.seconds
    return part


def _run(out: Path) -> list[object]:
    bots = [word for name in ("random", "greedy", "counter") for word in ("--bot", BOTS / name)]
    sizes = ["--variant", "auction[seats=2]", "--bouts", 1, "--games", 2, "--max-deals", 2, "-j", 2]
    return ["run", *bots, *sizes, "--seed", "kill -9", "--isolation", "process", "--force", "--out", out]


def _disturb(
    part: Part, run: Path, targets: tuple[str, ...], chance: random.Random, *, took: float, left: int, log: Path
) -> None:
    """Play a run to its end, killing one process after the other."""
    process = start_arena(*_run(run), log=log)
    deadline = time.monotonic() + RUN_LIMIT_S
    for number in range(left + 1):
        if number < left:
            _wait(process, LEAST_S + chance.random() * took / 2)
        else:
            _wait(process, RUN_LIMIT_S)
        if process.poll() == FAILED:  # it could not start a referee that was killed at once, and said so
            process = start_arena("resume", run, "--force", log=log)
            continue
        if process.poll() is not None:
            break
        target = chance.choice(targets)
        if (victim := _find(process.pid, target, chance)) is not None:
            os.kill(victim, signal.SIGKILL)
            part.figures["kills"] += 1
            part.figures[f"killed_{target}"] += 1
        if target == "arena":
            process.wait()
            started = (run / "journal").exists() and b"\n" in (run / "journal").read_bytes()
            process = start_arena(*(["resume", run, "--force"] if started else _again(run)), log=log)
        if time.monotonic() > deadline:
            process.kill()
    code = process.wait()
    part.expect(code == 0, f"{run.name} ended with exit code {code}: {tail(log)}")


def _again(run: Path) -> list[object]:
    """Begin anew: it was killed before its journal said that there is a run."""
    if run.exists():
        run.rename(run.with_name(f"{run.name}-stillborn-{time.monotonic_ns()}"))
    return _run(run)


def _wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def _find(arena_pid: int, target: str, chance: random.Random) -> int | None:
    """Return the process to kill; None when there is no such one just now."""
    if target == "arena":
        return arena_pid
    mark = b"control" if target == "referee" else b"main.py"
    found = [pid for pid, command in _commands(arena_pid) if mark in command and b"keeper.py" not in command]
    return chance.choice(found) if found else None


def _commands(pid: int) -> Iterator[tuple[int, bytes]]:
    for child in children_of(pid)[1:]:
        try:
            yield child, Path(f"/proc/{child}/cmdline").read_bytes()
        except OSError:
            continue


def _outcome(run: Path) -> dict[str, bytes]:
    """Return what must not vary: the hashes of the results, and the replays."""
    files = [run / "results.sha256", *sorted((run / "replays").glob("*"))]
    return {file.name: file.read_bytes() for file in files if file.exists()}


def _games(run: Path) -> Iterator[tuple[tuple[str, int, int], bytes, list[dict[str, object]]]]:
    for entry in read_journal(run / "journal"):
        if not isinstance(entry, Tail) and entry.line.kind == "game":
            record = bytes(entry.line.record)
            where = msgspec.json.decode(record, type=_Where)
            yield (where.bout, where.rotation, where.game), record, where.faults


def _compare_games(part: Part, whole: Path, run: Path) -> None:
    """Every game in which no killed bot sat at the end of its stream must be the same."""
    expected = {place: record for place, record, _ in _games(whole)}
    found = list(_games(run))
    part.expect({place for place, _, _ in found} == expected.keys(), f"{run.name} has other games")
    part.expect(len(found) == len(expected), f"{run.name} has games twice")
    for place, record, faults in found:
        kinds = {str(fault["fault"]) for fault in faults}
        part.expect(kinds <= {"crash", "start-failure"}, f"{run.name}: {place} has {sorted(kinds)}")
        part.expect(bool(kinds) or record == expected[place], f"{run.name}: {place} differs, and nobody crashed in it")
