"""docs/protocol.md names everything the protocol has, with its number and type, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor

from arena.running import playing
from pitch.arena.v1 import control_pb2, play_pb2, sheet_pb2
from referee import chairs, hub, match, seats
from referee.engine import actions, game
from referee.engine.cards import NAMES, RANKS
from referee.engine.describe import exchange_text
from referee.engine.events import EventKind
from referee.engine.notation import tokens
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultKind, Policy
from referee.rpc import listening, streams
from referee.variants.catalogue import resolve, variants
from referee.wire import PROTOCOL_VERSIONS, sheet_field
from tests.docs.pages import ROOT, page, rows, sections

TEXT = page("protocol.md")
SECTIONS = sections(TEXT)
FILES: tuple[FileDescriptor, ...] = (play_pb2.DESCRIPTOR, sheet_pb2.DESCRIPTOR, control_pb2.DESCRIPTOR)
SCALARS = {
    value: name.removeprefix("TYPE_").lower()
    for name, value in vars(FieldDescriptor).items()
    if name.startswith("TYPE_")
}


def all_messages(found: Iterator[Descriptor] | None = None) -> Iterator[Descriptor]:
    for message in found or (m for file in FILES for m in file.message_types_by_name.values()):
        yield message
        if message.nested_types:
            yield from all_messages(iter(message.nested_types))


def all_enums() -> Iterator[EnumDescriptor]:
    for file in FILES:
        yield from file.enum_types_by_name.values()
    for message in all_messages():
        yield from message.enum_types


def type_of(field: FieldDescriptor) -> str:
    named = field.message_type or field.enum_type
    name = f"`{named.name}`" if named else SCALARS[field.type]
    return f"repeated {name}" if field.is_repeated else name


MESSAGES = {message.name: message for message in all_messages()}
ENUMS = {enum.name: enum for enum in all_enums()}


@pytest.mark.parametrize("name", MESSAGES)
def test_every_field_is_told(name: str) -> None:
    told = [tuple(row[:3]) for row in rows(SECTIONS[f"`{name}`"]) if len(row) == 4]
    fields = MESSAGES[name].fields
    assert told == [(f"`{field.name}`", str(field.number), type_of(field)) for field in fields]


@pytest.mark.parametrize("name", ENUMS)
def test_every_value_is_told(name: str) -> None:
    told = [tuple(row[:2]) for row in rows(SECTIONS[f"`{name}`"])]
    assert told == [(f"`{value.name}`", str(value.number)) for value in ENUMS[name].values]


def test_nothing_else_is_told() -> None:
    named = {heading.strip("`") for heading in SECTIONS if heading.startswith("`")}
    assert named == set(MESSAGES) | set(ENUMS)


def test_every_row_has_a_meaning() -> None:
    for name in (*MESSAGES, *ENUMS):
        assert all(row[-1] for row in rows(SECTIONS[f"`{name}`"])), name


def test_services_and_methods_are_told() -> None:
    for file in FILES:
        for service in file.services_by_name.values():
            assert f"`{service.full_name}`" in TEXT
            for method in service.methods:
                call = f"rpc {method.name}(stream {method.input_type.name}) returns (stream {method.output_type.name});"
                assert call in TEXT


def test_every_event_kind_is_logged_by_the_engine() -> None:
    engine = ROOT / "referee" / "engine"
    source = "".join(path.read_text() for path in (engine / "game.py", *(engine / "phases").glob("*.py")))
    assert set(re.findall(r"\(events\.([A-Z_]+), ", source)) == {kind.name for kind in EventKind}


def test_every_question_is_asked_by_some_sheet() -> None:
    unasked = game.LEGAL[actions.Ask.NOTHING]
    assert [ask.name for ask in actions.Ask if ask and ask != actions.Ask.PLAY and game.LEGAL[ask] is unasked] == []


def test_numbers_of_the_engine_are_those_of_the_protocol() -> None:
    for mine, theirs, prefix in ((actions.Ask, "Ask", "ASK_"), (EventKind, "EventKind", "EVENT_KIND_")):
        values = {v.name.removeprefix(prefix): v.number for v in ENUMS[theirs].values if v.number}
        assert {member.name: member.value for member in mine if member.value} == values


def test_cards() -> None:
    for row in rows(SECTIONS["3. Cards"]):
        suit = row[0][0]
        assert [NAMES[int(code)] for code in row[1:]] == [f"{rank}{suit}" for rank in RANKS]
    assert len(rows(SECTIONS["3. Cards"])) == 4
    assert NAMES[52:] == ("LJ", "HJ")


def test_actions() -> None:
    table = tokens(resolve("partnership-draw"))
    told = rows(SECTIONS["4. Actions"])
    single = {int(row[0]): row[2].strip("`") for row in told if row[0].isdecimal()}
    assert single == {code: text for code, text in table.items() if 64 <= code < 80}
    assert (table[80 + 2], table[96 + 4 * 2 + 3], table[128 + 38]) == ("trump:H", "trump:H/S", "call:AH")
    assert (table[268], table[274]) == ("3", "moon")


def test_every_exchange_step_is_told() -> None:
    sent: dict[str, str] = {}
    for sheet in map(resolve, variants()):
        steps = play_pb2.GameStart.FromString(sheet_field(compile_tables(sheet))).sheet.exchange
        sent |= zip(steps, exchange_text(sheet), strict=True)
    told = [row for row in rows(SECTIONS["`Sheet`"]) if len(row) == 2]
    assert {step.strip("`"): text for step, text in told} == sent


def test_numbers_in_the_text() -> None:
    """The page names these; change it with them."""
    assert PROTOCOL_VERSIONS == (1,)
    assert (streams.JOIN_S, hub.LINGER_S) == (10, 0.002)
    assert (seats.LARGEST_MESSAGE, listening.LARGEST_RECEIVED) == (256 << 10, 512 << 20)
    assert (seats.MOST_USELESS, seats.MOST_NOTICES, match.MOST_OPEN) == (1000, 200, 256)
    assert chairs.REPLACEMENT_S == 10
    assert Policy() == Policy(wrong_answers=2, late_answers=3, restarts=2, silences=3)
    assert playing.EXIT_GRACE_S == 2


def test_every_fault_is_told_with_what_it_counts_as() -> None:
    words = {FaultKind.WRONG: "a wrong answer", FaultKind.LATE: "a late answer", FaultKind.PROCESS: "the process"}
    told = {row[0]: row[2] for row in rows(SECTIONS["10. Faults"])}
    assert told == {fault.value: words[fault.kind] for fault in Fault}


def test_every_status_is_told() -> None:
    told = {row[0].strip("`") for row in rows(SECTIONS["11. Refusals and how a stream ends"])}
    ours = {status.name for status in streams.STATUS.values()}
    assert told == ours | {"OK", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"}
