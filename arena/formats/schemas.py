"""JSON schemas (draft 2020-12) of the lines of replay files and exports, a file each for every version."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from arena.errors import ConfigError
from referee.engine.errors import nearest
from referee.replay_lines import FORMAT

EXPANDED: Final = 1  # the format of the lines of exports
SCHEMAS: Final = (f"replay-{FORMAT}", f"expanded-{EXPANDED}", "replay-1")


def schema_text(name: str) -> str:
    """Return the schema of this name as JSON. ConfigError with the nearest names if there is none."""
    if name not in SCHEMAS:
        raise ConfigError([f"there is no schema {name!r}{nearest(name, SCHEMAS)}; there are {', '.join(SCHEMAS)}"])
    return files("arena.formats").joinpath(f"{name}.json").read_text(encoding="utf-8")
