"""`make soak`: what takes too long for the tests, part by part; exit code 1 at the first part that does not hold.

`python -m benchmarks.soak [--part NAME ...] [--json FILE]` and the sizes of the parts; see --help.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks.soaking import clocks, kills
from benchmarks.soaking.common import ROOT, Part, arena
from benchmarks.soaking.replays import replays as replays_at_size


def agreement(options: argparse.Namespace) -> Part:
    """The engine against the oracle, on random deals of every table."""
    part = Part("agreement", {"deals": options.deals})
    command = [sys.executable, "-m", "tests.catalogue.agreement", "--deals", str(options.deals)]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    part.expect(code == 0, f"failed with exit code {code}: {' '.join(command)}")
    return part


def tournament(options: argparse.Namespace) -> Part:
    """A long tournament of the sample bots, which verifies."""
    part = Part("tournament", {"games": options.match_games})
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        out = Path(folder) / "run"
        played = arena("run", ROOT / "examples" / "quickstart.toml", "--games", options.match_games, "--out", out)
        part.expect(played == 0, f"arena run ended with exit code {played}")
        verified = arena("verify", out)
        part.expect(verified == 0, f"arena verify ended with exit code {verified}")
    return part


def clock(options: argparse.Namespace) -> Part:
    """Honest bots under load are never late, slow ones always; no game is lost or doubled."""
    return clocks.clock(options.games)


def hogs(options: argparse.Namespace) -> Part:
    """Honest bots beside programs that want all processors: nobody is accused."""
    return clocks.hogs(options.matches, options.hogs or 2 * (os.cpu_count() or 1))


def kill(options: argparse.Namespace) -> Part:
    """kill -9 of arena, referee and bot at random moments: nothing is lost, doubled or changed."""
    return kills.kills(options.kills)


def chaos(options: argparse.Namespace) -> Part:
    """Every way to misbehave, on all sheets: the right fault of the right bot, and the others play on."""
    part = Part("chaos", {"sheets": options.sheets or "all"})
    command = [sys.executable, "-m", "tests.runtime.chaos_cases", "--sheets", str(options.sheets)]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    part.expect(code == 0, f"failed with exit code {code}: {' '.join(command)}")
    return part


def replays(options: argparse.Namespace) -> Part:
    """Verify of 10 and 100 MB is fast, linear and keeps no more; flipped bytes are found; the notation comes back."""
    return replays_at_size(options.megabytes, options.flips, options.round_trips)


PARTS: Final[dict[str, Callable[[argparse.Namespace], Part]]] = {
    part.__name__: part for part in (agreement, tournament, clock, hogs, kill, chaos, replays)
}


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    meanings = "\n".join(f"  {name:12} {(part.__doc__ or '').strip()}" for name, part in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.soak",
        description=f"{__doc__}\nparts:\n{meanings}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    known = "|".join(PARTS)
    parser.add_argument(
        "--part", action="append", choices=PARTS, metavar=known, help="this part; may be given again (default: all)"
    )
    parser.add_argument("--deals", type=int, default=20_000, help="agreement: random deals a table")
    parser.add_argument("--match-games", type=int, default=200, help="tournament: games a match")
    parser.add_argument("--games", type=int, default=20_000, help="clock: games of honest bots")
    parser.add_argument("--matches", type=int, default=1000, help="hogs: matches")
    parser.add_argument("--hogs", type=int, default=0, help="hogs: programs beside them (default: two a processor)")
    parser.add_argument("--kills", type=int, default=300, help="kill: processes")
    parser.add_argument("--sheets", type=int, default=0, help="chaos: sheets for each kind (default: all)")
    parser.add_argument("--megabytes", type=int, default=100, help="replays: of the large set")
    parser.add_argument("--flips", type=int, default=200, help="replays: bytes flipped")
    parser.add_argument("--round-trips", type=int, default=10_000, help="replays: games written and read again")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    return parser


def main() -> int:
    """Run the parts; return 1 at the first that does not hold, else 0."""
    options = make_parser().parse_args()
    done: list[Part] = []
    for name in options.part or PARTS:
        print(f"{name}: {(PARTS[name].__doc__ or '').strip()}", flush=True)
        part = PARTS[name](options)
        done.append(part)
        print("\n".join(f"  {key}: {value}" for key, value in part.figures.items()))
        for problem in part.problems:
            print(f"soak: {name}: {problem}", file=sys.stderr)
        print(f"{name}: {'does not hold' if part.problems else 'holds'}", flush=True)
        if options.json:
            options.json.write_text(json.dumps([asdict(one) for one in done], indent=2) + "\n", encoding="utf-8")
        if part.problems:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
