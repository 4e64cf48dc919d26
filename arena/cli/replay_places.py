"""Which game and decision of a replay file a command means."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from arena.cli.common import check_replay, decision
from arena.errors import USAGE, RunError

if TYPE_CHECKING:
    from arena.regress.exam import Source


def place(text: str) -> tuple[int, int] | int | str:
    """Return the decision that is named, for argparse; DEAL:ACTION as it is."""
    return text if re.fullmatch(r"[0-9]{1,6}:\S+", text) else decision(text)


def source_of(args: argparse.Namespace) -> Source:
    """Return the game that --game means in the file."""
    from arena.regress.exam import Source
    from arena.replays.show import find_game, replay_file

    path = replay_file(args.file)
    check_replay(path)
    record, bout = find_game(path, args.game)
    return Source(str(path), 0, record, bout)


def place_in(source: Source, wanted: tuple[int, int] | int | str) -> tuple[int, int]:
    """Return deal and decision in the game. RunError when it has no such decision."""
    counts = [len(deal.actions) for deal in source.record.deals]
    if isinstance(wanted, str):
        deal, _, token = wanted.partition(":")
        if int(deal) < len(counts) and token in source.record.deals[int(deal)].actions:
            return int(deal), source.record.deals[int(deal)].actions.index(token)
        raise RunError(f"--decision: {token} is not done in deal {deal} (they count from 0)", exit_status=USAGE)
    if isinstance(wanted, tuple):
        if wanted[0] < len(counts) and wanted[1] < counts[wanted[0]]:
            return wanted
        name = f"{wanted[0]}.{wanted[1]}"
    else:
        name, left = str(wanted), wanted - 1
        for number, count in enumerate(counts):
            if left < count:
                return number, left
            left -= count
    there = f"the game has {sum(counts)}, in {len(counts)} deals"
    raise RunError(f"--decision: there is no decision {name}: {there}", exit_status=USAGE)
