"""The folder of a run: what lies in it, how it is made, opened again and read.

config.json       the resolved configuration
plan.json         what the plan comes to: line-ups, games, decisions; for people
commitment        the commitment to the tournament seed, printed before the first game
seed.secret       the seed itself (only the owner may read it); bots and logs never see it
journal           every finished game; the only truth (arena/records/journal.py)
logs/             one log per process: arena, referees, and what the bots wrote
evidence/         what is known of the first faults of each bot
replays/ results.* timing.json manifest.json      derived from the journal, rebuilt at any time
"""

from __future__ import annotations

import hashlib
import os
import shutil
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import msgspec

from arena.errors import USAGE, RunError
from arena.records.journal import Entry, Journal, Line, Tail, body_of, decode, encode, open_journal, read_journal
from arena.replays.files import SUFFIX, Header, read_replay
from arena.schedules.growing import grow
from arena.schedules.rounds import RoundsPlan
from arena.schedules.schedule import Bout, Plan
from arena.schedules.suite import suite_key
from arena.setup.bots import Bot
from arena.setup.config import RUNS, Config
from referee.engine.errors import PitchError
from referee.replay import RULES_VERSION
from referee.shuffle import commitment

FORMAT: Final = 1
CONFIG, COMMITMENT, SEED, JOURNAL = "config.json", "commitment", "seed.secret", "journal"
LOGS, REPLAYS, PLAN = "logs", "replays", "plan.json"


class OtherRulesRun(RunError):
    """A run that was played under another rules version: not damaged, but not for this program."""


class Where(msgspec.Struct):
    """The part of a game's record that says which game of the tournament it is."""

    bout: str
    rotation: int
    game: int


class Index:
    """Where in the journal each game of the plan stands. Eight bytes a game, whatever the games hold."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._offsets = array("q", [-1]) * plan.total_games
        self._started = bytearray(plan.total_bouts)
        self.done = 0

    def grow(self, plan: Plan) -> None:
        """Take in a plan that goes on where the one before ended."""
        self.plan = plan
        self._offsets.extend([-1] * (plan.total_games - len(self._offsets)))
        self._started.extend(bytes(plan.total_bouts - len(self._started)))

    def put(self, ordinal: int, offset: int) -> None:
        """Note the offset of the line that has the game."""
        if self._offsets[ordinal] < 0:
            self.done += 1
        self._offsets[ordinal] = offset

    def offset(self, ordinal: int) -> int:
        """Return the offset of the game's line, -1 while it has not been played."""
        return self._offsets[ordinal]

    def complete(self, bout: Bout) -> bool:
        """Return whether every game of the bout has been played."""
        games = self.plan.games_of(bout)
        return min(self._offsets[games.start : games.stop]) >= 0

    def missing(self, bout: Bout, rotation: int) -> tuple[int, ...]:
        """Return the games of the match that have not been played."""
        first = self.plan.ordinal(bout, rotation=rotation, game=0)
        return tuple(game for game in range(self.plan.games) if self._offsets[first + game] < 0)

    def start(self, bout: Bout) -> bool:
        """Note that the bout's commitment is in the journal; return whether it was not there before."""
        place = self.plan.position(bout)
        fresh = not self._started[place]
        self._started[place] = 1
        return fresh


@dataclass
class Run:
    """An open run folder."""

    folder: Path
    config: Config
    plan: Plan
    index: Index
    committed: str  # the commitment to the seed, in hex digits
    seed: bytes | None = None  # None: the folder is only read, and the seed is not there
    notices: list[str] = field(default_factory=list)
    stopped: int | None = None  # the bouts, in canonical order, after which an early stop ended it

    @property
    def journal_path(self) -> Path:
        """Where the journal is."""
        return self.folder / JOURNAL

    @property
    def finished(self) -> bool:
        """Whether nothing more will be played, so that the seed may be shown."""
        open_end = isinstance(self.plan, RoundsPlan) and not self.plan.closed
        return self.stopped is not None or (self.index.done == self.plan.total_games and not open_end)

    def counts(self, bout: Bout) -> bool:
        """Return whether the bout is finished and not beyond an early stop."""
        beyond = self.stopped is not None and self.plan.position(bout) >= self.stopped
        return not beyond and self.index.complete(bout)

    def key(self, bout: Bout) -> bytes:
        """Return the key of the bout; RunError without the seed."""
        if self.config.deals:
            return suite_key(self.config.deals[bout.number], bout.lineup.variant.hash)
        if self.seed is None:
            raise RunError(f"{self.folder / SEED} is missing: without the seed nothing more can be played or revealed")
        return bout.key(self.seed)

    def bot(self, name: str) -> Bot:
        """Return the entrant of that name."""
        return next(bot for bot in self.config.bots if bot.name == name)

    def entry_at(self, file: IO[bytes], ordinal: int) -> Line:
        """Return the journal's line of a game, from the open journal. RunError when it is not what it was."""
        file.seek(self.index.offset(ordinal))
        body = decode(file.readline())
        if body is None:
            raise RunError(f"{self.journal_path}: the line of game {ordinal + 1} has changed while it was being read")
        return msgspec.json.decode(body, type=Line)


def free_folder(name: str) -> Path:
    """Return runs/<name>, or runs/<name>-2 and so on when that exists."""
    folder, number = RUNS / name, 1
    while folder.exists():
        number += 1
        folder = RUNS / f"{name}-{number}"
    return folder


def create_run(config: Config, seed: bytes) -> tuple[Run, Journal]:
    """Return a new run folder for the configuration, with its journal open. RunError when it exists or cannot be."""
    folder = Path(config.out) if config.out else free_folder(config.name)
    plan = config.plan()
    try:
        folder.mkdir(mode=0o700, parents=True)  # until the run is finished
        try:
            _fill(folder, config, seed, games=plan.total_games)
        except BaseException:  # Ctrl-C too: half a run would be in the way of the next one
            shutil.rmtree(folder, ignore_errors=True)
            raise
    except FileExistsError:
        raise RunError(folder_exists(folder), exit_status=USAGE) from None
    except OSError as error:
        raise RunError(f"{folder}: cannot be made: {error.strerror}", exit_status=USAGE) from None
    run = Run(folder=folder, config=config, plan=plan, index=Index(plan), committed=commitment(seed), seed=seed)
    return run, open_journal(folder / JOURNAL)


def _fill(folder: Path, config: Config, seed: bytes, *, games: int) -> None:
    """Write what a run begins with; the journal last."""
    for inner in (LOGS, REPLAYS):
        (folder / inner).mkdir()
    text, committed = config.to_json(), commitment(seed)
    write_synced(folder / CONFIG, text)
    write_synced(folder / COMMITMENT, committed.encode() + b"\n")
    write_synced(folder / SEED, seed.hex().encode() + b"\n", mode=0o600)
    head = {"kind": "run", "format": FORMAT, "rules": RULES_VERSION, "games": games, "commitment": committed}
    write_synced(folder / JOURNAL, encode(body_of(**head, config=hashlib.sha256(text).hexdigest())))
    _sync_folder(folder)


def folder_exists(folder: Path) -> str:
    """Return what to tell somebody who wants a new run in a folder that exists."""
    if (folder / JOURNAL).is_file():
        return (
            f"{folder} holds a run already: `arena resume {folder}` goes on with it; for a new one name another folder"
        )
    return f"{folder} exists and holds no run: name another folder, or remove it"


def write_synced(path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Write a new file and sync it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def resume_run(folder: Path) -> tuple[Run, Journal]:
    """Return the run in the folder with its journal open, a torn line cut off (a notice says so).

    Folders and the commitment are made again when they are missing. Raises RunError when there is no run, when it is
    being written, damaged, or was played under other rules.
    """
    if not (folder / JOURNAL).is_file():
        raise RunError(f"{folder} holds no run: there is no {JOURNAL} in it", exit_status=USAGE)
    journal = open_journal(folder / JOURNAL)
    try:
        run, tail = _read(folder)
        _restore(run)
        journal.cut(tail)
    except BaseException:
        journal.close()
        raise
    return run, journal


def _restore(run: Run) -> None:
    """Make what is missing in the folder and follows from the rest."""
    folder = run.folder
    problem = commitment_problem(run)
    if run.seed is None:
        also = f"{folder / COMMITMENT} is missing, and " if problem and not (folder / COMMITMENT).exists() else ""
        raise RunError(f"{also}{seed_problem(run)}: without the seed nothing more can be played or revealed")
    if not (folder / SEED).exists():
        run.notices.append(f"{folder / SEED} is missing: the seed stands in the replays, and nothing else is lost")
    for inner in (LOGS, REPLAYS):
        try:
            (folder / inner).mkdir(exist_ok=True)
        except OSError as error:
            raise RunError(f"{folder / inner}: cannot be made: {error.strerror}") from None
    if problem and (folder / COMMITMENT).exists():
        raise RunError(problem)
    if problem:
        try:
            write_synced(folder / COMMITMENT, run.committed.encode() + b"\n")
        except OSError as error:
            raise RunError(f"{folder / COMMITMENT}: cannot be written: {error.strerror}") from None
        run.notices.append(f"{folder / COMMITMENT} was missing: written anew")


def commitment_problem(run: Run) -> str:
    """Say what is wrong with the file that has the commitment; "" when nothing is."""
    path = run.folder / COMMITMENT
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return f"{path} is missing; `arena resume {run.folder}` writes it anew" if run.seed else f"{path} is missing"
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror}"
    if written.strip() == run.committed.encode():
        return ""
    return f"{path}: it is not the commitment that the run was started with; put the original back, or remove it"


def seed_problem(run: Run) -> str:
    """Say why the seed is not known."""
    how = "cannot be read" if (run.folder / SEED).exists() else "is missing"
    return f"{run.folder / SEED} {how}, and no replay shows the seed"


def read_run(folder: Path) -> Run:
    """Return the run in the folder for reading only; the journal is left as it is."""
    if not (folder / JOURNAL).is_file():
        raise RunError(f"{folder} holds no run: there is no {JOURNAL} in it", exit_status=USAGE)
    return _read(folder)[0]


def read_on(run: Run) -> None:
    """Take in what has been added to the journal since the run was read. RunError when a whole line is damaged."""
    index = run.index
    last = max((index.offset(ordinal) for ordinal in range(run.plan.total_games)), default=-1)
    decoder = msgspec.json.Decoder(Line)
    with run.journal_path.open("rb") as file:
        file.seek(max(last, 0))
        offset = file.tell() + len(file.readline())  # the last game that is known, or the line of the run
        while (raw := file.readline()).endswith(b"\n"):
            body = decode(raw)
            if body is None:
                raise RunError(f"{run.journal_path}: the line at byte {offset} is damaged")
            _take(run, Entry(offset, 0, decoder.decode(body)))
            offset += len(raw)
    grow(run)


def _read(folder: Path) -> tuple[Run, Tail]:
    lines = read_journal(folder / JOURNAL)
    head = next(lines)
    if isinstance(head, Tail) or head.line.kind != "run":
        raise RunError(f"{folder / JOURNAL}: its first line is missing: this run never started; remove the folder")
    config = _stored_config(folder, head.line)
    plan = config.plan()
    committed = head.line.commitment
    seed = _stored_seed(folder, committed) or _shown_seed(folder, committed)
    run = Run(folder=folder, config=config, plan=plan, index=Index(plan), committed=committed, seed=seed)
    if plan.total_games != head.line.games:
        raise RunError(f"{folder}: the plan has {plan.total_games} games now and had {head.line.games}")
    tail = Tail(0, 0)
    for entry in lines:
        if isinstance(entry, Tail):
            tail = entry
        else:
            _take(run, entry)
    grow(run)
    if tail.torn:
        run.notices.append(f"the journal ended in {tail.torn} bytes of an unfinished write that never counted: dropped")
    return run, tail


def _stored_config(folder: Path, head: Line) -> Config:
    try:
        text = (folder / CONFIG).read_bytes()
    except OSError as error:
        raise RunError(f"{folder / CONFIG}: cannot be read: {error.strerror}") from None
    if head.format != FORMAT:
        raise RunError(f"{folder}: its format is {head.format}, this arena reads {FORMAT}")
    if hashlib.sha256(text).hexdigest() != head.config:
        raise RunError(f"{folder / CONFIG} has been changed since the run began; put the original back")
    if head.rules != RULES_VERSION:
        raise OtherRulesRun(
            f"{folder} was played under rules {head.rules}, this arena has {RULES_VERSION}: finish it with that version"
        )
    return Config.from_json(text)


def _stored_seed(folder: Path, committed: str) -> bytes | None:
    """Return the seed; None when it is not there or only others may read it."""
    path = folder / SEED
    try:
        seed = bytes.fromhex(path.read_text(encoding="ascii"))
    except OSError:
        return None
    except ValueError as error:
        raise RunError(f"{path}: cannot be read: {error}") from None
    if commitment(seed) != committed:
        raise RunError(f"{path}: it is not the seed that the run was started with (its commitment differs)")
    return seed


def _shown_seed(folder: Path, committed: str) -> bytes | None:
    """Return the seed that the replays of a finished run show."""
    for path in sorted((folder / REPLAYS).glob("*" + SUFFIX)):
        try:
            header = next(read_replay(path)).line
            seed = bytes.fromhex(header.seed or "") if isinstance(header, Header) else b""
        except (PitchError, ValueError):
            continue
        if seed and commitment(seed) == committed:
            return seed
    return None


def _find(run: Run, name: str) -> Bout | None:
    """Return the bout of that id. One of a round that is not laid down yet follows from the games read so far."""
    bout = run.plan.find(name)
    return run.plan.find(name) if bout is None and grow(run) else bout


def _take(run: Run, entry: Entry) -> None:
    """Note in the index what a line of the journal says."""
    line, place = entry.line, f"{run.journal_path}: line {entry.number}"
    if line.kind == "bout":
        bout = _find(run, line.bout)
        if bout is None:
            raise RunError(f"{place}: bout {line.bout} is not in the plan")
        run.index.start(bout)
    elif line.kind == "stop":
        run.stopped = line.games
    elif line.kind == "game":
        where = msgspec.json.decode(line.record, type=Where)
        bout = _find(run, where.bout)
        if bout is None or where.rotation >= bout.lineup.rotations or where.game >= run.plan.games:
            raise RunError(f"{place}: game {where.game} of {where.bout}/{where.rotation} is not in the plan")
        ordinal = run.plan.ordinal(bout, rotation=where.rotation, game=where.game)
        if run.index.offset(ordinal) >= 0:
            raise RunError(f"{place}: game {where.game} of {where.bout}/{where.rotation} stands there twice")
        run.index.put(ordinal, entry.offset)


def complete_bouts(run: Run) -> Iterator[Bout]:
    """Yield the bouts of the plan that count, in canonical order."""
    return (bout for bout in run.plan.all_bouts() if run.counts(bout))
