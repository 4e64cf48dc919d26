"""Reading the pages of docs/: sections, tables and fenced blocks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"


def page(name: str) -> str:
    """The text of a page."""
    return (DOCS / name).read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """By heading (without #): what stands below it, up to the next heading of any level. Fenced blocks have none."""
    found: dict[str, str] = {}
    heading, fenced = "", False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        if not fenced and line.startswith("#"):
            heading = line.lstrip("#").strip()
            assert heading not in found, f"two sections are called {heading!r}"
            found[heading] = ""
        elif heading:
            found[heading] += line + "\n"
    return found


def rows(section: str) -> list[list[str]]:
    """The cells of every row of the tables in a section, without head and rule."""
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for number, row in enumerate(cells) if not _is_rule(row) and not _is_head(cells, number)]


def _is_rule(row: list[str]) -> bool:
    return all(re.fullmatch(r":?-+:?", cell) for cell in row)


def _is_head(cells: list[list[str]], number: int) -> bool:
    return number + 1 < len(cells) and _is_rule(cells[number + 1])


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
