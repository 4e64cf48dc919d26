"""`arena resume`: go on with a tournament that was stopped."""

from __future__ import annotations

import argparse
from pathlib import Path

from arena.cli.common import Commands, add_session_flags, look_before, whole

DESCRIPTION = """\
Play exactly the games that are missing in a run's folder, then write all derived files anew.

With nothing missing it only writes the derived files."""


def add(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("resume", help="go on with a stopped tournament", description=DESCRIPTION)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("-j", "--jobs", type=whole, metavar="N", help="matches at once from now on")
    parser.add_argument("--referees", type=whole, metavar="N", help="referee processes from now on")
    add_session_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is missing and print the standings."""
    from dataclasses import replace

    from arena.records.rundir import resume_run
    from arena.running.session import play_run
    from arena.sandbox.settle import settle

    opened, journal = resume_run(args.folder)
    jobs = args.jobs or opened.config.jobs
    opened.config = replace(opened.config, jobs=jobs, referees=args.referees or min(jobs, opened.config.referees))
    try:
        tools = None
        if not opened.finished:
            opened.config, tools = settle(opened.config)
            look_before(opened.config, forced=args.force)
    except BaseException:
        journal.close()
        raise
    return play_run(opened, journal, tools, log_level=args.log_level)
