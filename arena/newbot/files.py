"""Copying the sources of a sample bot without what was built of them. setup.py runs it: it imports nothing of ours."""

from __future__ import annotations

import shutil
from pathlib import Path

BUILT = frozenset({"__pycache__", "node_modules", "target", "build", ".cache", "bot.jar", "Cargo.lock", ".mypy_cache"})
PROGRAM = "bot"  # a file of this name is built, a folder is not
PACKAGES = "packages.txt"
# Each language and its folder below sample_bots; the bot in Python has a template of its own, on the SDK.
FOLDERS = ("node", "typescript", "go", "cpp", "java", "ruby", "rust")


def copy_sources(source: Path, target: Path) -> None:
    """Copy a folder without what builds leave in it."""

    def built(folder: str, names: list[str]) -> set[str]:
        program = {PROGRAM} if (Path(folder) / PROGRAM).is_file() else set()
        return {name for name in names if name in BUILT or name in program}

    shutil.copytree(source, target, ignore=built, dirs_exist_ok=True)


def copy_samples(samples: Path, target: Path) -> None:
    """Copy what `arena new-bot` needs of sample_bots: for the package, which is installed without them."""
    target.mkdir(parents=True, exist_ok=True)
    for name in FOLDERS:
        copy_sources(samples / name, target / name)
    for name in (PACKAGES, "strategy.md"):
        shutil.copyfile(samples / name, target / name)
