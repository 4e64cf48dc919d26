"""Asking a bot again what it was asked in recorded games, and comparing what it answers."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import trio

from arena.errors import USAGE, RunError
from arena.regress.baseline import Baseline, Place, place_of
from arena.regress.candidate import Answer, Candidate, Silent, first_of
from arena.regress.exam import Exam, Question, Source
from arena.regress.examiner import examine
from arena.regress.position import describe
from arena.regress.report import MOST_TOLD, Change, Keep, Kind, Paper, Report
from arena.regress.selection import Selection
from arena.setup.bots import Bot
from referee.clock import Limits
from referee.engine.actions import Ask, allows
from referee.engine.errors import NotationError, nearest
from referee.engine.notation import parse_token, token
from referee.engine.sheet import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How it is asked: the limits it is told, how long a round of answers may take, and whether it is asked twice."""

    limits: Limits
    wait_s: float
    twice: bool


class Comparison:
    """Takes the answers and fills the report."""

    def __init__(
        self, report: Report, selection: Selection, baseline: Baseline, tick: Callable[[Report], None]
    ) -> None:
        self.report = report
        self._selection = selection
        self._baseline = baseline
        self._tick = tick
        self._papers: dict[int, Paper] = {}
        self._bare: dict[int, Source] = {}
        self._told = 0

    def note(self, processes: Sequence[Candidate]) -> None:
        """The processes have joined."""
        self.report.joined_as = processes[0].joined_as

    def take(self, exam: Exam, answers: Sequence[Answer]) -> None:
        """Compare the answers to the present question of the exam."""
        report, question = self.report, exam.question
        assert question is not None and exam.game is not None
        report.asked += 1
        if not self._selection.only.has(question):
            return
        if question.house:
            report.house += 1
            return
        report.compared += 1
        paper = self._paper(exam)
        paper.compared += 1
        sheet, place = exam.game.sheet, place_of(exam, question)
        recorded = token(question.action, question.ask, sheet)
        expected = self._baseline.expected(place, recorded)
        texts = [_text(answer, question, sheet) for answer in answers]
        kind = self._judge(place, question, recorded, expected, texts, answers)
        ask = Ask(question.ask).name.lower().replace("_", "-")
        report.by_ask[ask, kind] += 1
        if kind is not None:
            report.counts[kind] += 1
            paper.changes.append(self._change(exam, question, kind, ask, recorded, expected, texts, answers[0]))

    def _judge(
        self,
        place: Place,
        question: Question,
        recorded: str,
        expected: str,
        texts: Sequence[str],
        answers: Sequence[Answer],
    ) -> Kind | None:
        if len(set(texts)) > 1:
            return Kind.UNSTABLE
        action = answers[0].action
        if action is None or not allows(question.legal, action):
            return Kind.ILLEGAL
        if texts[0] != recorded:
            self._baseline.note(place, recorded, texts[0])
        return Kind.CHANGED if texts[0] != expected else None

    def _change(
        self,
        exam: Exam,
        question: Question,
        kind: Kind,
        ask: str,
        recorded: str,
        expected: str,
        texts: Sequence[str],
        answer: Answer,
    ) -> Change:
        assert exam.game is not None
        self._told += 1
        told = self._told <= MOST_TOLD
        words = tuple(describe(exam.game, exam.source.record.seats)) if told else ()
        return Change(
            kind=kind,
            source=exam.source if told else self._without_deals(exam),
            seat=exam.seat,
            deal=question.deal,
            index=question.index,
            ask=ask,
            recorded=recorded,
            expected=expected,
            now=texts[0],
            again=texts[1] if len(texts) > 1 else None,
            old_action=parse_token(expected, exam.game.sheet),
            new_action=answer.action if kind is Kind.CHANGED and told else None,
            words=words,
        )

    def _without_deals(self, exam: Exam) -> Source:
        """Return the source without what was played, which would fill the memory where very much has changed."""
        found = self._bare.get(id(exam))
        if found is None:
            bare = replace(exam.source, record=replace(exam.source.record, deals=(), faults=()))
            found = self._bare[id(exam)] = bare
        return found

    def _paper(self, exam: Exam) -> Paper:
        paper = self._papers.get(id(exam))
        if paper is None:
            source = exam.source
            name = f"{source.name} seat {exam.seat} ({source.record.seats[exam.seat]})"
            paper = self._papers[id(exam)] = Paper(file=source.file, name=name)
            self.report.papers.append(paper)
        return paper

    def done(self, exam: Exam) -> None:
        """The exam is over."""
        paper = self._papers.pop(id(exam), None)
        self._bare.pop(id(exam), None)
        if paper is not None and not paper.changes and self.report.keep is Keep.CHANGED:
            papers = self.report.papers  # it is among the last: few are open at once
            del papers[next(at for at in reversed(range(len(papers))) if papers[at] is paper)]
        if exam.problem is not None:
            self.report.problems.append(f"{exam.source.file}: game {exam.source.number}: {exam.problem}")
        self._tick(self.report)


def _text(answer: Answer, question: Question, sheet: Sheet) -> str:
    """Return the token of the answer; what came back, where it is none."""
    if answer.action is None:
        return answer.said
    try:
        return token(answer.action, question.ask, sheet)
    except NotationError:
        return answer.said


def regress(
    bot: Bot,
    selection: Selection,
    baseline: Baseline,
    terms: Terms,
    report: Report,
    tick: Callable[[Report], None] = lambda report: None,
) -> None:
    """Ask the bot about everything in the selection and fill the report.

    RunError when there is nothing to ask; a bot that stops answering is the report's `failure`.
    """
    comparison = Comparison(report, selection, baseline, tick)

    async def main() -> None:
        await examine(
            [bot] * (2 if terms.twice else 1),
            selection.exams(),
            comparison.take,
            comparison.done,
            limits=terms.limits,
            wait_s=terms.wait_s,
            note=comparison.note,
        )

    try:
        trio.run(main)
    except* Silent as group:
        silent = first_of(group)
        report.failure = f"{shlex.join(bot.argv())}: {silent}"
        report.last_words = tuple(silent.tail.strip().splitlines()[-20:])
    report.games, report.other_rules = selection.games, selection.other_rules
    report.problems += selection.problems + baseline.problems
    if not (report.compared or report.failure or report.problems or report.other_rules):
        raise RunError(_nothing(selection, report), exit_status=USAGE)


def _nothing(selection: Selection, report: Report) -> str:
    """Say why there is nothing to ask."""
    who = selection.player
    if who is not None and who not in selection.entrants and selection.entrants:
        known = sorted(selection.entrants)
        return f"{who} did not play in these games{nearest(who, known)}; --player names one of {', '.join(known)}"
    left = f" ({report.house} were played by the house)" if report.house else ""
    return f"no decision is left to compare: nothing fits --player, --seat and --filter{left}"
