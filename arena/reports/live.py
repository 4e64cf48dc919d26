"""What a terminal shows while a tournament is played: standings with intervals, tables, faults, speed and what is left.

It is drawn when a game has ended, a few times a second at most, and knows no more than the journal: it takes a bout in
when the last of its games is safe. Bots see nothing of it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TextIO

import msgspec

from arena.records.results import Outcome, tallies_of
from arena.records.rundir import Run, complete_bouts
from arena.records.shares import Standings
from arena.reports.progress import Count, Lines, Progress, rate_text, time_left
from arena.schedules.schedule import HOUSE, Bout
from arena.statistics.estimate import Estimate

if TYPE_CHECKING:
    from rich.console import RenderableType

Earlier = Callable[[Run], Iterable[Bout]]
DRAWN_EVERY_S: Final = 0.25
LOOK_BACK_S: Final = 60.0  # over which the speed is measured
MOST_TABLES: Final = 6
_OTHER_LINES: Final = 9  # of heads, tables and totals, which leave the rest of the screen to the standings


class Board:
    """The view of one run; a Progress (arena/reports/progress.py). `earlier`: the bouts that it has from the start."""

    def __init__(
        self, run: Run, out: TextIO, *, earlier: Earlier = complete_bouts, now: Callable[[], float] = time.monotonic
    ) -> None:
        from rich.console import Console
        from rich.live import Live

        self._run = run
        self._now = now
        self._earlier = earlier
        self._console = Console(file=out)
        # Drawn when something has happened, not by a thread of its own.
        self._live = Live(console=self._console, auto_refresh=False, transient=True, vertical_overflow="crop")
        self._standings = Standings(sorted(bot.name for bot in run.config.bots), shared=bool(run.config.deals))
        self._faults: Counter[str] = Counter()
        self._past: deque[tuple[float, int]] = deque()
        self._drawn = -DRAWN_EVERY_S
        self._started = False

    def update(self, count: Count) -> None:
        """Draw it, unless that has just been done."""
        now = self._now()
        if not self._started:
            self._started = True
            for bout in self._earlier(self._run):
                self.bout_finished(bout)
            self._past.append((now, count.done))
            self._live.start()
        if now - self._drawn < DRAWN_EVERY_S and count.done < count.total:
            return
        self._drawn = now
        self._past.append((now, count.done))
        while len(self._past) > 2 and self._past[1][0] < now - LOOK_BACK_S:
            self._past.popleft()
        self._live.update(self._picture(count), refresh=True)

    def bout_finished(self, bout: Bout) -> None:
        """Take the bout into the standings."""
        run = self._run
        decoder = msgspec.json.Decoder(Outcome)
        with run.journal_path.open("rb") as journal:
            games = [decoder.decode(run.entry_at(journal, ordinal).record) for ordinal in run.plan.games_of(bout)]
        self._standings.add_bout(tallies_of(games), bout)
        for game in games:
            for fault in game.faults:
                if game.seats[fault.seat] != HOUSE:
                    self._standings[game.seats[fault.seat]].fault(fault.fault)
                    self._faults[fault.fault] += 1

    def note(self, text: str) -> None:
        """Print the text above the view."""
        self._console.print(text, markup=False, highlight=False)

    def close(self) -> None:
        """Take the view away."""
        self._live.stop()

    def speed(self) -> float:
        """Return the games a second of the last minute."""
        (then, before), (now, done) = self._past[0], self._past[-1]
        return (done - before) / (now - then) if now > then else 0.0

    def _picture(self, count: Count) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        bar = ProgressBar(total=count.total, completed=count.done, width=min(60, self._console.width))
        lines = [Text(line, no_wrap=True, overflow="ellipsis") for line in self._lines(count)]
        return Group(self._table(), *lines, bar)

    def _table(self) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        ranked = self._standings.ranked()
        room = max(3, self._console.height - _OTHER_LINES - MOST_TABLES)
        table = Table(box=None, pad_edge=False)
        for head, side in (("", "right"), ("bot", "left"), ("bouts", "right"), ("win share", "right")):
            table.add_column(head, justify="left" if side == "left" else "right", no_wrap=True)
        table.add_column("points per deal", justify="right", no_wrap=True)
        table.add_column("faults", no_wrap=True)
        for place, one in enumerate(ranked[:room], start=1):
            faults = ", ".join(f"{number} {kind}" for kind, number in sorted(one.faults.items())) or "-"
            share, points = _share(one.share.estimate()), _points(one.points.estimate())
            table.add_row(str(place), Text(one.name), str(one.bouts), share, points, Text(faults))
        if len(ranked) > room:
            table.add_row("", f"and {len(ranked) - room} more", "", "", "", "")
        if not ranked:
            table.add_row("", "no bout is finished yet", "", "", "", "")
        return table

    def _lines(self, count: Count) -> Iterator[str]:
        """Yield the tables that are played at, the faults, and how far it is."""
        shown = list(count.tables.items())[:MOST_TABLES]
        for match, (done, games) in shown:
            yield f"at the table: {match}, game {min(done + 1, games)} of {games}"
        if len(count.tables) > len(shown):
            yield f"and at {len(count.tables) - len(shown)} tables more"
        if self._faults:
            yield "faults: " + ", ".join(f"{number} {kind}" for kind, number in self._faults.most_common())
        if count.extra:
            yield count.extra
        speed = self.speed()
        left = time_left(count, speed) or ", less than a minute left" * (0 < count.done < count.total and speed > 0)
        at_once = f", {count.running} matches at once" if count.running else ""
        yield f"{count.done}/{count.total} games{rate_text(speed)}{left}{at_once}"


def _share(known: Estimate) -> str:
    return f"{known.mean:.1%}" if known.half is None else f"{known.mean:.1%} ± {100 * known.half:.1f}"


def _points(known: Estimate) -> str:
    return f"{known.mean:.2f}" if known.half is None else f"{known.mean:.2f} ± {known.half:.2f}"


def view_of(run: Run, out: TextIO | None = None, *, earlier: Earlier = complete_bouts) -> Progress:
    """Return what suits the stream (standard error): the view on a terminal, lines elsewhere."""
    stream = out or sys.stderr
    return Board(run, stream, earlier=earlier) if stream.isatty() else Lines(stream)
