"""Replays at their sizes: part `replays`. Speed and memory of verify, flipped bytes, the round trip of the notation."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from arena.records.derived import write_derived
from arena.records.rundir import create_run
from benchmarks.soaking.common import ROOT, Part
from tests.arena.helpers import SEED, all_matches, config, fill

WANTED: Final = 100_000  # decisions a second and core
SLOWER: Final = 1.25  # how much longer a decision of the large set may take
MORE_MIB: Final = 16  # how much more memory
VARIANTS: Final = ("auction[max_deals=30,seats=3]", "auction-partners", "contway[max_deals=20]")
_VERIFY: Final = """
import resource, sys
from pathlib import Path
from arena.checking.replays import verify
before = resource.getrusage(resource.RUSAGE_SELF)
report = verify(Path(sys.argv[1]), lambda _: None)
after = resource.getrusage(resource.RUSAGE_SELF)
status = Path("/proc/self/status")  # ru_maxrss has the memory of the process that started this one
peak = status.read_text().split("VmHWM:")[1].split()[0] if status.exists() else after.ru_maxrss
print(report.ok, report.decisions, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak)
"""


def replays(megabytes: int, flips: int, games: int) -> Part:
    """Make runs of a tenth of the size and of the whole size, verify both, and try the rest on the small one."""
    part = Part("replays")
    found = {}
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        for size in (max(1, megabytes // 10), megabytes):
            run = Path(folder) / f"run-{size}"
            _make(run, size)
            found[size] = _verified(part, run, size)
        (small, few), (large, much) = found.values()
        part.expect(min(small, large) >= WANTED, f"fewer than {WANTED:,} decisions a second and core")
        part.expect(small <= SLOWER * large, "a decision of the large set takes longer")
        part.expect(much <= few + MORE_MIB, "memory grows with the set")
        tiny = Path(folder) / "tiny"
        _make(tiny, 1)
        _program(part, "tests.arena.test_damage", tiny, flips)
    _program(part, "tests.formats.test_notation", games)
    return part


def _make(folder: Path, megabytes: int) -> None:
    """Write a run with about so many MB of replays: games of random policies, no bots."""
    run, journal = create_run(config(folder, variants=VARIANTS, bouts=megabytes, games=10), SEED)
    fill(run, journal, all_matches(run))
    journal.close()
    write_derived(run, {})


def _verified(part: Part, run: Path, size: int) -> tuple[float, float]:
    """Verify the run in a process of its own; return decisions a second of processor time, and its memory in MiB."""
    command = [sys.executable, "-c", _VERIFY, str(run)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    ok, decisions, seconds, kib = done.stdout.split()
    part.expect(ok == "True", f"the run of {size} MB does not verify")
    rate, memory = int(decisions) / float(seconds), int(kib) / (1024 if sys.platform != "darwin" else 1 << 20)
    bytes_ = sum(path.stat().st_size for path in (run / "replays").iterdir())
    part.figures[f"{bytes_ / 1e6:.0f} MB"] = f"{int(decisions):,} decisions, {rate:,.0f}/s, {memory:.0f} MiB"
    return rate, memory


def _program(part: Part, module: str, *words: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, words)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    part.figures[module] = (done.stdout.strip().splitlines() or [done.stderr[-200:]])[-1]
    part.expect(done.returncode == 0, f"{module}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
