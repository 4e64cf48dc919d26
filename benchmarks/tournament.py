"""Part (c) of `make bench`: whole tournaments of external bots; what they cost, and how that grows with the games.

Two greedy bots play `auction-partners` in the default mode: a process per seat, the games of a match at once. Runs of
100, 200 and 400 games alternate, so that the machine's moods hit all alike; figures are medians.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SIZES: Final = (100, 200, 400)
GAMES_A_MATCH: Final = 25
VARIANT: Final = "auction-partners[max_deals=8]"
BOT: Final = Path(__file__).parents[1] / "sample_bots" / "python" / "greedy"
SAMPLE_S: Final = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One run: wall and processor seconds of everything, by whom, and memory in MiB."""

    games: int
    wall_s: float
    cpu_s: float
    arena_s: float
    referees_s: float
    bots_s: float
    arena_mib: float
    tree_mib: float


def children_of(pid: int) -> list[int]:
    """Return the processes below the process, and itself."""
    found = [pid]
    for parent in found:
        try:
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += map(int, (task / "children").read_text(encoding="ascii").split())
        except OSError:
            continue
    return found


def resident_mib(pid: int) -> float:
    """Return the resident memory of the process and all below it; shared pages count once for each."""
    pages = 0
    for process in children_of(pid):
        try:
            pages += int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def measure(games: int, jobs: int) -> Measured:
    """Play one tournament and return what it cost. RuntimeError when it fails."""
    with tempfile.TemporaryDirectory(prefix="pitch-bench-") as folder:
        out = Path(folder) / "run"
        start = time.perf_counter()
        process = subprocess.Popen(_command(games, jobs, out), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stderr is not None
        peaks = [0.0]
        watcher = threading.Thread(target=_watch, args=(process, peaks))
        watcher.start()
        complaints = process.stderr.read()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        watcher.join()
        if process.returncode:
            raise RuntimeError(complaints.decode())
        timing: dict[str, Any] = json.loads((out / "timing.json").read_text(encoding="utf-8"))
        cpu = usage.ru_utime + usage.ru_stime
        referees, bots = timing["cpu_s"]["referees"], timing["cpu_s"]["bots"]
        return Measured(
            games=games,
            wall_s=wall,
            cpu_s=cpu,
            arena_s=cpu - referees - bots,
            referees_s=referees,
            bots_s=bots,
            arena_mib=timing["peak_mib"]["arena"],
            tree_mib=peaks[0],
        )


def _command(games: int, jobs: int, out: Path) -> list[str]:
    main = BOT / "main.py"
    bots = [f"name={name},cmd={sys.executable} {main}" for name in ("one", "two")]
    bouts = games // (2 * GAMES_A_MATCH)
    flags = ["--bouts", bouts, "--games", GAMES_A_MATCH, "-j", jobs, "--seed", "benchmark", "--out", out]
    names = [word for bot in bots for word in ("--bot", bot)]
    return [sys.executable, "-m", "arena", "run", *names, "--variant", VARIANT, *map(str, flags)]


def _watch(process: subprocess.Popen[bytes], peaks: list[float]) -> None:
    while process.returncode is None:
        peaks[0] = max(peaks[0], resident_mib(process.pid))
        time.sleep(SAMPLE_S)


def run(rounds: int) -> dict[str, Any]:
    """Return by number of games the medians over the rounds, and how the cost of 400 games compares with 100."""
    jobs = os.cpu_count() or 1
    measured: dict[int, list[Measured]] = {games: [] for games in SIZES}
    for _ in range(rounds):
        for games in SIZES:
            measured[games].append(measure(games, jobs))
    rows = []
    for games, runs in measured.items():
        medians = {name: statistics.median(getattr(one, name) for one in runs) for name in Measured.__slots__}
        medians["games_per_s"] = games / medians["wall_s"]
        rows.append({name: round(value, 3) for name, value in medians.items()})
    least, middle, most = (row["cpu_s"] for row in rows)
    return {
        "variant": VARIANT,
        "rounds": rounds,
        "jobs": jobs,
        "rows": rows,
        "cpu_400_to_4_times_100": round(most / (4 * least), 3),
        # What a game more costs, late against early: free of the start-up.
        "marginal_late_to_early": round((most - middle) / 2 / (middle - least), 3),
        "arena_memory_400_to_100": round(rows[2]["arena_mib"] / rows[0]["arena_mib"], 3),
    }


def print_table(result: dict[str, Any]) -> None:
    """Print what `run` returned."""
    print(f"tournament, {result['variant']}, {result['jobs']} matches at once, median of {result['rounds']} rounds")
    print(
        f"{'games':>6}{'games/s':>9}{'CPU s':>8}{'arena':>7}{'referees':>10}{'bots':>7}{'arena MiB':>11}{'all MiB':>9}"
    )
    for row in result["rows"]:
        shares = [f"{row[name] / row['cpu_s']:.0%}" for name in ("arena_s", "referees_s", "bots_s")]
        print(
            f"{row['games']:6.0f}{row['games_per_s']:9.1f}{row['cpu_s']:8.1f}{shares[0]:>7}{shares[1]:>10}{shares[2]:>7}"
            f"{row['arena_mib']:11.0f}{row['tree_mib']:9.0f}"
        )
    print(
        f"CPU of 400 games: {result['cpu_400_to_4_times_100']:.2f} x four times 100;"
        f" a game more costs {result['marginal_late_to_early']:.2f} x as much late as early;"
        f" arena's memory {result['arena_memory_400_to_100']:.2f} x"
    )
