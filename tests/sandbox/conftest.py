"""The tests here say by name that this machine cannot make sandboxes, rather than pass without them."""

from __future__ import annotations

import os

import pytest

from arena.sandbox.box import Tools
from arena.sandbox.machine import look


@pytest.fixture(scope="session")
def tools() -> Tools:
    """What makes sandboxes here. Without any the test is skipped with the reason; in CI, which has them, it fails."""
    machine = look()
    if machine.tools is None:
        reason = f"NO SANDBOX on this machine, so nothing is shown of it: {machine.reason}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return machine.tools
