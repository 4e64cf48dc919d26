"""`arena replay`: show a game, or export games spelled out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from arena.cli import replay_tools
from arena.cli.common import DECISION_HELP, GAME_HELP, Commands, bot_named, check_replay, new_file, seat_number, whole
from arena.cli.replay_places import place, place_in, source_of, told
from arena.errors import GATE, OK, USAGE, RunError
from referee.readable import readable

if TYPE_CHECKING:
    from arena.checking.salvage import Salvage
    from referee.replay import GameRecord

T = TypeVar("T")
ASK = """\
Start a bot, send it what the seat that decided had been sent up to then, and show what it answers now.

It is sent every turn of the game so far and may answer them as it likes; the game follows the record. The bot runs
as a plain process, with no limits but --wait. Exit code 3: it gives no answer, or none that is legal."""

EXPORT = """\
Write games in another format. jsonl: expanded JSON lines, everything spelled out, or with --seat and --public what was
seen and nothing else; notation: for people to read and write (docs/notation.md); csv, parquet: a row for each decision
with what the seat knew, for training (docs/decisions.md).

What --seat and --public write holds no key, pack, hidden card or seed (docs/replay.md). Of a damaged file what is whole
is written, and what is left out is told. Exit code 1: something was damaged."""
IMPORT = """\
Read games in the notation and write them as a replay file. Every action is played as it is read: what cannot be is told
with its line and column. What --format notation has written comes back byte for byte."""
SCHEMA = """\
Print the JSON schema (draft 2020-12) that every line of a file of this format fits: replay-2 and replay-1 of replay
files, expanded-1 of exports."""
FORMATS = ("jsonl", "notation", "csv", "parquet")


def add(commands: Commands) -> None:
    """Add the subcommand with its own subcommands."""
    parser = commands.add_parser("replay", help="show or export games", description="Show or export recorded games.")
    inner = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=type(parser))
    show = inner.add_parser("show", help="tell one game", description="Tell a game in words.")
    show.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    show.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    show.add_argument("--seat", type=seat_number, metavar="S", help="only what this seat saw")
    show.set_defaults(run=run_show)
    ask = inner.add_parser("ask", help="put a bot before a recorded decision", description=ASK)
    ask.add_argument("bot", metavar="BOT", help="a folder with a bot.toml, or name=mine,cmd='{python} mine.py'")
    ask.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    ask.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    ask.add_argument("--decision", required=True, type=place, metavar="K", help=DECISION_HELP)
    ask.add_argument("--wait", type=whole, default=60, metavar="SECONDS", help="for all of it (default: 60)")
    ask.set_defaults(run=run_ask)
    export = inner.add_parser("export", help="games in other formats", description=EXPORT)
    export.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    export.add_argument("--game", metavar="N", help=f"only one game: {GAME_HELP}")
    eyes = export.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=seat_number, metavar="S", help="only what this seat knew, safe to hand out")
    eyes.add_argument("--public", action="store_true", help="only what everybody at the table saw, safe to hand out")
    export.add_argument("--format", default="jsonl", choices=FORMATS, help="default: jsonl")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    export.set_defaults(run=run_export)
    read = inner.add_parser("import", help="a replay file from the notation", description=IMPORT)
    read.add_argument("file", type=Path, metavar="FILE", help="games in the notation (docs/notation.md)")
    read.add_argument("--out", required=True, type=Path, metavar="FILE", help="the replay file to write")
    read.set_defaults(run=run_import)
    schema = inner.add_parser("schema", help="the JSON schema of a format", description=SCHEMA)
    schema.add_argument("name", metavar="NAME", help="replay-2, expanded-1, or replay-1 of old")
    schema.set_defaults(run=run_schema)
    replay_tools.add(inner)


def run_show(args: argparse.Namespace) -> int:
    """Print the game."""
    from arena.replays.show import find_game, replay_file, tell

    path = replay_file(args.file)
    check_replay(path)
    record, bout = find_game(path, args.game)
    for line in tell(record, bout, seat=args.seat):
        print(readable(line))
    return OK


def run_ask(args: argparse.Namespace) -> int:
    """Ask and tell."""
    import shlex

    import trio

    from arena.errors import BotError
    from arena.replays.ask import ask, tell
    from referee.asking import NoDecision, script_of
    from referee.clock import Limits

    bot = bot_named(args.bot, "BOT")
    source = source_of(args)
    where = place_in(source, args.decision)
    try:
        script = script_of(source.record, source.bout.secret(), where, Limits(move_limit_ms=0))
    except NoDecision as error:
        raise RunError(f"--decision: {error}", exit_status=USAGE) from None
    try:
        asking = trio.run(lambda: ask(bot, script, wait_s=args.wait))
    except OSError as error:
        raise BotError(f"bot {bot.name}: cannot start {shlex.join(bot.argv())}: {error.strerror}") from None
    for line in tell(script, asking):
        print(readable(line))
    return OK if asking.asker.legal else GATE


def run_export(args: argparse.Namespace) -> int:
    """Write the games."""
    from arena.checking.salvage import Salvage
    from arena.replays.files import replaced
    from arena.replays.show import replay_file

    path = replay_file(args.file)
    check_replay(path)
    salvage = Salvage(path)
    if args.format != "jsonl" and (args.public or args.seat is not None):
        raise RunError(f"--format {args.format} shows all cards: leave out --seat and --public", exit_status=USAGE)
    if args.format == "parquet":
        _parquet(salvage, path, args)
        return told([salvage])
    lines = {"notation": _notation, "csv": _csv, "jsonl": _expanded}[args.format](salvage, path, args)
    if args.out is None:
        for line in lines:
            sys.stdout.buffer.write(line)
        return told([salvage])
    with new_file(args.out), replaced(args.out) as file:
        file.writelines(lines)
    return told([salvage])


def _of_games(
    salvage: Salvage, path: Path, args: argparse.Namespace, make: Callable[[GameRecord, bytes], Iterable[T]]
) -> Iterator[T]:
    """Yield what is made of the games that are wanted: of all that are not damaged, or of the one."""
    from arena.replays.show import find_game

    if args.game is None:
        yield from salvage.made(make)
    else:
        record, bout = find_game(path, args.game)
        yield from make(record, bout.secret())


def _expanded(salvage: Salvage, path: Path, args: argparse.Namespace) -> Iterator[bytes]:
    from arena.replays.export import expand
    from arena.replays.seen import Onlooker, seen
    from referee.replay_lines import dump

    def exported(record: GameRecord, key: bytes) -> Iterator[dict[str, Any]]:
        whole = args.seat is None and not args.public
        return expand(record, key) if whole else seen(record, key, Onlooker(args.seat))

    return map(dump, _of_games(salvage, path, args, exported))


def _notation(salvage: Salvage, path: Path, args: argparse.Namespace) -> Iterator[bytes]:
    from arena.notation.files import write_file

    del salvage  # only what verifies can be written so
    return (line.encode() + b"\n" for line in write_file(path, args.game))


def _csv(salvage: Salvage, path: Path, args: argparse.Namespace) -> Iterator[bytes]:
    from arena.formats.decisions import rows
    from arena.formats.tables import csv_lines

    return csv_lines(_of_games(salvage, path, args, rows))


def _parquet(salvage: Salvage, path: Path, args: argparse.Namespace) -> None:
    from arena.formats.decisions import rows
    from arena.formats.tables import write_parquet
    from arena.replays.files import replaced

    if args.out is None:
        raise RunError("--format parquet: name a file with --out", exit_status=USAGE)
    with new_file(args.out), replaced(args.out) as file:
        count = write_parquet(_of_games(salvage, path, args, rows), file)
    print(f"{args.out}: {count} decisions")


def run_import(args: argparse.Namespace) -> int:
    """Read the notation and write the replay file."""
    import msgspec

    from arena.notation.files import read_file
    from arena.replays.files import Kind, replaced
    from referee.replay_lines import ReplayWriter

    games = 0
    with new_file(args.out), replaced(args.out) as file:
        writer = ReplayWriter(file)
        for line in read_file(args.file):
            writer.write(line)
            games += msgspec.json.decode(line, type=Kind).kind == Kind().kind
        writer.end()
    print(f"{args.out}: {games} games")
    return OK


def run_schema(args: argparse.Namespace) -> int:
    """Print the schema."""
    from arena.formats.schemas import schema_text

    print(schema_text(args.name), end="")
    return OK
