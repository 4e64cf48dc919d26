"""The lines of a replay file that are no game records: the first line, and the line before the games of each bout.

    {"kind":"replay", "format", "rules", "sheet", "sheet_hash", "resolved", "seed_commitment", "seed"}
    {"kind":"bout", "bout", "number", "lineup", "commitment", "key"}

Canonical JSON, one object a line. docs/replay.md has every field; arena/replays.py reads the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from referee.engine.sheet import Sheet, sheet_hash, sheet_json
from referee.replay import RULES_VERSION
from referee.shuffle import commitment
from referee.variants.catalogue import label

FORMAT: Final = 1


def bout_id(spec: str, names: Sequence[str], number: int) -> str:
    """Return the id of a bout, as in "auction[seats=3]:counter+greedy+random:0"."""
    return f"{lineup_id(spec, names)}:{number}"


def lineup_id(spec: str, names: Sequence[str]) -> str:
    """Return what the ids of all bouts of a line-up begin with."""
    return f"{label(spec)}:{'+'.join(names)}"


def dump(value: object) -> bytes:
    """Return canonical JSON with a line break."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def header_line(sheet: Sheet, *, seed: bytes | None, seed_commitment: str) -> bytes:
    """Return the first line of a replay file of the sheet."""
    return dump(
        {
            "kind": "replay",
            "format": FORMAT,
            "rules": RULES_VERSION,
            "sheet": sheet.spec,
            "sheet_hash": sheet_hash(sheet),
            "resolved": json.loads(sheet_json(sheet)),
            "seed_commitment": seed_commitment,
            "seed": seed.hex() if seed else None,
        }
    )


def bout_line(bout: str, *, number: int, lineup: Iterable[str], key: bytes) -> bytes:
    """Return the line that begins a bout."""
    return dump(
        {
            "kind": "bout",
            "bout": bout,
            "number": number,
            "lineup": list(lineup),
            "commitment": commitment(key),
            "key": key.hex(),
        }
    )
