"""Runs from which something was taken away: what `arena resume` puts right, and what `arena verify` says."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from arena.cli import main
from arena.records.derived import write_derived
from arena.records.rundir import create_run
from tests.arena.helpers import SEED, all_matches, config, fill, finished_run, tree


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = finished_run(tmp_path_factory.mktemp("repair") / "run")
    write_derived(run, {})
    return run.folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    run, journal = create_run(config(tmp_path / "part"), SEED)
    fill(run, journal, all_matches(run)[:-1])
    journal.close()
    write_derived(run, {})
    return run.folder


@pytest.fixture(autouse=True)
def no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the log file alone, which stays open until the process ends."""
    monkeypatch.setattr("referee.logs.configure", lambda **_: None)


def arena(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str]:
    """Run the command and return its exit code and what it wrote to standard error."""
    status = main([str(word) for word in argv])
    return status, capsys.readouterr().err


def content(folder: Path) -> dict[str, bytes]:
    names = ("results.csv", "results.json", "results.sha256", "commitment")
    return {name: data for name, data in tree(folder).items() if name in names or name.startswith("replays/")}


def make_unreadable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the right to read the file away, from root too."""
    path.chmod(0)
    read_text = Path.read_text

    def refuse(self: Path, *args: str, **more: str) -> str:
        if self == path:
            raise PermissionError(13, "Permission denied", str(path))
        return read_text(self, *args, **more)

    monkeypatch.setattr(Path, "read_text", refuse)


def test_another_user_can_verify_a_finished_run(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_unreadable(folder / "seed.secret", monkeypatch)
    assert arena(capsys, "verify", folder) == (0, "")


def test_another_user_learns_why_an_unfinished_run_cannot_be_verified(
    unfinished: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert arena(capsys, "verify", unfinished) == (0, "")
    make_unreadable(unfinished / "seed.secret", monkeypatch)
    status, err = arena(capsys, "verify", unfinished)
    assert status == 3
    assert "seed.secret cannot be read, and no replay shows the seed" in err


@pytest.mark.parametrize("name", ["replays", "logs", "commitment", "seed.secret", "manifest.json", "results.sqlite"])
def test_resume_puts_back_what_was_removed(
    whole: Path, folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = folder / name
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    status, err = arena(capsys, "resume", folder)
    assert status == 0, err
    assert content(folder) == content(whole)
    assert arena(capsys, "verify", folder) == (0, "")
    assert path.exists() is (name != "seed.secret")
    assert name != "seed.secret" or "seed.secret is missing: the seed stands in the replays" in err


def test_without_the_commitment_verify_names_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "commitment").unlink()
    status, err = arena(capsys, "verify", folder)
    assert status == 3
    assert err.count(str(folder / "commitment")) == 1
    assert f"{folder / 'commitment'} is missing; `arena resume {folder}` writes it anew" in err


def test_without_commitment_and_seed_both_are_named(unfinished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (unfinished / "commitment").unlink()
    (unfinished / "seed.secret").unlink()
    for command, wanted in (("verify", 3), ("resume", 1)):
        status, err = arena(capsys, command, unfinished)
        assert status == wanted
        assert f"{unfinished / 'commitment'} is missing" in err
        assert f"{unfinished / 'seed.secret'}" in err


@pytest.mark.parametrize("data", [b"00" * 32 + b"\n", b"\xff\n"])
def test_a_changed_commitment_is_told(folder: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    (folder / "commitment").write_bytes(data)
    for command, wanted in (("verify", 3), ("resume", 1)):
        status, err = arena(capsys, command, folder)
        assert status == wanted
        assert f"{folder / 'commitment'}: it is not the commitment that the run was started with" in err


@pytest.mark.parametrize("name", ["results.json", "results.csv", "results.sqlite", "results.sha256", "manifest.json"])
def test_a_folder_in_place_of_a_file_is_named(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (folder / name).unlink()
    (folder / name).mkdir()
    status, err = arena(capsys, "resume", folder)
    assert status == 1
    assert f"{folder / name}: cannot be written: Is a directory" in err
    assert "arena resume" not in err
    assert not [path for path in os.listdir(folder) if path.endswith(".new")]
    assert arena(capsys, "verify", folder)[0] == 3


@pytest.mark.parametrize("name", ["replays", "logs"])
def test_a_file_in_place_of_a_folder_is_named(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    shutil.rmtree(folder / name)
    (folder / name).write_text("")
    status, err = arena(capsys, "resume", folder)
    assert status == 1
    assert f"{folder / name}: cannot be made: File exists" in err
