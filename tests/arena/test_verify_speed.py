"""Verify makes at least 100,000 decisions a second and core, however many there are (`make soak` has large sets)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from arena.checking.replays import verify
from arena.simulate import simulate_to_file
from referee.variants.catalogue import resolve

WANTED = 100_000


def rate(path: Path) -> float:
    """The best of three in decisions a second of processor time: what disturbs can only take time."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        report = verify(path, lambda _: None)
        assert report.ok
        best = max(best, report.decisions / (time.process_time() - start))
    return best


@pytest.mark.alone
@pytest.mark.parametrize(
    ("spec", "sizes"), [("auction", (10, 60)), ("contway[max_deals=20]", (20, 150)), ("ten-point", (100, 800))]
)
def test_verify_is_fast_and_linear(tmp_path: Path, spec: str, sizes: tuple[int, int]) -> None:
    rates = []
    for games in sizes:
        path = tmp_path / f"{games}.jsonl"
        simulate_to_file(resolve(spec), games=games, seed=bytes(32), policy="random", out=path)
        rates.append(rate(path))
    assert rates[1] >= WANTED, rates
    assert rates[1] >= 0.75 * rates[0], rates
