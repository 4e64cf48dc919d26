"""What holds for all files of the project, whatever they are about."""

from __future__ import annotations

import ast
import fnmatch
import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATED = re.compile(r"_pb2(_grpc)?\.pyi?$")
PACKAGES = {
    "arena": ROOT / "arena",
    "referee": ROOT / "referee",
    "pitch": ROOT / "proto" / "pitch",
    "pitch_bot": ROOT / "sample_bots" / "python" / "pitch_bot",
}
LINES = 400
# What `arena new-bot` writes; tests/conformance/test_new_bot.py looks that it is in a wheel.
TEMPLATES = ROOT / "arena" / "newbot" / "templates"

# The brackets keep this file from finding itself.
FOREIGN = re.compile(
    r"/[r]oot/\w|/[h]ome/\w+/|/[w]ork/(main|shared)\b|/[o]pt/(wheels|pypi)\b"
    r"|[p]ypi\.org/(simple|packages)|python[h]osted\.org|[r]egistry\.(npmjs\.org|yarnpkg\.com)|-[i]ndex-url"
)
# The engine is pure: no clock, chance, logging, concurrency or input and output, though Python ships them.
IMPURE = {
    *("asyncio", "concurrent", "multiprocessing", "selectors", "signal", "socket", "subprocess", "threading"),
    *("datetime", "time", "random", "secrets", "uuid", "logging"),
    *("io", "os", "pathlib", "shutil", "sqlite3", "tempfile", "urllib"),
}


def project_files() -> list[Path]:
    """All files that are committed or could be."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def setuptools_settings() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        settings: dict[str, Any] = tomllib.load(file)["tool"]["setuptools"]
    return settings


def test_generated_code_is_current() -> None:
    command = [sys.executable, str(ROOT / "proto" / "generate.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_modules_are_short() -> None:
    sources = [path for path in project_files() if path.suffix == ".py" and not GENERATED.search(path.name)]
    lines = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in sources}
    assert lines
    assert {name: count for name, count in lines.items() if count >= LINES} == {}


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match.group()}"
        for path in project_files()
        for number, line in enumerate(path.read_bytes().decode("utf-8", "ignore").split("\n"), start=1)
        if (match := FOREIGN.search(line))
    ]
    assert found == []


def test_all_modules_import() -> None:
    """In one new interpreter, with warnings as errors; `__main__` modules are programs, so they are left out."""
    names = []
    for package, folder in PACKAGES.items():
        for path in sorted(path for path in folder.rglob("*.py") if TEMPLATES not in path.parents):
            parts = [package, *path.relative_to(folder).with_suffix("").parts]
            if parts[-1] != "__main__":
                names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    program = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    command = [sys.executable, "-W", "error", "-c", program, *names]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "docs")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_installed_whole(package: str) -> None:
    """Every folder with modules is a package, and every other file is among the package's data."""
    folder = PACKAGES[package]
    patterns = setuptools_settings()["package-data"]["*"]
    assert (folder / "py.typed").is_file()
    files = [path for path in project_files() if path.is_relative_to(folder) and TEMPLATES not in path.parents]
    no_package = {path.parent for path in files if path.suffix == ".py" and not (path.parent / "__init__.py").is_file()}
    assert no_package == set()
    packages = [path.parent for path in files if path.name == "__init__.py"]
    left_out = []
    for path in files:
        home = next(up for up in path.parents if up in packages)
        name = path.relative_to(home).as_posix()
        if path.suffix != ".py" and not any(fits(name, pattern) for pattern in patterns):
            left_out.append(str(path.relative_to(ROOT)))
    assert left_out == []


def fits(name: str, pattern: str) -> bool:
    return name.count("/") == pattern.count("/") and fnmatch.fnmatchcase(name, pattern)


@pytest.mark.parametrize("command", ["arena", "pitch-referee"])
def test_commands_are_installed(command: str) -> None:
    (entry,) = entry_points(group="console_scripts", name=command)
    assert callable(entry.load())


def test_engine_imports_only_pure_standard_library() -> None:
    allowed = (sys.stdlib_module_names - IMPURE) | {"referee"}
    found = []
    for path in sorted((ROOT / "referee" / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    modules = [alias.name for alias in names]
                case ast.ImportFrom(module=str(module), level=0):
                    modules = [module]
                case _:
                    continue
            wrong = [name for name in modules if not is_allowed(name, allowed)]
            found += [f"{path.relative_to(ROOT)}:{node.lineno}: {name}" for name in wrong]
    assert found == []


def is_allowed(module: str, allowed: frozenset[str]) -> bool:
    root = module.partition(".")[0]
    return root in allowed and (root != "referee" or f"{module}.".startswith("referee.engine."))


def test_no_clock_that_can_jump_decides_anything() -> None:
    """Only stamps for people come from the time of day."""
    jumps = re.compile(r"\btime\.(time|time_ns)\(|datetime\.(now|utcnow|today)\(|CLOCK_REALTIME")
    files = [file for package in ("arena", "referee") for file in sorted((ROOT / package).rglob("*.py"))]
    assert len(files) > 50
    assert [str(file) for file in files if jumps.search(file.read_text(encoding="utf-8"))] == []
