"""Baselines: the answers that are expected though another one is recorded, as a small file to commit.

    # what a person reads
    GAME@COMMITMENT DEAL.DECISION SEAT RECORDED -> ANSWER

GAME is BOUT/ROTATION/GAME, COMMITMENT the first 8 digits of the commitment to the bout's key, which tells two runs
apart; DEAL and DECISION count from 0, as in all that programs read. Lines are sorted; what is not in the file is
expected as it is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import USAGE, RunError
from arena.regress.exam import Exam, Question
from arena.replays.files import replaced

_LINE: Final = re.compile(r"(\S.*)@([0-9a-f]{8}) ([0-9]+)\.([0-9]+) ([0-9]+) (\S+) -> (\S+)")
_HEAD: Final = """\
# Answers of {bot} that differ from the record, written by `arena regress --bless`.
# game@commitment deal.decision seat recorded -> answer; all numbers from 0
"""


class Place(NamedTuple):
    """A decision of a seat: the game with the commitment to its bout, and where in it."""

    game: str
    commitment: str
    deal: int
    decision: int
    seat: int


def place_of(exam: Exam, question: Question) -> Place:
    """Return the place of the question."""
    source = exam.source
    return Place(source.name, source.bout.commitment[:8], question.deal, question.index, exam.seat)


@dataclass(slots=True)
class Baseline:
    """The recorded and the expected token by place, in which `compared` places will be replaced by `found` ones."""

    path: Path | None
    answers: dict[Place, tuple[str, str]]
    compared: set[Place]
    found: dict[Place, tuple[str, str]]
    problems: list[str]

    def expected(self, place: Place, recorded: str) -> str:
        """Return what is expected at the place."""
        line = self.answers.get(place)
        if line is None:
            return recorded
        self.compared.add(place)
        if line[0] != recorded:
            self.problems.append(f"{self.path}: {_text(place, line)}: {recorded} is recorded there, not {line[0]}")
            return recorded
        return line[1]

    @property
    def left_over(self) -> int:
        """How many of its lines are of decisions that were not compared."""
        return len(self.answers.keys() - self.compared)

    def note(self, place: Place, recorded: str, answer: str) -> None:
        """Note an answer that differs from the record, to be blessed."""
        if self.path is not None:
            self.found[place] = (recorded, answer)

    def bless(self, bot: str) -> int:
        """Write the answers of now; lines of decisions that were not asked stay. Return how many lines there are."""
        assert self.path is not None
        lines = {place: line for place, line in self.answers.items() if place not in self.compared} | self.found
        with replaced(self.path) as file:
            file.write(_HEAD.format(bot=bot).encode())
            file.writelines(f"{_text(place, line)}\n".encode() for place, line in sorted(lines.items()))
        return len(lines)


def _text(place: Place, line: tuple[str, str]) -> str:
    return f"{place.game}@{place.commitment} {place.deal}.{place.decision} {place.seat} {line[0]} -> {line[1]}"


def read_baseline(path: Path | None, *, may_be_new: bool) -> Baseline:
    """Return the baseline of the file, an empty one without a file. RunError names the line that cannot be read."""
    answers: dict[Place, tuple[str, str]] = {}
    if path is not None and not (may_be_new and not path.exists()):
        for number, place, line in _lines(path):
            if place in answers:
                raise RunError(f"{path}:{number}: this decision stands there twice", exit_status=USAGE)
            answers[place] = line
    return Baseline(path, answers, set(), {}, [])


def _lines(path: Path) -> Iterator[tuple[int, Place, tuple[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: cannot be read: {error}", exit_status=USAGE) from None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if not found:
            raise RunError(
                f"{path}:{number}: must be GAME@COMMITMENT DEAL.DECISION SEAT RECORDED -> ANSWER", exit_status=USAGE
            )
        game, commitment, deal, index, seat, recorded, answer = found.groups()
        yield number, Place(game, commitment, int(deal), int(index), int(seat)), (recorded, answer)
