"""What a conformance run comes to: frozen, and as JSON for programs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any


class Outcome(Enum):
    """How a step ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not-run"  # no time was left, or a step that it needs has failed
    DOES_NOT_APPLY = "does-not-apply"  # such as frames of 64 for a bot that plays one game at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a step found: what was expected, what was seen and, where it failed, how to fix it."""

    outcome: Outcome
    expected: str
    seen: str
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """A step, its verdict and the seconds that it took."""

    name: str
    group: str
    verdict: Verdict
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What the bot took, over all trials. None where it was not measured.

    Answers: milliseconds a decision, from the frame (or the answer before) to the answer, divided by its decisions.
    """

    start_ms: float | None = None  # from the start of the process to its join, median
    decisions: int = 0
    answer_ms_median: float | None = None
    answer_ms_p99: float | None = None
    answer_ms_worst: float | None = None
    cpu_ms_a_decision: float | None = None  # start-up included
    cpu_s: float = 0.0
    peak_mib: float = 0.0
    most_threads: int = 0
    processes_started: int = 0
    written_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """The tables (sheets with their seats) that were played, of how many there are, and the steps left out at will."""

    tables: tuple[str, ...]
    of: int
    all_asked: bool  # every table that was asked for was played
    steps_left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A conformance run. `isolation`: how the bot was kept apart, and `no_sandbox` why not better ("" if it was)."""

    bot: str
    folder: str
    isolation: str
    no_sandbox: str
    steps: tuple[StepReport, ...]
    measures: Measures
    covered: Covered
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether every step that was run holds, and none was missed for want of time or of an earlier one."""
        return not any(step.verdict.outcome in (Outcome.FAILED, Outcome.NOT_RUN) for step in self.steps)

    def step(self, name: str) -> StepReport:
        """Return the step of this name. KeyError if there is none."""
        for step in self.steps:
            if step.name == name:
                return step
        raise KeyError(name)

    def names(self, outcome: Outcome) -> tuple[str, ...]:
        """Return the names of the steps that ended so."""
        return tuple(step.name for step in self.steps if step.verdict.outcome is outcome)

    def to_json(self) -> str:
        """Return it as one indented JSON object."""
        data: dict[str, Any] = {"format": 1, "passed": self.passed} | asdict(self)
        return json.dumps(data, indent=2, default=_plain, ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"no JSON for {value!r}")
