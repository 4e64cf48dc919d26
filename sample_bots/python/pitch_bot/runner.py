"""`run`: the one line that turns a bot into a program."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

from pitch_bot.game import Answer, Bot, bot_maker
from pitch_bot.session import BotFailed, Session
from pitch_bot.settings import Settings, SettingsError, read_settings
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
    try:
        why, status = _play_pooled(settings, make_bot) if settings.pooled else _play(settings, make_bot)
    except KeyboardInterrupt:
        why, status = "interrupted", 1
    if status:
        _stop(why, status)
    sys.exit(0)


def _play(settings: Settings, make_bot: Callable[[], Bot]) -> tuple[str, int]:
    """Play one seat; return what went wrong and the exit status."""
    from pitch_bot.client import StreamFailed, play

    try:
        play(settings, Session(make_bot))
    except BotFailed as error:
        return str(error), 1
    except StreamFailed as error:
        return str(error), 1 if error.joined else 2
    return "", 0


def _play_pooled(settings: Settings, make_bot: Callable[[], Bot]) -> tuple[str, int]:
    """Play a seat for each line of standard input, a token, at the same time; a seat that fails ends the process."""

    def play_seat(token: str) -> None:
        why, status = _play(replace(settings, token=token, pooled=False), make_bot)
        if status:
            print(f"pitch_bot: {why}", file=sys.stderr, flush=True)
            os._exit(status)

    seats: list[threading.Thread] = []
    for line in sys.stdin:
        seats = [seat for seat in seats if seat.is_alive()]
        seats.append(threading.Thread(target=play_seat, args=(line.strip(),)))
        seats[-1].start()
    for seat in seats:
        seat.join()
    return "", 0


def _stop(message: str, status: int) -> NoReturn:
    print(f"pitch_bot: {message}", file=sys.stderr, flush=True)
    sys.exit(status)
