"""Checks of small bots, as plain processes, with short limits."""

from __future__ import annotations

from pathlib import Path

from arena.conformance.check import check_bot
from arena.conformance.options import Options
from arena.conformance.report import Report
from arena.sandbox.limits import Isolation, Resources
from arena.setup.bots import Bot
from referee.clock import Limits

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
CHAOS = ROOT / "sample_bots" / "chaos"
LIMITS = Limits(start_limit_ms=30_000, move_limit_ms=2_000, grace_ms=250)
SMALL = Resources(memory_mib=300)


def bot(*command: str, folder: Path = HERE, resources: Resources = SMALL) -> Bot:
    return Bot(
        name="tried",
        version="1",
        folder=str(folder),
        command=("{python}", *command),
        isolation=Isolation.PROCESS,
        resources=resources,
    )


def flawed(flaw: str) -> Bot:
    return bot("flawed.py", flaw)


def chaos(kind: str, *more: str) -> Bot:
    return bot("main.py", "--kind", kind, *more, folder=CHAOS)


def check(entrant: Bot | Path, *only: str, variants: tuple[str, ...] = ("auction-partners",)) -> Report:
    """Run these steps (all, if none is named) and those that they need."""
    return check_bot(entrant, Options(variants=variants, only=only, limits=LIMITS))
