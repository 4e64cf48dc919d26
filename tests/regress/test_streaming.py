"""Verify and regress keep no more of ten times as many games; what is damaged is told, and the rest is asked."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from arena.checking.replays import verify
from arena.regress import asking_again
from arena.regress.asking_again import Comparison
from arena.regress.baseline import read_baseline
from arena.regress.candidate import Answer
from arena.regress.exam import Question
from arena.regress.report import Keep, Report
from arena.regress.selection import Filter, Selection
from arena.simulate import simulate_to_file
from referee.engine.actions import Pick
from referee.variants.catalogue import resolve

SMALL, LARGE = 20, 160


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("streaming")
    found = {games: folder / f"{games}.jsonl" for games in (SMALL, LARGE)}
    for games, path in found.items():
        simulate_to_file(resolve("auction[max_deals=2]"), games=games, seed=bytes(32), policy="random", out=path)
    return found


def peak(work: Callable[[], object]) -> int:
    """Return the most memory in bytes that the work holds at once beyond what it begins with."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def right(question: Question) -> Answer:
    return Answer(question.action, "as played")


def other(question: Question) -> Answer:
    """The first legal answer that was not played, where there is one."""
    if isinstance(question.legal, Pick):
        return right(question)
    return Answer(next((a for a in question.legal if a != question.action), question.action), "another")


def asked(path: Path, answer: Callable[[Question], Answer]) -> Report:
    """Ask everything in the file, game after game, without a process."""
    selection = Selection(files=(path,), player=None, seat=None, only=Filter())
    report = Report(bot="bot", keep=Keep.CHANGED)
    comparison = Comparison(report, selection, read_baseline(None, may_be_new=False), lambda _: None)
    for exam in selection.exams():
        while exam.next():
            assert exam.question is not None
            comparison.take(exam, [answer(exam.question)])
        comparison.done(exam)
    report.problems += selection.problems
    return report


def test_verify_keeps_no_more_of_more_games(files: dict[int, Path]) -> None:
    def check(path: Path) -> None:
        assert verify(path, lambda _: None).ok

    check(files[SMALL])  # what is made once is made here
    small, large = (peak(lambda path=path: check(path)) for path in files.values())  # type: ignore[misc]
    assert large < 1.2 * small + 100_000, (small, large)


def test_regress_keeps_no_more_of_more_games(files: dict[int, Path]) -> None:
    asked(files[SMALL], right)
    small, large = (peak(lambda path=path: asked(path, right)) for path in files.values())  # type: ignore[misc]
    assert large < 1.2 * small + 100_000, (small, large)


def test_of_very_many_changes_only_their_answers_are_kept(files: dict[int, Path]) -> None:
    found: list[Report] = []
    with mock.patch.object(asking_again, "MOST_TOLD", 20):
        used = peak(lambda: found.append(asked(files[LARGE], other)))
    (report,) = found
    changes = list(report.changes())
    assert len(changes) == report.changed > 3_000
    assert used / len(changes) < 500, used / len(changes)
    assert [bool(change.words) for change in changes[19:21]] == [True, False]
    assert changes[-1].player == "random" and changes[-1].game


def test_damage_is_told_and_the_rest_is_asked(files: dict[int, Path], tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    lines = files[SMALL].read_bytes().splitlines(keepends=True)
    lines[4] = lines[4][: len(lines[4]) // 2] + b"\n"
    lines[6] = lines[6].replace(b" pass", b" past", 1)
    path.write_bytes(b"".join(lines))
    report = asked(path, other)
    told = "\n".join(report.problems)
    assert f"{path}:5: not a line of a replay file" in told and "'past' cannot be" in told
    assert any(problem.startswith(f"{path}:7: the line is damaged") for problem in report.problems)
    numbers = {change.source.number for change in report.changes()}
    assert 3 not in numbers and {1, 2, 4, SMALL} <= numbers
