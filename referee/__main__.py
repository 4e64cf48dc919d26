"""The command `pitch-referee` (`python -m referee`). Thin, so that Ctrl-C during the loading is told in a line."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 ok, 1 failed or interrupted, 2 usage."""
    try:
        from referee.commands import main as command

        return command(argv)
    except KeyboardInterrupt:
        print("pitch-referee: interrupted", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
