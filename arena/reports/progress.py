"""Live progress: a bar on a terminal, plain lines elsewhere. rich is imported only where it draws."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from arena.schedules.schedule import Bout

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

LINE_EVERY_S: Final = 5.0


@dataclass(slots=True)
class Count:
    """How far it is: `total` (0: not known) and `done` games, the faults seen, the matches running, and what else
    is to be seen while it runs. `tables`: of each match that is played, by its name, games done and games in all."""

    total: int
    done: int = 0
    faults: int = 0
    running: int = 0
    extra: str = ""
    tables: dict[str, tuple[int, int]] = field(default_factory=dict)


class Progress(Protocol):
    """Where progress is shown."""

    def update(self, count: Count) -> None:
        """Show how far it is; cheap enough to be called after every game."""

    def bout_finished(self, bout: Bout) -> None:
        """Take note that all games of a bout are in the journal."""

    def note(self, text: str) -> None:
        """Say something that stays."""

    def close(self) -> None:
        """Stop drawing."""


class Lines:
    """Plain lines, one every few seconds."""

    def __init__(self, out: TextIO, *, what: str = "games") -> None:
        self._out = out
        self._what = what
        self._start = self._last = time.monotonic()
        self._first: int | None = None
        self._shown = -1

    def update(self, count: Count) -> None:
        """Print a line if the last one is some seconds old, or everything is done."""
        if self._first is None:
            self._first = count.done
        now = time.monotonic()
        if count.done == self._shown or (now - self._last < LINE_EVERY_S and count.done != count.total):
            return
        self._last, self._shown = now, count.done
        rate = (count.done - self._first) / max(now - self._start, 1e-9)
        faults = f", {count.faults} faults" if count.faults else ""
        of = f"/{count.total}" if count.total else ""
        extra = f", {count.extra}" if count.extra else ""
        self.note(f"{count.done}{of} {self._what}{rate_text(rate)}{time_left(count, rate)}{faults}{extra}")

    def bout_finished(self, bout: Bout) -> None:
        """Nothing is told of it."""

    def note(self, text: str) -> None:
        """Print the text."""
        print(text, file=self._out, flush=True)

    def close(self) -> None:
        """Nothing to stop."""


def rate_text(rate: float) -> str:
    """Return so many a second, as in ", 3.1/s"; "" where nothing has been done while it was looked at."""
    return f", {rate:.1f}/s" if rate > 0 else ""


def time_left(count: Count, rate: float) -> str:
    """Return how long the rest will take at this rate, as in ", 3 min left"; "" for less than a minute."""
    seconds = (count.total - count.done) / rate if rate > 0 else 0.0
    if seconds < 60:
        return ""
    return f", {seconds / 60:.0f} min left" if seconds < 7200 else f", {seconds / 3600:.1f} h left"


class Drawn:
    """A bar that rich draws."""

    def __init__(self, out: TextIO, *, what: str = "games") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar: Bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(what + " {task.fields[note]}"),
            TimeRemainingColumn(),
            console=Console(file=out),
            refresh_per_second=4,
            transient=True,
        )
        self._task: TaskID | None = None

    def update(self, count: Count) -> None:
        """Move the bar."""
        note = f"{count.running} matches" + (f", {count.faults} faults" if count.faults else "")
        note += f", {count.extra}" if count.extra else ""
        if self._task is None:
            self._bar.start()
            self._task = self._bar.add_task("playing", total=count.total or None, completed=count.done, note=note)
        else:
            self._bar.update(self._task, completed=count.done, note=note)

    def bout_finished(self, bout: Bout) -> None:
        """Nothing is told of it."""

    def note(self, text: str) -> None:
        """Print the text above the bar."""
        self._bar.console.print(text, markup=False, highlight=False)

    def close(self) -> None:
        """Take the bar away."""
        self._bar.stop()


def progress_on(out: TextIO | None = None, *, what: str = "games") -> Progress:
    """Return progress that suits the stream (standard error): drawn on a terminal, lines elsewhere."""
    stream = out or sys.stderr
    return Drawn(stream, what=what) if stream.isatty() else Lines(stream, what=what)
