"""Writing a new bot: the sources of the sample bot under its own name, with tests and a job for CI.

The sources come from the repository's sample_bots, or from the copy of them that the installed package has.
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Final

from arena.errors import ConfigError, RunError
from arena.newbot.files import PACKAGES, copy_sources
from arena.newbot.languages import Language
from arena.schedules.schedule import HOUSE
from arena.setup.bots import NAME

_HERE: Final = Path(__file__).parent
_TEMPLATES: Final = _HERE / "templates"
_PROTO: Final = "pitch/arena/v1"
# Paths of the repository, as sources name them, and where the same lies in the new folder.
_MOVED: Final = (
    ("../../../proto", "../proto"),
    ("../../proto", "proto"),
    ("../strategy.md", "STRATEGY.md"),
    ("sample_bots/strategy.md", "STRATEGY.md"),
)
_TEXT: Final = (".go", ".cpp", ".h", ".java", ".rb", ".rs", ".js", ".ts", ".json", "Makefile")


def samples() -> Path:
    """Return the folder of the sample bots. RunError when neither the repository nor the package has it."""
    for folder in (_HERE / "samples", _HERE.parents[1] / "sample_bots"):
        if (folder / PACKAGES).is_file():
            return folder
    raise RunError("the sample bots are missing from this installation: install the package anew")


def packages(language: Language) -> str:
    """Return the Debian packages that the language needs."""
    for line in (samples() / PACKAGES).read_text(encoding="utf-8").splitlines():
        name, _, found = line.partition(": ")
        if name == language.name:
            return found
    raise RunError(f"{PACKAGES} does not name the packages of {language.name}")


def write_bot(language: Language, folder: Path, name: str = "") -> str:
    """Write the bot into the folder, which must be empty or new, and return its name ("": that of the folder).

    ConfigError when the folder is not empty or the name cannot be one.
    """
    name = name or re.sub(r"[^A-Za-z0-9._-]+", "-", folder.resolve().name).strip("-._")
    _check(folder, name)
    if language.name == "python":
        copy_sources(_TEMPLATES / "python", folder)
    else:
        copy_sources(samples() / language.name, folder)
        (folder / "STRATEGY.md").write_bytes((samples() / "strategy.md").read_bytes())
        copy_sources(_TEMPLATES / language.name, folder)
        _settle(folder)
        _add_protos(folder)
        _rename(folder / "bot.toml", language, name)
    _extend(folder)
    values = {
        "NAME": name,
        "LANGUAGE": language.name,
        "PACKAGES": packages(language),
        "BUILD": language.build or ":  # nothing to build",
        "BUILD_WORDS": f"`{language.build}`" if language.build else "nothing",
        "TEST": language.test,
        "EDIT": language.edit,
    }
    for template, target in (
        ("README.md", "README.md"),
        ("test.sh", "test.sh"),
        ("ci.yml", ".github/workflows/bot.yml"),
    ):
        text = (_TEMPLATES / template).read_text(encoding="utf-8")
        for key, value in values.items():
            text = text.replace(f"@{key}@", value)
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        (folder / target).write_text(text, encoding="utf-8")
    (folder / "test.sh").chmod(0o755)
    if language.name == "python":
        _rename(folder / "bot.toml", language, name)
    return name


def _check(folder: Path, name: str) -> None:
    problems = []
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        problems.append(f"{folder}: there is something already; name a new folder, or an empty one")
    if not NAME.fullmatch(name) or name == HOUSE:
        problems.append(f"{name!r} cannot be a bot's name: letters, digits, `.`, `_` and `-`, at most 64; give --name")
    if problems:
        raise ConfigError(problems)


def _settle(folder: Path) -> None:
    """Let the sources name files where they lie now."""
    for path in folder.rglob("*"):
        if path.is_file() and path.name.endswith(_TEXT):
            text = path.read_text(encoding="utf-8")
            new = text
            for old, here in _MOVED:
                new = new.replace(old, here)
            if new != text:
                path.write_text(new, encoding="utf-8")


def _extend(folder: Path) -> None:
    """Append what templates add to a file of the sample: `Makefile.more` to `Makefile`."""
    for more in folder.rglob("*.more"):
        with more.with_suffix("").open("a", encoding="utf-8") as file:
            file.write("\n" + more.read_text(encoding="utf-8"))
        more.unlink()


def _add_protos(folder: Path) -> None:
    found = importlib.util.find_spec("pitch.arena.v1")
    assert found is not None and found.submodule_search_locations
    target = folder / "proto" / _PROTO
    target.mkdir(parents=True, exist_ok=True)
    for name in ("play.proto", "sheet.proto"):
        (target / name).write_bytes((Path(found.submodule_search_locations[0]) / name).read_bytes())


def _rename(manifest: Path, language: Language, name: str) -> None:
    """Give the bot its name; a version of its own starts at 0.1."""
    text = manifest.read_text(encoding="utf-8")
    text = re.sub(r"^name = .*$", f'name = "{name}"', text, count=1, flags=re.M)
    text = re.sub(r"^version = .*$", 'version = "0.1"', text, count=1, flags=re.M)
    text = re.sub(r"^description = .*$", f'description = "A bot in {language.name}"', text, count=1, flags=re.M)
    manifest.write_text(text, encoding="utf-8")
