"""The golden stream holds every table and every answer to every closed question, as they are now."""

from __future__ import annotations

from collections import Counter

import pytest

from pitch.arena.v1 import play_pb2, sheet_pb2
from referee.engine.tables import compile_tables
from referee.variants.catalogue import resolve
from referee.wire import sheet_field
from tests.bots import golden
from tests.catalogue.tables import TABLES

RENEW = "python -m tests.bots.golden"


@pytest.fixture(scope="module")
def pairs() -> list[golden.Pair]:
    return golden.read()


def test_every_table_is_there_with_its_present_sheet(pairs: list[golden.Pair]) -> None:
    recorded = {frame.starts[0].sheet.id: frame.starts[0].sheet for frame, _ in pairs}
    present = {}
    for spec in TABLES:
        start = play_pb2.GameStart()
        start.MergeFromString(sheet_field(compile_tables(resolve(spec))))
        present[start.sheet.id] = start.sheet
    assert sorted(recorded) == sorted(present), RENEW
    assert [name for name in present if present[name] != recorded[name]] == [], RENEW


def test_every_question_is_asked(pairs: list[golden.Pair]) -> None:
    asked = Counter(play_pb2.Ask.Name(turn.ask) for frame, _ in pairs for turn in frame.turns)
    assert set(play_pb2.Ask.keys()) - set(asked) == {"ASK_UNSPECIFIED"}
    assert min(asked.values()) >= 3


def test_every_value_of_a_sheet_is_there(pairs: list[golden.Pair]) -> None:
    sheets = [frame.starts[0].sheet for frame, _ in pairs]
    points = [point for sheet in sheets for point in sheet.points]
    missing = []
    for descriptor, found in ((sheet_pb2.Sheet.DESCRIPTOR, sheets), (sheet_pb2.PointRule.DESCRIPTOR, points)):
        for field in descriptor.fields:
            if field.enum_type is not None:
                seen = {getattr(message, field.name) for message in found}
                missing += [value.name for value in field.enum_type.values if value.number and value.number not in seen]
    assert missing == []


def test_the_python_strategy_answers_so(pairs: list[golden.Pair]) -> None:
    """In this process; the other languages, and this one as a program, are put to it in test_languages.py."""
    choose = golden.strategy()
    wrong = [
        f"{frame.starts[0].sheet.id} {play_pb2.Ask.Name(turn.ask)}: {given} for {choice}"
        for frame, answers in pairs
        for turn, choice in zip(frame.turns, answers.choices, strict=True)
        if (given := choose(frame.starts[0].sheet, frame.starts[0].seat, turn)) != choice
    ]
    assert wrong == []
