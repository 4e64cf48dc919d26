"""The folder that a class run writes: what lies where, and the secrets and hashes that everything in it goes by.

seed.secret            the assignment's seed, if the file does not give one (only the owner may read it)
work/ID/DIGEST/        each submission, unpacked and built, with admission.json and build.log
staff-games/ID/...     the run of each submission against the staff bots
class-games/N/         runs of the pairs of the class, each with the pairs that were missing then
decisions/             what each submission answers in a common set of positions
grades.csv report.html leaderboard.* similarity.*   students/ID/{index.html,results.json}
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec

from arena.classroom.assignment import Assignment, Staff
from arena.errors import USAGE, RunError
from arena.records.rundir import write_synced
from arena.setup.bots import Bot, load_manifest
from arena.setup.seeds import fresh_seed, parse_seed
from referee.replay import RULES_VERSION

SEED: Final = "seed.secret"
MARK: Final = "class-run"  # a file that says that the folder is ours
_LABEL: Final = b"pitch-arena/class/1\0"


class Purpose(Enum):
    """What a key is derived for."""

    STUDENT = "student"
    CLASS = "class"
    PAIR = "pair"
    PSEUDONYM = "pseudonym"
    AUTOGRADER = "autograder"
    POSITIONS = "positions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """An assignment and the folder of its results."""

    assignment: Assignment
    out: Path
    seed: bytes
    staff: tuple[Bot, ...]
    staff_digest: str = ""  # known when they are built

    def key(self, purpose: Purpose, *names: str) -> bytes:
        """Return 32 bytes that depend on the seed, the purpose and the names alone."""
        return key_of(self.seed, purpose, *names)

    @property
    def check_terms(self) -> str:
        """The hash of all that admission depends on besides the submission."""
        one = self.assignment
        return _hash(one.variants, one.build, one.check_seconds, one.check_steps, one.limits, one.terms, RULES_VERSION)

    def game_terms(self, purpose: Purpose) -> str:
        """Return the hash of all that games depend on besides those who play."""
        one = self.assignment
        amount = one.games if purpose is Purpose.STUDENT else one.class_games
        staff = self.staff_digest if purpose is Purpose.STUDENT else ""
        seed = hashlib.sha256(self.seed).hexdigest()
        return _hash(
            one.variants, amount.bouts, amount.games, staff, one.limits, one.faults, one.terms, seed, RULES_VERSION
        )

    def work(self, student: str) -> Path:
        """Return where the submissions of a student lie."""
        return self.out / "work" / student

    def student_run(self, student: str, digest: str) -> Path:
        """Return the folder of the games of a submission against the staff bots."""
        return self.out / "staff-games" / student / f"{digest[:12]}-{self.game_terms(Purpose.STUDENT)}"

    @property
    def class_runs(self) -> Path:
        """The folder of the runs of the class."""
        return self.out / "class-games"


def key_of(seed: bytes, purpose: Purpose, *names: str) -> bytes:
    """Return 32 bytes that depend on the seed, the purpose and the names alone."""
    text = "\0".join((purpose.value, *names)).encode()
    return hmac.new(seed, _LABEL + text, hashlib.sha256).digest()


def _hash(*values: object) -> str:
    return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()[:12]


def keep_apart(handed_in: Path, out: Path) -> None:
    """Raise RunError where results would go into what was handed in, and count as a submission next time."""
    if out.resolve().is_relative_to(handed_in.resolve()):
        raise RunError(
            f"results cannot go to {out}: it lies in {handed_in}, which holds what was handed in; name another --out",
            exit_status=USAGE,
        )


def open_course(assignment: Assignment, out: Path, seed: str) -> Course:
    """Return the course with its folder made. `seed` "": the assignment's, or one drawn and kept there.

    Raises RunError when the folder holds something else, or was made with another seed; ConfigError or BotError for a
    staff bot that cannot be used.
    """
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / MARK).exists())):
        raise RunError(f"{out} exists and was not made by `arena class run`: name another folder", exit_status=USAGE)
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / MARK).write_text("made by arena class run\n", encoding="ascii")
        key = _seed(out / SEED, seed or assignment.seed)
    except OSError as error:
        raise RunError(f"{out}: cannot be made: {error.strerror}", exit_status=USAGE) from None
    staff = tuple(_staff(one, assignment) for one in assignment.staff)
    return Course(assignment=assignment, out=out.resolve(), seed=key, staff=staff)


def staff_hash(staff: Sequence[Bot]) -> str:
    """Return the hash of the staff bots as they are, built."""
    return _hash([(bot.name, bot.command, folder_digest(Path(bot.folder))) for bot in staff])


def _seed(path: Path, given: str) -> bytes:
    stored = bytes.fromhex(path.read_text(encoding="ascii")) if path.exists() else None
    seed = parse_seed(given) if given else stored or fresh_seed()
    if stored is None:
        write_synced(path, seed.hex().encode() + b"\n", mode=0o600)
    elif stored != seed:
        raise RunError(f"{path.parent} was made with another seed: name another folder", exit_status=USAGE)
    return seed


def _staff(one: Staff, assignment: Assignment) -> Bot:
    bot = load_manifest(Path(one.path) / "bot.toml", name=one.run_name)
    return replace(bot, isolation=assignment.terms.isolation, resources=assignment.terms.resources)


def folder_digest(folder: Path) -> str:
    """Return the hash of all files below a folder, without what Python and version control put there."""
    digest = hashlib.sha256()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", ".git"))
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file():
                digest.update(f"{path.relative_to(folder).as_posix()}\0".encode("utf-8", "replace"))
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
