"""Code and decisions that are nearly the same are found; what differs, and what all were given, is not."""

from __future__ import annotations

from pathlib import Path

from arena.classroom.admit import Admission
from arena.classroom.assignment import load_assignment
from arena.classroom.course import open_course
from arena.classroom.decisions import decisions_of
from arena.classroom.similar import alike, deciding_alike, groups, runs_of
from tests.classroom import handins
from tests.classroom.made_up import CAREFUL_HIGH, CAREFUL_LOW, CRASH, ROOT, python

CODE = """
def choose(turn):
    # the best card wins
    best = None
    for action in turn.legal:
        if action.card is None:
            continue
        if best is None or action.card.rank > best.card.rank:
            best = action
    if best is not None and turn.trump is not None:
        return best
    return turn.legal[0] if turn.legal else turn.pick.prefer([])
"""
RENAMED = CODE.replace("best", "top").replace("action", "move").replace("# the best card wins", "").replace("turn", "t")
OTHER = """
import random
from collections import Counter

class Player:
    def __init__(self, seed, *, depth=3):
        self.rng, self.depth = random.Random(seed), depth
        self.seen = Counter()

    def value(self, state):
        total = sum(weight * count for weight, count in self.seen.items())
        return total / max(1, len(self.seen)) ** self.depth

    def go(self, state):
        while state.open:
            yield max(state.moves, key=lambda m: self.value(state.after(m)))
"""


def test_copies_are_found(tmp_path: Path) -> None:
    sources = {"ann": CODE, "bob": RENAMED, "cy": OTHER, "di": CODE + OTHER}
    runs = {name: runs_of(handins.folder(tmp_path / name, {"main.py": text})) for name, text in sources.items()}
    pairs = alike(runs)
    assert {(pair.one, pair.other) for pair in pairs} == {("ann", "bob"), ("ann", "di"), ("bob", "di"), ("cy", "di")}
    assert groups(pairs) == [("ann", "bob", "cy", "di")]
    assert groups(alike({name: runs[name] for name in ("ann", "bob", "cy")})) == [("ann", "bob")]
    assert alike(runs, [runs["ann"]]) == [pair for pair in pairs if (pair.one, pair.other) == ("cy", "di")]


def test_texts_and_unknown_files_are_no_code(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"README.md": CODE, "x.unknown": CODE, "data.json": "[1, 2]", "b.py": b"\0" * 50}
    assert not runs_of(handins.folder(tmp_path / "a", files))


def test_equal_decisions_are_found_where_they_tell_something() -> None:
    many = [str(number % 5) for number in range(60)]
    off = [*many[:-1], "x"]
    else_ = [str((number * number) % 3) for number in range(60)]
    third = [str((number + 1) % 5) for number in range(60)]
    pairs, telling = deciding_alike({"ann": many, "bob": off, "cy": else_, "di": third}, {})
    assert [(one.one, one.other) for one in pairs] == [("ann", "bob")] and 20 <= telling <= 60
    assert pairs[0].runs == telling - 1
    # Who plays as a staff bot is no pair with another who does; where all answer alike nothing is told.
    assert deciding_alike({"ann": many, "bob": off, "cy": else_}, {"staff": many})[0] == []
    assert deciding_alike({"ann": many, "bob": many}, {}) == ([], 0)


def test_bots_are_asked_the_same_and_only_once(tmp_path: Path) -> None:
    path = tmp_path / "hw.toml"
    path.write_text(
        'title = "hw"\nvariants = ["auction-partners"]\nseed = "the same"\n'
        f'[[staff]]\npath = "{ROOT}/sample_bots/python/greedy"\n'
        '[[criteria]]\nkind = "builds"\npoints = 1\n',
        encoding="utf-8",
    )
    course = open_course(load_assignment(path), tmp_path / "out", "")
    twin = CAREFUL_HIGH.replace("def choose", "SPARE = [1, 2, 3]\n\n\ndef choose").replace("action", "a")
    sources = {"ann": CAREFUL_HIGH, "bob": twin, "cy": CAREFUL_LOW, "di": CRASH}
    admitted = [
        Admission(student=name, id=name, entry=name, terms="", digest=name * 8, root=str(python(tmp_path / name, text)))
        for name, text in sources.items()
    ]
    told: list[str] = []
    found, staff = decisions_of(course, admitted, told.append)
    assert told == ["the same positions for 5 bots"]
    assert found["di"].problem and not found["di"].answers
    answers = {name: one.answers for name, one in found.items() if name != "di"}
    assert len({len(one) for one in [*answers.values(), *(one.answers for one in staff.values())]}) == 1
    pairs, telling = deciding_alike(answers, {name: one.answers for name, one in staff.items()})
    assert [(one.one, one.other, one.share) for one in pairs] == [("ann", "bob", 1.0)] and telling >= 20
    again, _ = decisions_of(course, admitted, told.append)
    assert again == found and len(told) == 1
