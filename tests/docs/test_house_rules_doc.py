"""docs/house-rules.md is what the fields of a sheet are now."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

from referee.engine.sheet import Sheet
from referee.variants.house import FIXED, OWN
from tests.docs.pages import DOCS, page, rows, sections

TOLD = sections(page("house-rules.md"))


def test_the_page_is_current() -> None:
    command = [sys.executable, str(DOCS / "make_house_rules.py"), "--check"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_every_field_that_may_be_changed_is_told() -> None:
    fields = [field.name for field in dataclasses.fields(Sheet) if field.name not in (*FIXED, *OWN)]
    assert [row[0].strip("`") for row in rows(TOLD["Fields of a sheet"])] == fields
