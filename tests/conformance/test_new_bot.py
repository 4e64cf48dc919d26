"""`arena new-bot`: what it writes builds, passes its own tests and `arena check`, also where the repository is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arena.newbot.files import FOLDERS, copy_samples
from arena.newbot.languages import BY_NAME, LANGUAGES, Language
from arena.newbot.scaffold import packages, write_bot
from tests.bots import languages as samples
from tests.conformance.helpers import ROOT
from tests.e2e.runs import arena

QUICK = ("--variants", "auction[seats=3]", "--step", "frames-4", "--isolation", "process")


def _environment() -> dict[str, str]:
    """Return an environment in which `arena` and `python3` are those of the tests."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def test_there_is_a_bot_in_every_language_of_the_samples() -> None:
    assert set(BY_NAME) == set(samples.BY_NAME)
    assert set(FOLDERS) == set(BY_NAME) - {"python"}
    for language in LANGUAGES:
        assert packages(language) == samples.packages(language.name)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_a_new_bot_is_built_tested_and_passes(language: Language, tmp_path: Path) -> None:
    lacks = language.lacks()
    if lacks:
        assert not os.environ.get(samples.ALL_MUST_BE_HERE), lacks
        pytest.skip(f"{language.name}: missing {', '.join(lacks)}: apt-get install {packages(language)}")
    folder = tmp_path / "mine"
    status, out, err = arena("new-bot", language.name, folder)
    assert status == 0 and "./test.sh" in out, err
    done = subprocess.run(
        ["./test.sh", *QUICK], cwd=folder, env=_environment(), capture_output=True, text=True, timeout=580, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed: " in done.stdout and "ok  frames-4" in done.stdout


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_nothing_of_the_repository_is_named_in_a_new_bot(language: Language, tmp_path: Path) -> None:
    folder = tmp_path / "my bot!"
    assert write_bot(language, folder) == "my-bot"
    names = {str(path.relative_to(folder)) for path in folder.rglob("*")}
    assert {"bot.toml", "README.md", "test.sh", ".github/workflows/bot.yml"} <= names
    assert any("test" in name for name in names - {"test.sh"})
    assert 'name = "my-bot"' in (folder / "bot.toml").read_text()
    assert os.access(folder / "test.sh", os.X_OK)
    for path in (path for path in folder.rglob("*") if path.is_file()):
        text = path.read_text()
        assert "sample_bots" not in text and "../../proto" not in text and "../strategy.md" not in text, path
        if path.suffix in (".md", ".sh", ".yml", ".toml"):
            assert "@NAME@" not in text and "@TEST@" not in text and "@PACKAGES@" not in text, path


def test_what_was_built_is_not_copied(tmp_path: Path) -> None:
    source, target = tmp_path / "samples", tmp_path / "copies"
    shutil.copytree(
        ROOT / "sample_bots", source, ignore=shutil.ignore_patterns("node_modules", "target", "build", ".cache")
    )
    (source / "go" / "bot").write_text("a program")
    (source / "node" / "node_modules").mkdir()
    copy_samples(source, target)
    assert not (target / "go" / "bot").exists() and not (target / "node" / "node_modules").exists()
    assert (target / "java" / "src" / "bot" / "Main.java").exists()
    assert (target / "rust" / ".cargo" / "config.toml").exists()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("pyton", "new"), "did you mean 'python'"),
        (("python", "full"), "there is something already"),
        (("python", "new", "--name", "a b"), "cannot be a bot's name"),
        (("python", "new", "--name", "house"), "cannot be a bot's name"),
    ],
)
def test_what_cannot_be_written_is_refused(argv: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    language, folder, *more = argv
    status, _, err = arena("new-bot", language, tmp_path / folder, *more)
    assert status == 2 and said in err
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_the_installed_package_has_all_of_it(tmp_path: Path) -> None:
    """As after `pip install .`: the wheel alone, without the repository."""
    source = tmp_path / "source"
    left = shutil.ignore_patterns(".venv", ".git", "node_modules", "target", "build", ".cache", "runs", "*_cache")
    shutil.copytree(ROOT, source, ignore=left)
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*wheel, "--wheel-dir", tmp_path, source], check=True, capture_output=True, timeout=500)
    installed = tmp_path / "installed"
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as archive:
        archive.extractall(installed)
    shutil.rmtree(source)
    program = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1])\n"
        "import arena; assert arena.__file__.startswith(sys.argv[1]), arena.__file__\n"
        "from arena.cli import main\n"
        "from arena.newbot.languages import LANGUAGES\n"
        "sys.exit(max(main(['new-bot', one.name, sys.argv[2] + one.name]) for one in LANGUAGES))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(installed), str(tmp_path / "from-wheel-")],
        check=False, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for language in LANGUAGES:
        here, there = tmp_path / f"here-{language.name}", tmp_path / f"from-wheel-{language.name}"
        write_bot(language, here, f"from-wheel-{language.name}")
        assert _files(here) == _files(there)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
