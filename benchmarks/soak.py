"""`make soak`: what takes too long for the tests: engine against oracle at length, a long tournament that verifies.

`python -m benchmarks.soak [--deals N] [--games N]`; exit code 1 at the first thing that does not hold.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run both; return the exit code of the first that fails, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000, help="random deals a table, engine against oracle")
    parser.add_argument("--games", type=int, default=200, help="games a match of the long tournament")
    options = parser.parse_args()
    python = sys.executable
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        run = str(Path(folder) / "run")
        commands = (
            [python, "-m", "tests.catalogue.agreement", "--deals", str(options.deals)],
            [python, "-m", "arena", "run", "examples/quickstart.toml", "--games", str(options.games), "--out", run],
            [python, "-m", "arena", "verify", run],
        )
        for command in commands:
            code = subprocess.run(command, cwd=ROOT, check=False).returncode
            if code:
                print(f"failed with exit code {code}: {' '.join(command)}", file=sys.stderr)
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
