"""Damage to a run's folder or a replay file is found, its place is told, and the rest is kept.

`python -m tests.arena.test_damage RUN [FLIPS]` flips bytes in a copy of any run and says what was found.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.checking.replays import verify
from arena.checking.report import Report
from arena.records.derived import write_derived
from arena.records.rundir import JOURNAL
from arena.simulate import simulate_to_file
from referee.variants.catalogue import resolve
from tests.arena.helpers import finished_run

FLIPS = 200
BINARY = (".sqlite",)


def check(path: Path) -> Report:
    return verify(path, lambda _: None)


def files_of(run: Path) -> list[Path]:
    return sorted(path for path in run.rglob("*") if path.is_file())


def flip(path: Path, place: int, chance: random.Random) -> tuple[bytes, int]:
    """Change the byte at the place into another one, every other time by one bit: a capital letter or a blank may parse
    to the same. Return the old content and the number of the line."""
    data = path.read_bytes()
    old = data[place]
    new = old ^ (1 << chance.randrange(8)) if chance.random() < 0.5 else chance.choice([*{*range(256)} - {old}])
    path.write_bytes(data[:place] + bytes([new]) + data[place + 1 :])
    return data, data.count(b"\n", 0, place) + 1


def told(report: Report, path: Path, line: int) -> bool:
    """Return whether a problem names the file and a line that the flipped byte is in, or next to if it was its end."""
    for problem in report.problems:
        if str(path) not in problem:
            continue
        if path.suffix in BINARY or path.read_bytes().count(b"\n") <= 1:
            return True  # it has no lines, or one
        place = re.sub(r"\bmanifest\.json lists", "", problem).replace(str(path), "@", 1)
        for first, last in re.findall(r"(?:@:|lines? )(\d+)(?: to (\d+))?", place):
            if int(first) - 1 <= line <= int(last or first) + 1:
                return True
    return False


def flips(run: Path, count: int, seed: int) -> list[str]:
    """Flip bytes, one at a time, each put back, in every file at least one. Return what was not found or located."""
    chance = random.Random(seed)
    files = files_of(run)
    sizes = [path.stat().st_size for path in files]
    drawn = [path for path, size in zip(files, sizes, strict=True) if size][:count]
    drawn += chance.choices(files, weights=sizes, k=max(0, count // 2 - len(drawn)))
    drawn += chance.choices([path for path, size in zip(files, sizes, strict=True) if size], k=count - len(drawn))
    missed = []
    for path in drawn:
        place = chance.randrange(path.stat().st_size)
        data, line = flip(path, place, chance)
        report = check(run)
        if report.ok or not told(report, path, line):
            missed.append(f"{path} byte {place} (line {line}, {data[place]:#x}): {report.problems}")
        path.write_bytes(data)
    return missed


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = finished_run(tmp_path_factory.mktemp("damage") / "run", bouts=1, games=1)
    (run.folder / "logs" / "ann").mkdir()
    (run.folder / "logs" / "arena.jsonl").write_text('{"event": "game finished"}\n' * 40)
    (run.folder / "logs" / "ann" / "0-seat0.log").write_text("".join(f"turn {n}\n" for n in range(100)))
    (run.folder / "plan.json").write_text('{\n "games": 18\n}\n')
    write_derived(run, {"wall_s": 1})
    return run.folder


def test_every_flipped_byte_is_found_and_located(whole: Path) -> None:
    assert check(whole).ok
    assert flips(whole, FLIPS, seed=7) == []
    assert check(whole).ok


CUTS: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "cut off in a line": lambda lines: [*lines[:-2], lines[-2][: len(lines[-2]) // 2]],
    "cut off after a line": lambda lines: lines[:-2],
    "the last line break": lambda lines: [*lines[:-1], lines[-1][:-1]],
    "a line deleted": lambda lines: lines[:4] + lines[5:],
    "two lines swapped": lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
    "a line twice": lambda lines: [*lines[:4], lines[3], *lines[4:]],
    "all deleted": lambda lines: [],
}


@pytest.mark.parametrize("cut", CUTS)
def test_lines_that_are_gone_or_moved_are_found(whole: Path, tmp_path: Path, cut: str) -> None:
    names = [path.relative_to(whole) for path in files_of(whole) if path.read_bytes().count(b"\n") >= 6]
    assert len(names) >= 8
    for name in names:
        if name.suffix in BINARY:
            continue
        run = Path(shutil.copytree(whole, tmp_path / name.name))
        lines = (run / name).read_bytes().splitlines(keepends=True)
        if cut == "two lines swapped" and lines[3] == lines[4]:
            continue
        (run / name).write_bytes(b"".join(CUTS[cut](lines)))
        report = check(run)
        assert any(str(run / name) in problem for problem in report.problems), (name, report.problems)
        assert report.games == 9 or name.parent.name == "replays", name


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A replay file that belongs to no run, with two seals."""
    path = tmp_path_factory.mktemp("alone") / "games.jsonl"
    simulate_to_file(resolve("auction[max_deals=1]"), games=300, seed=bytes(32), policy="random", out=path)
    return path


def test_a_file_alone_tells_its_damage_too(alone: Path, tmp_path: Path) -> None:
    assert check(alone).ok
    data, chance = alone.read_bytes(), random.Random(3)
    for number in range(12):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(data)
        _, line = flip(path, chance.randrange(len(data)), chance)
        report = check(path)
        assert not report.ok and told(report, path, line), (line, report.problems)
        assert report.games >= 298


@pytest.mark.parametrize("cut", CUTS)
def test_a_file_alone_tells_what_is_gone_or_moved(alone: Path, tmp_path: Path, cut: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(CUTS[cut](alone.read_bytes().splitlines(keepends=True))))
    report = check(path)
    assert not report.ok
    if cut in ("a line deleted", "two lines swapped", "a line twice"):
        assert told(report, path, 4), report.problems


@pytest.mark.parametrize("line", [1, 3, 4])
def test_one_line_that_says_other_rules_is_damage(alone: Path, tmp_path: Path, line: int) -> None:
    path = tmp_path / "games.jsonl"
    lines = alone.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"rules":"1"', b'"rules":"3"')
    path.write_bytes(b"".join(lines))
    report = check(path)
    assert report.other_rules == 0 and told(report, path, line), report.problems


def test_of_a_damaged_file_the_rest_is_checked(alone: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = alone.read_bytes().splitlines(keepends=True)
    lines[0] = lines[0].replace(b"{", b"[", 1)
    lines[9] = lines[9][:-9] + b"\n"
    lines[19] = lines[19].replace(b"pass", b"moon", 1)
    path.write_bytes(b"".join(lines))
    report = check(path)
    assert report.games == 299 and report.decisions > 300 * 8
    assert [problem.split(" ")[0] for problem in report.problems] == [f"{path}:{n}:" for n in (1, 10, 20)]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(sys.argv[1], Path(folder) / "run"))
        assert check(copy).ok and (copy / JOURNAL).is_file()
        wanted = int(sys.argv[2]) if len(sys.argv) > 2 else FLIPS
        bad = flips(copy, wanted, seed=1)
        print(*bad, f"{wanted - len(bad)} of {wanted} flipped bytes found and located", sep="\n")
        sys.exit(bool(bad))
