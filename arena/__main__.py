"""The command `arena` (`python -m arena`). Thin, so that Ctrl-C during the loading is told in a line."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 ok, 1 failed or interrupted, 2 usage, 3 a check did not hold."""
    try:
        from arena.cli import main as command

        return command(argv)
    except KeyboardInterrupt:
        print("arena: interrupted", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
