"""Tests of a file that names an xdist group run in one process, whatever `--dist` says but "no".

pytest-xdist's own `loadgroup` writes the group into the ids of the tests, which pytest 9.2 does not let it do any more:
the groups had no effect, and what such a file makes once was made in every process.

Examples of hypothesis have no deadline. Each test begins with logging as it is when nobody has set it up: what another
test logged to may be closed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import settings

# How long an example takes says more of what runs beside it than of the code.
settings.register_profile("any-machine", deadline=None)
settings.load_profile("any-machine")

ROOT = Path(__file__).parent.parent
MARK = "xdist_group("


@pytest.fixture(autouse=True)
def _logging_anew() -> None:
    structlog.reset_defaults()


def grouped_files() -> frozenset[str]:
    """Return the files that name a group, as they stand in the ids of tests."""
    files = Path(__file__).parent.rglob("test_*.py")
    return frozenset(file.relative_to(ROOT).as_posix() for file in files if MARK in file.read_text(encoding="utf-8"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return a scheduler that keeps the tests of a grouped file together, and any other test by itself."""
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    files = grouped_files()

    class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return file if file in files else nodeid

    return ByGroup(config, log)
