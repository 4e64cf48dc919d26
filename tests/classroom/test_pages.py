"""The pages of a class in Chromium: no error on the console, nothing asked for, nothing that axe objects to."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arena.classroom.facts import Facts, Refusal
from arena.classroom.grading import Grade
from arena.classroom.pages import folded, student_page, table
from arena.classroom.refusals import Kind
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


def test_a_page_of_odd_names_and_endless_words(tmp_path: Path) -> None:
    name, endless = "שלום עולם", "<i>" + "x" * 400
    refusal = Refusal(kind=Kind.CRASHED, text=f"its last line: {endless}")
    facts = Facts(student=name, id="a", entry="W" * 60, refusal=refusal)
    graded = Grade(parts=(), earned=Fraction(40), late_percent=0, late_text="", total=60)
    games = [folded("a game", "one line " + "y " * 200), table(("what",), [(endless,)])]
    path = tmp_path / "index.html"
    path.write_bytes(student_page("t" * 90, facts, graded, pseudonym="calm-otter-1", wrote=endless, games=games))
    with chromium() as browser, watched_tab(browser) as tab:
        tab.set_viewport_size({"width": 360, "height": 640})
        tab.goto(path.as_uri())
        tab.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than a small screen"
        assert serious(tab) == []
        ends = """() => { const name = document.querySelector('bdi'), rest = document.createRange();
          rest.selectNodeContents(name.nextSibling);
          return name.getBoundingClientRect().right <= rest.getBoundingClientRect().left + 1; }"""
        assert tab.evaluate(ends), "the points stand behind the name, whichever way it is written"
        assert tab.locator("td").evaluate("(one) => one.clientWidth") < 360


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
