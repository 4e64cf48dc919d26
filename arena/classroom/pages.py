"""Pages of HTML: one file each, no scripts, nothing loaded from elsewhere, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from arena.classroom.facts import Facts, Step
from arena.classroom.grading import Grade, fault_lines, percent, points_text
from arena.classroom.refusals import HELP

_LONG: Final = 24  # characters of a cell from which on it breaks into lines
_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #8886; }
h1, h2, p, li, summary { overflow-wrap: anywhere; }
td.long { overflow-wrap: anywhere; min-width: 11rem; }
td.n, th.n { text-align: right; }
td.n { white-space: nowrap; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid #8886; font-size: .85rem; }
.bad { border-left: .4rem solid #c33; padding: .3rem 1rem; }
.wide { overflow-x: auto; }
@media print { pre { white-space: pre-wrap; } .wide { overflow: visible; } }
"""


def page(title: str, parts: Iterable[str]) -> bytes:
    """Return a whole page of parts that are HTML already."""
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"{body}\n</main>\n</body>\n</html>\n"
    ).encode()


def paragraph(text: str) -> str:
    """Return a paragraph of plain text."""
    return f"<p>{escape(text)}</p>"


def _name(text: str) -> str:
    """Return a name that keeps its direction of writing to itself."""
    return f"<bdi>{escape(text)}</bdi>"


def heading(text: str) -> str:
    """Return a heading below the title."""
    return f"<h2>{escape(text)}</h2>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """Return a table of plain texts; the columns in `numbers` are set to the right."""

    def row(tag: str, cells: Sequence[str]) -> str:
        scope = 'scope="col"' if tag == "th" else ""
        kinds = ["n" if place in numbers else "long" if len(cell) > _LONG else "" for place, cell in enumerate(cells)]
        classes = [scope + (f' class="{kind}"' if kind else "") for kind in kinds]
        told = (f"<{tag} {extra}>" if extra else f"<{tag}>" for extra in classes)
        return "<tr>" + "".join(f"{o}{escape(c)}</{tag}>" for o, c in zip(told, cells, strict=True)) + "</tr>"

    lines = [row("th", head), *(row("td", cells) for cells in rows)]
    label = escape(f"Table of {', '.join(filter(None, head))}")
    start = f'<div class="wide" tabindex="0" role="region" aria-label="{label}"><table>'
    return "\n".join([start, *lines, "</table></div>"])


def folded(title: str, text: str) -> str:
    """Return a text to unfold."""
    told = escape(title)
    pre = f'<pre tabindex="0" role="region" aria-label="{told}">{escape(text)}</pre>'  # it scrolls sideways
    return f"<details><summary>{told}</summary>{pre}</details>"


def rubric(grade: Grade) -> str:
    """Return the rubric: each criterion with its points and why."""
    rows = [
        (
            part.name + (" (bonus)" if part.bonus else ""),
            f"{points_text(part.points)} of {part.of}",
            part.evidence,
        )
        for part in grade.parts
    ]
    return table(("criterion", "points", "why"), rows, numbers=(1,))


def student_page(title: str, facts: Facts, grade: Grade, *, pseudonym: str, wrote: str, games: Sequence[str]) -> bytes:
    """Return the page of a student: the points with their evidence, what to mend, and their own games.

    `games` are HTML; `wrote` is the end of what the build wrote.
    """
    scored = escape(f"{points_text(grade.points)} of {grade.total} points. {grade.late_text}")
    parts = [
        f"<p>{_name(facts.student)}: {scored}</p>",
        f"<p>Handed in as {_name(facts.entry)}. On the public leaderboard you are {escape(pseudonym)}.</p>",
    ]
    if facts.refusal is not None:
        parts.append(
            f'<div class="bad"><p><b>Your bot was not played.</b> {escape(facts.refusal.text)}.</p>'
            f"<p>{escape(HELP[facts.refusal.kind])}</p></div>"
        )
    parts += [paragraph(f"Note: {note}") for note in facts.notes]
    parts += [heading("Points"), rubric(grade)]
    parts += _check(facts.steps)
    if wrote:
        parts.append(folded("The end of what your build wrote", wrote))
    parts += _against(facts)
    if games:
        parts += [heading("Some of your games, as your seat saw them"), *games]
    return page(f"{title}: your bot", parts)


def _check(steps: Sequence[Step]) -> list[str]:
    if not steps:
        return []
    rows = [(one.name, "ok" if one.passed else "failed", one.seen, "" if one.passed else one.fix) for one in steps]
    return [heading("The check"), table(("step", "result", "what was seen", "how to mend it"), rows)]


def _against(facts: Facts) -> list[str]:
    if not facts.versus:
        return []
    rows = [
        (
            one.variant,
            one.staff,
            str(one.bouts),
            f"{one.won} / {one.level} / {one.lost}",
            percent(one.share),
            "?" if one.low is None or one.high is None else f"{percent(one.low)} to {percent(one.high)}",
        )
        for one in facts.versus
    ]
    head = ("variant", "staff bot", "bouts", "won / level / lost", "share", "95% interval")
    about = (
        "A game counts once for each pair of sides: did yours finish before theirs? Level counts half. A bout is the"
        " same deals played from every side, so the luck of the cards cancels. To beat a staff bot for sure, the lower"
        " end of the interval has to be above the mark."
    )
    faults = [paragraph(f"Faults in {line}.") for line in fault_lines(facts.played)]
    return [heading("Against the staff bots"), table(head, rows, numbers=(2, 3, 4, 5)), paragraph(about), *faults]
