"""The battery of cheats: what each gains in each isolation. The table stands in docs/security.md.

`python -m tests.sandbox.table` writes the table there.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.sandbox.box import Tools
from tests.sandbox.battery import CONTAINED, DENIED, LOUD, NOT_MADE, OWN, POSSIBLE, QUIET, Played, outcome, play
from tests.sandbox.table import written

pytestmark = [pytest.mark.alone, pytest.mark.slow, pytest.mark.xdist_group("battery")]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The honest bots' games beside a bot that only plays."""
    games = play(tmp_path_factory.mktemp("undisturbed"), (), "trusted").honest
    assert len(games) == 2
    return games


def check(played: Played, isolation: str, attempts: tuple[str, ...], undisturbed: list[bytes]) -> None:
    if isolation != "sandbox" and os.geteuid():
        pytest.skip("the table says what is possible without a sandbox for root's arena; this is somebody else's")
    found = {attempt: outcome(attempt, played) for attempt in attempts}
    assert found == {attempt: written()[attempt, isolation] for attempt in attempts}
    if isolation == "sandbox" or attempts != QUIET:  # with a stolen token others' games can be spoilt
        assert played.honest == undisturbed


@pytest.mark.parametrize("isolation", ["sandbox", "process", "trusted"])
def test_quiet_attempts(tmp_path: Path, tools: Tools, undisturbed: list[bytes], isolation: str) -> None:
    check(play(tmp_path, QUIET, isolation), isolation, QUIET, undisturbed)


@pytest.mark.parametrize("isolation", ["sandbox", "process", "trusted"])
def test_second_join(tmp_path: Path, tools: Tools, undisturbed: list[bytes], isolation: str) -> None:
    """A used token is refused everywhere, by itself: nothing here depends on which process comes first."""
    check(play(tmp_path, OWN, isolation), isolation, OWN, undisturbed)


@pytest.mark.parametrize("attempt", LOUD)
@pytest.mark.parametrize("isolation", ["sandbox", "process"])
def test_loud_attempts(tmp_path: Path, tools: Tools, undisturbed: list[bytes], isolation: str, attempt: str) -> None:
    check(play(tmp_path, (attempt,), isolation), isolation, (attempt,), undisturbed)


def test_nothing_is_possible_in_the_sandbox_and_the_attempts_work_elsewhere() -> None:
    """The second half shows that the attempts are real: without a sandbox most of them get through."""
    table = written()
    assert {table[attempt, "sandbox"] for attempt in (*QUIET, *OWN, *LOUD)} == {DENIED, CONTAINED}
    assert sum(table[attempt, "process"] == POSSIBLE for attempt in QUIET) >= 15


def test_honest_games_are_found(undisturbed: list[bytes]) -> None:
    assert undisturbed and all(b"cheats" not in game for game in undisturbed)


@pytest.mark.parametrize("attempt", [*QUIET, *OWN, *LOUD])
def test_what_was_not_tried_is_neither_denied_nor_possible(tmp_path: Path, attempt: str) -> None:
    """A cheat that loses its own token to another, or that does not start, says nothing of what comes after."""
    silent = Played(folder=tmp_path, said={}, stopped={}, honest=[], leftovers=[])
    assert outcome(attempt, silent) == NOT_MADE
