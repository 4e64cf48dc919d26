"""What the page shows beside the analysis, from a run's folder: faults with their evidence, games, the plan."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.records.evidence import EVIDENCE
from arena.records.results import Outcome
from arena.records.rundir import PLAN, Run
from arena.reports.sheets import Sheet
from arena.setup.outlook import Outlook
from arena.statistics.analysis import Analysis
from arena.statistics.course import Courses
from referee.variants.catalogue import label

MOST_OF_A_KIND: Final = 10  # faults of one bot and kind that are listed; `arena why` has all
Place = tuple[str, int, int]  # bout, rotation, game


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultTold:
    """A fault: whose, what, in which game (None: before any) and where in it, and the file with the evidence."""

    bot: str
    kind: str
    detail: str
    place: Place | None
    deal: int
    decision: int
    evidence: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTold:
    """A game that a page beside the report shows: its number there, from 1."""

    variant: str
    place: Place
    seats: tuple[str, ...]
    forfeits: tuple[int, ...]
    scores: tuple[int, ...]
    page: Path
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """All that the page shows. `notes` say what is not there and why; `beside`: the folder that the page will stand
    in, from which its links go."""

    title: str
    done: str
    facts: tuple[tuple[str, str], ...]
    analysis: Analysis
    courses: Courses
    faults: tuple[FaultTold, ...]
    faults_left_out: int
    games: tuple[GameTold, ...]
    plan: Sheet | None
    notes: tuple[str, ...]
    beside: Path

    def game_at(self, place: Place | None) -> GameTold | None:
        """Return the game of that place, None where no page shows it."""
        return next((one for one in self.games if one.place == place), None)


def outcomes(run: Run) -> Iterator[Outcome]:
    """Yield the finished games of finished bouts, in the plan's order."""
    decoder = msgspec.json.Decoder(Outcome)
    with run.journal_path.open("rb") as journal:
        for bout in run.plan.all_bouts():
            if run.counts(bout):
                for ordinal in run.plan.games_of(bout):
                    yield decoder.decode(run.entry_at(journal, ordinal).record)


def faults_of(run: Run, games: Iterable[Outcome]) -> tuple[tuple[FaultTold, ...], int]:
    """Return the first faults of each bot and kind, and how many more there are. Those before any game come first."""
    found: list[FaultTold] = []
    counts: dict[tuple[str, str], int] = {}

    def take(fault: FaultTold) -> None:
        kind = (fault.bot, fault.kind)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= MOST_OF_A_KIND:
            found.append(fault)

    kept = _evidence(run.folder / EVIDENCE)
    for key, path in kept.items():
        if key[1] is None:
            take(_told(key, "no game", path))
    for game in games:
        place = (game.bout, game.rotation, game.game)
        for fault in game.faults:
            key = (game.seats[fault.seat], place, fault.deal, fault.index, fault.fault)
            take(_told(key, fault.detail, kept.get(key)))
    found.sort(key=lambda one: (one.bot, one.kind))
    return tuple(found), sum(counts.values()) - len(found)


_Key = tuple[str, Place | None, int, int, str]


def _told(key: _Key, detail: str, evidence: Path | None) -> FaultTold:
    bot, place, deal, decision, kind = key
    return FaultTold(bot=bot, kind=kind, detail=detail, place=place, deal=deal, decision=decision, evidence=evidence)


def _evidence(folder: Path) -> dict[_Key, Path]:
    """Return the evidence files by what they are about."""
    found: dict[_Key, Path] = {}
    for path in sorted(folder.glob("*/*.json")):
        try:
            data: dict[str, Any] = json.loads(path.read_bytes())
            place = None if data["game"] is None else (data["bout"], data["rotation"], data["game"])
            found.setdefault((data["entrant"], place, data["deal"], data["decision"], data["fault"]), path)
        except (OSError, ValueError, KeyError):
            continue  # unfinished when the arena was killed
    return found


def plan_of(run: Run) -> Sheet | None:
    """Return the plan as it was told before the first game; None where it was not kept."""
    try:
        found = msgspec.json.decode((run.folder / PLAN).read_bytes(), type=Outlook)
    except (OSError, msgspec.MsgspecError):
        return None
    rows = tuple(
        (one.variant, str(one.lineups), str(one.bouts), str(one.games), f"{one.decisions:,}", one.balance)
        for one in found.variants
    )
    return Sheet(
        title="the plan, as it was told before the first game",
        level=3,
        heads=("variant", "line-ups", "bouts", "games", "decisions, about", "how even"),
        rows=rows,
        left=(0, 5),
        lines=(f"{found.games:,} games, about {found.decisions:,} decisions.",),
    )


def facts_of(run: Run) -> tuple[tuple[str, str], ...]:
    """Return what a reader must know of the run, as names and values."""
    config = run.config
    bots = ", ".join(f"{bot.name} {bot.version}".rstrip() for bot in config.bots)
    shown = run.seed.hex() if run.seed is not None and run.finished else "secret until everything has been played"
    facts: Mapping[str, str] = {
        "variants": ", ".join(label(variant.spec) for variant in run.plan.variants),
        "bots": bots,
        "games a match": str(config.games),
        "commitment to the seed": run.committed,
        "seed": shown,
        "sequential test": str(config.sprt) if config.sprt else "",
    }
    return tuple((name, value) for name, value in facts.items() if value)


def worth_a_look(games: Sequence[Outcome], most: int) -> list[Outcome]:
    """Return up to `most` games: those with faults, then one of each bout, then others; in the order given."""
    bouts: set[str] = set()
    rank: list[tuple[int, int]] = []
    for number, game in enumerate(games):
        first = game.bout not in bouts
        bouts.add(game.bout)
        rank.append((0 if game.faults else 1 if first else 2, number))
    return [games[number] for number in sorted(number for _, number in sorted(rank)[:most])]
