"""Bots as described by their folder's bot.toml, or by a command on the command line.

The keys of a bot.toml:

    name = "greedy"                    letters, digits, . _ -
    version = "1.0"
    command = ["{python}", "main.py"]  run in the bot's folder; {python} is the arena's own interpreter
    build = ["make"]                   run once before the first game; left out: nothing to build
    capacity = 64                      the most games that one process wants to play at once
    description = "one line"
    dial = "unix"                      "tcp" for gRPC libraries that know no unix: addresses

What a bot may do is not its own to say: `isolation`, `resources`, `lifetime`, `read_only` and `build_network`
stand in the tournament's [[bots]] table. There `remote = true` stands for an entrant whose processes its owner starts.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

from arena.errors import BotError, ConfigError
from arena.sandbox.limits import DEFAULT, BuildNetwork, Dial, Isolation, Lifetime, Resources
from arena.sandbox.visible import words_that_are_paths
from arena.schedules.schedule import HOUSE
from arena.setup.checks import Table, TomlFile
from referee.engine.errors import nearest

MANIFEST: Final = "bot.toml"
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_FLAG_KEYS: Final = ("name", "cmd", "version", "capacity", "folder", "isolation", "dial", "remote")
_PYTHON: Final = "{python}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """An entrant: its name in this tournament, and how a process of it is started. `capacity` 0: as the bot says."""

    name: str
    version: str
    folder: str
    command: tuple[str, ...]
    build: tuple[str, ...] = ()
    capacity: int = 0
    dial: Dial = Dial.UNIX
    isolation: Isolation = Isolation.AUTO
    resources: Resources = DEFAULT
    read_only: tuple[str, ...] = ()  # what its sandbox shows besides its folder
    build_network: BuildNetwork = BuildNetwork.NONE
    lifetime: Lifetime = Lifetime.MATCH

    @property
    def remote(self) -> bool:
        """Whether its processes dial in from elsewhere, and nobody here starts them."""
        return self.isolation is Isolation.REMOTE

    def argv(self) -> list[str]:
        """Return the command with {python} filled in."""
        return _filled(self.command)

    def build_argv(self) -> list[str]:
        """Return the build step with {python} filled in; empty when there is none."""
        return _filled(self.build)

    def check_startable(self, path: str) -> None:
        """Raise BotError when the command's program or the folder does not exist. `path`: the PATH it will have."""
        if self.remote:
            raise BotError(f"bot {self.name} is remote, its owner starts it: only `arena run` plays with such bots")
        if not os.path.isdir(self.folder):
            raise BotError(f"bot {self.name}: its folder {self.folder} does not exist")
        program = self.argv()[0]
        if os.sep in program:
            found = os.access(os.path.join(self.folder, program), os.X_OK)
            reason = "there is no executable file of that name"
        else:
            found = shutil.which(program, path=path) is not None
            reason = f"there is no program of that name in PATH{_in_folder(self.folder, program)}"
        if not found:
            raise BotError(f"bot {self.name}: cannot start {shlex.join(self.argv())}: {program}: {reason}")


def _filled(argv: tuple[str, ...]) -> list[str]:
    return [sys.executable if word == _PYTHON else word for word in argv]


def _in_folder(folder: str, program: str) -> str:
    if os.path.exists(os.path.join(folder, program)):
        return f"; it stands in the bot's folder, so write ./{program}"
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What holds for every bot that is not given terms of its own."""

    isolation: Isolation = Isolation.AUTO
    resources: Resources = DEFAULT
    lifetime: Lifetime = Lifetime.MATCH


NO_TERMS: Final = Terms()


def resources_from(table: Table, default: Resources) -> Resources:
    """Return the limits of a [resources] table."""
    found = {field.name: table.whole(field.name, getattr(default, field.name)) for field in fields(Resources)}
    table.done()
    return Resources(**found)


def bot_from_table(table: Table, *, base: Path, terms: Terms = NO_TERMS) -> Bot | None:
    """Return the bot that a [[bots]] table describes, or None (its problems are noted).

    Either `path` names a folder with a bot.toml, and `name` and `args` may be added, or `name` and `command` stand
    there. Relative folders start at `base`.
    """
    name = table.text("name", "")
    if table.flag("remote", default=False):
        return _remote(table, name)
    isolation = table.choice("isolation", terms.isolation)
    if isolation is Isolation.REMOTE:
        table.problem("for a bot of another machine say remote = true", "isolation")
    resources = resources_from(table.table("resources"), terms.resources)
    lifetime = table.choice("lifetime", terms.lifetime)
    read_only = tuple(str((base / path).resolve()) for path in table.texts("read_only"))
    network = table.choice("build_network", BuildNetwork.NONE)
    if "path" in table:
        folder = base / table.text("path", ".")
        extra = table.texts("args")
        table.done()
        found = _from_folder(folder, table, name=name, extra=extra)
        return found and replace(
            found,
            isolation=isolation,
            resources=resources,
            read_only=read_only,
            build_network=network,
            lifetime=lifetime,
        )
    command = _command(table, missing="a bot needs a `path` to its folder, or a `name` and a `command`")
    bot = Bot(
        name=name,
        version=table.text("version", "0"),
        folder=str((base / table.text("folder", ".")).resolve()),
        command=command,
        build=table.texts("build"),
        capacity=table.whole("capacity", 0, most=4096),
        dial=table.choice("dial", Dial.UNIX),
        isolation=isolation,
        resources=resources,
        read_only=(*read_only, *words_that_are_paths(command)),
        build_network=network,
        lifetime=lifetime,
    )
    table.done()
    if not command:
        return None
    return bot if _good_name(table, name) else None


def _remote(table: Table, name: str) -> Bot | None:
    """Return an entrant that nobody here starts."""
    bot = Bot(name=name, version=table.text("version", "0"), folder="", command=(), isolation=Isolation.REMOTE)
    table.done()
    return bot if _good_name(table, name) else None


def _command(table: Table, *, missing: str) -> tuple[str, ...]:
    """Return the command; where there is none, note what is wrong with it, or else that it is missing."""
    before = table.noted
    command = table.texts("command")
    if not command and table.noted == before:
        table.problem(missing)
    return command


def _from_folder(folder: Path, table: Table, *, name: str, extra: tuple[str, ...]) -> Bot | None:
    manifest = folder / MANIFEST if folder.is_dir() else folder
    if not manifest.is_file():
        near = nearest(folder.name, _siblings(folder)) if not folder.is_dir() else ""
        table.problem(f"there is no {MANIFEST} in {folder}{near}", "path")
        return None
    try:
        return load_manifest(manifest, name=name, extra=extra)
    except ConfigError as error:
        for problem in error.problems:
            table.problem(problem, "path")
        return None


def _siblings(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.parent.iterdir() if (entry / MANIFEST).is_file()]
    except OSError:
        return []


def load_manifest(manifest: Path, *, name: str = "", extra: tuple[str, ...] = ()) -> Bot:
    """Return the bot that a bot.toml describes, under another name if one is given.

    Raises ConfigError with every problem of the file.
    """
    file = TomlFile(manifest)
    problems: list[str] = []
    table = Table(file.data, problems=problems, place=file.place)
    own_name = table.text("name", "")
    table.text("description", "")
    command = _command(table, missing='`command` is missing, as in command = ["{python}", "main.py"]')
    bot = Bot(
        name=name or own_name,
        version=table.text("version", "0"),
        folder=str(manifest.parent.resolve()),
        command=(*command, *extra),
        build=table.texts("build"),
        capacity=table.whole("capacity", 0, most=4096),
        dial=table.choice("dial", Dial.UNIX),
    )
    table.done()
    _good_name(table, bot.name)
    if problems:
        raise ConfigError(problems)
    return bot


def sample_bot(name: str) -> Bot | None:
    """Return the sample bot in Python of that name; None where only the package is installed, without them."""
    manifest = Path(__file__).parents[2] / "sample_bots" / "python" / name / MANIFEST
    return load_manifest(manifest) if manifest.is_file() else None


def _good_name(table: Table, name: str) -> bool:
    if not name:
        if "name" not in table:  # else what is wrong with it has been noted
            table.problem("the `name` is missing")
    elif not NAME.fullmatch(name):
        table.problem(f"{name!r} cannot be a name: letters, digits, `.`, `_` and `-`, at most 64", "name")
    elif name == HOUSE:
        table.problem(f"{HOUSE!r} is the name of the arena's own player", "name")
    else:
        return True
    return False


def bot_flag(text: str) -> dict[str, object]:
    """Return the [[bots]] table that a --bot flag stands for: a folder, or "name=mine,cmd=python3 mine.py".

    Raises ConfigError when it is neither. Commas belong to the command unless one of the known keys follows. Quotes
    around the whole command are taken off, as the shell would where they do not reach us.
    """
    if not text:
        raise ConfigError(["--bot: must be a folder with a bot.toml, or name=mine,cmd='python3 mine.py', not ''"])
    if "=" not in text:
        return {"path": text}
    table: dict[str, object] = {}
    for part in re.split(r",(?=[A-Za-z_]+=)", text):
        key, found, value = part.partition("=")
        if not found or key not in _FLAG_KEYS:
            hint = nearest(key, _FLAG_KEYS) or f" (known: {', '.join(_FLAG_KEYS)})"
            raise ConfigError([f"--bot {text}: unknown key {key!r}{hint}"])
        table[key] = int(value) if key == "capacity" and value.isascii() and value.isdecimal() else value
    if "remote" in table:
        if table["remote"] != "true":
            raise ConfigError([f"--bot {text}: remote must be true where it stands, as in --bot name=mine,remote=true"])
        table["remote"] = True
        if "cmd" not in table:
            return table
    command = str(table.pop("cmd", "")).strip()
    try:
        words = shlex.split(command)
        if len(words) == 1 and command[0] in "'\"" and command[-1] == command[0]:
            words = shlex.split(words[0])
    except ValueError as error:
        raise ConfigError([f"--bot {text}: cmd: {error}"]) from None
    if not words:
        raise ConfigError([f"--bot {text}: cmd is missing, as in --bot name=mine,cmd='python3 mine.py'"])
    return {**table, "command": words}
