"""`make bench`: engine, every sheet, transport and whole tournaments in one run; for people, --json for scripts.

`python -m benchmarks [--rounds N] [--part engine|sheets|transport|tournament] [--json FILE]`
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import platform
import sys
import sysconfig
from pathlib import Path
from typing import Any

from benchmarks import engine, sheets, tournament, transport

SHEETS = ("auction", "auction-partners", "roadhouse", "partnership-draw", "ten-point", "contway")
PARTS = ("engine", "sheets", "transport", "tournament")


def interpreter() -> str:
    """Return what runs this, and whether it was built with profile-guided optimisation (it matters by a third)."""
    optimised = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    build = "optimised build" if optimised else "build without --enable-optimizations"
    return f"{platform.python_implementation()} {platform.python_version()}, {build}"


def engine_part(rounds: int) -> dict[str, Any]:
    """Return the speeds of every sheet, with their ratios to pyspiel's euchre where it is installed."""
    speeds = engine.run(SHEETS, rounds)
    first = speeds[0]
    peer = dataclasses.asdict(first) if first.what.startswith("pyspiel") else None
    rows = []
    for speed in speeds:
        row = dataclasses.asdict(speed)
        if peer:
            row |= {f"{column}_ratio": row[column] / peer[column] for column in ("deal", "no_deal", "observation")}
        rows.append(row)
    return {"python": interpreter(), "rounds": rounds, "rows": rows}


def print_engine(result: dict[str, Any]) -> None:
    """Print what `engine_part` returned."""
    print(
        f"engine, decisions per CPU second (x pyspiel euchre), median of {result['rounds']} rounds, {result['python']}"
    )
    print(f"{'':18}{'with the deal':>20}{'decisions alone':>20}{'with observation':>20}")
    for row in result["rows"]:
        cells = []
        for column in ("deal", "no_deal", "observation"):
            ratio = f" ({row[f'{column}_ratio']:.2f}x)" if f"{column}_ratio" in row else ""
            cells.append(f"{row[column]:,.0f}{ratio}" if row[column] else "-")
        print(f"{row['what']:18}" + "".join(f"{cell:>20}" for cell in cells))
    if not result["rows"][0]["what"].startswith("pyspiel"):
        print("pyspiel is not installed here (pip install 'pitch-arena[bench]'): no ratios")


def main() -> int:
    """Measure the parts asked for and print them; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each part (default 3)")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part; may be repeated")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to the file too; - for the screen")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be 1 or more")
    results: dict[str, Any] = {}
    for part in options.part or PARTS:
        match part:
            case "engine":
                results[part] = engine_part(max(5, options.rounds))
                print_engine(results[part])
            case "sheets":
                results[part] = sheets.run(options.rounds)
                sheets.print_table(results[part])
            case "transport":
                results[part] = transport.run(options.rounds)
                transport.print_table(results[part])
            case _:
                results[part] = tournament.run(options.rounds)
                tournament.print_table(results[part])
        print(flush=True)
    if options.json:
        text = json.dumps(results, indent=2, sort_keys=True)
        if str(options.json) == "-":
            print(text)
        else:
            options.json.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
