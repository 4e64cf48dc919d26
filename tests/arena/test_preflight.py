"""The machine is looked at before the first game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from arena.errors import USAGE, RunError
from arena.setup import preflight
from arena.setup.config import Config
from arena.setup.preflight import MOST_JOBS_A_CORE, Machine, machine, needs_of, problems
from referee.clock import Limits
from tests.arena.test_config import load

TEXT = """
variants = ["auction[seats=2]", "auction[seats=6]"]
jobs = 4
referees = 2
[[bots]]
name = "a"
command = ["x"]
[[bots]]
name = "b"
command = ["x"]
"""
ROOM = Machine(cores=64, files=10**6, processes=10**6, memory_mib=10**6)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return load(tmp_path, 'fill = "alternate"' + TEXT)


def test_the_largest_variant_counts(config: Config) -> None:
    needs = needs_of(config)
    assert needs.bots == 24
    assert needs.files > 24 * 2
    assert needs_of(replace(config, jobs=8)).memory_mib > needs.memory_mib


def test_enough_is_enough(config: Config) -> None:
    needs = needs_of(config)
    just = Machine(cores=1, files=needs.files, processes=needs.processes, memory_mib=needs.memory_mib)
    assert list(problems(config, just)) == []
    assert list(problems(config, Machine(cores=1))) == [], "where the system tells nothing"


@pytest.mark.parametrize(
    ("less", "what"), [("files", "open files"), ("processes", "processes"), ("memory_mib", "memory")]
)
def test_one_too_little_is_told_with_what_is_needed(config: Config, less: str, what: str) -> None:
    needed = getattr(needs_of(config), less)
    (problem,) = problems(config, replace(ROOM, **{less: needed - 1}))
    assert what in problem and str(needed) in problem and str(needed - 1) in problem


def test_too_many_matches_for_the_processors(config: Config) -> None:
    busy = replace(config, jobs=MOST_JOBS_A_CORE + 1)
    (problem,) = problems(busy, replace(ROOM, cores=1))
    assert "share 1 processors" in problem
    assert list(problems(busy, replace(ROOM, cores=2))) == []
    assert list(problems(replace(busy, limits=Limits(move_limit_ms=0)), replace(ROOM, cores=1))) == [], "no clock"


def test_refused_unless_forced(config: Config) -> None:
    with mock.patch.object(preflight, "machine", return_value=replace(ROOM, files=10)):
        with pytest.raises(RunError, match=r"open files(.|\n)*--force") as error:
            preflight.preflight(config, forced=False)
        assert error.value.exit_status == USAGE
        assert len(preflight.preflight(config, forced=True)) == 1


def test_this_machine_tells_something() -> None:
    here = machine()
    assert here.cores >= 1
    assert here.files is None or here.files > 100
