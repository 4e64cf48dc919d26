"""The parser of both command lines: argparse, with the nearest names where a word is unknown."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from referee.engine.errors import nearest

_CHOICE: Final = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")


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
        print(f"{self.prog.split()[0]}: {message}\n`{self.prog} --help` shows what there is", file=sys.stderr)
        sys.exit(2)
