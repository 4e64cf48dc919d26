"""Matches between the languages: no faults, and a draw on every bout, as all play one strategy.

`python -m tests.bots.round_robin` plays every table of the catalogue, the pairs of languages taking turns;
`--every-pair` lets every pair meet at every table, `--table SPEC` chooses tables.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from tests.bots.languages import ALL, Language
from tests.catalogue.tables import TABLES

Plan = Mapping[tuple[str, ...], list[str]]


def taking_turns(groups: Sequence[tuple[str, ...]], tables: Sequence[str]) -> Plan:
    """Return the tables of each group of languages: one after another."""
    plan: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for place, table in enumerate(tables):
        plan[groups[place % len(groups)]].append(table)
    return plan


def play(languages: Sequence[Language], tables: Sequence[str], folder: Path, isolation: str = "sandbox") -> list[str]:
    """Let the languages meet at the tables; return what went wrong: a run that failed, faults, bouts that were no draw.

    What a fault looked like stands in the folder, which is the run's.
    """
    config = folder.with_suffix(".toml")
    bots = "".join(f"\n[[bots]]\npath = {json.dumps(str(language.path))}\n" for language in languages)
    config.write_text(
        f'seed = "languages"\nvariants = {json.dumps(list(tables))}\nfill = "alternate"\n'
        "bouts = 1\ngames = 2\nmax_deals = 2\n"
        f"isolation = {json.dumps(isolation)}\n{bots}",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "arena", "run", str(config), "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [f"{' '.join(command)} ended with {done.returncode}: {done.stderr}"]
    return faults(folder) + uneven(folder)


def faults(folder: Path) -> list[str]:
    """Return the faults of a run."""
    overall = json.loads((folder / "results.json").read_text(encoding="utf-8"))["overall"]
    return [f"{entry['name']}: {entry['faults']}" for entry in overall if entry["faults"]]


def uneven(folder: Path) -> list[str]:
    """Return the bouts whose rotations differ.

    Who decides alike gets the same scores over the same deals whoever sits where: then the bout is a draw.
    """
    scores: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            scores[row["bout"]][row["rotation"]].append(f"{row['game']}.{row['side']}: {row['score']}")
    assert scores
    return [
        f"{bout}: {dict(rotations)}"
        for bout, rotations in scores.items()
        if len({tuple(sorted(found)) for found in rotations.values()}) != 1
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Play; return 0, or 1 when something was not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.round_robin", description=__doc__)
    parser.add_argument("--every-pair", action="store_true", help="every pair of languages at every table: hours")
    parser.add_argument("--table", action="append", help="repeatable; default: every table")
    options = parser.parse_args(argv)
    tables = options.table or list(TABLES)
    lacking = [language.lacks() for language in ALL if language.lacks()]
    here = {language.name: language for language in ALL if not language.lacks()}
    pairs = list(combinations(here, 2))
    plan = dict.fromkeys(pairs, tables) if options.every_pair else taking_turns(pairs, tables)
    wrong = list(lacking)
    for pair, chosen in plan.items():
        with tempfile.TemporaryDirectory() as temporary:
            found = play([here[name] for name in pair], chosen, Path(temporary) / "run")
        print(
            f"{' and '.join(pair):24} {len(chosen):3} tables  {'; '.join(found) or 'all drawn, no faults'}", flush=True
        )
        wrong += found
    print("\n".join(lacking))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
