"""kill -9 at random moments; `make soak ARGS="--part kill"` does the same at length."""

from __future__ import annotations

import pytest

from benchmarks.soaking.kills import kills

pytestmark = [pytest.mark.alone, pytest.mark.slow, pytest.mark.timeout(1200)]


def test_twenty_kills_lose_and_change_nothing() -> None:
    part = kills(20, seed=1)
    assert part.problems == []
    assert part.figures["kills"] == 20
    assert part.figures["killed_arena"] and part.figures["killed_referee"] and part.figures["killed_bot"]
