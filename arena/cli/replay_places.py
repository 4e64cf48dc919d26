"""Which game and decision of a replay file a command means, and what to say where the file is damaged."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.cli.common import check_replay
from arena.errors import FAILED, OK, USAGE, RunError
from referee.engine.errors import NotationError
from referee.engine.notation import parse_place, place_word

if TYPE_CHECKING:
    from arena.checking.salvage import Salvage
    from arena.regress.exam import Source


def place(text: str) -> tuple[int, int] | int | str:
    """Return the decision that is named, for argparse: deal and decision from 0, or its number in the game from 1.

    People count deals and decisions from 1. DEAL:ACTION comes back as it is.
    """
    if re.fullmatch(r"0*[1-9][0-9]{0,5}:\S+", text):
        return text
    if re.fullmatch(r"0*[1-9][0-9]{0,8}", text):
        return int(text)
    try:
        return parse_place(text)
    except NotationError:
        what = "DEAL.DECISION, DEAL:ACTION or a number, all counted from 1"
        raise argparse.ArgumentTypeError(f"must be {what}, not {text!r}") from None


def told(files: Iterable[Salvage]) -> int:
    """Say what was damaged and is left out; return the exit code."""
    status = OK
    for file in files:
        for problem in file.problems:
            print(f"arena: {problem}", file=sys.stderr)
        if file.dropped:
            print(f"arena: {file.path}: and {file.dropped} more", file=sys.stderr)
        status = FAILED if file.problems else status
    return status


def source_of(args: argparse.Namespace) -> Source:
    """Return the game that --game means in the file."""
    from arena.regress.exam import Source
    from arena.replays.show import find_game, replay_file

    path = replay_file(args.file)
    check_replay(path)
    record, bout = find_game(path, args.game)
    return Source(str(path), 0, record, bout)


def place_in(source: Source, wanted: tuple[int, int] | int | str) -> tuple[int, int]:
    """Return deal and decision in the game, from 0. RunError when it has no such decision."""
    deals = [deal.actions for deal in source.record.deals]
    if isinstance(wanted, str):
        text, _, token = wanted.partition(":")
        deal = int(text) - 1
        if deal < len(deals) and token in deals[deal]:
            return deal, deals[deal].index(token)
        raise RunError(f"--decision: {token} is not done in deal {text} (they count from 1)", exit_status=USAGE)
    if isinstance(wanted, tuple):
        if wanted[0] < len(deals) and wanted[1] < len(deals[wanted[0]]):
            return wanted
        name = place_word(*wanted)
    else:
        name, left = str(wanted), wanted - 1
        for number, actions in enumerate(deals):
            if left < len(actions):
                return number, left
            left -= len(actions)
    there = f"the game has {sum(map(len, deals))}, in {len(deals)} deals"
    raise RunError(f"--decision: there is no decision {name}: {there}", exit_status=USAGE)
