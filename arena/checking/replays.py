"""Checking replays: every deal dealt again from the revealed keys, every action applied again, every score compared.

Nothing is taken on trust but the rules of this program: the sheet's hash, the commitments to seed and keys, who sat
where, and that no game of a bout is left out or stands there twice. Checksums tell where something is damaged.
"""

from __future__ import annotations

from pathlib import Path

from arena.checking.replay_file import verify_file
from arena.checking.report import MOST_PROBLEMS, Report, Tick
from arena.checking.run_folder import verify_run


def verify(path: Path, tick: Tick, *, jobs: int = 1) -> Report:
    """Check a run's folder, so many of its files at once, or a replay file. RunError when it is neither.

    `tick` is called after each game, or after each file where more than one are checked at once.
    """
    report = Report()
    if path.is_dir():
        verify_run(path, report, tick, jobs=jobs)
    else:
        verify_file(path, report, tick)
    return report


__all__ = ["MOST_PROBLEMS", "Report", "Tick", "verify"]
