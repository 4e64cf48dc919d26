"""What a class run writes: grades, a page and results.json for each student, a report and a public leaderboard."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.classroom import pages
from arena.classroom.course import Course
from arena.classroom.facts import Facts, Versus
from arena.classroom.gradescope import results_of
from arena.classroom.grading import percent, points_text
from arena.classroom.refusals import OVER_LIMIT_TEXT, Kind, is_over_limit
from arena.classroom.run import ClassRun, Graded
from arena.classroom.secrecy import pseudonyms
from arena.classroom.similar import Alike, alike, deciding_alike, groups, runs_of
from arena.records.rundir import REPLAYS
from arena.replays.files import replaced
from arena.replays.show import games as replayed
from arena.replays.show import tell

GRADES, REPORT, BOARD, BOARD_CSV = "grades.csv", "report.html", "leaderboard.html", "leaderboard.csv"
SIMILAR: Final = "similarity.html"
STUDENTS, PAGE, RESULTS = "students", "index.html", "results.json"
SHOWN_GAMES: Final = 2  # of each variant against each staff bot
_TIMES: Final = re.compile(r"after \d+(?:\.\d+)? m?s\b")
_VARIES: Final = re.compile(r" \(and \d+ more\)")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def write_outputs(run: ClassRun) -> None:
    """Write everything; each file is replaced whole. Nothing but the facts and the finished games goes in."""
    course, out = run.course, run.course.out
    names = pseudonyms(course, [one.facts.id for one in run.students])
    _write(out / GRADES, grades_csv(course, run.students))
    board = list(_board(run, names))
    _write(out / BOARD_CSV, _csv([_BOARD_HEAD, *board]))
    _write(out / BOARD, pages.page(f"{course.assignment.title}: leaderboard", _board_page(board)))
    _write(out / REPORT, pages.page(f"{course.assignment.title}: the class", _report(run)))
    _write(out / SIMILAR, pages.page(f"{course.assignment.title}: submissions that are alike", similarity(run)))
    for one in run.students:
        folder = out / STUDENTS / one.facts.id
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / RESULTS, results_of(one.facts, one.grade).to_json())
        html = pages.student_page(
            course.assignment.title,
            one.facts,
            one.grade,
            pseudonym=names[one.facts.id],
            wrote=one.admission.wrote,
            games=list(own_games(course, one)),
        )
        _write(folder / PAGE, html)


def _write(path: Path, data: bytes) -> None:
    with replaced(path) as file:
        file.write(data)


def cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(_FORMULA) else text


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([cell(one) for one in row] for row in rows)
    return text.getvalue().encode()


def status_of(one: Graded) -> str:
    """Return in a word whether it was played, or why not."""
    return one.facts.refusal.kind.value if one.facts.refusal else "played"


def reason_of(facts: Facts) -> str:
    """Return why something is wrong, without what differs from one run to the next; "" when nothing is."""
    return _VARIES.sub("", _TIMES.sub("after some time", _told(facts)))


def _told(facts: Facts) -> str:
    if facts.refusal:
        return OVER_LIMIT_TEXT if facts.refusal.kind is Kind.OVER_LIMIT else facts.refusal.text
    failed = [(step.name, step.seen) for step in facts.steps if not step.passed]
    return "; ".join(f"{name}: {OVER_LIMIT_TEXT if is_over_limit(seen) else seen}" for name, seen in failed)


def grades_csv(course: Course, students: Sequence[Graded]) -> bytes:
    """Return a line for each student, by id."""
    criteria = [f"{number}. {one.name}" for number, one in enumerate(course.assignment.criteria, 1)]
    rows = [["id", "student", "submission", "status", "points", "of", "late_percent", *criteria, "reason"]]
    for one in students:
        rows.append(
            [
                one.facts.id,
                one.facts.student,
                one.facts.entry,
                status_of(one),
                points_text(one.grade.points),
                str(one.grade.total),
                str(one.grade.late_percent),
                *(points_text(part.points) for part in one.grade.parts),
                reason_of(one.facts),
            ]
        )
    return _csv(rows)


# ---- the public leaderboard

_BOARD_HEAD: Final = ["name", "group in class", "share against staff"]


def _mean(versus: Sequence[Versus]) -> float:
    return sum(one.share for one in versus) / len(versus)


def _board(run: ClassRun, names: dict[str, str]) -> Iterator[list[str]]:
    """Yield the rows: only who was played, under pseudonyms, by share and then by pseudonym."""
    played = [one.facts for one in run.students if one.facts.versus]
    for facts in sorted(played, key=lambda one: (-round(_mean(one.versus), 6), names[one.id])):
        yield [names[facts.id], facts.place.group if facts.place else "", percent(_mean(facts.versus))]


def _board_page(rows: Sequence[Sequence[str]]) -> list[str]:
    about = (
        "The share is the mean over staff bots and variants. Two bots with a letter of their groups in common cannot"
        " be told apart for sure by their games against each other. Students find their pseudonym on their own pages."
    )
    return [pages.table(_BOARD_HEAD, rows, numbers=(2,)), pages.paragraph(about)]


# ---- the class report


def _report(run: ClassRun) -> list[str]:
    students = run.students
    broken = [one for one in students if one.facts.refusal]
    shaky = [one for one in students if not one.facts.refusal and reason_of(one.facts)]
    parts = [
        pages.paragraph(
            f"{len(students)} students, {len(students) - len(broken)} played, {len(broken)} not."
            f" {len(run.class_bouts)} bouts were played in class. For the teacher: it names students."
        ),
        pages.heading("Points"),
        _points(run),
    ]
    if broken:
        rows = [(one.facts.student, one.facts.entry, status_of(one), reason_of(one.facts)) for one in broken]
        parts += [pages.heading("Not played"), pages.table(("student", "submission", "kind", "reason"), rows)]
    if shaky:
        told = [(one.facts.student, reason_of(one.facts)) for one in shaky]
        parts += [pages.heading("Played, but the check found something"), pages.table(("student", "what"), told)]
    notes = [(one.facts.student, note) for one in students for note in one.facts.notes]
    if notes:
        parts += [pages.heading("Notes"), pages.table(("student", "note"), notes)]
    return parts


def _points(run: ClassRun) -> str:
    criteria = run.course.assignment.criteria
    head = ["student", "points", *(f"{one.name} ({one.points})" for one in criteria), "group", "status"]
    rows = []
    for one in sorted(run.students, key=lambda one: (-one.grade.points, one.facts.id)):
        late = f", {one.grade.late_percent}% late" if one.grade.late_percent else ""
        rows.append(
            [
                one.facts.student,
                points_text(one.grade.points) + late,
                *(points_text(part.points) for part in one.grade.parts),
                one.facts.place.group if one.facts.place else "",
                status_of(one),
            ]
        )
    return pages.table(head, rows, numbers=range(1, 2 + len(criteria)))


def similarity(run: ClassRun) -> list[str]:
    """Return, as HTML, the submissions that have nearly the same code, and those that decide nearly the same."""
    about = (
        "For a person to judge, and never part of a grade: short programs for one task are alike without anybody's"
        " fault."
    )
    return [pages.paragraph(about), *_same_code(run), *_same_decisions(run)]


def _same_code(run: ClassRun) -> list[str]:
    runs = {one.facts.id: runs_of(Path(one.admission.root)) for one in run.students if one.admission.root}
    pairs = alike(runs, [runs_of(Path(bot.folder)) for bot in run.course.staff])
    about = (
        "Compared is the order of tokens without names, literals, comments and layout; what stands in staff bots is"
        " left out."
    )
    nobody = "No two submissions have nearly the same code."
    parts = _pairs_told(run, pairs, "code", ("one", "other", "of the smaller one", "runs of tokens"), nobody)
    return [pages.heading("Code"), pages.paragraph(about), *parts]


def _same_decisions(run: ClassRun) -> list[str]:
    answers = {name: one.answers for name, one in run.decided.items() if not one.problem}
    given = {name: one.answers for name, one in run.staff_decided.items() if not one.problem}
    pairs, telling = deciding_alike(answers, given)
    about = (
        f"{len(answers)} submissions were asked what they do in the same positions; in {telling} of them not all did"
        " the same, and these are compared. Who decides as a staff bot does is not compared with others that do."
    )
    nobody = "No two submissions decide nearly the same."
    parts = _pairs_told(run, pairs, "decisions", ("one", "other", "of these positions", "positions"), nobody)
    names = {one.facts.id: one.facts.student for one in run.students}
    silent = [(names[name], one.problem) for name, one in run.decided.items() if one.problem]
    if silent:
        parts.append(pages.table(("not compared", "why"), silent))
    return [pages.heading("Decisions"), pages.paragraph(about), *parts]


def _pairs_told(run: ClassRun, pairs: Sequence[Alike], what: str, head: Sequence[str], nobody: str) -> list[str]:
    if not pairs:
        return [pages.paragraph(nobody)]
    names = {one.facts.id: one.facts.student for one in run.students}
    found = [" + ".join(names[one] for one in group) for group in groups(pairs)]
    rows = [(names[one.one], names[one.other], percent(one.share), str(one.runs)) for one in pairs]
    return [pages.table((f"groups by {what}",), [(text,) for text in found]), pages.table(head, rows, numbers=(2, 3))]


# ---- a student's own games


def own_games(course: Course, one: Graded) -> Iterator[str]:
    """Yield some of a student's games, each told from one of their seats.

    Only the first rotation of a bout is shown: the others have the same deals, and would show what others held.
    """
    if not one.facts.versus:
        return
    folder = course.student_run(one.facts.id, one.admission.digest)
    for path in sorted((folder / REPLAYS).glob("*.jsonl")):
        shown: dict[str, int] = {}
        for record, bout in replayed(path):
            staff = next((name for name in record.seats if name != one.facts.id), "")
            if record.rotation or shown.get(staff, 0) >= SHOWN_GAMES:
                continue
            shown[staff] = shown.get(staff, 0) + 1
            seat = record.seats.index(one.facts.id)
            won = "won" if any(record.seats[side] == one.facts.id for side in record.winners) else "not won"
            title = f"{record.sheet} against {staff.partition('.')[2]}, game {shown[staff]}: {won}"
            yield pages.folded(title, "\n".join(tell(record, bout, seat=seat)))
