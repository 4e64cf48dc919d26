"""Derived files: one pass over the journal writes replays, results and hashes anew. Each file is replaced whole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec

from arena.checking.manifest import write_manifest
from arena.records import results
from arena.records.evidence import EVIDENCE
from arena.records.journal import Line
from arena.records.results import Outcome, Results
from arena.records.rundir import COMMITMENT, CONFIG, JOURNAL, LOGS, PLAN, REPLAYS, Run
from arena.remote.invitations import REMOTE
from arena.replays.files import SUFFIX, file_names, replaced
from arena.running.gate import state_data
from arena.schedules.growing import standing_lines
from arena.schedules.schedule import Bout, Variant
from referee.replay import RULES_VERSION
from referee.replay_lines import FORMAT, ReplayWriter, bout_line, header_line
from referee.variants.catalogue import resolve


def write_derived(run: Run, timing: dict[str, object], *, into: Path | None = None, form: int = FORMAT) -> Results:
    """Write all derived files of the run and return its results. `timing` goes to timing.json.

    `into`: into another folder, and no manifest; `form`: replays in this format, to compare with those of old.
    Only whole finished bouts are in them; the tournament's seed is shown once all games have been played.
    """
    folder = into or run.folder
    names = [bot.name for bot in run.config.bots]
    paths: list[Path] = []
    with ExitStack() as stack:
        journal = stack.enter_context(run.journal_path.open("rb"))
        table = stack.enter_context(Results(folder, run.plan, names, shared=bool(run.config.deals)))
        files = file_names(variant.spec for variant in run.plan.variants)
        for variant in run.plan.variants:
            paths.append(folder / REPLAYS / files[variant.spec])
            with replaced(paths[-1]) as file:
                _write_variant(run, variant, journal=journal, replay=ReplayWriter(file, form), table=table)
        table.write_summary(
            {
                "rules": RULES_VERSION,
                "seed_commitment": run.committed,
                "games_per_match": run.config.games,
                "fill": run.config.fill.value,
                "bots": {bot.name: bot.version for bot in run.config.bots},
                "isolation": {bot.name: bot.isolation.value for bot in run.config.bots},
                "lifetime": {bot.name: bot.lifetime.value for bot in run.config.bots},
                "no_sandbox": run.config.no_sandbox,
                "sprt": state_data(run),
                "schedule": {"format": run.config.schedule.value, "lines": standing_lines(run)},
            }
        )
    write_timing(folder, timing | {"time": table.times.data()})
    results.write_hashes(folder, paths)
    if into is None:
        write_manifest(folder, kept_files(folder))
    return table


def kept_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a run that its manifest lists: all that a run writes but the seed and the manifest itself."""
    derived = (results.HASHES, results.JSON_FILE, results.CSV_FILE, results.SQLITE_FILE, results.TIMING)
    for name in (CONFIG, COMMITMENT, JOURNAL, PLAN, *derived):
        yield folder / name
    yield from (folder / REPLAYS).glob("*" + SUFFIX)
    for inner in (LOGS, EVIDENCE, REMOTE):
        yield from (path for path in (folder / inner).rglob("*") if path.is_file())


def _write_variant(run: Run, variant: Variant, *, journal: IO[bytes], replay: ReplayWriter, table: Results) -> None:
    """Write the replay file of one variant and take its bouts into the results."""
    shown = run.seed if run.finished and not run.config.deals else None  # the deals of a suite do not follow from it
    replay.write(header_line(resolve(variant.spec), seed=shown, seed_commitment=run.committed, form=replay.form))
    decoder = msgspec.json.Decoder(Outcome)
    for bout in run.plan.bouts_of(variant):
        if not run.counts(bout):
            continue
        replay.write(bout_line(bout.id, number=bout.number, lineup=bout.lineup.names, key=run.key(bout)))
        games = []
        for line in _lines(run, bout, journal):
            replay.write(bytes(line.record))
            games.append(decoder.decode(line.record))
            table.times.add(games[-1].seats, line.timing)
        table.add_bout(bout, games)
    replay.end()


def _lines(run: Run, bout: Bout, journal: IO[bytes]) -> Iterator[Line]:
    return (run.entry_at(journal, ordinal) for ordinal in run.plan.games_of(bout))


def write_timing(folder: Path, timing: dict[str, object]) -> None:
    """Write timing.json: what differs from run to run."""
    data = timing | {"written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    with replaced(folder / results.TIMING) as file:
        file.write(msgspec.json.format(msgspec.json.encode(data, order="sorted"), indent=1) + b"\n")
