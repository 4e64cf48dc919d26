"""The games of the golden files come out as they are written; `python -m tests.golden.make` writes them anew."""

from __future__ import annotations

import pytest

from referee.variants.catalogue import names
from tests.golden.make import FOLDER, left_over
from tests.golden.playthrough import file_name, playthrough, specs


@pytest.mark.parametrize("spec", specs())
def test_golden_playthrough(spec: str) -> None:
    path = FOLDER / file_name(spec)
    assert path.exists(), "missing: python -m tests.golden.make"
    assert playthrough(spec).splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", names())
def test_every_variant_has_its_file(name: str) -> None:
    assert (FOLDER / file_name(name)).exists()


@pytest.mark.parametrize("spec", ["ten-point[dirty=true]", "auction[low=holder]", "auction-partners[low=holder]"])
def test_options_that_change_play_have_their_file(spec: str) -> None:
    assert spec in specs()


def test_no_file_is_left_over() -> None:
    assert left_over() == set()
