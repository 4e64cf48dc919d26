"""The tests here say by name that this machine cannot make sandboxes, rather than pass without them."""

from __future__ import annotations

import pytest

from arena.sandbox.box import Tools
from arena.sandbox.machine import look


@pytest.fixture(scope="session")
def tools() -> Tools:
    """What makes sandboxes here; the test is skipped, with the reason, where there are none."""
    machine = look()
    if machine.tools is None:
        pytest.skip(f"NO SANDBOX on this machine, so nothing is shown of it: {machine.reason}")
    return machine.tools
