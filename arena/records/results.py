"""Results of the finished bouts: results.json, results.csv, results.sqlite, and the hashes of what must not vary.

All of it follows from the games in canonical order, so it is the same for the same seed and deterministic bots,
whatever ran at once and where. Times are kept apart (timing.json).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from itertools import zip_longest
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

import msgspec

from arena.records.shares import Standing, Standings, Tally
from arena.replays.files import replaced
from arena.running.times import Times
from arena.schedules.schedule import HOUSE, Bout, Plan
from arena.statistics.estimate import Estimate

JSON_FILE, CSV_FILE, SQLITE_FILE = "results.json", "results.csv", "results.sqlite"
HASHES, TIMING = "results.sha256", "timing.json"
FORMAT: Final = 1
COLUMNS: Final = (
    "variant", "bout", "rotation", "game", "side", "entrant", "score", "won", "deals", "faults", "forfeited",
)  # fmt: skip
_SCHEMA: Final = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE game (id INTEGER PRIMARY KEY, variant TEXT, bout TEXT, rotation INTEGER, game INTEGER, deals INTEGER);
    CREATE TABLE side (game INTEGER REFERENCES game, side INTEGER, entrant TEXT, score INTEGER, won REAL,
                       faults INTEGER, forfeited INTEGER, PRIMARY KEY (game, side)) WITHOUT ROWID;
    CREATE TABLE fault (game INTEGER REFERENCES game, deal INTEGER, decision INTEGER, seat INTEGER, entrant TEXT,
                        fault TEXT, detail TEXT);
"""


class Fault(msgspec.Struct):
    """A fault as a record has it."""

    deal: int
    index: int
    seat: int
    fault: str
    detail: str = ""


class Outcome(msgspec.Struct):
    """What results need of a game's record."""

    bout: str
    rotation: int
    game: int
    seats: list[str]
    deals: list[msgspec.Raw]
    scores: list[int]
    winners: list[int]
    faults: list[Fault]
    forfeits: list[int]

    def won(self, side: int) -> float:
        """Return the side's part of the win: 1, 0, or 1/n of a draw between n."""
        return 1 / len(self.winners) if side in self.winners else 0.0

    def side_of(self, seat: int) -> int:
        """Return the side of the seat."""
        return seat % len(self.scores)


class Results:
    """Takes finished games in canonical order, a bout at a time, and writes the result files. Use it with `with`.

    Memory does not grow with the games: files are written as they come, of each entrant only its sums in each bout are
    kept. `shared`: all line-ups have the same deals.
    """

    def __init__(self, folder: Path, plan: Plan, names: Iterable[str], *, shared: bool = False) -> None:
        self.plan = plan
        self.names = tuple(sorted(names))
        self.overall = Standings(self.names, shared=shared)
        self.by_variant = {variant.spec: Standings(self.names, shared=shared) for variant in plan.variants}
        self.times = Times()
        self.games = self.bouts = 0
        self._folder = folder
        self._csv_file = replaced(folder / CSV_FILE)
        self._sqlite_new = folder / (SQLITE_FILE + ".new")

    def __enter__(self) -> Self:
        self._csv_bytes: IO[bytes] = self._csv_file.__enter__()
        self._csv_text = io.TextIOWrapper(self._csv_bytes, encoding="utf-8", newline="")
        self._csv = csv.writer(self._csv_text, lineterminator="\n")
        self._csv.writerow(COLUMNS)
        self._sqlite_new.unlink(missing_ok=True)
        self._db = sqlite3.connect(self._sqlite_new)
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.executescript(_SCHEMA)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._csv_text.flush()
            self._csv_text.detach()
            self._csv_file.__exit__(kind, error, trace)
            if kind is None:
                self._db.commit()
                self._db.close()
                self._sqlite_new.replace(self._folder / SQLITE_FILE)
        finally:
            self._db.close()
            self._sqlite_new.unlink(missing_ok=True)

    def add_bout(self, bout: Bout, games: Sequence[Outcome]) -> None:
        """Take in a finished bout with its games in canonical order."""
        spec = bout.lineup.variant.spec
        tables = (self.by_variant[spec], self.overall)
        tallies = tallies_of(games)
        for game in games:
            self._game(spec, game)
            for name in {game.seats[seat] for seat in game.forfeits}:
                self._count_forfeit(tables, name)
            for fault in game.faults:
                self._count_fault(tables, game.seats[fault.seat], fault.fault)
        for table in tables:
            table.add_bout(tallies, bout)
        self.bouts += 1

    def _count_forfeit(self, tables: Iterable[Standings], name: str) -> None:
        if name != HOUSE:
            for table in tables:
                table[name].forfeits += 1

    def _count_fault(self, tables: Iterable[Standings], name: str, kind: str) -> None:
        if name != HOUSE:
            for table in tables:
                table[name].fault(kind)

    def _game(self, spec: str, game: Outcome) -> None:
        """Write the rows of one game."""
        number, self.games = self.games, self.games + 1
        faults = [0] * len(game.scores)
        for fault in game.faults:
            faults[game.side_of(fault.seat)] += 1
        out = {game.side_of(seat) for seat in game.forfeits}
        deals = len(game.deals)
        self._db.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)", (number, spec, game.bout, game.rotation, game.game, deals)
        )
        for side, score in enumerate(game.scores):
            name, won, gone = game.seats[side], _rounded(game.won(side)), int(side in out)
            self._csv.writerow(
                (spec, game.bout, game.rotation, game.game, side, name, score, won, deals, faults[side], gone)
            )
            self._db.execute(
                "INSERT INTO side VALUES (?, ?, ?, ?, ?, ?, ?)", (number, side, name, score, won, faults[side], gone)
            )
        for fault in game.faults:
            row = (number, fault.deal, fault.index, fault.seat, game.seats[fault.seat], fault.fault, fault.detail)
            self._db.execute("INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def write_summary(self, meta: dict[str, object]) -> None:
        """Write results.json: `meta` and the standings. Call it when all bouts are in."""
        variants = [
            {"variant": spec, "standings": [standing_data(s) for s in table.ranked()]}
            for spec, table in self.by_variant.items()
        ]
        data = meta | {
            "format": FORMAT,
            "games": self.games,
            "games_planned": self.plan.total_games,
            "bouts": self.bouts,
            "bouts_planned": self.plan.total_bouts,
            "overall": [standing_data(s) for s in self.overall.ranked()],
            "variants": variants,
        }
        text = json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False)
        with replaced(self._folder / JSON_FILE) as file:
            file.write(text.encode() + b"\n")
        rows = [(key, json.dumps(value, sort_keys=True)) for key, value in sorted(meta.items())]
        self._db.executemany("INSERT INTO meta VALUES (?, ?)", rows)


def tallies_of(games: Iterable[Outcome]) -> dict[str, Tally]:
    """Return what each entrant did in the games of a bout."""
    tallies: dict[str, Tally] = {}
    for game in games:
        entrants = game.seats[: len(game.scores)]
        for side, name in enumerate(entrants):
            tally = tallies.setdefault(name, Tally())
            tally.score += game.scores[side]
            tally.deals += len(game.deals)
            tally.wins += game.won(side)
            tally.sides += 1
        for name in set(entrants):
            tallies[name].games += 1
    return tallies


def standing_data(standing: Standing) -> dict[str, object]:
    """Return one entrant's standing as plain data, rounded so that it is the same everywhere."""
    return {
        "name": standing.name,
        "bouts": standing.bouts,
        "games": standing.games,
        "wins": _rounded(standing.wins),
        "win_share": _estimate(standing.share.estimate()),
        "points_per_deal": _estimate(standing.points.estimate()),
        "faults": dict(sorted(standing.faults.items())),
        "forfeits": standing.forfeits,
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    low, high = (None if end is None else _rounded(end) for end in (estimate.low, estimate.high))
    return {"mean": _rounded(estimate.mean), "low_95": low, "high_95": high}


def _rounded(value: float) -> float:
    """Return the value to six places, whole numbers as such, and no minus zero."""
    short = round(value, 6) + 0.0
    return int(short) if short.is_integer() else short


def file_hash(path: Path) -> str:
    """Return the hex SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def same_database(one: Path, other: Path) -> bool:
    """Return whether two databases have the same tables and rows, however they lie in the file."""
    with ExitStack() as stack:
        dumps = []
        for path in (one, other):
            uri = path.absolute().as_uri() + "?mode=ro&immutable=1"
            dumps.append(stack.enter_context(closing(sqlite3.connect(uri, uri=True))).iterdump())
        return all(a == b for a, b in zip_longest(*dumps))


def write_hashes(folder: Path, replays: Iterable[Path]) -> None:
    """Write results.sha256, in the form that `sha256sum -c` reads: what must be equal for equal seeds and bots."""
    paths = [folder / CSV_FILE, folder / JSON_FILE, *sorted(replays)]
    text = "".join(f"{file_hash(path)}  {path.relative_to(folder).as_posix()}\n" for path in paths)
    with replaced(folder / HASHES) as file:
        file.write(text.encode())
