"""The forms of a report that are text: for a terminal, Markdown, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from arena.reports.sheets import Sheet

FORMAT: Final = 1
_PLACES: Final = 6


def as_text(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Yield the lines of a report for a terminal, columns aligned."""
    for sheet in sheets:
        yield ""
        yield sheet.title
        yield from _aligned(sheet)
        for line in sheet.lines:
            yield f"  {line}"


def _aligned(sheet: Sheet) -> Iterator[str]:
    if not sheet.rows:
        return
    table = [sheet.heads, *sheet.rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(sheet.heads))]
    for row in table:
        cells = (
            cell.ljust(width) if column in sheet.left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield ("  " + "  ".join(cells)).rstrip()


def as_markdown(sheets: Sequence[Sheet], *, title: str) -> Iterator[str]:
    """Yield the lines of a report in Markdown."""
    yield f"# {title}"
    for sheet in sheets:
        yield ""
        yield f"{'#' * sheet.level} {sheet.title}"
        if sheet.rows:
            yield ""
            yield _markdown_row(sheet.heads)
            yield "|" + "|".join("---" if column in sheet.left else "---:" for column in range(len(sheet.heads))) + "|"
            yield from map(_markdown_row, sheet.rows)
        if sheet.lines:
            yield ""
            yield from (f"- {line}" for line in sheet.lines)


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def as_json(analysis: object, meta: Mapping[str, object]) -> str:
    """Return a report as JSON: `meta` and the fields of the analysis (arena/statistics/analysis.py), sorted keys."""
    data = {"format": FORMAT, **meta, "analysis": _rounded(msgspec.to_builtins(analysis))}
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False)


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, _PLACES) + 0.0
        case dict():
            return {key: _rounded(one) for key, one in value.items()}
        case list() | tuple():
            return [_rounded(one) for one in value]
        case _:
            return value
