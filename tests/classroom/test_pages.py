"""The pages of a class in Chromium: no error on the console, nothing asked for, nothing that axe objects to."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli import main
from tests.chromium import chromium, serious, watched_tab
from tests.classroom.made_up import CAREFUL_HIGH, CAREFUL_LOW, ROOT, python

ASSIGNMENT = """
title = "Small <b>homework</b>"
variants = ["auction-partners"]
seed = "a small class"
[games]
bouts = 2
games = 1
max_deals = 1
[class_games]
bouts = 1
games = 1
[check]
steps = ["first-game"]
[limits]
move_limit_ms = 20000
[[staff]]
path = "{random}"
[[criteria]]
kind = "builds"
points = 10
[[criteria]]
kind = "check"
points = 20
[[criteria]]
kind = "beats"
staff = "random"
points = 30
above = 1
[[criteria]]
kind = "percentile"
points = 10
bonus = true
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_page_of_a_class(tmp_path: Path) -> None:
    handed = tmp_path / "in"
    handed.mkdir()
    python(handed / "ann", CAREFUL_HIGH)
    python(handed / "b'ob <i>", CAREFUL_HIGH.replace("action", "a").replace("def choose", "X = 1\n\n\ndef choose"))
    python(handed / "cy", CAREFUL_LOW)
    (handed / "di").mkdir()
    (handed / "di" / "readme.txt").write_text("hello")
    path = tmp_path / "hw.toml"
    path.write_text(ASSIGNMENT.replace("{random}", str(ROOT / "sample_bots" / "python" / "random")), encoding="utf-8")
    out = tmp_path / "out"
    assert main(["class", "run", str(handed), "--assignment", str(path), "--out", str(out)]) == 0
    pages = sorted(out.rglob("*.html"))
    assert len(pages) == 3 + 4
    with chromium() as browser:
        for page in pages:
            with watched_tab(browser) as tab:
                tab.goto(page.as_uri())
                assert tab.get_by_role("heading", level=1).count() == 1
                assert serious(tab) == [], page
                if page.name == "similarity.html":
                    text = tab.get_by_role("main").inner_text()
                    assert "3 submissions were asked" in text and "groups by decisions" in text, (
                        "ann and bob play alike"
                    )
                elif page.parent.name == "ann":
                    tab.locator("summary").last.click()
                    assert "Told as seat" in tab.get_by_role("main").inner_text()
