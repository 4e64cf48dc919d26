"""`arena new-bot`: write a bot to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands
from arena.errors import OK


def add(commands: Commands) -> None:
    """Add the subcommand."""
    from arena.newbot.languages import BY_NAME

    languages = ", ".join(BY_NAME)
    parser = commands.add_parser(
        "new-bot",
        help="write a bot to start from",
        description=f"Write a bot that works, with tests and a job for continuous integration, into an empty or new"
        f" folder. Languages: {languages}. docs/bots.md tells more.",
    )
    parser.add_argument("language", metavar="LANG", help=languages)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--name", default="", help="of the bot (default: the folder's)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the bot and tell what to do next."""
    from arena.errors import ConfigError
    from arena.newbot.languages import language_of
    from arena.newbot.scaffold import packages, write_bot

    language = language_of(args.language)
    try:
        name = write_bot(language, args.folder, args.name)
    except OSError as error:
        raise ConfigError([f"{args.folder}: cannot be written: {error.strerror}"]) from None
    print(f"{args.folder}: {name}, a bot in {language.name}; the decisions are in {language.edit}")
    if lacking := language.lacks():
        print(f"missing here: {', '.join(lacking)}")
        print(f"  Debian has them: apt-get install {packages(language)}")
    print(f"next: cd {args.folder} && ./test.sh    (builds it, tests it, plays with it)")
    return OK
