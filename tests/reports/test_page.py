"""The report's page in Chromium: it opens from disk, asks for nothing, shows everything, and people can use it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from arena.cli import main
from arena.records.evidence import EVIDENCE
from arena.records.rundir import PLAN
from arena.reports.page.content import Content, GameTold
from arena.reports.page.page import report_page
from arena.schedules.schedule import Fill
from arena.setup.outlook import outlook, to_json
from arena.statistics.analysis import Analysis, OverallAnalysis, Table, analyse
from arena.statistics.course import Courses, courses
from arena.statistics.sprt import Hypotheses
from tests.arena.helpers import config, finished_run, run_with_faults
from tests.chromium import chromium, first_painted, serious, watched_tab
from tests.stats.synthetic import tournament

pytestmark = [pytest.mark.xdist_group("report-page"), pytest.mark.slow]


MORE = ["variance saved", "faults", "games", "about"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    with watched_tab(browser) as tab:
        yield tab


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run of three bots and two variants, in which every bot was late, with evidence of one fault."""
    folder = tmp_path_factory.mktemp("report")
    run = run_with_faults(folder / "run", (1, 2), bouts=3)
    (run.folder / PLAN).write_bytes(to_json(outlook(run.config, run.plan)))
    fault = next(line for line in _records(run.folder) if line["faults"])
    note = fault["faults"][0]
    bot = fault["seats"][note["seat"]]
    about = {key: fault[key] for key in ("bout", "rotation", "game")}
    about |= {"entrant": bot, "deal": note["deal"], "decision": note["index"], "fault": note["fault"]}
    kept = run.folder / EVIDENCE / bot / "0-late.json"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps(about))
    page = folder / "page.html"
    assert main(["report", str(run.folder), "--html", str(page), "--games", "6"]) == 0
    return page


def _records(folder: Path) -> Iterator[dict[str, Any]]:
    for line in (folder / "journal").read_text().splitlines():
        body = json.loads(line[line.index("{") : line.rindex("}") + 1])
        if body.get("kind") == "game":
            yield body["record"]


def choose(tab: Page, name: str) -> None:
    tab.get_by_role("tab", name=name, exact=True).click()


def test_all_is_there_and_leads_on(written: Path, tab: Page) -> None:
    tab.goto(written.as_uri())
    names = tab.get_by_role("tab").all_inner_texts()
    assert names == ["overall", "auction[max_deals=3,seats=3]", "ten-point[max_deals=2]"] + MORE
    assert tab.get_by_role("tabpanel").count() == 1, "one at a time"
    assert tab.get_by_role("img", name="Forest plot").count() == 1
    tab.get_by_role("tab", name="overall").press("ArrowRight")
    assert tab.get_by_role("tabpanel").get_attribute("aria-labelledby") == "t1"
    assert tab.get_by_role("img", name="Lines of the ratings").count() == 1
    heat = tab.get_by_role("region", name="head to head")
    assert heat.get_by_role("rowheader").all_inner_texts() == tab.evaluate(
        "() => [...document.querySelectorAll('#p1 .heat thead th')].slice(1).map((one) => one.innerText)"
    )
    text = tab.get_by_role("tabpanel").inner_text()
    for word in ("Score of", "Elo:", "LOS:", "Games needed for the same intervals without bouts", "A/A self-test"):
        assert word in text
    choose(tab, "variance saved")
    assert tab.get_by_role("img", name="Bars of how many times").count() == 1
    assert re.search(r"ten-point\[max_deals=2\]\s+\d\.\d\d\s+\d\.\d\d", tab.get_by_role("table").inner_text())
    choose(tab, "about")
    assert "decisions" in tab.get_by_role("tabpanel").inner_text()
    assert all(tab.evaluate("() => [...document.images].map((one) => one.complete && one.naturalWidth > 100)"))
    choose(tab, "faults")
    (kept,) = tab.get_by_role("link", name="0-late.json").all()
    address = kept.get_attribute("href")
    assert address and json.loads((written.parent / address).read_text())["fault"] == "late"
    moment = tab.get_by_role("link", name="deal 2, decision 3").first
    target = moment.get_attribute("href")
    moment.click()
    tab.wait_for_selector(".seat")
    assert target and tab.evaluate("() => document.body.dataset.ready") == "#" + target.partition("#")[2]
    assert re.search(r", deal 2 of \d, decision 3 of \d+$", tab.locator("#place").inner_text())
    assert "(the house plays: late)" in tab.get_by_role("status").inner_text(), "it is that decision which is shown"
    assert re.match(r"deal 2, decision 3, \d \w+: late", tab.locator("#more").text_content() or "")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_the_drawings_follow(written: Path, tab: Page, scheme: str) -> None:
    tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    tab.goto(written.as_uri())
    for number in range(7):
        tab.get_by_role("tab").nth(number).click()
        assert serious(tab) == []
    choose(tab, "overall")
    dark = """(one) => { const paper = document.createElement('canvas'); paper.width = paper.height = 400;
      const pen = paper.getContext('2d'); pen.drawImage(one, 0, 0, 400, 400);
      const dots = pen.getImageData(0, 0, 400, 400).data; let sum = 0, count = 0;
      for (let at = 0; at < dots.length; at += 4) if (dots[at + 3] > 200) { sum += dots[at]; count += 1; }
      return sum / count; }"""
    shade = tab.get_by_role("img", name="Forest plot").evaluate(dark)
    assert shade < 90 if scheme == "light" else shade > 160
    tab.set_viewport_size({"width": 360, "height": 640})
    assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than a small screen"


def test_drawings_have_no_colours_and_need_nothing(written: Path) -> None:
    text = written.read_text(encoding="utf-8")
    pictures = [base64.b64decode(one).decode() for one in re.findall(r"svg\+xml;base64,([\w+/=]+)", text)]
    assert len(pictures) == 7
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        assert root.tag.endswith("svg")
        colours = set(re.findall(r"#[0-9a-f]{6}\b", picture.lower())) - {"#1c1c1c", "#c9c9c9", "#ececec", "#4a5052"}
        assert colours <= {"#ffffff"}
        for target in re.findall(r'(?:href|src)="([^"]*)"', picture):
            assert target.startswith("#")
    for target in re.findall(r'(?:href|src)="([^"]*)"', text):
        assert not target.startswith(("http:", "https:", "//"))


def test_long_names_and_one_bot_fit_screens_and_paper(tab: Page, tmp_path: Path) -> None:
    bot = config(tmp_path).bots[0]
    named = tuple(replace(bot, name=name) for name in ("w" * 64, "A.Long_Name-" * 5, "ann"))
    run = finished_run(tmp_path / "long", bots=named, variants=("auction[max_deals=1,seats=3]",))
    page = tmp_path / "long.html"
    assert main(["report", str(run.folder), "--html", str(page), "--quick"]) == 0
    tab.set_viewport_size({"width": 360, "height": 640})
    tab.goto(page.as_uri())
    for number in range(tab.get_by_role("tab").count()):
        tab.get_by_role("tab").nth(number).click()
        assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"tab {number} is too wide"
    tab.get_by_role("tab").first.click()
    heads = tab.locator(".heat thead").bounding_box()
    assert heads and heads["height"] < 250, "names on end do not fill the screen"
    drawn = tab.get_by_role("img").first.bounding_box()
    assert drawn and drawn["width"] > 500, "a drawing scrolls rather than gets too small to read"
    pictures = [base64.b64decode(one).decode() for one in re.findall(r"svg\+xml;base64,([\w+/=]+)", page.read_text())]
    assert re.findall(r">(\d[\d.]*)</text>", pictures[1])[:2] == ["1", "2"], "there is no round 1.2"
    cell = tab.locator(".heat td").nth(1)
    assert cell.evaluate("(one) => getComputedStyle(one).printColorAdjust") == "exact", "paper shows no shades"
    below = tab.locator(".heat :is(.l1, .l2, .l3, .l4)").first
    assert "svg" in below.evaluate("(one) => getComputedStyle(one).backgroundImage")
    tab.emulate_media(media="print")
    assert below.evaluate("(one) => getComputedStyle(one).backgroundImage") == "none", "megabytes in a printed file"
    assert "underline" in below.evaluate("(one) => getComputedStyle(one).textDecoration")
    alone = finished_run(
        tmp_path / "one", bots=(bot,), fill=Fill.HOUSE, bouts=1, games=1, variants=("auction[max_deals=1,seats=2]",)
    )
    assert main(["report", str(alone.folder), "--html", str(tmp_path / "one.html"), "--quick"]) == 0
    text = (tmp_path / "one.html").read_text()
    assert "Forest plot" not in text, "there is nothing to compare"
    assert "A ? stands behind a rating that nothing bounds yet." in text


def test_forfeits_stand_beside_the_score(tmp_path: Path) -> None:
    game = GameTold(
        variant="v",
        place=("v:ann+bob:0", 0, 0),
        seats=("ann", "bob"),
        forfeits=(1,),
        scores=(4, 7),
        page=tmp_path / "v.html",
        number=1,
    )
    content = Content(
        title="t",
        done="",
        facts=(),
        analysis=Analysis(variants=(), overall=None),
        courses=Courses(variants={}, overall=None),
        faults=(),
        faults_left_out=0,
        games=(game,),
        plan=None,
        notes=(),
        beside=tmp_path,
    )
    assert "ann, bob (forfeited)</td>" in report_page(content)


def test_the_same_run_gives_the_same_page(written: Path, tmp_path: Path) -> None:
    again = written.parent / "again.html"
    assert main(["report", str(written.parent / "run"), "--html", str(again), "--games", "6"]) == 0
    assert again.read_text().replace("again-games", "page-games") == written.read_text()


def _wide() -> tuple[Analysis, Courses]:
    """Return the analysis of 30 bots in 20 variants: one variant's is told twenty times."""
    generator = np.random.default_rng(3)
    bouts = tournament(generator.normal(0, 0.4, 30).tolist(), sides=2, bouts=2, generator=generator, luck=0.5)
    one = analyse([Table(variant="v", seats=4, sides=2)], bouts).variants[0]
    names = [f"variant-{number:02}[max_deals=8]" for number in range(20)]
    overall = OverallAnalysis(rows=one.rows, pairs=one.pairs, notes=())
    course = courses(bouts).variants["v"]
    return (
        Analysis(variants=tuple(replace(one, variant=name) for name in names), overall=overall),
        Courses(variants=dict.fromkeys(names, course), overall=course),
    )


@pytest.mark.alone
def test_thirty_bots_in_twenty_variants_are_shown_in_two_seconds(tab: Page, tmp_path: Path) -> None:
    analysis, course = _wide()
    content = Content(
        title="wide: standings",
        done="all games played",
        facts=(),
        analysis=analysis,
        courses=course,
        faults=(),
        faults_left_out=0,
        games=(),
        plan=None,
        notes=(),
        beside=tmp_path,
    )
    page = tmp_path / "wide.html"
    page.write_text(report_page(content), encoding="utf-8")
    tab.goto(page.as_uri())
    painted = first_painted(tab)
    loaded = tab.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd")
    assert painted < 2000 and 0 < loaded < 2000, f"first paint after {painted} ms, loaded after {loaded} ms"
    assert tab.get_by_role("tab").count() == 25
    choose(tab, "variant-19[max_deals=8]")
    assert tab.get_by_role("tabpanel").locator(".heat tbody tr").count() == 30
    assert serious(tab) == []


def test_a_sequential_test_says_where_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = config(tmp_path).bots[:2]
    changes = {"bots": two, "sprt": Hypotheses(elo1=30), "variants": ("auction[max_deals=1,seats=2]",), "games": 1}
    run = finished_run(tmp_path / "run", **changes)
    page = tmp_path / "page.html"
    assert main(["report", str(run.folder)]) == 0
    assert main(["report", str(run.folder), "--games", "6"]) == 2, "there is no page"
    assert main(["report", str(run.folder), "--html", str(page), "--games", "0"]) == 0
    for text in (capsys.readouterr().out, page.read_text(encoding="utf-8")):
        assert re.search(r"LLR: -?\d\.\d\d \(-2\.94, 2\.94\) \[0, 30\]; undecided whether ann is", text)
    assert not page.with_name("page-games").exists()
