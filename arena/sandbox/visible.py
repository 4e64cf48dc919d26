"""What a bot's sandbox must show so that the bot can run: interpreters and what the configuration names."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Final

from arena.errors import BotError
from arena.sandbox.box import is_below, is_system

_PACKAGES: Final = ("pitch", "pitch_bot")  # what bots in Python import of ours


def shown_to(program: str, *, folder: str, path: str, also: Iterable[str]) -> tuple[str, ...]:
    """Return the paths outside the system and the bot's folder that its sandbox shows, read-only.

    These are the arena's Python with the packages for bots, the place where `program` is installed if PATH leads to
    it, and what the configuration names. A bot's own description cannot add to them.
    """
    found = [sys.prefix, sys.base_prefix, *_packages(), *also]
    if os.sep not in program and (where := shutil.which(program, path=path)):
        found += [_installed(where), _installed(os.path.realpath(where))]
    wanted = {os.path.abspath(one) for one in found}
    there = {one for one in wanted if not is_system(one) and os.path.exists(one) and one != folder}
    return tuple(sorted(one for one in there if not any(is_below(one, other) for other in there)))


def _packages() -> Iterable[str]:
    for name in _PACKAGES:
        spec = find_spec(name)
        if spec and spec.submodule_search_locations:
            yield from spec.submodule_search_locations


def _installed(program: str) -> str:
    """Return the folder that a program is installed in: the one above its bin, unless that is somebody's home."""
    place = os.path.dirname(program)
    above = os.path.dirname(place)
    return place if above in ("/", *_homes()) or any(is_below(home, above) for home in _homes()) else above


def _homes() -> tuple[str, ...]:
    return tuple(dict.fromkeys((str(Path.home()), os.path.realpath(Path.home()))))


def reader_of(folder: str) -> tuple[int, bool]:
    """Return who can read the folder when root sandboxes its bot: the user (-1: any), and whether only piece by piece.

    A folder that others may not read is read by its owner; root's own is shown entry by entry instead.
    """
    about = os.stat(folder)
    if about.st_mode & 0o5 == 0o5:
        return -1, False
    return (about.st_uid, False) if about.st_uid else (-1, True)


def check_folder(name: str, folder: str, command: Iterable[str], *, as_other_user: bool) -> None:
    """Raise BotError when a sandbox with the folder would show too much, or files of the command cannot be read."""
    if folder == "/" or folder in _homes() or any(is_below(home, folder) for home in _homes()):
        raise BotError(
            f"bot {name}: its folder is {folder}: a sandbox would show all of it to the bot; give it a folder of its"
            " own (`folder`), or another `isolation`"
        )
    if not as_other_user or reader_of(folder)[0] >= 0:
        return
    for path in (os.path.join(folder, word) for word in command):
        if os.path.isfile(path) and not os.stat(path).st_mode & 0o4:
            raise BotError(
                f"bot {name}: {path} cannot be read by the user that sandboxed bots run as:"
                f" chmod -R o+rX {folder}, or give it another `isolation`"
            )


def words_that_are_paths(command: Iterable[str]) -> tuple[str, ...]:
    """Return the words of a command from the configuration that are absolute paths of something that exists."""
    return tuple(word for word in command if PurePath(word).is_absolute() and os.path.exists(word))
