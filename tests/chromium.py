"""A real Chromium for tests of pages: tabs in which errors and requests that leave the machine's files are noted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

ALL_MUST_BE_HERE = "PITCH_ALL_BOTS"  # set by continuous integration


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give the browser; without one the test is skipped, and fails in continuous integration."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        why = "Chromium is missing: apt-get install chromium (.ci/run does it)"
        pytest.fail(why) if os.environ.get(ALL_MUST_BE_HERE) or os.environ.get("CI") else pytest.skip(why)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def watched_tab(browser: Browser, *, may_ask: str = "file:///") -> Iterator[Page]:
    """Give a tab; fail at its end if the console had an error or warning, or it asked for anything elsewhere."""
    tab = browser.new_page()
    problems: list[str] = []
    tab.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: problems.append(str(error)))
    allowed = (may_ask, "data:", "blob:")
    tab.on("request", lambda asked: None if asked.url.startswith(allowed) else problems.append(f"asks {asked.url}"))
    yield tab
    tab.close()
    assert not problems


def first_painted(tab: Page) -> float:
    """Return when the page was first painted, in milliseconds from the start. It may be loaded before that."""
    find = "performance.getEntriesByName('first-contentful-paint')"
    tab.wait_for_function(f"{find}.length > 0")
    return float(tab.evaluate(f"{find}[0].startTime"))


def serious(tab: Page) -> list[Any]:
    """Return what axe finds wrong with the page as it is shown now, but for trifles."""
    found = Axe().run(tab).response["violations"]
    return [
        (one["id"], one["impact"], [node["html"][:160] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical", "moderate")
    ]
