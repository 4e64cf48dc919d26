"""What several subcommands need."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from arena.errors import FAILED, USAGE, ConfigError, RunError
from referee.readable import readable

if TYPE_CHECKING:
    from arena.setup.bots import Bot
    from arena.setup.config import Config
    from referee.engine.sheet import Sheet

SEED_HELP: Final = "64 hex digits, or a text of at least 4 characters"
_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # not the fault of who named the file
GAME_HELP: Final = "its number in the file from 1, or BOUT/ROTATION/GAME as in results.csv"
DECISION_HELP: Final = (
    "DEAL.DECISION; DEAL:ACTION as in 1:TH, the first one in that deal; or its number in the game: all count from 1"
)
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_session_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of commands that play a run."""
    parser.add_argument("--force", action="store_true", help="play even if the machine seems too small for it")
    levels = ("debug", "info", "warning", "error")
    parser.add_argument("--log-level", choices=levels, default="info", help="of the logs in the run's folder")


def whole(text: str) -> int:
    """Return a whole number from 1 up, for argparse."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 up, not {text!r}")
    return int(text)


def count(text: str) -> int:
    """Return a whole number from 0 up, for argparse."""
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 up, not {text!r}")
    return int(text)


def seat_number(text: str) -> int:
    """Return a seat's number, for argparse."""
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be the number of a seat, from 0, not {text!r}")
    return int(text)


def bot_named(text: str, option: str, base: Path = Path()) -> Bot:
    """Return the bot that a word of the command line means, as after --bot; its folder may be relative to `base`.

    ConfigError, or BotError if it cannot be started.
    """
    from arena.running.launch import search_path
    from arena.setup.bots import bot_flag, bot_from_table
    from arena.setup.checks import Table

    problems: list[str] = []
    table = Table(bot_flag(text), problems=problems, place=lambda _: f"{option} {text}")
    bot = bot_from_table(table, base=base)
    if bot is None or problems:
        raise ConfigError(problems)
    bot.check_startable(search_path())
    return bot


def sheet_of(spec: str) -> Sheet:
    """Return the sheet of a variant named on the command line, or in a file; ConfigError with the nearest names."""
    from arena.setup import house
    from referee.engine.errors import SheetError
    from referee.variants.catalogue import resolve

    try:
        return resolve(house.spec_of(spec, Path()) if house.is_file(spec) else spec)
    except SheetError as error:
        raise ConfigError(error.problems) from None


@contextmanager
def new_file(path: Path) -> Iterator[None]:
    """Refuse a file that exists, and say it in a line when the block cannot write the file."""
    try:
        if path.exists():
            raise RunError(f"{path} exists: name another file, or remove it", exit_status=USAGE)
        yield
    except OSError as error:
        status = FAILED if error.errno in _DISK else USAGE
        raise RunError(f"{path}: cannot be written: {error.strerror}", exit_status=status) from None


def look_before(config: Config, *, forced: bool) -> None:
    """Raise RunError when the machine is too small for the tournament; say it only, if the user insists."""
    from arena.setup.preflight import preflight

    for problem in preflight(config, forced=forced):
        print(f"arena: {readable(problem)}", file=sys.stderr)


def check_replay(path: Path) -> None:
    """Raise RunError when the file is something else than a replay, rather than a damaged one."""
    import msgspec

    from arena.replays.files import EXPORTED, Kind

    if not path.is_file():
        return  # a pipe can be read only once; what cannot be read at all is told by who reads it
    try:
        with path.open("rb") as file:
            kind = msgspec.json.decode(file.readline(1 << 20), type=Kind).kind
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}", exit_status=USAGE) from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        kind = ""
    if kind in EXPORTED:
        what = "an export, made to be read by programs; give the replay file that it was made from"
        raise RunError(f"{path}: this is {what}", exit_status=USAGE)
    if kind not in ("replay", "bout"):
        raise RunError(f"{path}: not a replay file", exit_status=USAGE)
