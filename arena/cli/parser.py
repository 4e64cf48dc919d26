"""The parser of the command line."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

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
from referee.parser import Parser

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
