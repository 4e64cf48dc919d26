"""One session of a run from the command line: play what is missing, write the derived files, print the standings."""

from __future__ import annotations

import errno
import sqlite3
import sys
from typing import Final

import trio

from arena.errors import FAILED, GATE, OK, RunError
from arena.records.derived import write_derived
from arena.records.journal import Journal
from arena.records.results import SQLITE_FILE
from arena.records.rundir import LOGS, SEED, Run
from arena.remote.invitations import SUFFIX
from arena.reports.live import view_of
from arena.reports.terminal import print_standings
from arena.running import tournament
from arena.running.gate import Gate, estimate, verdict
from arena.sandbox.box import Tools
from arena.sandbox.limits import Lifetime
from arena.schedules.growing import standing_lines
from arena.schedules.rounds import RoundsPlan
from arena.statistics.sprt import Decision
from referee import logs
from referee.secrecy import closed_files, no_core_dumps, open_files

# What the system says of writes, not of one file: it names none.
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)


def play_run(run: Run, journal: Journal, tools: Tools | None, *, log_level: str = "info") -> int:
    """Play the run to its end or to a signal and return the exit code. Closes the journal. `tools`: for sandboxes.

    Until it is finished nobody but its owner can read its folder.
    """
    no_core_dumps()
    with closed_files(run.folder):
        status = _play(run, journal, tools, log_level)
    if run.finished:
        tokens = (f"{bot.name}{SUFFIX}" for bot in run.config.bots if bot.remote)
        open_files(run.folder, but=frozenset((SEED, *tokens)))
    return status


def _play(run: Run, journal: Journal, tools: Tools | None, log_level: str) -> int:
    log = run.folder / LOGS / "arena.jsonl"
    logs.configure(level=log_level, file=log, style=logs.LogStyle.JSON, process="arena")
    done = f", {run.index.done} of them played" if run.index.done else ""
    print(f"{run.folder}: {run.plan.total_games} games{done}; commitment to the seed {run.committed}", flush=True)
    for notice in run.notices:
        print(f"arena: {notice}", file=sys.stderr)
    if run.config.no_sandbox:
        print(f"arena: no sandbox, bots run as plain processes: {run.config.no_sandbox}", file=sys.stderr)
    if pooled := [bot.name for bot in run.config.bots if bot.lifetime is Lifetime.POOLED]:
        print(f"arena: {', '.join(pooled)} keep their processes from match to match, and may remember", file=sys.stderr)
    again = f"`arena resume {run.folder}` plays what is missing"
    try:
        outcome = trio.run(tournament.play, run, journal, view_of(run), tools, log_level)
    except BaseException as error:
        _say_where(error, run)
        print(f"arena: stopped; everything finished is kept, and {again}", file=sys.stderr)
        raise
    finally:
        journal.close()
    try:
        results = write_derived(run, outcome.timing)
    except (OSError, sqlite3.Error) as error:
        raise RunError(f"{_what_failed(run, error)}; every finished game is safe in {run.journal_path}") from None
    print_standings(results)
    print("\n".join(["", *standing_lines(run)]).rstrip())
    for text in results.times.notes():
        print(text)
    print(f"\n{results.games} games in {results.bouts} finished bouts; replays and results are in {run.folder}")
    print(f"`arena report {run.folder}` has ratings with intervals and says who is surely better than whom")
    if run.finished:
        return _gate(run)
    missing = run.plan.total_games - run.index.done
    what = "games of the rounds so far" if isinstance(run.plan, RoundsPlan) else "games"
    print(f"arena: {missing} {what} are missing; {again}", file=sys.stderr)
    for text in outcome.failed[:5]:
        print(f"arena: not played: {text}", file=sys.stderr)
    return FAILED


def _say_where(error: BaseException, run: Run) -> None:
    """Give errors of the system that name no file (a full disk, mostly) the run's folder: most writes go to it."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            _say_where(one, run)
    elif isinstance(error, OSError) and error.filename is None and error.errno in NO_ROOM:
        error.filename = str(run.folder)


def _gate(run: Run) -> int:
    """Say how the sequential test came out, if there is one, and return the exit code."""
    if run.config.sprt is None:
        return OK
    gate = Gate(run)
    state = gate.advance()
    new, old = (bot.name for bot in run.config.bots)
    print(f"\n{verdict(gate, new=new, old=old)}\n{estimate(run)}")
    return OK if state.decision is Decision.H1 else GATE


def _what_failed(run: Run, error: OSError | sqlite3.Error) -> str:
    """Name the file that could not be written, and why."""
    if isinstance(error, sqlite3.Error):
        return f"{run.folder / SQLITE_FILE}: cannot be written: {error}"
    name = error.filename2 or error.filename or run.folder  # of two, a new file could not take the place of the second
    return f"{name}: cannot be written: {error.strerror}"
