"""The committed stubs of the sample bots are what their tools make of the protocol."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.bots.bot_process import needed
from tests.bots.languages import ALL, BY_NAME, SAMPLES

PROTOC = "3.21."  # of Debian 12; other versions write other comments


def lacks_protoc() -> str:
    """Return what is wrong with the compiler; empty: nothing."""
    said = subprocess.run(["protoc", "--version"], capture_output=True, text=True, check=True).stdout
    found = said.split()[-1]
    return "" if found.startswith(PROTOC) else f"protoc {PROTOC}x made the stubs, this is {found}"


def files_in(place: Path) -> dict[str, bytes]:
    """Return what lies at the place, a folder or a single file."""
    if place.is_file():
        return {place.name: place.read_bytes()}
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}


@pytest.mark.slow  # the first time: that of Rust is a program to be compiled
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [language.name for language in ALL if language.stubs])
def test_stubs_are_current(name: str, tmp_path: Path) -> None:
    """Run the bot's own command for it, in a copy of the project's folders."""
    language = BY_NAME[name]
    needed(language.lacks_for_stubs())
    if "protoc" in language.stub_needs:
        needed(lacks_protoc())
    folder = tmp_path / "sample_bots" / language.folder
    built = shutil.ignore_patterns("node_modules", "target", "build", ".cache", "__pycache__")
    shutil.copytree(language.path, folder, ignore=built)
    shutil.copytree(SAMPLES.parent / "proto", tmp_path / "proto", ignore=built)
    if (language.path / "node_modules").exists():
        (folder / "node_modules").symlink_to(language.path / "node_modules")
    committed = files_in(language.path / language.made)
    assert committed
    shutil.rmtree(folder / language.made, ignore_errors=True)
    environment = os.environ | {"CARGO_TARGET_DIR": str(language.path / "stubs" / "target")}
    done = subprocess.run(language.stubs, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    made = files_in(folder / language.made)
    assert sorted(made) == sorted(committed)
    assert [file for file in made if made[file] != committed[file]] == []


def test_a_language_without_its_own_stubs_uses_those_of_the_project() -> None:
    assert [language.name for language in ALL if not language.stubs] == ["python"]
