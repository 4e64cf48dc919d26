"""`python -m tests.golden.make [--check]`: write the golden playthroughs anew, or say which differ."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from tests.golden.playthrough import file_name, playthrough, specs

FOLDER: Final = Path(__file__).parent


def differing() -> dict[Path, str]:
    """Return the files that are missing or differ, with what should be in them."""
    wanted = {FOLDER / file_name(spec): playthrough(spec) for spec in specs()}
    return {path: text for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text}


def left_over() -> set[Path]:
    """Return golden files that belong to no sheet any more."""
    return set(FOLDER.glob("*.txt")) - {FOLDER / file_name(spec) for spec in specs()}


def main() -> int:
    """Write or check; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file differs")
    check = parser.parse_args().check
    changed, stale = differing(), left_over()
    for path, text in changed.items():
        print(f"{'differs' if check else 'written'}: {path.name}")
        if not check:
            path.write_text(text, "utf-8")
    for path in stale:
        print(f"{'left over' if check else 'removed'}: {path.name}")
        if not check:
            path.unlink()
    return 1 if check and (changed or stale) else 0


if __name__ == "__main__":
    sys.exit(main())
