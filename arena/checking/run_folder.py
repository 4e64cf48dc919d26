"""A run's folder: its replays, the journal's commitments, what is derived from the journal, and every other file."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from arena.checking.manifest import MANIFEST, difference, read_manifest
from arena.checking.replay_file import verify_file
from arena.checking.report import Report, Tick
from arena.errors import RunError
from arena.records.derived import kept_files, write_derived
from arena.records.evidence import EVIDENCE
from arena.records.journal import Entry, read_journal
from arena.records.results import CSV_FILE, HASHES, JSON_FILE, SQLITE_FILE, file_hash, same_database
from arena.records.rundir import (
    COMMITMENT,
    CONFIG,
    JOURNAL,
    LOGS,
    REPLAYS,
    SEED,
    OtherRulesRun,
    Run,
    commitment_problem,
    read_run,
    seed_problem,
)
from arena.remote.invitations import REMOTE
from arena.replays.show import replay_files
from referee.replay_lines import FORMAT, OLD_FORMATS
from referee.shuffle import commitment

_ASIDE: Final = (f"{LOGS}/", f"{EVIDENCE}/", f"{REMOTE}/")  # may be removed: nothing follows from them


@dataclass(frozen=True, slots=True)
class _Checked:
    """A replay file that was checked, and what its first line says, if it can be read."""

    file: Path
    form: int = FORMAT
    committed: str = ""


def _check_file(file: Path, report: Report, tick: Tick) -> _Checked:
    header = verify_file(file, report, tick)
    return _Checked(file, header.format, header.seed_commitment) if header else _Checked(file)


def _check_alone(file: Path) -> tuple[_Checked, Report]:
    """Check a file in a process of its own."""
    report = Report()
    return _check_file(file, report, lambda _: None), report


def _check_files(files: Sequence[Path], report: Report, tick: Tick, jobs: int) -> list[_Checked]:
    """Check the files, so many at once, each in a process of its own unless they are checked one by one."""
    if min(jobs, len(files)) <= 1:
        return [_check_file(file, report, tick) for file in files]
    found = []
    with ProcessPoolExecutor(min(jobs, len(files)), mp_context=get_context("spawn")) as pool:
        for checked, part in pool.map(_check_alone, files):
            report.add(part)
            tick(report)
            found.append(checked)
    return found


def verify_run(folder: Path, report: Report, tick: Tick, *, jobs: int = 1) -> None:
    """Check a whole run: replays, the journal's commitments, that all derived files say what the journal does, and that
    every file is the one in the manifest. `jobs`: how many replay files at once."""
    checked = _check_files(replay_files(folder), report, tick, jobs)
    try:
        run = read_run(folder)
    except OtherRulesRun as error:
        report.unchecked.append(str(error))
        finished = _check_journal(folder, report)
        _check_manifest(folder, report, finished=finished, bad=set())
        return
    except RunError as error:
        report.problem(str(error))
        _check_manifest(folder, report, finished=False, bad={JOURNAL} if str(folder / JOURNAL) in str(error) else set())
        return
    for one in checked:
        if one.committed not in ("", run.committed):
            report.problem(f"{one.file}:1: its commitment to the seed is not the one in {run.journal_path}")
    problem = commitment_problem(run) or _strictly(run.folder / COMMITMENT, run.committed)
    if problem:
        report.problem(problem)
    bad = {COMMITMENT} if problem else set[str]()
    if run.seed is None:
        report.problem(f"{seed_problem(run)}: the keys cannot be checked")
        _check_manifest(folder, report, finished=run.finished, bad=bad)
        return
    if (run.folder / SEED).exists() and (problem := _strictly(run.folder / SEED, run.seed.hex())):
        report.problem(problem)
    report.seed_checked |= bool(run.config.deals)  # of a suite: the commitments of the bouts are compared with it
    _check_commitments(run, report)
    # A journal that is not the one in the manifest would show as damage of all that is derived from it.
    manifest_read = _check_manifest(folder, report, finished=run.finished, bad=bad, only={JOURNAL})
    if JOURNAL not in bad:
        forms = [one.form for one in checked if one.form in (FORMAT, *OLD_FORMATS)]
        _check_derived(run, report, bad, form=max(forms, key=forms.count, default=FORMAT))
    if manifest_read:
        _check_manifest(folder, report, finished=run.finished, bad=bad | {JOURNAL})


def _strictly(path: Path, text: str) -> str:
    """Say that the file is not this text with a line break, "" if it is. Elsewhere hex may have capitals and blanks."""
    try:
        return "" if path.read_bytes() == text.encode() + b"\n" else f"{path}: line 1 is damaged"
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror}"


def _check_journal(folder: Path, report: Report) -> bool:
    """Check the checksums of the journal's lines alone; return whether the run that they tell of is finished."""
    missing = 0
    try:
        for entry in read_journal(folder / JOURNAL):
            if isinstance(entry, Entry) and entry.line.kind in ("run", "stop"):
                missing = entry.line.games if entry.line.kind == "run" else 0
            elif isinstance(entry, Entry) and entry.line.kind == "game":
                missing -= 1
    except RunError as error:
        report.problem(str(error))
    return missing <= 0


def _check_commitments(run: Run, report: Report) -> None:
    """Compare the commitment that was written when each bout began with the key that follows from the seed."""
    begun = set()
    for entry in read_journal(run.journal_path):
        if not isinstance(entry, Entry) or entry.line.kind != "bout":
            continue
        bout = run.plan.find(entry.line.bout)
        if bout is None or commitment(run.key(bout)) != entry.line.commitment:
            report.problem(f"{run.journal_path}: line {entry.number}: the commitment does not fit the bout's key")
        else:
            begun.add(run.plan.position(bout))
    for bout in run.plan.all_bouts():
        if run.index.complete(bout) and run.plan.position(bout) not in begun:
            report.problem(f"{run.journal_path}: {bout.id} was played without a commitment")


def _check_derived(run: Run, report: Report, bad: set[str], *, form: int) -> None:
    """Write the derived files anew beside the run and compare; `form` is the format of the replays. Note in `bad` which
    are not as they should be."""
    listed = run.folder / HASHES
    if not listed.is_file():
        report.problem(f"{listed} is missing; `arena resume {run.folder}` writes the derived files anew")
        bad.add(HASHES)
        return
    with tempfile.TemporaryDirectory() as temporary:
        fresh = Path(temporary)
        (fresh / REPLAYS).mkdir()
        write_derived(run, {}, into=fresh, form=form)
        names = [
            CSV_FILE,
            JSON_FILE,
            SQLITE_FILE,
            HASHES,
            *(f"{REPLAYS}/{p.name}" for p in (fresh / REPLAYS).iterdir()),
        ]
        for name in sorted(names):
            if problem := _difference(run.folder / name, fresh / name):
                report.problem(f"{run.folder / name} {problem}")
                bad.add(name)


def _difference(mine: Path, fresh: Path) -> str:
    """Say in what the run's file differs from the one that was just written; "" when in nothing."""
    if not mine.is_file():
        return "is missing"
    try:
        if fresh.name == SQLITE_FILE:
            return "" if same_database(mine, fresh) else "does not say what the journal says"
        if file_hash(mine) == file_hash(fresh):
            return ""
        with mine.open("rb") as one, fresh.open("rb") as other:
            pairs = enumerate(zip_longest(one, other), start=1)
            number = next((number for number, (here, there) in pairs if here != there), 0)
        return f"does not say what the journal says, from line {number} on"
    except (OSError, sqlite3.Error, ValueError) as error:
        return f"cannot be read: {error}"


def _check_manifest(
    folder: Path, report: Report, *, finished: bool, bad: set[str], only: set[str] | None = None
) -> bool:
    """Compare the files (or `only` these) with the manifest, but for those known to be `bad`, and note there which are.

    Returns whether there is more to compare: whether the manifest could be read.
    """
    path = folder / MANIFEST
    manifest, problem = read_manifest(folder, kept_files(folder))
    if problem:
        report.problem(problem)
    if manifest is None:
        return False
    files = manifest.files
    whole = only is None
    if whole:
        derived = {CONFIG, COMMITMENT, JOURNAL, HASHES, CSV_FILE, JSON_FILE, SQLITE_FILE}
        wanted = derived | {file.relative_to(folder).as_posix() for file in replay_files(folder)}
        for name in sorted(wanted - files.keys() - bad):
            report.problem(f"{path} does not list {name}")
    for name in sorted((files.keys() if only is None else files.keys() & only) - bad):
        aside = name.startswith(_ASIDE)
        if aside and (not finished or not (folder / name).exists()):
            continue  # what goes on writes them; what is over may do without them
        try:
            # The journal only grows: while games are missing it may have more than when the manifest was written.
            where = difference(folder / name, files[name], grows=name == JOURNAL and not finished)
        except FileNotFoundError:
            report.problem(f"{path} lists {name}, which is not there")
            continue
        except (OSError, ValueError) as error:
            where = f"cannot be read: {error}"
        if where:
            report.problem(f"{folder / name} is not the file that {path} lists: it {where}")
            bad.add(name)
    return True
