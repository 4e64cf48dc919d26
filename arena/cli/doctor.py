"""`arena doctor`: what this machine can do to keep bots apart, and how to get the rest."""

from __future__ import annotations

import argparse

from arena.cli.common import Commands
from arena.errors import GATE, OK

DESCRIPTION = """\
Say what this machine can do to keep bots apart, and how to get what is missing. A sandbox is tried.

Exit code 3: there is no sandbox here; bots run as plain processes unless a configuration forbids it."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("doctor", help="what this machine can do to keep bots apart", description=DESCRIPTION)
    parser.add_argument("--json", action="store_true", help="the same as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look and say what was found."""
    import dataclasses
    import json

    from arena.sandbox.limits import Isolation
    from arena.sandbox.machine import look

    machine = look()
    default = Isolation.SANDBOX if machine.tools else Isolation.PROCESS
    if args.json:
        found = [dataclasses.asdict(one) for one in machine.findings]
        print(json.dumps({"isolation": default.value, "sandbox": machine.tools is not None, "findings": found}))
    else:
        width = max(len(one.what) for one in machine.findings)
        for one in machine.findings:
            print(f"{'ok' if one.ok else 'NO':2}  {one.what:{width}}  {one.seen}")
            if one.remedy:
                print(f"    {'':{width}}  to get it: {one.remedy}")
        print(f'\nBots run with isolation = "{default.value}" here unless something else is asked for.')
    return OK if machine.tools else GATE
