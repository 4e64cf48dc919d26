"""A regression report as text for a terminal, as Markdown, as JSON data, and as JUnit XML for build servers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Any
from xml.etree import ElementTree

from arena.regress.report import Change, Kind, Report
from referee.engine.notation import place_word


def headline(report: Report) -> str:
    """Return the result in a line."""
    parts = [f"{report.agreed} of {report.compared} decisions as expected"]
    parts += [f"{report.changed} changed"] if report.changed else []
    parts += [f"{report.unstable} unstable"] if report.unstable else []
    verdict = ("blessed" if report.blessed else "ok") if report.ok else "NOT ok"
    return (
        f"{verdict}: {report.bot}: agreement {_percent(report.agreement)} ({', '.join(parts)}) in {report.games} games"
    )


def _percent(share: float) -> str:
    """Return the share in percent: 100% only where it is all."""
    return "100%" if share == 1 else f"{min(99.99, 100 * share):.2f}%"


def by_ask(report: Report) -> Iterator[tuple[str, int, int, int]]:
    """Yield what was asked with the decisions compared, changed and unstable."""
    for ask in sorted({ask for ask, _ in report.by_ask}):
        counts = {kind: count for (word, kind), count in report.by_ask.items() if word == ask}
        unstable = counts.get(Kind.UNSTABLE, 0)
        changed = counts.get(Kind.CHANGED, 0) + counts.get(Kind.ILLEGAL, 0)
        yield ask, sum(counts.values()), changed, unstable


def notes(report: Report) -> Iterator[str]:
    """Yield what else is to be said."""
    if report.failure:
        yield f"it stopped answering after {report.asked} questions: {report.failure}"
        yield from (f"  | {line}" for line in report.last_words)
    yield from report.problems
    if report.other_rules:
        yield f"{report.other_rules} games were played under other rules than this program's: not asked"
    if report.house:
        yield f"{report.house} decisions were the house's and are not compared"
    if not report.within:
        limits = f"--allow {report.allow}, --allow-unstable {report.allow_unstable}"
        yield f"more is otherwise than allowed ({limits})"


def text(report: Report, *, show: int) -> Iterator[str]:
    """Yield the report for a terminal with the first `show` changes."""
    for kinds, title in (((Kind.CHANGED, Kind.ILLEGAL), "changed"), ((Kind.UNSTABLE,), "unstable")):
        found = [change for change in report.changes() if change.kind in kinds]
        for change in found[:show]:
            yield f"{title}: {change.place}"
            yield from (f"  {line}" for line in change.words)
            yield from (f"  {line}" for line in outcome(change))
            yield ""
        if len(found) > show:
            yield f"and {len(found) - show} more that are {title} (--show N, --json, --markdown FILE)"
            yield ""
    yield headline(report)
    if report.changed or report.unstable:
        for ask, compared, changed, unstable in by_ask(report):
            yield f"  {ask}: {compared} compared, {changed} changed, {unstable} unstable"
    yield from notes(report)


def outcome(change: Change) -> Iterator[str]:
    """Yield the lines with the old and the new answer, and what the difference is worth."""
    why = "" if change.expected == change.recorded else f" (by the baseline; recorded: {change.recorded})"
    yield f"expected: {change.expected}{why}"
    legal = ", which is not legal" if change.kind is Kind.ILLEGAL else ""
    yield f"now: {change.answers}{legal}"
    if change.worth is not None:
        yield f"worth: {change.worth}"


def data(report: Report) -> dict[str, Any]:
    """Return the report as JSON data."""
    return {
        "bot": report.bot,
        "joined_as": report.joined_as,
        "ok": report.ok,
        "agreement": report.agreement,
        "games": report.games,
        "asked": report.asked,
        "compared": report.compared,
        "agreed": report.agreed,
        "changed": report.changed,
        "unstable": report.unstable,
        "house": report.house,
        "asked_twice": report.twice,
        "allow": str(report.allow),
        "allow_unstable": str(report.allow_unstable),
        "by_ask": {
            ask: {"compared": compared, "changed": changed, "unstable": unstable}
            for ask, compared, changed, unstable in by_ask(report)
        },
        "changes": [_change(change) for change in report.changes()],
        "failure": report.failure or None,
        "problems": report.problems,
        "other_rules": report.other_rules,
    }


def _change(change: Change) -> dict[str, Any]:
    worth = change.worth
    return {
        "kind": change.kind.value,
        "file": change.source.file,
        "game": change.game,
        "number": change.source.number,
        "deal": change.deal,
        "decision": change.index,
        "seat": change.seat,
        "player": change.player,
        "ask": change.ask,
        "recorded": change.recorded,
        "expected": change.expected,
        "now": change.now,
        "again": change.again,
        "position": list(change.words),
        "worth": worth and {"mean": worth.mean, "error": worth.error, "times": worth.times},
    }


def markdown(report: Report, *, show: int) -> Iterator[str]:
    """Yield the report as Markdown with the first `show` changes in words."""
    yield f"## {headline(report)}"
    yield ""
    yield "| asked | compared | changed | unstable |"
    yield "|---|--:|--:|--:|"
    for ask, compared, changed, unstable in by_ask(report):
        yield f"| {ask} | {compared} | {changed} | {unstable} |"
    yield ""
    for line in notes(report):
        yield f"- {_plain(line)}"
    changes = list(islice(report.changes(), show))
    if changes:
        yield ""
        yield "| game | decision | seat | expected | now | worth |"
        yield "|---|---|--:|---|---|---|"
    for change in changes:
        worth = "" if change.worth is None else f"{change.worth.mean:+.2f} ± {change.worth.error:.2f}"
        where = place_word(change.deal, change.index)
        cells = (change.game, where, change.seat, change.expected, change.answers, worth)
        yield "| " + " | ".join(_plain(str(cell)) for cell in cells) + " |"
    for change in changes:
        yield ""
        yield f"**{_plain(change.place)}**: {change.kind.value}"
        yield ""
        yield from (f"    {line}" for line in (*change.words, *outcome(change)))
    more = report.changed + report.unstable - len(changes)
    if more:
        yield ""
        yield f"and {more} more"


def _plain(line: str) -> str:
    """Return the text so that Markdown shows it as it is."""
    return "".join("\\" + char if char in "\\`*_|<>[]" else char for char in line)


def junit(report: Report) -> bytes:
    """Return the report as JUnit XML: a suite a file, a case for each seat of a game.

    A case fails by what is not as expected, unless no more of it is so than allowed.
    """
    root = ElementTree.Element("testsuites", name="arena regress")
    for file, papers in groupby(report.papers, key=lambda paper: paper.file):
        suite = ElementTree.SubElement(root, "testsuite", name=file)
        tests = failures = 0
        for paper in papers:
            tests += 1
            case = ElementTree.SubElement(suite, "testcase", classname=report.bot, name=paper.name)
            if not paper.changes:
                continue
            failures += not report.within
            tag = "system-out" if report.within else "failure"
            message = f"{len(paper.changes)} of {paper.compared} decisions are not answered as expected"
            attributes = {} if report.within else {"type": paper.changes[0].kind.value, "message": _xml(message)}
            ElementTree.SubElement(case, tag, attributes).text = _xml("\n".join(_story(paper.changes)))
        suite.attrib |= {"tests": str(tests), "failures": str(failures), "errors": "0"}
    troubles = [*([report.failure] if report.failure else []), *report.problems]
    troubles += [f"{report.other_rules} games of other rules"] if report.other_rules else []
    if troubles:
        suite = ElementTree.SubElement(
            root, "testsuite", name="replays", tests=str(len(troubles)), failures="0", errors=str(len(troubles))
        )
        for number, trouble in enumerate(troubles, start=1):
            case = ElementTree.SubElement(suite, "testcase", classname=report.bot, name=f"trouble {number}")
            ElementTree.SubElement(case, "error", message=_xml(trouble))
    ElementTree.indent(root)
    xml: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def _story(changes: Sequence[Change]) -> Iterator[str]:
    for change in changes:
        yield f"{change.kind.value}: {change.place}"
        yield from (f"  {line}" for line in (*change.words, *outcome(change)))


def _xml(line: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return "".join(char if char in "\t\n" or " " <= char <= "\ud7ff" or char > "\udfff" else "?" for char in line)
