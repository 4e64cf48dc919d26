"""docs/variants.md is what the sheets say now, and tells each of them with a worked deal."""

from __future__ import annotations

import subprocess
import sys

from referee.engine.describe import describe
from referee.variants.catalogue import resolve, variants
from tests.docs.pages import DOCS, page, rows, sections


def test_the_page_is_current() -> None:
    command = [sys.executable, str(DOCS / "make_variants.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_every_variant_is_told_whole() -> None:
    told = sections(page("variants.md"))
    for name, variant in variants().items():
        for line in describe(resolve(name))[1:]:
            assert line.partition(": ")[2] in told[name], f"{name}: {line}"
        options = [row[0] for row in rows(told[name])]
        assert options[-len(variant.options) :] == [f"`{option.name}`" for option in variant.options]
        assert "```text" in told[f"A worked deal of {name}"]
