"""`run`: the one line that turns a bot into a program."""

import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from pitch_bot.game import Answer, Bot, bot_maker
from pitch_bot.session import BotFailed, Session
from pitch_bot.settings import SettingsError, read_settings
from pitch_bot.turn import Turn


def run(
    bot: type[Bot] | Callable[[Turn], Answer],
    *,
    name: str | None = None,
    version: str | None = None,
    capacity: int | None = None,
    argv: Sequence[str] | None = None,
) -> NoReturn:
    """Play everything the referee asks for, then exit: the last line of a bot's main file.

    `bot` is a class derived from `Bot` (one instance is made per game) or a function of a turn. Name, version and
    capacity (games at once) come from bot.toml beside the main file unless given. The process exits with 0 when the
    referee was done with it, 1 when the bot's own code failed or the stream broke, 2 when it could not join.
    """
    make_bot = bot_maker(bot)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(line_buffering=True, errors="backslashreplace")
    try:
        settings = read_settings(sys.argv[1:] if argv is None else argv, name=name, version=version, capacity=capacity)
    except SettingsError as error:
        _stop(str(error), 2)
    from pitch_bot.client import StreamFailed, play

    try:
        play(settings, Session(make_bot))
    except BotFailed as error:
        _stop(str(error), 1)
    except StreamFailed as error:
        _stop(str(error), 1 if error.joined else 2)
    except KeyboardInterrupt:
        _stop("interrupted", 1)
    sys.exit(0)


def _stop(message: str, status: int) -> NoReturn:
    print(f"pitch_bot: {message}", file=sys.stderr, flush=True)
    sys.exit(status)
