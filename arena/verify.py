"""Checking replays: every deal dealt again from the revealed keys, every action applied again, every score compared.

Nothing is taken on trust but the rules of this program: the sheet's hash, the commitments to seed and keys, who sat
where, and that no game of a bout is left out or stands there twice.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from arena.derived import write_derived
from arena.errors import RunError
from arena.journal import Entry, read_journal
from arena.replays import BoutLine, Game, Header, read_replay
from arena.results import (
    CSV_FILE,
    HASHES,
    JSON_FILE,
    MANIFEST,
    SQLITE_FILE,
    TIMING,
    Manifest,
    file_hash,
    listed_as,
    same_database,
)
from arena.rundir import COMMITMENT, CONFIG, JOURNAL, REPLAYS, Run, commitment_problem, read_run, seed_problem
from arena.schedule import Lineup, seated, side_order, variant_of
from arena.show import replay_files
from referee.engine.errors import OtherRules, PitchError, ReplayError, SheetError
from referee.engine.sheet import Sheet, sheet_hash
from referee.replay import GameRecord, from_json, replay
from referee.replay_lines import FORMAT, bout_id
from referee.shuffle import bout_key, commitment
from referee.variants.catalogue import resolve

MOST_PROBLEMS: Final = 20


@dataclass(slots=True)
class Report:
    """What was checked and what does not hold. `other_rules` counts games that only another rules version can check."""

    files: int = 0
    bouts: int = 0
    games: int = 0
    decisions: int = 0
    other_rules: int = 0
    seed_checked: bool = False
    problems: list[str] = field(default_factory=list)
    dropped: int = 0

    @property
    def ok(self) -> bool:
        """Whether everything was checked and holds."""
        return not self.problems and not self.other_rules

    def problem(self, text: str) -> None:
        """Note what does not hold; of very many only the number is kept."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(text)
        else:
            self.dropped += 1


Tick = Callable[[Report], None]


def verify(path: Path, tick: Tick) -> Report:
    """Check a replay file, or a whole run. `tick` is called after each game. RunError when it cannot be read at all."""
    report = Report()
    if path.is_dir():
        _verify_run(path, report, tick)
    else:
        verify_file(path, report, tick)
    return report


def verify_file(path: Path, report: Report, tick: Tick) -> Header | None:
    """Check one replay file and return its header, if there was one."""
    report.files += 1
    check: _FileCheck | None = None
    try:
        for numbered in read_replay(path):
            place = f"{path}:{numbered.number}"
            match numbered.line:
                case Header() as header:
                    check = _FileCheck(path, header, report)
                case BoutLine() as bout:
                    assert check is not None
                    check.bout(place, bout)
                case Game() as game:
                    assert check is not None
                    check.game(place, game)
                    tick(report)
        if check:
            check.end_of_bout()
    except (ReplayError, SheetError) as error:
        report.problem(str(error))
    return check.header if check else None


class _FileCheck:
    """Checks the lines of one file in order."""

    def __init__(self, path: Path, header: Header, report: Report) -> None:
        self.header = header
        self.path = path
        self._report = report
        self._bout: BoutLine | None = None
        self._key = b""
        self._expected: Iterator[tuple[int, int]] = iter(())
        self._seen: list[tuple[int, int]] = []
        self._rotations = 1
        self._sheet = self._resolved()
        self._seed = self._seed_of(header)

    def _resolved(self) -> Sheet:
        """Return the sheet; SheetError when this program does not have it."""
        header, place = self.header, f"{self.path}:1"
        if header.format != FORMAT:
            self._report.problem(f"{place}: format {header.format}, this arena reads {FORMAT}")
        text = json.dumps(json.loads(bytes(header.resolved)), sort_keys=True, separators=(",", ":"))
        if sha256(text.encode()).hexdigest() != header.sheet_hash:
            self._report.problem(f"{place}: the sheet written out does not have the hash {header.sheet_hash}")
        sheet = resolve(header.sheet)
        if sheet_hash(sheet) != header.sheet_hash:
            self._report.problem(f"{place}: {header.sheet} has another sheet in this arena: other rules")
        return sheet

    def _seed_of(self, header: Header) -> bytes | None:
        if header.seed is None:
            return None
        try:
            seed = bytes.fromhex(header.seed)
        except ValueError:
            self._report.problem(f"{self.path}:1: the seed is not in hex digits")
            return None
        if commitment(seed) != header.seed_commitment:
            self._report.problem(f"{self.path}:1: the seed does not fit the commitment {header.seed_commitment}")
        self._report.seed_checked = True
        return seed

    def bout(self, place: str, bout: BoutLine) -> None:
        """Check the line of a bout."""
        self.end_of_bout()
        self._report.bouts += 1
        self._bout, self._key, self._seen = bout, bout.secret(), []
        self._rotations = Lineup(variant=variant_of(self._sheet), names=tuple(bout.lineup)).rotations
        if commitment(self._key) != bout.commitment:
            self._report.problem(f"{place}: the key does not fit the commitment {bout.commitment}")
        if bout.bout != bout_id(self.header.sheet, bout.lineup, bout.number):
            self._report.problem(f"{place}: {bout.bout} does not name bout {bout.number} of {'+'.join(bout.lineup)}")
        if self._seed and bout_key(self._seed, self.header.sheet_hash, bout.lineup, bout.number) != self._key:
            self._report.problem(f"{place}: the key of {bout.bout} does not follow from the seed")

    def end_of_bout(self) -> None:
        """Check that the bout so far has all its games, once each and in order."""
        if self._bout is None:
            return
        games = len(self._seen) // self._rotations
        whole = [(rotation, game) for rotation in range(self._rotations) for game in range(games)]
        if not self._seen or self._seen != whole:
            what = f"its {self._rotations} matches do not have the same games from 0 on, in order"
            self._report.problem(f"{self.path}: {self._bout.bout}: {what}")

    def game(self, place: str, line: Game) -> None:
        """Check a game."""
        self._report.games += 1
        try:
            record = from_json(line.record)
            self._seen.append((record.rotation, record.game))
            self._belongs(place, record)
            replay(record, self._key)
            self._report.decisions += sum(len(deal.actions) for deal in record.deals)
        except OtherRules:
            self._report.other_rules += 1
        except PitchError as error:
            self._report.problem(f"{place}: {error}")

    def _belongs(self, place: str, record: GameRecord) -> None:
        """Check that the game is one of this bout, with everybody in his seat."""
        assert self._bout is not None
        if record.bout != self._bout.bout or record.sheet != self.header.sheet:
            self._report.problem(f"{place}: a game of {record.bout} ({record.sheet}) stands under {self._bout.bout}")
        order = side_order(self._key, self._bout.lineup, sides=self._sheet.sides)
        if record.seats != seated(order, seats=self._sheet.seats, rotation=record.rotation):
            self._report.problem(f"{place}: the entrants do not sit where the bout's key puts them")


def _verify_run(folder: Path, report: Report, tick: Tick) -> None:
    """Check a whole run: replays, the journal's commitments, and that all derived files say what the journal does.

    Times and logs are not checked: nothing follows from them.
    """
    files = replay_files(folder)
    headers = [(file, verify_file(file, report, tick)) for file in files]
    try:
        run = read_run(folder)
    except RunError as error:
        report.problem(str(error))
        return
    for file, header in headers:
        if header and header.seed_commitment != run.committed:
            report.problem(f"{file}:1: its commitment to the seed is not the one in {run.journal_path}")
    if problem := commitment_problem(run):
        report.problem(problem)
    if run.seed is None:
        report.problem(f"{seed_problem(run)}: the keys cannot be checked")
        return
    _check_commitments(run, report)
    _check_derived(run, report)


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


def _check_derived(run: Run, report: Report) -> None:
    """Write the derived files anew beside the run and compare; then what the manifest says of all files."""
    listed = run.folder / HASHES
    if not listed.is_file():
        report.problem(f"{listed} is missing; `arena resume {run.folder}` writes the derived files anew")
        return
    bad = {COMMITMENT} if commitment_problem(run) else set()
    with tempfile.TemporaryDirectory() as temporary:
        fresh = Path(temporary)
        (fresh / REPLAYS).mkdir()
        write_derived(run, {}, into=fresh)
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
    _check_manifest(run, report, {CONFIG, COMMITMENT, JOURNAL, *names}, bad)


def _difference(mine: Path, fresh: Path) -> str:
    """Say in what the run's file differs from the one that was just written; "" when in nothing."""
    if not mine.is_file():
        return "is missing"
    try:
        same = same_database(mine, fresh) if fresh.name == SQLITE_FILE else file_hash(mine) == file_hash(fresh)
    except (OSError, sqlite3.Error, ValueError) as error:
        return f"cannot be read: {error}"
    return "" if same else "does not say what the journal says"


def _check_manifest(run: Run, report: Report, wanted: set[str], bad: set[str]) -> None:
    """Compare the manifest with the files, but for those that are known to be `bad` and the times."""
    path = run.folder / MANIFEST
    try:
        files = msgspec.json.decode(path.read_bytes(), type=Manifest).files
    except FileNotFoundError:
        report.problem(f"{path} is missing; `arena resume {run.folder}` writes it anew")
        return
    except OSError as error:
        report.problem(f"{path} cannot be read: {error.strerror}")
        return
    except (msgspec.MsgspecError, ValueError) as error:
        report.problem(f"{path} is not a manifest: {error}")
        return
    for name in sorted(wanted - files.keys() - bad):
        report.problem(f"{path} does not list {name}")
    for name in sorted(files.keys() - bad - {TIMING}):
        # The journal only grows: while games are missing it may have more than when the manifest was written.
        start = files[name].bytes if name == JOURNAL and not run.finished else None
        try:
            if files[name] != listed_as(run.folder / name, start):
                report.problem(f"{path} has not the size or hash of {name}")
        except FileNotFoundError:
            report.problem(f"{path} lists {name}, which is not there")
        except (OSError, ValueError) as error:
            report.problem(f"{run.folder / name} cannot be read: {error}")
