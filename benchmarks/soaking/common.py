"""What the parts of the soak share: tournaments of thinking bots, what stands in their journals, and the results."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.records.journal import Tail, read_journal

ROOT: Final = Path(__file__).resolve().parents[2]
THINKER: Final = Path(__file__).parent / "thinker" / "main.py"
VARIANT: Final = "auction-partners[max_deals=8]"


@dataclass(slots=True)
class Part:
    """What one part of the soak found: figures for `--json`, and in words what does not hold."""

    name: str
    figures: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def expect(self, holds: bool, text: str) -> None:  # noqa: FBT001 - reads as a sentence
        """Note the text as a problem unless it holds."""
        if not holds:
            self.problems.append(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A thinking bot: milliseconds of processor time ("work") or asleep ("sleep") before each choice."""

    name: str
    think_ms: float = 1.0
    how: str = "work"
    capacity: int = 16


def write_config(
    path: Path,
    entrants: Iterable[Entrant],
    *,
    bouts: int,
    games: int,
    jobs: int,
    move_limit_ms: int,
    faults: str = "",
    variant: str = VARIANT,
) -> Path:
    """Write a tournament's file and return it. `faults`: what stands in its table of that name."""
    bots = "".join(
        f'[[bots]]\nname = "{one.name}"\ncommand = ["{sys.executable}", "{THINKER}", "--think-ms", "{one.think_ms}",'
        f' "--how", "{one.how}", "--capacity", "{one.capacity}"]\n'
        for one in entrants
    )
    path.write_text(
        f'name = "soak"\nseed = "soak {path.stem}"\nvariants = ["{variant}"]\nbouts = {bouts}\ngames = {games}\n'
        f"jobs = {jobs}\n[limits]\nmove_limit_ms = {move_limit_ms}\ngrace_ms = 0\n[faults]\n{faults}\n{bots}",
        encoding="utf-8",
    )
    return path


def start_arena(*argv: object, log: Path | None = None) -> subprocess.Popen[bytes]:
    """Start the command; what it prints goes to the log, or nowhere."""
    command = [sys.executable, "-m", "arena", *map(str, argv)]
    with open(log or "/dev/null", "ab") as out:
        return subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, start_new_session=True)


def arena(*argv: object, log: Path | None = None) -> int:
    """Run the command to its end and return its exit code."""
    return start_arena(*argv, log=log).wait()


@dataclass(slots=True)
class Kept:
    """What a journal has: its games (how often each), and of each bot its faults, decisions, and times."""

    games: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    details: list[str] = field(default_factory=list)
    late_in: Counter[tuple[str, str]] = field(default_factory=Counter)  # late answers of a bot by game
    times: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def doubled(self) -> int:
        """How many games stand there more than once."""
        return sum(count > 1 for count in self.games.values())

    def total(self, key: str, names: Sequence[str]) -> float:
        """Return the sum of a time over the bots."""
        return sum(self.times.get(name, Counter())[key] for name in names)


def read_kept(run: Path) -> Kept:
    """Read the journal of a run."""
    kept = Kept()
    for entry in read_journal(run / "journal"):
        if isinstance(entry, Tail) or entry.line.kind != "game":
            continue
        record = json.loads(bytes(entry.line.record))
        timing = json.loads(bytes(entry.line.timing))
        kept.games[record["bout"], record["rotation"], record["game"]] += 1
        seats = record["seats"]
        place = f"{record['bout']}/{record['rotation']} game {record['game']}"
        kept.late_in.update({(name, place): 0 for name in seats})
        for fault in record["faults"]:
            kept.late_in[seats[fault["seat"]], place] += fault["fault"] == "late"
            kept.faults[seats[fault["seat"]], fault["fault"]] += 1
            kept.details.append(f"{place} {fault['deal']}.{fault['index']} {seats[fault['seat']]}: {fault}")
        for name, seat_times in zip(seats, timing["seats"], strict=True):
            times = kept.times.setdefault(name, Counter())
            times.update({key: value for key, value in seat_times.items() if key != "slowest_ms"})
            times["slowest_ms"] = max(times["slowest_ms"], seat_times["slowest_ms"])
    return kept


def show_times(kept: Kept, names: Sequence[str]) -> dict[str, Any]:
    """Return the times of the bots, rounded."""
    return {name: {key: round(value, 1) for key, value in kept.times.get(name, {}).items()} for name in names}


def tail(log: Path) -> str:
    """Return the last lines of a log."""
    return " / ".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-3:])


class Clock:
    """Tells the time since it was made, in seconds."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    @property
    def seconds(self) -> float:
        """The time since then."""
        return round(time.monotonic() - self._start, 1)
