"""Deal suites: a file of seeds, one a bout, so that the same deals can be played again by anybody against anybody.

    # a comment
    opening-1                                   a text of at least 4 characters, or 64 hex digits
    9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

Bout 0 of every line-up has the deals of the first seed, and so on. They do not depend on who plays, nor on the
tournament's own seed. So a suite can be kept beside the bots, and a change of it seen line by line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from arena.errors import ConfigError
from arena.setup.seeds import SHORTEST, parse_seed
from referee.shuffle import bout_key

MOST: Final = 100_000


def read_suite(path: Path) -> tuple[str, ...]:
    """Return the seeds of the file, each as 64 hex digits. ConfigError with every line that is none."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()  # some editors begin a file with a mark
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise ConfigError([f"{path}: cannot be read: {reason}"]) from None
    problems: list[str] = []
    found: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        seed = parse_seed(text).hex()
        if len(text) < SHORTEST:
            problems.append(f"{path}:{number}: {text!r} is too short for a seed: at least {SHORTEST} characters")
        elif seed in found:
            problems.append(f"{path}:{number}: the same seed as in line {found[seed]}")
        found.setdefault(seed, number)
    if not found:
        problems.append(f"{path}: there is no seed in it: one a line, 64 hex digits or a text")
    if len(found) > MOST:
        problems.append(f"{path}: {len(found)} seeds are more than {MOST}")
    if problems:
        raise ConfigError(problems)
    return tuple(found)


def suite_key(secret: str, sheet_hash: str) -> bytes:
    """Return the key of the bouts that have the deals of this seed in a sheet: of no line-up in particular."""
    return bout_key(bytes.fromhex(secret), sheet_hash, (), 0)
