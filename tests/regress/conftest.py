from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.runs import BOTS, arena

VARIANTS = ("auction", "ten-point", "contway", "carthage", "abacos")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of greedy and random over variants with every kind of question."""
    out = tmp_path_factory.mktemp("regress") / "run"
    bots = [word for name in ("greedy", "random") for word in ("--bot", BOTS / name)]
    flags = [word for spec in VARIANTS for word in ("--variant", spec)]
    few = ("--fill", "alternate", "--games", 2, "--max-deals", 2, "--seed", "regress " * 2, "-j", 2)
    status, _, err = arena("run", *bots, *flags, *few, "--out", out)
    assert status == 0, err
    return out
