"""The table of attempts in docs/security.md: read, and written anew with `python -m tests.sandbox.table`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from tests.e2e.runs import ROOT
from tests.sandbox.battery import LOUD, MODES, OWN, QUIET, outcome, play

PAGE = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- attempts -->\n", "<!-- end of attempts -->\n"


def written() -> dict[tuple[str, str], str]:
    """Return the outcomes that the page has, by attempt and isolation."""
    part = PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]
    rows = re.findall(r"^\| ([a-z-]+) \| (\w+) \| (\w+) \| (\w+) \|", part, flags=re.MULTILINE)
    return {(row[0], mode): value for row in rows for mode, value in zip(MODES, row[1:], strict=True)}


def table() -> str:
    """Make all attempts and return the table."""
    found: dict[tuple[str, str], str] = {}
    for mode in MODES:
        for attempts in (QUIET, OWN, *((one,) for one in LOUD)):
            with tempfile.TemporaryDirectory(prefix="battery-") as folder:
                played = play(Path(folder), attempts, mode)
                found |= {(one, mode): outcome(one, played) for one in attempts}
            print(mode, {one: found[one, mode] for one in attempts}, flush=True)
    rows = [f"| {one} | {' | '.join(found[one, mode] for mode in MODES)} |\n" for one in (*QUIET, *OWN, *LOUD)]
    return f"| attempt | {' | '.join(MODES)} |\n|---|---|---|---|\n{''.join(rows)}"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")
