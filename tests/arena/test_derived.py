from __future__ import annotations

import csv
import hashlib
import json
import random
import sqlite3
from pathlib import Path

import pytest

from arena.errors import RunError
from arena.records.derived import write_derived
from arena.records.results import Outcome, Results
from arena.records.rundir import create_run, read_run, resume_run
from tests.arena.helpers import SEED, all_matches, config, fill, finished_run, lines_of, put_game, tree

SAME = ("results.csv", "results.json", "results.sha256", "replays/ten-point-max-deals-2.jsonl")


def derived(folder: Path) -> dict[str, bytes]:
    files = tree(folder)
    return {name: files[name] for name in files if name.startswith(("results.", "replays/")) and "sqlite" not in name}


def test_the_order_of_playing_leaves_no_trace(tmp_path: Path) -> None:
    found = []
    for number in range(3):
        run, journal = create_run(config(tmp_path / str(number)), SEED)
        matches = all_matches(run)
        random.Random(number).shuffle(matches)
        fill(run, journal, matches)
        journal.close()
        write_derived(run, {"wall_s": number})
        found.append(derived(run.folder))
    assert found[0] == found[1] == found[2]
    assert set(SAME) <= set(found[0])


def test_hashes_are_those_of_the_files(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    write_derived(run, {})
    lines = (run.folder / "results.sha256").read_text().splitlines()
    assert len(lines) == 4
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((run.folder / name).read_bytes()).hexdigest() == digest
    manifest = json.loads((run.folder / "manifest.json").read_text())["files"]
    assert {"journal", "config.json", "results.sqlite", "timing.json"} <= set(manifest)
    assert "seed.secret" not in manifest


def test_a_game_that_two_partners_forfeited_is_one(tmp_path: Path) -> None:
    """As in the report, which counts games too."""
    run = finished_run(tmp_path / "run")
    bout = next(bout for bout in run.plan.all_bouts() if bout.lineup.variant.seats == 4)
    one, other = bout.lineup.names
    game = Outcome(
        bout=bout.id, rotation=0, game=0, seats=[one, other] * 2, deals=[], scores=[5, 2], winners=[1], faults=[],
        forfeits=[0, 2],
    )  # fmt: skip
    with Results(tmp_path, run.plan, (one, other)) as results:
        results.add_bout(bout, [game, game])
    assert (results.overall[one].forfeits, results.overall[other].forfeits) == (2, 0)


def test_results_agree_with_each_other(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    write_derived(run, {})
    rows = list(csv.DictReader((run.folder / "results.csv").read_text().splitlines()))
    games = {(row["bout"], row["rotation"], row["game"]) for row in rows}
    assert len(games) == run.plan.total_games == 2 * (3 * 2 + 3 * 2 * 2)
    with sqlite3.connect(run.folder / "results.sqlite") as db:
        (count,) = db.execute("SELECT count(*) FROM game").fetchone()
        sides = db.execute("SELECT entrant, sum(score), sum(won), sum(faults) FROM side GROUP BY entrant").fetchall()
        faults = dict(db.execute("SELECT entrant, count(*) FROM fault GROUP BY entrant").fetchall())
    assert count == len(games)
    summary = json.loads((run.folder / "results.json").read_text())
    overall = {entry["name"]: entry for entry in summary["overall"]}
    for name, score, won, fault_count in sides:
        mine = [row for row in rows if row["entrant"] == name]
        assert score == sum(int(row["score"]) for row in mine)
        assert won == pytest.approx(sum(float(row["won"]) for row in mine), abs=1e-4)
        assert overall[name]["wins"] == pytest.approx(won, abs=1e-4)
        assert fault_count == faults.get(name, 0) == sum(overall[name]["faults"].values())
        assert overall[name]["games"] == len({(row["bout"], row["rotation"], row["game"]) for row in mine})
    assert sum(entry["wins"] for entry in overall.values()) == pytest.approx(len(games), abs=1e-4)
    assert sum(faults.values()) == len(games) // 2


def test_only_whole_bouts_are_shown_and_the_seed_only_at_the_end(tmp_path: Path) -> None:
    run, journal = create_run(config(tmp_path / "run"), SEED)
    matches = all_matches(run)
    fill(run, journal, matches[:-1])
    last = matches[-1]
    write_derived(run, {})
    text = b"".join(tree(run.folder / "replays").values())
    assert run.key(last.bout).hex().encode() not in text
    assert SEED.hex().encode() not in text
    assert last.bout.id.encode() not in text
    assert json.loads((run.folder / "results.json").read_text())["bouts"] == run.plan.total_bouts - 1
    fill(run, journal, [last])
    journal.close()
    write_derived(run, {})
    assert SEED.hex().encode() in b"".join(tree(run.folder / "replays").values())


def test_resume_plays_exactly_what_is_missing(tmp_path: Path) -> None:
    whole = finished_run(tmp_path / "whole")
    write_derived(whole, {})
    run, journal = create_run(config(tmp_path / "broken"), SEED)
    matches = all_matches(run)
    fill(run, journal, matches[1::2])
    put_game_now(run, journal, matches[0])
    journal.close()
    with run.journal_path.open("ab") as file:
        file.write(b"0123456789abcdef {torn")
    again, journal = resume_run(run.folder)
    assert again.notices and "unfinished write" in again.notices[0]
    done = len(matches[1::2]) * run.plan.games + 1
    assert again.index.done == done
    fill(again, journal, all_matches(again))
    journal.close()
    assert again.finished
    write_derived(again, {})
    assert derived(again.folder) == derived(whole.folder)
    games = [line for line in run.journal_path.read_bytes().splitlines() if b'"kind":"game"' in line]
    assert len(games) == run.plan.total_games


def put_game_now(run, journal, match) -> None:  # type: ignore[no-untyped-def]
    import trio

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.flusher)
            put_game(run, journal, match, 0)
            journal.close_soon()

    trio.run(main)


def test_replays_have_sheet_once_and_bouts_with_keys(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    write_derived(run, {})
    header, *rest = lines_of(run.folder / "replays" / "ten-point-max-deals-2.jsonl")
    assert header["kind"] == "replay"
    assert header["resolved"]["id"] == "ten-point"
    bouts = [line for line in rest if line.get("kind") == "bout"]
    assert len(bouts) == 6
    assert rest[-1]["kind"] == "seal" and rest[-1]["last"]
    assert len(rest) == 6 + 6 * 2 * 2 + 1
    assert [line["bout"] for line in bouts] == [b.id for b in run.plan.bouts_of(run.plan.variants[1])]


def test_folder_that_exists(tmp_path: Path) -> None:
    run, journal = create_run(config(tmp_path / "run"), SEED)
    with pytest.raises(RunError, match="arena resume") as error:
        create_run(config(tmp_path / "run"), SEED)
    assert error.value.exit_status == 2
    with pytest.raises(RunError, match="another arena is writing"):
        resume_run(run.folder)
    journal.close()
    (tmp_path / "other").mkdir()
    with pytest.raises(RunError, match="holds no run"):
        create_run(config(tmp_path / "other"), SEED)
    with pytest.raises(RunError, match="holds no run"):
        resume_run(tmp_path / "other")


def test_no_name_given_takes_a_free_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders = []
    for _ in range(3):
        run, journal = create_run(config(""), SEED)
        journal.close()
        folders.append(str(run.folder))
    assert folders == ["runs/cup", "runs/cup-2", "runs/cup-3"]


def test_the_seed_is_kept_for_its_owner_only(tmp_path: Path) -> None:
    run, journal = create_run(config(tmp_path / "run"), SEED)
    journal.close()
    assert (run.folder / "seed.secret").stat().st_mode & 0o777 == 0o600
    for name, data in tree(run.folder).items():
        assert (SEED.hex().encode() in data) is (name == "seed.secret")


def test_a_changed_run_is_refused(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    seed, stored = run.folder / "seed.secret", run.folder / "config.json"
    seed.write_text(bytes(32).hex())
    with pytest.raises(RunError, match="not the seed"):
        resume_run(run.folder)
    seed.unlink()
    with pytest.raises(RunError, match=r"seed\.secret is missing"):
        resume_run(run.folder)
    assert read_run(run.folder).finished
    stored.write_bytes(stored.read_bytes().replace(b'"games": 2', b'"games": 3'))
    with pytest.raises(RunError, match="changed since the run began"):
        read_run(run.folder)


def test_a_game_twice_is_refused(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    lines = run.journal_path.read_bytes().splitlines(keepends=True)
    with run.journal_path.open("ab") as file:
        file.write(lines[-1])
    with pytest.raises(RunError, match="stands there twice"):
        read_run(run.folder)


def test_other_rules_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = finished_run(tmp_path / "run")
    monkeypatch.setattr("arena.records.rundir.RULES_VERSION", "99")
    with pytest.raises(RunError, match="was played under rules"):
        resume_run(run.folder)


def test_every_fill_gives_results(tmp_path: Path) -> None:
    from arena.schedules.schedule import Fill

    for how in (Fill.HOUSE, Fill.ALTERNATE):
        run = finished_run(tmp_path / how.value, fill=how, variants=("auction[max_deals=2,seats=5]",))
        results = write_derived(run, {})
        assert results.bouts == 2
        assert [s.games for s in results.overall.ranked()] == [run.plan.total_games] * 3
