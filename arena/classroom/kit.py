"""What is handed out: the student kit, and the zip for Gradescope. The kit tells no seed and no hidden staff bot."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Final

from arena.classroom.assignment import Assignment
from arena.classroom.course import Purpose, key_of
from arena.classroom.writing import for_one, for_students, to_toml
from arena.errors import USAGE, ConfigError, RunError
from arena.newbot.languages import Language
from arena.newbot.scaffold import write_bot
from arena.setup.seeds import fresh_seed, parse_seed
from arena.simulate import simulate_to_file
from referee.variants.catalogue import resolve

TEMPLATES: Final = Path(__file__).with_name("templates")
PACKAGES: Final = ("arena", "referee", "pitch", "pitch_bot")
GAMES: Final = 3  # to read, of each variant
_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", ".git", "node_modules", "target", "*.pyc")
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # of every file in a zip, so that the same zip is made again


def write_kit(assignment: Assignment, folder: Path, language: Language) -> None:
    """Write the student kit into a new folder. RunError when it exists; ConfigError when nothing is left to show."""
    public = for_students(assignment)
    if folder.exists():
        raise RunError(f"{folder} exists: name another folder, or remove it", exit_status=USAGE)
    folder.mkdir(parents=True)
    words = _words(assignment, public) | {"edit": language.edit}
    for name, target in (
        ("README.md", "README.md"),
        ("Makefile", "Makefile"),
        ("grade.yml", ".github/workflows/grade.yml"),
    ):
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled((TEMPLATES / name).read_text(encoding="utf-8"), words), encoding="utf-8")
    (folder / "assignment.toml").write_text(to_toml(public), encoding="utf-8")
    write_bot(language, folder / "my_bot", "mine")
    for staff in public.staff:
        shutil.copytree(staff.path, folder / "staff" / staff.name, ignore=_LEFT_OUT)
    (folder / "replays").mkdir()
    for spec in public.variants:
        sheet = resolve(spec)
        out = folder / "replays" / (re.sub(r"[^A-Za-z0-9]+", "-", spec).strip("-") + ".jsonl")
        simulate_to_file(sheet, games=GAMES, seed=fresh_seed(), policy="random", out=out)


def _words(whole: Assignment, public: Assignment) -> dict[str, str]:
    bots = f" --bot staff/{public.staff[0].name}" if public.staff else ""
    lines = [f"- {one.name}: {one.points} points{' (bonus)' if one.bonus else ''}" for one in whole.criteria]
    return {
        "title": whole.title,
        "variants": " ".join(public.variants) if len(public.variants) == 1 else ",".join(public.variants),
        "first": public.variants[0],
        "list": ", ".join(f"`{spec}`" for spec in public.variants),
        "bots": bots,
        "criteria": "\n".join(lines),
    }


def _filled(text: str, words: dict[str, str]) -> str:
    return re.sub(r"@([a-z]+)@", lambda found: words.get(found[1], found[0]), text)


def gradescope_zip(assignment: Assignment, *, wheels: Path | None) -> bytes:
    """Return the zip that Gradescope takes as an autograder. `wheels`: a folder of wheels, to set it up offline.

    Its seed is another than that of the class, derived from it: what runs beside a submission may be read by it.
    """
    one = for_one(assignment)
    seed = key_of(parse_seed(one.seed) if one.seed else fresh_seed(), Purpose.AUTOGRADER).hex()
    files = {
        "setup.sh": (TEMPLATES / "setup.sh").read_bytes(),
        "run_autograder": (TEMPLATES / "run_autograder").read_bytes(),
        "assignment.toml": f'seed = "{seed}"\n{to_toml(_without_seed(one))}'.encode(),
        "requirements.txt": "".join(f"{line}\n" for line in _requirements()).encode(),
    }
    for package in PACKAGES:
        files |= _tree(_package_folder(package), f"src/{package}")
    for staff in one.staff:
        files |= _tree(Path(staff.path), f"staff/{staff.name}")
    if wheels is not None:
        there = sorted(wheels.glob("*.whl"))
        if not there:
            raise ConfigError([f"--wheels {wheels}: there is no wheel in it: `pip download` makes such a folder"])
        files |= {f"wheels/{path.name}": path.read_bytes() for path in there}
    return _zip(files)


def _without_seed(assignment: Assignment) -> Assignment:
    from dataclasses import replace

    return replace(assignment, seed="", student="")


def _package_folder(name: str) -> Path:
    module = import_module(name)
    assert module.__file__ is not None
    return Path(module.__file__).parent


def _requirements() -> Iterator[str]:
    """Yield what the arena needs, without its extras. RunError when it is not installed."""
    try:
        listed = requires("pitch-arena") or []
    except PackageNotFoundError:
        raise RunError("pitch-arena is not installed, so what it needs is not known: pip install .") from None
    yield from (line for line in listed if "extra ==" not in line)


def _tree(folder: Path, below: str) -> dict[str, bytes]:
    skipped = {"__pycache__", ".git", "node_modules", "target"}
    return {
        f"{below}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and not skipped.intersection(path.relative_to(folder).parts)
    }


def _zip(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            executable = name in ("setup.sh", "run_autograder") or content.startswith(b"#!")
            info.external_attr = (0o100755 if executable else 0o100644) << 16
            archive.writestr(info, content)
    return data.getvalue()
