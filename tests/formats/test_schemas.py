"""Every line of replays and exports of all sheets fits its JSON schema; old formats are still read."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from arena.checking.replays import verify
from arena.formats.schemas import SCHEMAS, schema_text
from arena.notation.files import write_file
from arena.replays.export import expand
from arena.replays.seen import Onlooker, seen
from arena.replays.show import games
from referee.variants.catalogue import names
from tests.formats.games import random_file

OLD = Path(__file__).parent / "old"
VALIDATORS = {name: jsonschema.Draft202012Validator(json.loads(schema_text(name))) for name in SCHEMAS}
Line = dict[str, Any]


def fits(name: str, line: Line) -> None:
    """Fail with the fields that do not fit; of the kinds of lines only the line's own is asked."""
    validator = VALIDATORS[name]
    kind = line.get("kind", "game").replace("replay", "header")
    definitions = validator.schema["$defs"]
    own = validator.evolve(schema={"$ref": f"#/$defs/{kind}", "$defs": definitions})
    problems = [f"{'/'.join(map(str, error.path))}: {error.message}" for error in own.iter_errors(line)]
    assert not problems, (kind, problems[:3])


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text(name)))
    assert VALIDATORS[name].schema["$id"] == f"urn:pitch-arena:{name.replace('-', ':')}"


def exported(path: Path) -> Iterator[Line]:
    for record, bout in games(path):
        yield from expand(record, bout.secret())
        yield from seen(record, bout.secret(), Onlooker(None))
        yield from seen(record, bout.secret(), Onlooker(1))


@pytest.mark.parametrize("spec", names())
def test_replays_and_exports_of_every_sheet_fit(tmp_path: Path, spec: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(random_file(spec, 1, deals=1))
    kinds = set()
    for text in path.read_text(encoding="utf-8").split("\n")[:-1]:
        fits("replay-2", json.loads(text))
        kinds.add(json.loads(text).get("kind"))
    for line in exported(path):
        fits("expanded-1", json.loads(json.dumps(line)))
        kinds.add(line["kind"])
    assert kinds == {"replay", "bout", None, "seal", "deal", "end", "seen-deal", "seen-end"}


WRONG: list[tuple[str, Line]] = [
    ("replay-2", {"format": 3}),
    ("replay-2", {"seed": "xyz"}),
    ("replay-2", {"more": 1}),
    ("replay-1", {}),
]


@pytest.mark.parametrize(("name", "change"), WRONG)
def test_what_does_not_fit_is_told(tmp_path: Path, name: str, change: Line) -> None:
    header = json.loads(random_file("auction", 1).split(b"\n")[0])
    assert VALIDATORS["replay-2"].is_valid(header)
    assert not VALIDATORS[name].is_valid(header | change)


def test_replays_of_format_1_are_still_read(tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD / "replay-1.jsonl", tmp_path / "r.jsonl"))
    for text in path.read_text(encoding="utf-8").splitlines():
        fits("replay-1", json.loads(text))
    report = verify(path, lambda _: None)
    assert report.ok and report.games == 3 and report.decisions > 60
    assert len(list(exported(path))) > 6
    assert any("play" in line for line in write_file(path))
    path.write_bytes(path.read_bytes().replace(b" pass", b" past", 1))
    assert not verify(path, lambda _: None).ok
