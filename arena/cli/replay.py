"""`arena replay`: show a game, or export games spelled out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arena.cli.common import Commands, check_replay, new_file, seat_number
from arena.errors import OK

GAME_HELP = "a number from 1, or BOUT/ROTATION/GAME as in results.csv"


def add(commands: Commands) -> None:
    """Add the subcommand with its own subcommands."""
    parser = commands.add_parser("replay", help="show or export games", description="Show or export recorded games.")
    inner = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=type(parser))
    show = inner.add_parser("show", help="tell one game", description="Tell a game in words.")
    show.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    show.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    show.add_argument("--seat", type=seat_number, metavar="S", help="only what this seat saw")
    show.set_defaults(run=run_show)
    export = inner.add_parser("export", help="games as JSON lines", description="Write games as expanded JSON lines.")
    export.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    export.add_argument("--game", metavar="N", help=f"only one game: {GAME_HELP}")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    export.set_defaults(run=run_export)


def run_show(args: argparse.Namespace) -> int:
    """Print the game."""
    from arena.show import find_game, replay_file, tell

    path = replay_file(args.file)
    check_replay(path)
    record, bout = find_game(path, args.game)
    for line in tell(record, bout, seat=args.seat):
        print(line)
    return OK


def run_export(args: argparse.Namespace) -> int:
    """Write the games."""
    from arena.export import expand
    from arena.replays import replaced
    from arena.show import find_game, games, replay_file
    from referee.replay_lines import dump

    path = replay_file(args.file)
    check_replay(path)
    found = games(path) if args.game is None else iter([find_game(path, args.game)])
    lines = (dump(data) for record, bout in found for data in expand(record, bout.secret()))
    if args.out is None:
        for line in lines:
            sys.stdout.buffer.write(line)
        return OK
    with new_file(args.out), replaced(args.out) as file:
        file.writelines(lines)
    return OK
