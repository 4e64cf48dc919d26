"""`arena replay rerun`, `branch`, `grep` and `stats`: games played again, played on, found and counted."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli import look_on
from arena.cli.common import DECISION_HELP, GAME_HELP, Commands, bot_named, check_replay, whole
from arena.cli.replay_places import place, place_in, source_of, told
from arena.errors import GATE, OK, USAGE, ConfigError, RunError

if TYPE_CHECKING:
    from arena.checking.salvage import Salvage
    from arena.setup.bots import Bot

RERUN = """\
Play one recorded game once more, over the same deals, with the same bot_seed for every seat, and say where it differs.
--bot gives the bot for each entrant that sat there, by its name. What the house played for a bot then shows as
a difference. Exit code 3: it differs."""
BRANCH = """\
Play on from before a recorded decision to the end of the game, with the bots of --bots by side (they repeat), over the
cards as they lay and the deals that followed; each time with other seeds for the bots."""
GREP = """\
Find games: player=NAME, winner=NAME, loser=NAME, fault=late or fault=any, forfeit=NAME or forfeit=any, action=moon (a
token of docs/replay.md), deal=made, deal=set, deals=N, score=N. All must fit. Exit code 3: there is none; 2: nobody of
that name played, or no variant there has that action; 1: something is damaged, which is told and passed over."""

STATS = """\
Count what happens, as JSON. Exit code 1: something is damaged, which is told and left out."""


def add(inner: Commands) -> None:
    """Add the subcommands to those of `arena replay`."""
    rerun = inner.add_parser("rerun", help="play a recorded game once more", description=RERUN)
    rerun.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    rerun.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    rerun.add_argument("--bot", action="append", required=True, metavar="BOT", help="as for arena run; repeat it")
    rerun.add_argument("--wait", type=whole, default=60, metavar="SECONDS", help="for an answer (default: 60)")
    rerun.set_defaults(run=run_rerun)
    branch = inner.add_parser("branch", help="play on from a recorded decision", description=BRANCH)
    branch.add_argument("file", type=Path, metavar="FILE", help="a replay file, or a run with only one")
    branch.add_argument("--game", required=True, metavar="N", help=GAME_HELP)
    branch.add_argument("--decision", required=True, type=place, metavar="K", help=DECISION_HELP)
    branch.add_argument("--bots", required=True, metavar="A,B", help="folders with a bot.toml, by side")
    branch.add_argument("--times", type=whole, default=20, metavar="K", help="how often (default: 20)")
    branch.add_argument("--seed", default="branch", metavar="TEXT", help="for the bots' seeds")
    branch.add_argument("--wait", type=whole, default=60, metavar="SECONDS", help="for an answer (default: 60)")
    branch.set_defaults(run=run_branch)
    look_on.add_serve(inner)
    grep = inner.add_parser("grep", help="find games", description=GREP)
    grep.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="replay files, runs, or folders")
    grep.add_argument("--where", action="append", required=True, metavar="KEY=VALUE", help="repeat it: all must fit")
    grep.set_defaults(run=run_grep)
    stats = inner.add_parser("stats", help="count what happens in games", description=STATS)
    stats.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="replay files, runs, or folders")
    stats.set_defaults(run=run_stats)


def run_rerun(args: argparse.Namespace) -> int:
    """Play it again and compare."""
    from arena.regress.again import differences, rerun

    source = source_of(args)
    bots: dict[str, Bot] = {bot.name: bot for bot in (bot_named(text, "--bot") for text in args.bot)}
    missing = sorted(set(source.record.seats) - bots.keys())
    if missing:
        raise ConfigError([f"--bot: {name} sat in this game: give its bot" for name in missing])
    found = list(differences(source, rerun(source, bots, wait_s=args.wait)))
    count = sum(len(deal.actions) for deal in source.record.deals)
    print("\n".join(found) if found else f"{source.name}: all {count} decisions and the scores are as recorded")
    return GATE if found else OK


def run_branch(args: argparse.Namespace) -> int:
    """Play on and say how it comes out."""
    from arena.regress.again import branch
    from referee.engine.notation import place_text

    source = source_of(args)
    deal, index = place_in(source, args.decision)
    bots = [bot_named(text, "--bots") for text in args.bots.split(",")]
    sides = len(source.record.scores)
    if len(bots) > sides:
        raise RunError(f"--bots: {len(bots)} bots are named, and the game has {sides} sides", exit_status=USAGE)
    found = branch(source, deal, index, bots, times=args.times, seed=args.seed, wait_s=args.wait)
    print(f"{source.name}, from {place_text(deal, index)} on, {found.times} times")
    for side, (wins, score) in enumerate(zip(found.wins, found.scores, strict=True)):
        print(f"  side {side} ({bots[side % len(bots)].name}): {wins:g} wins, mean score {score:.2f}")
    if found.wrong:
        print(f"  {found.wrong} answers were not legal: the house move was played")
    return OK


def run_grep(args: argparse.Namespace) -> int:
    """Print the games that fit."""
    from arena.replays.search import grep

    found = False
    files = _files(args.paths)
    for file, game, record in grep(files, args.where):
        found = True
        score = " : ".join(map(str, record.scores))
        print(f"{file} --game {game}  {record.bout}/{record.rotation}/{record.game}  {'+'.join(record.seats)}  {score}")
    return told(files) or (OK if found else GATE)


def run_stats(args: argparse.Namespace) -> int:
    """Print the counts."""
    import json

    from arena.replays.search import stats

    files = _files(args.paths)
    print(json.dumps(stats(files), indent=1))
    return told(files)


def _files(paths: Sequence[Path]) -> list[Salvage]:
    from arena.checking.salvage import Salvage
    from arena.regress.selection import files_of

    files = files_of(paths)
    for file in files:
        if not file.exists():
            raise RunError(f"{file}: there is no such file", exit_status=USAGE)
        check_replay(file)
    return [Salvage(file) for file in files]
