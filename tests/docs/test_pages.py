"""What the pages point at is there: links, headings, named files. One word has one meaning."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from referee.engine.describe import describe
from referee.variants.auction import AUCTION
from referee.variants.variant import WITH_BACKDOOR, Variant, solo
from tests.docs.pages import DOCS, ROOT, page, rows, sections

PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md", ROOT / "CHANGELOG.md"])
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
# Files that are made by commands, or stand for any name.
MADE = re.compile(r"[<>*]|^runs/|^(\.venv|my|bench)/")
FOLDERS = ("arena", "benchmarks", "docs", "examples", "proto", "referee", "sample_bots", "tests")
WORDS = {
    *("seat", "side", "entrant", "bot", "table", "deal", "game", "match", "bout", "round robin", "variant", "sheet"),
    *("stock", "widow", "contract", "pitcher", "eldest", "trick", "pips", "point", "make", "set back", "observation"),
    *("transcript", "replay", "playthrough", "fault", "house move"),
}


def prose(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", prose(text), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(text)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if not there.exists() or (anchor and anchor not in anchors(there.read_text(encoding="utf-8"))):
            broken.append(target)
    assert broken == []


def named_files(text: str) -> Iterator[str]:
    for name in re.findall(r"`([\w.<>*/-]+)`", prose(text)):
        if name.partition("/")[0] in FOLDERS and "/" in name and not MADE.search(name):
            yield name


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_named_exist(name: str) -> None:
    made = {"proto/baseline.binpb"}
    missing = {file for file in named_files((ROOT / name).read_text(encoding="utf-8")) if not (ROOT / file).exists()}
    assert missing - made == set()


def test_every_decision_is_a_page_with_its_parts() -> None:
    index = page("adr/README.md")
    files = sorted((DOCS / "adr").glob("0*.md"))
    assert [int(file.name[:4]) for file in files] == list(range(1, len(files) + 1))
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert all(f"**{part}" in text for part in ("Context.", "Decision.", "Consequences.", "Alternatives")), (
            file.name
        )
        assert f"]({file.name})" in index
        assert text.startswith(f"# {int(file.name[:4])}. ")


def test_a_word_is_explained_once() -> None:
    told = [row[0] for section in sections(page("glossary.md")).values() for row in rows(section)]
    assert all(re.fullmatch(r"\*\*[a-z -]+\*\*", word) for word in told)
    assert len(told) == len(set(told))
    assert {word.strip("*") for word in told} >= WORDS


def test_the_pages_are_found() -> None:
    assert Path("docs/protocol.md") in {path.relative_to(ROOT) for path in PAGES}


def test_the_variant_in_contributing_can_be_played() -> None:
    (example,) = re.findall(r"^   ```python\n(.*?)^   ```$", (ROOT / "CONTRIBUTING.md").read_text(), re.M | re.S)
    names = {"replace": replace, "AUCTION": AUCTION, "Variant": Variant, "solo": solo, "WITH_BACKDOOR": WITH_BACKDOOR}
    exec(textwrap.dedent(example), names)
    (variant,) = cast(tuple[Variant, ...], names["VARIANTS"])
    assert "Short Pitch" in describe(variant.sheet)[0]
