"""Putting exams to one or more processes of a bot, in rounds, as many games at once as they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, Protocol, TypeVar

import trio

from arena.regress.candidate import Answer, Candidate, Due, candidates
from arena.regress.exam import Question
from arena.running.premises import Premises
from arena.setup.bots import Bot
from referee.clock import Limits


class Examination(Protocol):
    """Questions in one game of a seat, as arena.regress.exam has them."""

    id: int
    question: Question | None

    def next(self) -> bool:
        """Go on to the next question; return whether there is one."""

    def start(self, limits: Limits) -> bytes:
        """Return the GameStart field."""

    def turn(self, limits: Limits) -> bytes:
        """Return the Turn field of the question."""

    def end(self) -> bytes:
        """Return the GameEnd field."""


E = TypeVar("E", bound=Examination)
_UNNUMBERED: Final = 0


class Board(Generic[E]):
    """The exams that are open, and what goes into the next frame."""

    def __init__(self, exams: Iterator[E], limits: Limits, done: Callable[[E], None]) -> None:
        self.open: dict[int, E] = {}
        self.ends: list[bytes] = []
        self.starts: list[bytes] = []
        self._exams = exams
        self._limits = limits
        self._done = done

    def fill(self, capacity: int) -> None:
        """Open exams while there is room; one without a question is over at once."""
        while len(self.open) < capacity and (exam := next(self._exams, None)) is not None:
            if not exam.next():
                self._done(exam)
                continue
            while exam.id in self.open:
                exam.id += 1
            self.open[exam.id] = exam
            self.starts.append(exam.start(self._limits))

    def frames(self) -> list[bytes]:
        """Return the next frames, the last with a turn of every open game. Ends go first: a bot holds only so many."""
        turns = b"".join(exam.turn(self._limits) for exam in self.open.values())
        last = b"".join(self.starts) + turns
        frames = [b"".join(self.ends), last] if self.ends else [last]
        self.ends, self.starts = [], []
        return frames

    def due(self) -> Due:
        """Return what is asked of every open game."""
        asked = {key: exam.question for key, exam in self.open.items()}
        return {key: (one.number, one.legal) for key, one in asked.items() if one is not None}

    def go_on(self) -> None:
        """Lead every open game to its next question, or to its end."""
        for key, exam in list(self.open.items()):
            if not exam.next():
                self.ends.append(exam.end())
                del self.open[key]
                self._done(exam)


async def examine(
    bots: Sequence[Bot],
    exams: Iterator[E],
    take: Callable[[E, Sequence[Answer]], None],
    done: Callable[[E], None],
    *,
    limits: Limits,
    wait_s: float,
    note: Callable[[Sequence[Candidate]], None],
    premises: Premises | None = None,
) -> None:
    """Put the exams to a process of each bot. `note` is told of the processes when all have joined, `take` after each
    question of the exam (its question and game as they were) and the answer of every process, `done` of its end.
    `premises`: see `candidates`.

    Raises Silent when one of them gives no answer any more.
    """
    async with candidates(bots, wait_s=wait_s, premises=premises) as found:
        note(found)
        board = Board(exams, limits, done)
        capacity = min(one.capacity for one in found)
        hello = [one.welcome(capacity=capacity, games=_UNNUMBERED) for one in found]
        while True:
            board.fill(capacity)
            if not board.open:
                break
            frames = board.frames()
            due = board.due()
            greeted = [[greeting + frames[0], *frames[1:]] for greeting in hello]
            answers = await _round(found, greeted, due, wait_s)
            hello = [b""] * len(found)
            for key, exam in board.open.items():
                take(exam, [one[key] for one in answers])
            board.go_on()
        for place, one in enumerate(found):
            one.finish([hello[place] + b"".join(board.ends)])


async def _round(
    found: Sequence[Candidate], frames: Sequence[Sequence[bytes]], due: Due, wait_s: float
) -> list[dict[int, Answer]]:
    """Ask every process the same at once and return the answers of each."""
    answers: list[dict[int, Answer]] = [{} for _ in found]

    async def put(place: int) -> None:
        answers[place] = await found[place].put(frames[place], due, wait_s)

    async with trio.open_nursery() as nursery:
        for place in range(len(found)):
            nursery.start_soon(put, place)
    return answers
