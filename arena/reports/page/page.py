"""The page put together: a panel for the overall table, one a variant, then faults, games and the plan.

Every table of arena/reports/sheets.py is on it, so what the other forms of the report tell stands here too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

from arena.reports.page.content import Content, FaultTold, GameTold
from arena.reports.page.plots import MOST_LINES, bars, forest, over_time
from arena.reports.sheets import Sheet, sheets
from arena.statistics.analysis import OverallAnalysis, Row, VariantAnalysis
from arena.statistics.course import Course
from referee.engine.notation import place_text

_HERE: Final = Path(__file__).parent
_HEAT_STEPS: Final = 4
_LONG: Final = 24  # characters of a cell from which on it breaks into lines
_TOLD: Final = 6  # entrants whose numbers the text for a drawing has


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the page behind its own tab: `title` as it stands on the tab, and its HTML."""

    title: str
    html: str


def report_page(content: Content) -> str:
    """Return the page as one text of HTML."""
    panels = [
        *_tables(content),
        *_savings(content.analysis.variants),
        Panel("faults", _faults(content)),
        Panel("games", _games(content)),
    ]
    panels.append(Panel("about", _about(content)))
    parts = {
        "title": escape(content.title),
        "done": escape(content.done),
        "style": _file("page.css"),
        "script": _file("page.js"),
        "tabs": "\n".join(_tab(panel, place) for place, panel in enumerate(panels)),
        "panels": "\n".join(_panel(panel, place) for place, panel in enumerate(panels)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _file("page.html"))


def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _tab(panel: Panel, place: int) -> str:
    chosen = f'aria-selected="{str(place == 0).lower()}" tabindex="{0 if place == 0 else -1}"'
    return f'<button role="tab" id="t{place}" aria-controls="p{place}" {chosen}>{escape(panel.title)}</button>'


def _panel(panel: Panel, place: int) -> str:
    on = ' class="on"' if place == 0 else ""
    head = f'<section role="tabpanel" id="p{place}" aria-labelledby="t{place}"{on}>'
    return f"{head}\n<h2>{escape(panel.title)}</h2>\n{panel.html}\n</section>"


def _tables(content: Content) -> Iterator[Panel]:
    """Yield the panels of the analysis: a table of level 2 opens one, those below it follow."""
    analysis = content.analysis
    known: dict[str, tuple[OverallAnalysis | VariantAnalysis, Course | None]] = {
        one.variant: (one, content.courses.variants.get(one.variant)) for one in analysis.variants
    }
    if analysis.overall:
        known["overall"] = (analysis.overall, content.courses.overall)
    title, parts = "", list[str]()
    for sheet in sheets(analysis):
        if sheet.level == 2:
            if parts:
                yield Panel(title, "\n".join(parts))
            title, parts = sheet.title, [*_head(sheet, *known[sheet.title])]
        else:
            parts += [f"<h3>{escape(sheet.title)}</h3>", *_table(sheet)]
    if parts:
        yield Panel(title, "\n".join(parts))
    else:
        yield Panel("standings", "<p>No bout is finished yet.</p>")


def _head(sheet: Sheet, table: OverallAnalysis | VariantAnalysis, course: Course | None) -> Iterator[str]:
    """Yield the standings as a drawing and as a table, and how the ratings went."""
    yield from _sentences(sheet)
    if len(table.rows) > 1:
        yield _picture(forest(table.rows), _forest_words(table.rows), "ratings")
    yield from _grid(sheet)
    yield "<h3>ratings over time</h3>"
    if course is None:
        yield "<p>There is no second round yet: it takes two bouts or more of each line-up.</p>"
        return
    best = [row.name for row in table.rows]
    yield _picture(over_time(course, best), _course_words(course, best), "ratings over time")
    if len(best) > MOST_LINES:
        yield f"<p>The best {MOST_LINES} are drawn.</p>"


def _picture(address: str, words: str, title: str) -> str:
    """Return a drawing with what it shows in words; on a small screen it scrolls rather than shrinks."""
    img = f'<img src="{address}" alt="{escape(words)}" decoding="async">'
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Drawing: {escape(title)}">{img}</div>'


def _forest_words(rows: Sequence[Row]) -> str:
    told = "; ".join(
        f"{row.name} {row.rating.mean:+.0f}"
        + (f" ({row.rating.low:+.0f} to {row.rating.high:+.0f})" if row.rating.half is not None else "")
        for row in rows[:_TOLD]
    )
    more = f"; and {len(rows) - _TOLD} more, all in the table below" if len(rows) > _TOLD else ""
    return f"Forest plot of the ratings in Elo with 95% intervals, the best first: {told}{more}."


def _course_words(course: Course, names: Sequence[str]) -> str:
    told = []
    for name in names[:_TOLD]:
        known = [one for one in course.ratings.get(name, ()) if one is not None]
        if known:
            told.append(f"{name} from {known[0].mean:+.0f} to {known[-1].mean:+.0f}")
    first, last = course.rounds[0], course.rounds[-1]
    return f"Lines of the ratings in Elo after {first} to {last} rounds: {'; '.join(told)}."


def _table(sheet: Sheet) -> Iterator[str]:
    yield from _grid(sheet)
    yield from _sentences(sheet)


def _sentences(sheet: Sheet) -> Iterator[str]:
    if sheet.lines:
        kind = "code" if sheet.title == "pairs" else "lines"
        yield f'<ul class="{kind}">' + "".join(f"<li>{escape(line)}</li>" for line in sheet.lines) + "</ul>"


def _grid(sheet: Sheet) -> Iterator[str]:
    """Yield the rows as a table that scrolls by itself; the first word of a row is its head."""
    if not sheet.rows:
        return
    headed = min(sheet.left, default=0)
    heads = "".join(
        f'<th scope="col"{_kind(head, word=column in sheet.left)}><span>{escape(head) or "&nbsp;"}</span></th>'
        for column, head in enumerate(sheet.heads)
    )
    body = "\n".join(_row(sheet, number, row, headed) for number, row in enumerate(sheet.rows))
    kind = ' class="heat"' if sheet.heat else ""
    table = f"<table{kind}><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    yield _scrolling(table, sheet.title)
    if sheet.heat:
        yield "<p>The stronger the shade, the farther from half; below half it is striped, on paper underlined.</p>"


def _scrolling(table: str, title: str) -> str:
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Table: {escape(title)}">{table}</div>'


def _row(sheet: Sheet, number: int, row: Sequence[str], headed: int) -> str:
    cells = []
    for column, text in enumerate(row):
        if column == headed:
            cells.append(f'<th scope="row"{_kind(text, word=column in sheet.left)}>{escape(text)}</th>')
        elif sheet.heat and column:
            cells.append(f"<td{_shade(sheet.heat[number][column - 1], text)}>{escape(text)}</td>")
        else:
            cells.append(f"<td{_kind(text, word=column in sheet.left)}>{escape(text)}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _kind(text: str, *, word: bool) -> str:
    """Return the class of a cell: words stand to the left, and what is long breaks into lines."""
    kinds = " ".join(kind for kind, on in (("word", word), ("long", len(text) > _LONG)) if on)
    return f' class="{kinds}"' if kinds else ""


def _shade(share: float | None, text: str) -> str:
    """Return the class of a cell: from half on it gets darker both ways, below half it is striped."""
    if share is None or share == 0.5:
        return ""
    step = min(_HEAT_STEPS, 1 + int(abs(share - 0.5) * 2 * _HEAT_STEPS))
    sure = " sure" if text.endswith("*") else ""
    return f' class="{"m" if share > 0.5 else "l"}{step}{sure}"'


def _savings(variants: Sequence[VariantAnalysis]) -> Iterator[Panel]:
    """Yield the panel of what bouts and taking out luck save, variant by variant; none where nothing is known."""
    found = {one.variant: _saved_by(one) for one in variants}
    found = {name: factors for name, factors in found.items() if any(factors)}
    if not found:
        return
    names = list(found)
    groups = [
        ("bouts", [found[name][1] for name in names]),
        ("with luck taken out", [found[name][3] for name in names]),
    ]
    told = "; ".join(f"{name} {_factor(found[name][3] or found[name][1])}" for name in names[:_TOLD])
    words = f"Bars of how many times as many games would be needed for the same interval of points: {told}."
    sheet = Sheet(
        title="times as many games for the same intervals, were games played singly",
        level=3,
        heads=("variant", "win share, bouts", "points, bouts", "win share, luck out, too", "points, luck out, too"),
        rows=tuple((name, *map(_factor, factors)) for name, factors in found.items()),
        left=(0,),
    )
    picture = _picture(
        bars(names, groups, label="times as many games for the points, played singly"), words, "variance saved"
    )
    about = (
        "<p>The games of a bout share their deals, so the luck of the cards cancels; what is left of it can be taken"
        " out of the score. Above 1 that saves games.</p>"
    )
    yield Panel("variance saved", "\n".join([about, picture, *_grid(sheet)]))


def _saved_by(variant: VariantAnalysis) -> tuple[float | None, float | None, float | None, float | None]:
    """Return the factors for win share and points: by bouts alone, and with the luck of the deal taken out."""
    saved, luck = variant.saved, variant.luck
    wins = saved.wins * luck.wins if saved.wins and luck and luck.wins else None
    points = saved.points * luck.lead if saved.points and luck and luck.lead else None
    return saved.wins, saved.points, wins, points


def _factor(factor: float | None) -> str:
    return "-" if factor is None else f"{factor:.2f}"


def _faults(content: Content) -> str:
    if not content.faults:
        return "<p>Nobody has made a fault in a finished bout.</p>"
    heads = ("bot", "fault", "what", "game", "at", "evidence")
    table = _words("faults", heads, [_fault(content, fault) for fault in content.faults])
    left = content.faults_left_out
    more = f"<p>{left} more of the same kinds are not listed; <code>arena why RUN BOT</code> tells all.</p>"
    return table + (more if left else "")


def _fault(content: Content, fault: FaultTold) -> Sequence[str]:
    game = content.game_at(fault.place)
    name = "none" if fault.place is None else "/".join(map(str, fault.place))
    where = "before any game" if fault.place is None else place_text(fault.deal, fault.decision)
    if game is not None:
        moment = _moment(content, game, fault.deal, fault.decision)
        where = f'<a href="{escape(moment)}">{where}</a>'
    evidence = "none kept"
    if fault.evidence is not None:
        evidence = f'<a href="{escape(_address(content, fault.evidence))}">{escape(fault.evidence.name)}</a>'
    return escape(fault.bot), escape(fault.kind), escape(fault.detail), escape(name), where, evidence


def _games(content: Content) -> str:
    if not content.games:
        return "<p>No page of games has been written beside this one: <code>arena replay html FILE</code> does it.</p>"
    heads = ("game", "variant", "by seat", "score by side")
    note = "<p>Games with faults, then one of each bout, then others. All are in the replays of the run.</p>"
    return note + _words("games", heads, [_game(content, game) for game in content.games])


def _words(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of words; the cells are HTML already, the first of each row is its head."""

    def kind(cell: str) -> str:
        return _kind(re.sub("<[^>]*>", "", cell), word=True)

    head = "".join(f'<th scope="col" class="word">{one}</th>' for one in heads)
    body = "\n".join(
        f'<tr><th scope="row"{kind(row[0])}>{row[0]}</th>'
        + "".join(f"<td{kind(cell)}>{cell}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return _scrolling(f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>", title)


def _game(content: Content, game: GameTold) -> Sequence[str]:
    link = _moment(content, game, 0, 0)
    name = "/".join(map(str, game.place))
    seats = ", ".join(f"{one} (forfeited)" if at in game.forfeits else one for at, one in enumerate(game.seats))
    scores = " : ".join(map(str, game.scores))
    return f'<a href="{escape(link)}">{escape(name)}</a>', escape(game.variant), escape(seats), scores


def _moment(content: Content, game: GameTold, deal: int, decision: int) -> str:
    """Return how the page leads to a decision in the viewer, whose addresses count from 1; both are given from 0."""
    return f"{_address(content, game.page)}#game={game.number}&deal={deal + 1}&decision={decision + 1}"


def _address(content: Content, path: Path) -> str:
    """Return how the page leads to a file."""
    return quote(os.path.relpath(path, content.beside))


def _about(content: Content) -> str:
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in content.facts)
    notes = "".join(f"<p>{escape(note)}</p>" for note in content.notes)
    plan = ""
    if content.plan is not None:
        plan = f"<h3>{escape(content.plan.title)}</h3>" + "\n".join(_table(content.plan))
    how = "<p>How every number is made, and how far it may be trusted, is in docs/statistics.md of the arena.</p>"
    return f"<dl>{facts}</dl>\n{notes}\n{plan}\n{how}"
