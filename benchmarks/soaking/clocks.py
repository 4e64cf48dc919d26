"""Honest bots under load are never late, slow ones are found out: part `clock`; beside greedy programs: `hogs`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Final

from benchmarks.soaking.common import (
    Clock,
    Entrant,
    Kept,
    Part,
    arena,
    read_kept,
    show_times,
    start_arena,
    tail,
    write_config,
)
from referee.faults import Policy

MOVE_LIMIT_MS: Final = 50
SLOW_MS: Final = 60
MOST_VOIDED: Final = 0.005
GAMES_A_MATCH: Final = 200
HONEST: Final = (Entrant(name="honest-a"), Entrant(name="honest-b"))
SLOW: Final = (
    Entrant(name="slow-work", think_ms=SLOW_MS, how="work", capacity=1),
    Entrant(name="slow-sleep", think_ms=SLOW_MS, how="sleep", capacity=1),
)
# Each late answer counts, and none ends the game: every single one must be found.
PATIENT: Final = "late_answers = 1000000\nsilences = 1000000"
# Of the time: slow bots that compute would otherwise have most of the processors, and the honest games take hours.
SLOW_SHARE: Final = 0.1
HOG: Final = "while True: pass"


def clock(games: int, *, hogs: int = 0) -> Part:
    """Play so many games of honest bots, four matches a processor at once, and slow bots beside them now and then."""
    part, cores = Part("clock"), os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, hogging(hogs):
        home = Path(folder)
        bouts = max(1, -(-games // (2 * GAMES_A_MATCH)))
        honest = write_config(
            home / "honest.toml", HONEST, bouts=bouts, games=min(games, GAMES_A_MATCH), jobs=4 * cores,
            move_limit_ms=MOVE_LIMIT_MS,
        )  # fmt: skip
        slow = write_config(
            home / "slow.toml", (HONEST[0], *SLOW), bouts=1, games=1, jobs=2, move_limit_ms=MOVE_LIMIT_MS,
            faults=PATIENT,
        )  # fmt: skip
        time = Clock()
        process = start_arena("run", honest, "--out", home / "honest", "--force", log=home / "honest.log")
        rounds, again_at = 0, 0.0
        while process.poll() is None or not rounds:
            if time.seconds < again_at and process.poll() is None:
                sleep(1.0)
                continue
            began = time.seconds
            out = home / f"slow-{rounds}"
            code = arena("run", slow, "--seed", f"slow {rounds}", "--out", out, "--force", log=home / "slow.log")
            part.expect(code == 0, f"the tournament of slow bots ended with exit code {code}")
            if code:
                break
            _judge_slow(part, read_kept(out))
            rounds += 1
            again_at = began + (time.seconds - began) / SLOW_SHARE
        code = process.wait()
        part.expect(code == 0, f"the tournament ended with exit code {code}: {tail(home / 'honest.log')}")
        part.figures["seconds"] = time.seconds
        kept = read_kept(home / "honest")
        _judge_honest(part, kept, bouts * 2 * min(games, GAMES_A_MATCH))
        verified = arena("verify", home / "honest", log=home / "verify.log")
        part.expect(verified == 0, f"arena verify ended with exit code {verified}: {tail(home / 'verify.log')}")
    return part


def hogs(matches: int, hogs: int) -> Part:
    """Play so many matches of one short game beside so many programs that compute without end."""
    part, cores = Part("hogs"), os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, hogging(hogs):
        home = Path(folder)
        bouts = -(-matches // 2)
        config = write_config(
            home / "hogs.toml", HONEST, bouts=bouts, games=1, jobs=cores, move_limit_ms=MOVE_LIMIT_MS,
            variant="auction-partners[max_deals=2]",
        )  # fmt: skip
        time = Clock()
        code = arena("run", config, "--out", home / "run", "--force", log=home / "log")
        part.expect(code == 0, f"the tournament ended with exit code {code}: {tail(home / 'log')}")
        part.figures |= {"seconds": time.seconds, "hogs": hogs}
        _judge_honest(part, read_kept(home / "run"), 2 * bouts, voided=1.0)
    return part


def _judge_honest(part: Part, kept: Kept, games: int, *, voided: float = MOST_VOIDED) -> None:
    names = [one.name for one in HONEST]
    answers, stalled = kept.total("answers", names), kept.total("stalled", names)
    share = stalled / max(1, answers)
    faults = sum(count for (name, _), count in kept.faults.items() if name in names)
    part.figures |= {
        "games": len(kept.games),
        "answers": int(answers),
        "faults": faults,
        "lost": games - len(kept.games),
        "doubled": kept.doubled,
        "voided_share": round(share, 6),
        "times": show_times(kept, names),
    }
    part.expect(not faults, f"{faults} faults of honest bots: " + "; ".join(kept.details[:5]))
    part.expect(len(kept.games) == games, f"{len(kept.games)} games of {games}")
    part.expect(not kept.doubled, f"{kept.doubled} games stand in the journal twice")
    part.expect(share < voided, f"{share:.2%} of the intervals were voided")


def _judge_slow(part: Part, kept: Kept) -> None:
    """Every slow bot must be caught in every game: late as often as forfeits it. One that works must be late each time.

    One that sleeps seems to have waited now and then, when its other threads did: such answers are counted as missed.
    """
    for one in SLOW:
        answers = int(kept.total("answers", [one.name]))
        late = kept.faults[one.name, "late"]
        games = [count for (name, _), count in kept.late_in.items() if name == one.name]
        escaped = sum(count < Policy().late_answers for count in games)
        for key, value in (("answers", answers), ("missed", answers - late), ("games", len(games))):
            part.figures[f"{one.name}_{key}"] = part.figures.get(f"{one.name}_{key}", 0) + value
        part.expect(not escaped, f"{one.name} was not caught in {escaped} of {len(games)} games")
        if one.how == "work":
            part.expect(late == answers, f"{one.name}: {answers - late} of {answers} answers were taken for timely")
    honest = kept.faults[HONEST[0].name, "late"]
    part.expect(not honest, f"{honest} late answers of an honest bot beside slow ones")


@contextmanager
def hogging(count: int) -> Iterator[None]:
    """Have so many programs compute without end beside the block."""
    hogs = [subprocess.Popen([sys.executable, "-c", HOG], start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
