"""The error tree of the project, drawn here once.

    PitchError                    what a caller may want to catch
    |-- SheetError                a sheet that cannot be played, an unknown variant, option or layout
    |   `-- Unsound               its fields do not make a playable game
    |-- NotationError             text that is no card, action or record
    |-- IllegalAction             an action that is not legal now; nothing has changed
    |-- ReplayError               a record that does not follow from its seed, sheet and actions
    |   `-- OtherRules            the record was made under another rules version
    `-- InvariantViolation        our own bug: the game is void and nobody loses for it

The arena adds ConfigError, BotError and RunError to it (arena/errors.py), the transport its own (referee/rpc).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PitchError(Exception):
    """The root of everything that this project raises on purpose."""


class SheetError(PitchError):
    """A sheet that cannot be played, or a spec that names no sheet. `problems` has every reason, a sentence each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__("; ".join(self.problems))


class Unsound(SheetError):
    """Fields that do not make a playable game; `found` has the fields that each problem is about, and the problem."""

    def __init__(self, label: str, found: Iterable[tuple[tuple[str, ...], str]]) -> None:
        self.found = tuple(found)
        super().__init__(f"{label}: {problem}" for _, problem in self.found)


class NotationError(PitchError):
    """Text that cannot be read; the message says what, where and what was expected."""


class IllegalAction(PitchError):
    """The action is not legal now. The game is unchanged."""


class ReplayError(PitchError):
    """A record contradicts its own seed, sheet or actions; the message names game, deal and decision."""


class OtherRules(ReplayError):
    """The record was made under another rules version: not a sign of tampering."""


class InvariantViolation(PitchError):
    """The engine contradicts itself: a bug of ours. The game is void."""


def plain_number(text: str) -> int | None:
    """Return the whole number that the text spells in at most 18 ASCII digits; None if it spells none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None


def nearest(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean 'x', 'y'?)" for the known words that resemble `word` in any case, or "" when none does."""
    by_lower: dict[str, list[str]] = {}
    for name in known:
        by_lower.setdefault(name.lower(), []).append(name)
    close = [
        name for low in difflib.get_close_matches(word.lower(), by_lower, n=3, cutoff=0.5) for name in by_lower[low]
    ]
    return f" (did you mean {', '.join(map(repr, close[:3]))}?)" if close else ""
