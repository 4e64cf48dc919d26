"""`arena audit`: whether anything that a seat is sent depends on a card that it cannot know."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arena.cli.common import Commands, sheet_of, whole
from arena.errors import GATE, OK

if TYPE_CHECKING:
    from arena.audit.audits import Audit
    from arena.audit.compare import Finding

DESCRIPTION = """\
Play deals at random, each once more in twin worlds: for a seat, all that it cannot know is dealt anew, consistent with
what it has seen, and the public actions are played again. Every byte that is sent to the seat must be the same, and so
must be who is asked what, and when. The real referee is asked, in virtual time; no bots, no sockets.

Three ways to make a twin: state (hidden cards change places in the middle of the game), deal (another deal from the
first card on) and unseen (only cards that the seat never sees are others).

Exit code 3: something differs. It is told for which seat, where, and which way found it."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("audit", help="show that no seat is told what it cannot know", description=DESCRIPTION)
    parser.add_argument(
        "variant", metavar="VARIANT|all", help="as in auction or ten-point[dirty=true]; all: every table"
    )
    parser.add_argument("--deals", type=whole, default=20, metavar="N", help="deals a table (default 20)")
    parser.add_argument("--seed", default="audit", metavar="TEXT", help="another seed plays other deals")
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="tables at once (default 1)")
    parser.add_argument("--json", action="store_true", help="as one JSON array")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Audit every table that is named and print what was found."""
    import json

    from referee.variants.catalogue import label

    specs = _tables(args.variant)
    wide = max(len(label(spec)) for spec in specs)
    rows, leaks = [], 0
    for spec, found in _audits(specs, args):
        leaks += bool(found.findings)
        if args.json:
            rows.append(_row(spec, found, args))
            continue
        ways = ", ".join(f"{method.value} {count}" for method, count in sorted(found.twins.items(), key=str))
        verdict = "LEAK" if found.findings else "ok"
        twins = f"{found.twins.total()} twins ({ways})"
        print(f"{verdict:<4}  {label(spec):<{wide}}  {found.deals} deals, {twins}", flush=True)
        for finding in found.findings:
            print(f"      seat {finding.seat}, {finding.text} ({finding.sign.value}; found by {finding.method.value})")
    if args.json:
        print(json.dumps(rows, indent=1))
    elif leaks:
        print(f"\n{leaks} of {len(specs)} tables leak; the same --seed and --deals find it again")
    return GATE if leaks else OK


def _tables(variant: str) -> list[str]:
    """Return the spec named, or one for every table of every variant."""
    from referee.variants.catalogue import variants

    if variant != "all":
        return [sheet_of(variant).spec]
    return [
        name if len(one.layouts) == 1 else f"{name}[seats={seats},sides={sides}]"
        for name, one in variants().items()
        for seats, sides in one.layouts
    ]


def _audits(specs: list[str], args: argparse.Namespace) -> Iterator[tuple[str, Audit]]:
    """Yield every table with its audit, in order; in processes of their own where several are to be done at once."""
    from functools import partial

    from arena.audit.audits import audit_deals

    one = partial(audit_deals, seed=args.seed, deals=args.deals)
    if args.jobs == 1:
        yield from ((spec, one(spec)) for spec in specs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        yield from zip(specs, pool.map(one, specs), strict=True)


def _row(spec: str, found: Audit, args: argparse.Namespace) -> dict[str, Any]:
    return {
        "variant": spec,
        "seed": args.seed,
        "deals": found.deals,
        "twins": {method.value: count for method, count in found.twins.items()},
        "frames": {method.value: count for method, count in found.frames.items()},
        "questions": {ask.name.lower(): count for ask, count in found.kinds.items()},
        "leaks": [_leak(finding) for finding in found.findings],
    }


def _leak(finding: Finding) -> dict[str, Any]:
    return {
        "seat": finding.seat,
        "sign": finding.sign.value,
        "method": finding.method.value,
        "frame": finding.frame if finding.span else None,
        "bytes": [finding.span.start, finding.span.stop - 1] if finding.span else None,
        "text": finding.text,
    }
