"""What a check has found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MOST_PROBLEMS: Final = 20


@dataclass(slots=True)
class Report:
    """What was checked and what does not hold. `other_rules` counts games that only another rules version can check,
    `unchecked` says what could not be checked at all though nothing is damaged."""

    files: int = 0
    bouts: int = 0
    games: int = 0
    decisions: int = 0
    other_rules: int = 0
    seed_checked: bool = False
    problems: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    dropped: int = 0

    @property
    def ok(self) -> bool:
        """Whether everything was checked and holds."""
        return not self.problems and not self.other_rules and not self.unchecked

    def problem(self, text: str) -> None:
        """Note what does not hold; of very many only the number is kept."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(text)
        else:
            self.dropped += 1

    def add(self, part: Report) -> None:
        """Take in what was found elsewhere."""
        self.files += part.files
        self.bouts += part.bouts
        self.games += part.games
        self.decisions += part.decisions
        self.other_rules += part.other_rules
        self.seed_checked |= part.seed_checked
        self.unchecked += part.unchecked
        for text in part.problems:
            self.problem(text)
        self.dropped += part.dropped


Tick = Callable[[Report], None]
