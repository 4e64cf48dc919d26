"""The games of a run that may be looked at now, whether it is finished or still being played.

Of a bout nothing is shown before all of its games are in the journal: its other rotations have the same deals. With a
suite of deals other line-ups have them too, and all of these must be whole. Of a run that is being played, bouts are
shown some time after that, and only as everybody at the table saw them, unless its owner wants all cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import msgspec

from arena.records.results import Outcome
from arena.records.rundir import read_on, read_run
from arena.replays.files import BoutLine
from arena.schedules.schedule import Bout
from referee.replay import GameRecord, from_json
from referee.variants.catalogue import label


class Cards(Enum):
    """Whose cards are shown of a run that is still being played. Of a finished one all are."""

    PUBLIC = "public"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A game that may be looked at: its number in the plan from 0, and how it ended."""

    ordinal: int
    variant: str
    bout: Bout
    outcome: Outcome

    @property
    def name(self) -> str:
        """The game as results.csv names it."""
        return f"{self.outcome.bout}/{self.outcome.rotation}/{self.outcome.game}"

    def troubles(self, most: int) -> str:
        """Return who forfeited and the faults, each once, in words: the first `most` of them."""
        seats = self.outcome.seats
        found = [f"{seats[seat]} forfeited" for seat in self.outcome.forfeits]
        found += [f"{fault.fault} by {seats[fault.seat]}" for fault in self.outcome.faults]
        told = list(dict.fromkeys(found))
        return ", ".join(told[:most]) + (" and more" if len(told) > most else "")


class Library:
    """One run, looked at again and again. `delay_s`: how long after its last game a bout is shown."""

    def __init__(
        self, folder: Path, *, delay_s: float, cards: Cards, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.run = read_run(folder)
        self._delay_s = delay_s
        self._cards = cards
        self._now = now
        self._since: dict[str, float] = {}  # by bout: when it was first seen whole
        self._shown: dict[int, Seen] = {}

    @property
    def all_cards(self) -> bool:
        """Whether everybody's cards may be shown, and not only what everybody saw."""
        return self._cards is Cards.ALL or self.run.finished

    def look(self) -> list[Bout]:
        """Read what has been played since, and return the bouts that may be shown from now on, in the plan's order."""
        run = self.run
        if not run.finished:
            read_on(run)
        now, fresh = self._now(), []
        for bout in run.plan.all_bouts():
            games = run.plan.games_of(bout)
            if games.start in self._shown or not run.counts(bout) or self._to_be_played(bout):
                continue
            first = self._since.setdefault(bout.id, now)
            if run.finished or now - first >= self._delay_s:
                fresh.append(bout)
        for bout in fresh:
            self._shown |= {one.ordinal: one for one in self._read(bout)}
        return fresh

    def _to_be_played(self, bout: Bout) -> bool:
        """Return whether others are still to play the deals of the bout: those of a suite are everybody's."""
        run = self.run
        if run.finished or not run.config.deals:
            return False
        there = run.plan.bouts_of(bout.lineup.variant)
        return not all(run.index.complete(other) for other in there if other.number == bout.number)

    def _read(self, bout: Bout) -> Iterator[Seen]:
        decoder = msgspec.json.Decoder(Outcome)
        variant = label(bout.lineup.variant.spec)
        with self.run.journal_path.open("rb") as journal:
            for ordinal in self.run.plan.games_of(bout):
                outcome = decoder.decode(self.run.entry_at(journal, ordinal).record)
                yield Seen(ordinal=ordinal, variant=variant, bout=bout, outcome=outcome)

    def games(self) -> list[Seen]:
        """Return the games that may be shown, in the plan's order."""
        return [self._shown[ordinal] for ordinal in sorted(self._shown)]

    def record(self, ordinal: int) -> tuple[GameRecord, BoutLine] | None:
        """Return a game that may be shown, with the line of its bout; None for any other."""
        seen = self._shown.get(ordinal)
        if seen is None:
            return None
        bout, run = seen.bout, self.run
        with run.journal_path.open("rb") as journal:
            record = from_json(bytes(run.entry_at(journal, ordinal).record))
        names, key = list(bout.lineup.names), run.key(bout).hex()
        return record, BoutLine(bout=bout.id, number=bout.number, lineup=names, commitment="", key=key)
