"""The parser of the command line: argparse, with the nearest names where a word is unknown."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn

from arena.cli import (
    audit,
    check,
    classroom,
    compare,
    doctor,
    look_on,
    new_bot,
    play,
    positions,
    regress,
    replay,
    report,
    resume,
    rules,
    simulate,
    tournament,
    variants,
    verify,
    why,
)
from arena.errors import USAGE
from referee.engine.errors import nearest

COMMANDS = (
    tournament,
    compare,
    resume,
    report,
    look_on,
    check,
    new_bot,
    variants,
    rules,
    simulate,
    verify,
    audit,
    replay,
    regress,
    positions,
    why,
    classroom,
    play,
    doctor,
)
_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")


class Parser(argparse.ArgumentParser):
    """An ArgumentParser that suggests names, takes no abbreviations and ends with exit code 2."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        self._words: tuple[str, ...] = ()  # what is being parsed
        super().__init__(*args, **kwargs)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse; whatever is left over is an error of the subcommand it stands in, with the nearest options."""
        self._words = tuple(sys.argv[1:] if args is None else args)
        found, left = super().parse_known_args(args, namespace)
        if left:
            self.error(self._unknown(left[0]))
        return found, left

    def _unknown(self, text: str) -> str:
        word = text.partition("=")[0]
        kind = "unknown option" if word.startswith("-") else "unexpected argument"
        return f"{kind} {word}{nearest(word, self._option_string_actions)}"

    def error(self, message: str) -> NoReturn:
        """Print the message with the nearest names, and where help is; exit with 2.

        Where something is required and an option is unknown, that is most often the misspelt one: it is named, too.
        """
        if "are required: " in message:
            options = (word for word in self._words if re.match("--.", word))
            strange = [word for word in options if word.partition("=")[0] not in self._option_string_actions]
            message += "".join(f"; {self._unknown(word)}" for word in strange[:1])
        choice = _CHOICE.search(message)
        if choice:
            known = re.findall(r"[\w-]+", choice[2])
            message = f"unknown word {choice[1]!r}{nearest(choice[1], known)}; there are {', '.join(known)}"
        print(f"arena: {message}\n`{self.prog} --help` shows what there is", file=sys.stderr)
        sys.exit(USAGE)


def make_parser() -> Parser:
    """Return the parser of the whole command."""
    parser = Parser(prog="arena", description="A competition arena for bots that play Pitch in all its variants.")
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for module in COMMANDS:
        module.add(commands)
    return parser


def _version() -> str:
    from referee.replay import RULES_VERSION

    try:
        number = version("pitch-arena")
    except PackageNotFoundError:
        number = "not installed"
    return f"arena {number} (rules {RULES_VERSION})"
