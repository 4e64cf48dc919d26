"""The words of the notation, and a text cut into words with their places."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from referee.engine.actions import Ask
from referee.engine.errors import NotationError
from referee.faults import Fault
from referee.table import FORFEIT
from referee.table import HOUSE as UNATTENDED

FORMAT: Final = 2
FIRST_DEALS: Final = {"1": 0, "2": 1}  # by format: from what deals and decisions are counted
FIRST_LINE: Final = "pitch notation"
HEAD: Final = ("sheet", "rules", "commitment", "seed")
ASKS: Final = {ask.name.lower().replace("_", "-"): int(ask) for ask in Ask if ask is not Ask.NOTHING}
ASK_WORDS: Final = {ask: word for word, ask in ASKS.items()}
IN_DEAL: Final = (*ASKS, "points", "score")
IN_GAME: Final = ("deal", "forfeit", "fault", "result")
HOUSE: Final = "!"  # before why the house did it
WHYS: Final = (*(fault.value for fault in Fault), FORFEIT, UNATTENDED)
NOBODY_WORD: Final = "-"
_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"#]+|(#.*)|(")')


class BadNotation(NotationError):
    """Text that is no notation of a game, with its place: lines and columns from 1."""

    def __init__(self, reason: str, *, line: int, column: int) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(f"line {line}, column {column}: {reason}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word (of one in quotes, what is in them), and where it stands."""

    text: str
    line: int
    column: int

    def bad(self, reason: str, shift: int = 0) -> BadNotation:
        """Return the error of this word, or of its letter that is so many letters from its beginning."""
        return BadNotation(reason, line=self.line, column=self.column + shift)

    def number(self, what: str, least: int = 0) -> int:
        """Return the number that the word spells. BadNotation if it spells none, or less than `least`."""
        if not re.fullmatch(r"-?[0-9]{1,18}", self.text, re.ASCII) or int(self.text) < least:
            raise self.bad(f"{self.text!r} is no {what}: expected a whole number" + ("" if least else " from 0 up"))
        return int(self.text)


def words_of(text: str, number: int) -> list[Word]:
    """Return the words of the line of this number; what follows a # is a comment."""
    words = []
    for found in _WORD.finditer(text):
        if found[1]:
            break
        place = found.start() + 1
        if found[2]:
            raise BadNotation("these quotes are not closed", line=number, column=place)
        raw = found[0]
        if raw.startswith('"'):
            try:
                raw = json.loads(raw, strict=False)
            except ValueError as error:
                raise BadNotation(f"in quotes: {error}", line=number, column=place) from None
        words.append(Word(raw, number, place))
    return words


def quoted(text: str) -> str:
    """Return the text as one word: as it is, or in quotes."""
    plain = re.fullmatch(r'[^\s"#\x00-\x1f\x7f]+', text)
    return text if plain else json.dumps(text, ensure_ascii=True)
