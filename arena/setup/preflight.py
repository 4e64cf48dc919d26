"""What a tournament needs of the machine, compared with what there is, before the first game.

The numbers are rough and on the high side: they are to tell in time that a run cannot work, not to plan a machine.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import USAGE, RunError
from arena.setup.config import Config

FILES_A_BOT: Final = 6  # of the arena: its keeper's socket and output, and what starting takes
FILES: Final = 100  # of the arena itself
PROCESSES_A_BOT: Final = 20  # a keeper, the sandbox, and the threads of the bot
PROCESSES_A_REFEREE: Final = 20
MIB_A_BOT: Final = 60
MIB_A_REFEREE: Final = 120
MIB: Final = 150  # the arena
MOST_JOBS_A_CORE: Final = 8  # with a clock: beyond that bots wait for processors more than they think


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What there is; None where the system does not tell, or sets no limit."""

    cores: int
    files: int | None = None
    processes: int | None = None
    memory_mib: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What is needed at once."""

    bots: int
    files: int
    processes: int
    memory_mib: int


def needs_of(config: Config) -> Needs:
    """Return what a tournament needs, with its largest variant played in all jobs."""
    seats = max((variant.seats for variant in config.variant_list()), default=0)
    bots = config.jobs * seats
    referees = min(config.referees, config.jobs)
    return Needs(
        bots=bots,
        files=FILES + FILES_A_BOT * bots,
        processes=PROCESSES_A_BOT * bots + PROCESSES_A_REFEREE * referees,
        memory_mib=MIB + MIB_A_BOT * bots + MIB_A_REFEREE * referees,
    )


def machine() -> Machine:
    """Return what this machine has; the limit of open files is raised as far as we may first."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard and hard != resource.RLIM_INFINITY:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):
            pass  # then the lower one holds
    processes = resource.getrlimit(resource.RLIMIT_NPROC)[0] if os.geteuid() else resource.RLIM_INFINITY
    told = (None if processes == resource.RLIM_INFINITY else processes, _number("/proc/sys/kernel/threads-max"))
    return Machine(
        cores=cores,
        files=None if soft == resource.RLIM_INFINITY else soft,
        processes=min((one for one in told if one is not None), default=None),
        memory_mib=_available_mib(),
    )


def _number(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _available_mib() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) >> 10
    except (OSError, ValueError, IndexError):
        pass
    return None


def problems(config: Config, here: Machine) -> Iterator[str]:
    """Yield what is too little, each with what would be needed."""
    needs = needs_of(config)
    at_once = f"{config.jobs} matches at once with up to {needs.bots} bot processes"
    if here.files is not None and needs.files > here.files:
        yield f"{at_once} need {needs.files} open files, the limit is {here.files}: raise it (`ulimit -n`)"
    if here.processes is not None and needs.processes > here.processes:
        yield f"{at_once} need {needs.processes} processes and threads, the limit is {here.processes} (`ulimit -u`)"
    if here.memory_mib is not None and needs.memory_mib > here.memory_mib:
        yield f"{at_once} need about {needs.memory_mib} MiB of memory, {here.memory_mib} MiB are free"
    most = MOST_JOBS_A_CORE * here.cores
    if config.limits.clock and config.jobs > most:
        yield f"{config.jobs} matches at once share {here.cores} processors, and moves are timed: at most {most}"


def preflight(config: Config, *, forced: bool) -> list[str]:
    """Return what the machine has too little of; raise RunError with it unless the user insists."""
    found = list(problems(config, machine()))
    if found and not forced:
        hint = "play fewer matches at once (-j), or --force it"
        raise RunError("\narena: ".join([*found, hint]), exit_status=USAGE)
    return found
