from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.checking.manifest import Manifest, text_of, write_manifest
from arena.checking.replays import Report, verify
from arena.records.derived import kept_files, write_derived
from arena.records.journal import decode, encode
from arena.records.results import file_hash
from arena.records.rundir import create_run
from referee.replay_lines import ReplayWriter, dump
from tests.arena.helpers import SEED, all_matches, config, fill, finished_run

Line = dict[str, Any]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = finished_run(tmp_path_factory.mktemp("verify") / "run")
    write_derived(run, {})
    return run.folder


@pytest.fixture
def replay(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole / "replays" / "ten-point-max-deals-2.jsonl", tmp_path / "r.jsonl"))


def check(path: Path) -> Report:
    return verify(path, lambda _: None)


def edit(path: Path, change: Callable[[list[Line]], object]) -> Report:
    """Change the lines that say something, and seal the file anew: no checksum gives the change away."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    lines = [line for line in lines if line.get("kind") != "seal"]
    change(lines)
    with path.open("wb") as file:
        writer = ReplayWriter(file)
        for line in lines:
            writer.write(dump(line))
        if lines:
            writer.end()
    return check(path)


def test_a_whole_run_is_ok(whole: Path) -> None:
    report = check(whole)
    assert report.ok, report.problems
    assert (report.files, report.bouts, report.games, report.seed_checked) == (2, 8, 36, True)
    assert report.decisions > 500


def test_files_checked_at_once_give_the_same_report(whole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    for replay in (run / "replays").iterdir():
        replay.write_bytes(replay.read_bytes().replace(b'"ann"', b'"amn"', 1))
    alone, at_once = check(run), verify(run, lambda _: None, jobs=2)
    assert at_once == alone and len(alone.problems) > 2


def set_in(where: int, key: str, value: object) -> Callable[[list[Line]], object]:
    return lambda lines: lines[where].__setitem__(key, value)


def everywhere(key: str, value: object) -> Callable[[list[Line]], object]:
    return lambda lines: [line.update({key: value}) for line in lines if key in line]


def swap(a: int, b: int) -> Callable[[list[Line]], object]:
    def change(lines: list[Line]) -> None:
        lines[a], lines[b] = lines[b], lines[a]

    return change


def one_action(lines: list[Line]) -> None:
    deal = lines[2]["deals"][0]
    *rest, before, _ = deal["actions"].split()
    deal["actions"] = " ".join([*rest, before, before])


def one_more_action(lines: list[Line]) -> None:
    lines[2]["deals"][0]["actions"] += " pass"


def scores(lines: list[Line]) -> None:
    lines[3]["scores"][0] += 1


def seats(lines: list[Line]) -> None:
    lines[3]["seats"].reverse()


def points(lines: list[Line]) -> None:
    lines[3]["deals"][0]["points"][0] = 1 - abs(lines[3]["deals"][0]["points"][0])


CHANGES: list[tuple[Callable[[list[Line]], object], str]] = [
    (set_in(0, "format", 3), "format 3"),
    (set_in(0, "seed", "00" * 32), "does not fit the commitment"),
    (set_in(0, "seed", "xy"), "not in hex"),
    (set_in(0, "seed_commitment", "00" * 32), "does not fit the commitment"),
    (set_in(0, "sheet_hash", "00" * 32), "does not have the hash"),
    (set_in(0, "sheet", "ten-pointy"), "unknown variant"),
    (lambda lines: lines[0]["resolved"].__setitem__("target", 3), "does not have the hash"),
    (set_in(1, "key", "00" * 32), "the key does not fit"),
    (set_in(1, "key", "zz"), "not in hex"),
    (set_in(1, "number", 7), "does not name bout 7"),
    (set_in(1, "lineup", ["ann", "eve"]), "does not follow from the seed"),
    (one_action, "deal 1, decision"),
    (one_more_action, "recorded after the end"),
    (scores, "scores recorded"),
    (seats, "do not sit where"),
    (points, "points recorded"),
    (set_in(2, "winners", []), "winners recorded"),
    (set_in(2, "dealer", 7), "the first dealer is 7"),
    (set_in(2, "rotation", 1), "do not have the same games"),
    (set_in(2, "bout", "x"), "stands under"),
    (set_in(2, "deals", []), "the record ends, the game does not"),
    (swap(2, 3), "do not have the same games"),
    (lambda lines: lines.extend(lines[1:]), "stands there twice"),
    (swap(0, 1), "one header, as its first line"),
    (lambda lines: lines.pop(3), "do not have the same games"),
    (lambda lines: lines.insert(3, lines[3]), "do not have the same games"),
    (lambda lines: lines.pop(1), "a game before any bout"),
    (lambda lines: lines.clear(), "the file is empty"),
    (lambda lines: lines[2].pop("scores"), "not a game record"),
]


@pytest.mark.parametrize(("change", "wanted"), CHANGES)
def test_every_change_is_found(replay: Path, change: Callable[[list[Line]], object], wanted: str) -> None:
    assert check(replay).ok
    report = edit(replay, change)
    assert not report.ok
    assert any(wanted in problem for problem in report.problems), report.problems


def test_other_rules_are_no_tampering(replay: Path) -> None:
    report = edit(replay, everywhere("rules", "0"))
    assert not report.ok
    assert report.problems == []
    assert report.other_rules == report.games == 24


def test_other_rules_are_told_apart_from_damage(replay: Path) -> None:
    report = edit(replay, lambda lines: lines[0].update(rules="0"))
    assert report.other_rules == 0 and "says rules 1, and line 1 says 0" in report.problems[0]
    edit(replay, everywhere("rules", "0"))
    replay.write_bytes(replay.read_bytes().replace(b'"seats":["ann"', b'"seats":["amn"', 1))
    report = check(replay)
    assert report.other_rules == 24
    assert report.problems == [f"{replay}:3: the line is damaged: it is not the one that was sealed"]


def test_a_run_of_other_rules_is_no_damage(whole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    journal = run / "journal"
    lines = journal.read_bytes().splitlines()
    bodies = [body.replace(b'"rules":"1"', b'"rules":"0"') for line in lines if (body := decode(line + b"\n"))]
    journal.write_bytes(b"".join(map(encode, bodies)))
    for replay in (run / "replays").iterdir():
        edit(replay, everywhere("rules", "0"))
    write_manifest(run, kept_files(run))
    report = check(run)
    assert not report.ok and report.problems == [] and report.other_rules == 36
    assert "was played under rules 0" in report.unchecked[0]
    (run / "results.csv").write_bytes((run / "results.csv").read_bytes().replace(b"ann", b"amn", 1))
    assert [problem.split()[0] for problem in check(run).problems] == [str(run / "results.csv")]


def test_not_a_replay(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    assert "x:1: not a line of a replay file" in check(tmp_path / "x").problems[0]


def test_a_flood_of_problems_is_bounded(replay: Path) -> None:
    report = edit(replay, everywhere("dealer", 9))
    assert len(report.problems) == 20
    assert report.dropped > 0


@pytest.mark.parametrize(
    "name", ["results.csv", "results.json", "results.sha256", "replays/ten-point-max-deals-2.jsonl"]
)
def test_a_changed_file_of_a_run_is_found(whole: Path, tmp_path: Path, name: str) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    target = run / name
    target.write_bytes(target.read_bytes().replace(b"0", b"1", 1))
    assert any(str(target) in problem for problem in check(run).problems)
    target.unlink()
    assert not check(run).ok


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE side SET score = score + 1 WHERE game = 3 AND side = 0",
        "DELETE FROM fault",
        "UPDATE meta SET value = '1' WHERE key = 'rules'",
        "CREATE TABLE more (x)",
        "DROP TABLE side",
    ],
)
def test_a_changed_database_is_found(whole: Path, tmp_path: Path, sql: str) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    with closing(sqlite3.connect(run / "results.sqlite")) as db, db:
        db.execute(sql)
    assert check(run).problems == [f"{run / 'results.sqlite'} does not say what the journal says"]


@pytest.mark.parametrize("damage", ["no database", "folder", "missing"])
def test_a_database_that_cannot_be_read_is_found(whole: Path, tmp_path: Path, damage: str) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    path = run / "results.sqlite"
    path.unlink()
    if damage == "no database":
        path.write_bytes(b"hello" * 1000)
    elif damage == "folder":
        path.mkdir()
    (problem,) = check(run).problems
    assert problem.startswith(str(path))


MANIFESTS: list[tuple[Callable[[Line], object], str, str]] = [
    (lambda files: setattr(files["results.csv"], "sha256", "00" * 32), "results.csv", "is not the file that"),
    (lambda files: setattr(files["results.sqlite"], "bytes", 7), "results.sqlite", "bytes, not 7"),
    (lambda files: setattr(files["journal"], "sha256", "00" * 32), "journal", "is not the file that"),
    (lambda files: files.pop("config.json"), "manifest.json", "does not list config.json"),
    (lambda files: files.pop("replays/ten-point-max-deals-2.jsonl"), "manifest.json", "does not list replays/ten-po"),
    (lambda files: files.__setitem__("extra", files["journal"]), "manifest.json", "lists extra, which is not there"),
]


@pytest.mark.parametrize(("change", "name", "wanted"), MANIFESTS)
def test_a_forged_manifest_is_found(
    whole: Path, tmp_path: Path, change: Callable[[Line], object], name: str, wanted: str
) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    path = run / "manifest.json"
    files = msgspec.json.decode(path.read_bytes(), type=Manifest).files
    change(files)
    path.write_text(text_of(files))
    (problem,) = check(run).problems
    assert problem.startswith(str(run / name))
    assert wanted in problem


def test_a_manifest_of_old_is_still_read(whole: Path, tmp_path: Path) -> None:
    """Before there were checksums of parts, of logs and of itself; and replays had no seals."""
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    path = run / "manifest.json"
    for replay in (run / "replays").iterdir():
        lines = replay.read_bytes().replace(b'"format":2', b'"format":1', 1).splitlines(keepends=True)
        replay.write_bytes(b"".join(line for line in lines if b'"kind":"seal"' not in line))
    hashes = run / "results.sha256"
    names = [line.split("  ")[1] for line in hashes.read_text().splitlines()]
    hashes.write_text("".join(f"{file_hash(run / name)}  {name}\n" for name in names))
    listed = [*json.loads(path.read_text())["files"]]
    old = {name: {"bytes": (run / name).stat().st_size, "sha256": file_hash(run / name)} for name in listed}
    path.write_text(json.dumps({"files": old}, indent=1) + "\n")
    assert check(run).problems == []
    (run / "results.sqlite").write_bytes((run / "results.sqlite").read_bytes() + b"x")
    assert not check(run).ok


def test_a_missing_manifest_is_found(whole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    (run / "manifest.json").unlink()
    assert check(run).problems == [f"{run / 'manifest.json'} is missing; `arena resume {run}` writes it anew"]


def test_logs_may_be_removed_and_not_changed(whole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    (run / "logs" / "ann").mkdir()
    log = run / "logs" / "ann" / "0-seat0.log"
    log.write_text("".join(f"line {n}\n" for n in range(1, 200)))
    write_manifest(run, kept_files(run))
    assert check(run).ok
    log.write_text(log.read_text().replace("line 150", "line 15O"))
    (problem,) = check(run).problems
    assert problem.startswith(f"{log} is not the file that") and "lines 126 to 155" in problem
    shutil.rmtree(run / "logs")
    assert check(run).ok


def test_a_run_that_went_on_since_its_manifest_is_ok(tmp_path: Path) -> None:
    run, journal = create_run(config(tmp_path / "run"), SEED)
    matches = all_matches(run)
    fill(run, journal, matches[:-2])
    write_derived(run, {})
    fill(run, journal, [matches[-1]])
    journal.close()
    assert check(run.folder).ok


def test_a_changed_journal_is_found(whole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    journal = run / "journal"
    journal.write_bytes(journal.read_bytes().replace(b'"kind":"bout"', b'"kind":"boot"', 1))
    assert any("line 2 is damaged" in problem for problem in check(run).problems)


def test_a_run_without_its_seed_still_verifies_once_it_is_over(whole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "copy"))
    (run / "seed.secret").unlink()
    assert check(run).ok
